"""Report that a player is not there and has lost, by a person or where the rules act by themselves."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts._absent import (
    ARTICLE,
    IF_ABSENT,
    OF_RULEBOOK,
    SPEAKS,
    is_awaited,
    is_ruled_by_program,
    seated_by,
)
from tournaments.acts.arguments import Reason, TableNumber
from tournaments.acts.common import scope_of, target_of
from tournaments.acts.frame import NOT_CLOSING, RESULT, ROUND, ActResult, act, no_change
from tournaments.acts.results import (
    Ending,
    Reported,
    after_report,
    find_table,
    report_result,
    write_result_report,
)
from tournaments.models import Pairing, Round, Seat
from tournaments.pages.webhook_events import notify_result
from tournaments.policy import Act
from tournaments.queries.presence import PATIENCE, Waiting, is_due, silent_by_round, silent_table
from tournaments.queries.progress import round_revision
from tournaments.state.causes import ResultCause
from tournaments.wording.grounds import ground


class PlayerAwaited(TypedDict):
    table: int


@act(
    on=RESULT,
    right=Act.REPORT_RESULT,
    logged_as=Act.REPORT_RESULT,
    refuse_while=NOT_CLOSING,
    revision=round_revision,
)
def forfeit_absent(
    *,
    round_: Round,
    table: Annotated[int, Field(least=1)],
    absent: Annotated[str, Field(longest=10)],
    by: User,
    seen: Annotated[str | None, Field(longest=100)] = None,
    once: str = "",
) -> ActResult[Reported]:
    """Report the forfeit of who is ``absent``: ``first``, ``second`` or ``both``."""
    if absent not in IF_ABSENT:
        raise Refusal("unknown-result", field="absent", value=absent)
    if not round_.section.online:
        raise Refusal("not-online")
    pairing = round_.pairings.filter(table=table).select_related("match").first()
    # Tiantian 2020, 3: who is not there ten minutes after the start has lost. A person says so, for the site
    # does not see the game.
    if not is_due(round_, pairing.match if pairing else None):
        raise Refusal("too-early")
    waiting = silent_table(round_, table)
    if waiting is None:
        raise Refusal("table-plays", table=table)
    # A player may sit there and have told nobody; who has told the site is not absent.
    for side in (waiting.first, waiting.second):
        if side.taken_at and absent in (side.colour, "both"):
            raise Refusal("is-there", player=side.entry.number, table=table)
    # Its article goes with the cause, where the section's rulebook has one.
    return report_result.body(
        round_=round_,
        table=table,
        value=IF_ABSENT[absent],
        forfeit=True,
        cause=ResultCause.ABSENT,
        seen=None,
        by=by,
    )


@act(on=ROUND, right=Act.CORRECT_RESULT, needs_reason=True, done=_("player waited for"))
def await_player(
    *, round_: Round, table: TableNumber, reason: Reason, by: User, once: str = ""
) -> ActResult[PlayerAwaited]:
    """Let a player be waited for where the program would enter the forfeit of an empty seat."""
    find_table(round_, table)
    if not is_ruled_by_program(round_):
        raise Refusal("not-automatic")
    starts = round_.starts_at
    answer: PlayerAwaited = {"table": table}
    if starts is not None and is_awaited(round_, table, since=starts):
        return no_change(answer)
    # What follows is for people to say: the program looks whether this stands.
    return ActResult(answer, after={"table": table})


def rule_absent(round_: Round) -> list[int]:
    """Enter the forfeits that are due in a locked round, and return their tables."""
    if not is_ruled_by_program(round_):
        return []
    tables: list[int] = []
    pairings = {pairing.pk: pairing for pairing in round_.pairings.select_related("match")}
    for idle in silent_by_round([round_])[round_.pk]:
        pairing = pairings[idle.pairing]
        due = seated_by(round_, pairing.match)
        if due is None or timezone.now() < due + SPEAKS:
            continue
        absent = _absent(idle.first, idle.second, due)
        # A table that has ever had a result, or for which a referee waits, is left to people.
        if not absent or pairing.reports.exists() or is_awaited(round_, idle.table, since=due - PATIENCE):
            continue
        _forfeit(round_, pairing, absent)
        tables.append(idle.table)
    if tables:
        after_report(round_, by=None)
    return tables


def _absent(first: Waiting, second: Waiting, due: datetime) -> str:
    """Who was not seated in time, to the second: a side, ``both``, or nobody."""
    late = [
        side.colour
        for side in (first, second)
        if side.taken_at is None or side.taken_at - due >= timedelta(seconds=1)
    ]
    if len(late) == 2:
        return "both"
    return late[0] if late else ""


def _forfeit(round_: Round, pairing: Pairing, absent: str) -> None:
    value = IF_ABSENT[absent]
    report = write_result_report(
        pairing,
        game=1,
        value=value,
        by=None,
        forfeit=True,
        ending=Ending(ResultCause.LATE, OF_RULEBOOK),
        reason=ground("not-seated", article=ARTICLE),
    )
    notify_result(round_, report)
    numbers = Seat.objects.filter(pairing=pairing).exclude(colour=_present(absent))
    journal.record(
        "absent_by_rule",
        by=None,
        scope=scope_of(round_.section.event),
        target=target_of(round_),
        after={
            "table": pairing.table,
            "value": value,
            "forfeit": True,
            "article": ARTICLE,
            "absent": sorted(numbers.values_list("entry__number", flat=True)),
        },
    )


def _present(absent: str) -> str:
    """The colour of who was there; empty where nobody was."""
    return {"first": "second", "second": "first"}.get(absent, "")
