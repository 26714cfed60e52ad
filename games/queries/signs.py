"""At which tables a game has left something behind: a sign of play for ``tournaments.queries.absentees``."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import BoardCount, Claim, GameRecord, Scoresheets
from tournaments.models import Round


def tables_with_games(rounds: Sequence[Round]) -> set[int]:
    """Ids of pairings with a record, scoresheets, a count or a claim. One query each."""
    return {
        pairing
        for model in (GameRecord, Scoresheets, BoardCount, Claim)
        for pairing in model.objects.filter(pairing__round__in=rounds).values_list("pairing", flat=True)
    }
