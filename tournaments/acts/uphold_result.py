"""A result stands as it is, whatever else was reported."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments.acts.common import Answer, lock_result, scope_of, target_of
from tournaments.acts.report_result import current_report, find_table
from tournaments.models import ResultReport, Round
from tournaments.policy import Act, require


def uphold_result(
    *, round_: Round, table: int, seen: int, by: User, game: int = 1, reason: str = "", once: str = ""
) -> Answer:
    """The result stands as it is, whatever else was reported. ``seen``: id of the report that the person saw.
    Answers ``{"report": id}``. Refusals: ``state``, ``no-such-table``, ``no-such-report``; `Conflict`
    ``result-conflict``: another result stands since."""
    with transaction.atomic():
        round_ = lock_result(round_)
        target = target_of(round_)
        if earlier := journal.answered(by=by, once=once, act="uphold_result", target=target):
            return earlier
        require(Act.CORRECT_RESULT, by=by, scope=round_)
        current = current_report(find_table(round_, table), game)
        if current is None or current.value == ResultReport.Value.OPEN:
            raise Refusal("no-such-report", table=table)
        if current.pk != seen:
            raise Conflict(
                "result-conflict",
                table=table,
                theirs=current.value,
                by=str(current.by or ""),
                report=current.pk,
            )
        answer: Answer = {"report": current.pk}
        journal.record(
            "uphold_result",
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            after={"table": table, "game": game, "value": current.value, "forfeit": current.forfeit},
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer
