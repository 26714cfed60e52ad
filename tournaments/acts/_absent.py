"""Enter the loss of who has not taken the seat in time, where the rules act by themselves (Tiantian 2020,
3)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from portal import outbox
from portal.journal.models import JournalEntry
from tournaments.acts.common import target_of
from tournaments.acts.teams._line_ups import await_line_ups
from tournaments.models import Match, ResultReport, Round
from tournaments.queries.presence import PATIENCE
from tournaments.wording.options import acts_by_itself

RULE: Final = "rule-absent"
# How long a referee has to say otherwise before the rule speaks by itself.
SPEAKS: Final = timedelta(seconds=60)
ARTICLE: Final = "Tiantian 2020, 3"
# The same article, as a result of a section with that rulebook has it.
OF_RULEBOOK: Final = "3"
# The only rulebook with a time by which a player must be seated.
SEATS_BY: Final = "tiantian2020"
# The act with which a referee speaks.
WAITS: Final = "await_player"
IF_ABSENT: Mapping[str, str] = {
    "first": ResultReport.Value.SECOND,
    "second": ResultReport.Value.FIRST,
    "both": ResultReport.Value.NONE,
}


def is_ruled_by_program(round_: Round) -> bool:
    """Whether an empty seat loses in this round without anybody saying so."""
    section = round_.section
    return section.rulebook == SEATS_BY and acts_by_itself(section.rulebook, online=section.online)


def await_seats(round_: Round) -> None:
    """Have the worker rule on the empty seats of a public round when it is time."""
    if not is_ruled_by_program(round_) or not round_.is_public or round_.state == Round.State.CLOSED:
        return
    now = timezone.now()
    # What was due before is left to people: a rulebook or a start that is changed during play costs nobody
    # the game.
    due = [ruled_at(round_, match) for match in (None, *round_.matches.all())]
    ahead = min((moment for moment in due if moment is not None and moment > now), default=None)
    if ahead is None:
        return
    # If the start moves, the worker comes too early and waits once more.
    outbox.enqueue(
        RULE,
        key=f"{RULE}:round:{round_.pk}",
        payload={"round": round_.pk},
        priority=outbox.PUBLISH,
        delay=(ahead - now).total_seconds(),
    )


def seated_by(round_: Round, match: Match | None) -> datetime | None:
    """Until when the seats are taken in time: nobody takes one before the round is public."""
    moments = [round_.start_of(match), round_.published_at]
    moments_set = [moment for moment in moments if moment is not None]
    return max(moments_set) + PATIENCE if moments[0] is not None else None


def ruled_at(round_: Round, match: Match | None) -> datetime | None:
    due = seated_by(round_, match)
    return due and due + SPEAKS


def is_awaited(round_: Round, table: int, *, since: datetime) -> bool:
    """Whether a referee has said since the start that the player is waited for."""
    return JournalEntry.objects.filter(
        act=WAITS, target=target_of(round_), at__gte=since, after__table=table
    ).exists()


def await_start(round_: Round) -> None:
    """Have the worker look at line-ups and at taken seats when a round starts."""
    # Asked for anew wherever the start of a public round, or what hangs on it, has changed.
    await_line_ups(round_)
    await_seats(round_)
