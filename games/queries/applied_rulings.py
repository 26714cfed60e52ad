"""What the rules have decided by themselves in a round, for the referee who may overturn it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import FindingRuling, LiveGame
from games.queries.findings import finding_key
from games.wording.citations import CitedText
from games.wording.prompts import prompt_cited
from tournaments.models import Entry, Round
from tournaments.wording.grounds import stored_reason_text


@dataclass(frozen=True, slots=True)
class AppliedRuling:
    """What a rule has decided, for the referee who may overturn it."""

    key: int
    table: int
    game: int
    players: tuple[Entry, Entry]
    finding: str
    # What stood on the board, or by which article.
    cited: CitedText
    # The result that was entered.
    value: str
    at: datetime
    is_overturned: bool
    # Why, where a referee has said that it does not hold.
    overturned: str


def applied_rulings(round_: Round, *, since: datetime | None = None) -> Sequence[AppliedRuling]:
    """List what the program has ruled, the newest first, in two queries."""
    rows = FindingRuling.objects.filter(pairing__round=round_).select_related("pairing", "report")
    rulings = list(rows.order_by("-pk"))
    overturned = {
        (row.pairing_id, row.game, row.finding): row.reason
        for row in rulings
        if row.verdict == FindingRuling.Verdict.OVERTURNED
    }
    applied = [
        row
        for row in rulings
        if row.verdict == FindingRuling.Verdict.APPLIED and row.by_id is None and row.report is not None
    ]
    applied = [row for row in applied if since is None or row.at >= since]
    games = LiveGame.objects.filter(pairing__in=[row.pairing_id for row in applied]).order_by("pk")
    live = {
        (game.pairing_id, game.game): game for game in games.select_related("first__player", "second__player")
    }
    return [
        AppliedRuling(
            key=row.pk,
            table=row.pairing.table or 0,
            game=row.game,
            players=(game.first, game.second),
            finding=row.finding,
            cited=_cited(row, game),
            value=row.report.value if row.report else "",
            at=row.at,
            is_overturned=(row.pairing_id, row.game, row.finding) in overturned,
            overturned=overturned.get((row.pairing_id, row.game, row.finding), ""),
        )
        for row in applied
        if (game := live.get((row.pairing_id, row.game))) is not None
    ]


def _cited(row: FindingRuling, game: LiveGame) -> CitedText:
    stored = next((stored for stored in game.prompts if finding_key(stored) == row.finding), None)
    # Where the plies were taken back since, only the article is left.
    if stored:
        return prompt_cited(stored)
    return CitedText(stored_reason_text(row.report.reason if row.report else ""))
