"""Two people have reported different results of a game: the second is refused, kept, and decided upon."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Conflict
from tournaments.acts.common import Answer, lock_result, scope_of, target_of
from tournaments.acts.report_result import check_value, current_report, find_table, report_result
from tournaments.models import ResultReport, Round
from tournaments.policy import Act, require
from tournaments.queries.contests import CONTEST, contest_at


def report_or_contest(**asked: Any) -> Answer:
    """`report_result`; a result that somebody else's stands against is kept for a decision. Raises what it
    raises."""
    try:
        return report_result(**asked)
    except Conflict as conflict:
        if conflict.code in ("result-conflict", "contest-decided"):
            names = ("round_", "table", "value", "by", "forfeit", "game")
            contest_result(**{name: asked[name] for name in names if name in asked})
        raise


def contest_result(
    *, round_: Round, table: int, value: str, by: User, forfeit: bool = False, game: int = 1
) -> Answer:
    """Keep in the journal what was reported against the result that stands. The same again, while it waits,
    is kept once. Answers ``{"contested": whether somebody has to decide}``.

    Refusals: ``state``, ``no-such-table``, ``unknown-result``, ``draw-by-forfeit``, ``none-by-play``.
    """
    with transaction.atomic():
        round_ = lock_result(round_)
        require(Act.REPORT_RESULT, by=by, scope=round_)
        check_value(value, forfeit)
        current = current_report(find_table(round_, table), game)
        if current is None or current.value == ResultReport.Value.OPEN:
            return {"contested": False}
        if (current.value, current.forfeit) == (value, forfeit):
            return {"contested": False}
        known = contest_at(round_, table, game)
        if known is None or (known.by, known.value, known.forfeit) != (str(by), value, forfeit):
            journal.record(
                CONTEST,
                by=by,
                scope=scope_of(round_.section.event),
                target=target_of(round_),
                before={"table": table, "game": game, "value": current.value, "forfeit": current.forfeit},
                after={"table": table, "game": game, "value": value, "forfeit": forfeit},
            )
        return {"contested": True}
