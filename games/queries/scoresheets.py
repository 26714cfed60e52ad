"""Scoresheets of tables, and what reconciling them gave."""

from __future__ import annotations

from games.models import Scoresheets
from tournaments.fouls import MISSED_MOVES
from tournaments.models import Foul, Pairing
from tournaments.queries.fouls import Tally


def sheets_key(sheets: Scoresheets) -> str:
    """Under which key the outbox knows the reconciling of two sheets."""
    return f"reconcile:scoresheets:{sheets.pk}"


def current_sheets(pairing: Pairing, game: int) -> Scoresheets | None:
    """The pair that was handed in last."""
    found = Scoresheets.objects.filter(pairing=pairing, game=game).select_related("by", "answer")
    return found.order_by("-pk").first()


def recording_fouls_of(pairing: Pairing, tally: Tally) -> int:
    """Fouls for missed moves that stand already, confirmed or not."""
    found = Foul.objects.in_force().filter(
        pairing=pairing, game=tally.game, entry=tally.entry, offence=MISSED_MOVES.key
    )
    return found.exclude(status=Foul.Status.WITHDRAWN).count()
