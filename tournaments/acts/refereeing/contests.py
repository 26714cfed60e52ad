"""A result that was refused because another one stands: it is kept, and a referee decides."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments.acts.frame import RESULT, ActResult, act, no_change, outside_transaction
from tournaments.acts.results import (
    Reported,
    check_value,
    conflict_with,
    find_table,
    is_own_slip,
    last_report,
    report_result,
)
from tournaments.models import ResultReport, Round
from tournaments.pages.staff_notices import notify_staff_of_dispute
from tournaments.pages.table_notices import notify_followers_of_decision
from tournaments.policy import Act
from tournaments.queries.refereeing.contests import CONTEST, contest_at


class Contested(TypedDict):
    """``contested``: whether somebody has to decide."""

    contested: bool


class Upheld(TypedDict):
    report: int


@outside_transaction(report_result, right=Act.REPORT_RESULT)
def report_or_contest(**arguments: Any) -> Reported:
    """Report a result; one that somebody else's stands against is kept for a decision."""
    try:
        # Whether an adjourned game has ended must be said.
        return report_result(**arguments | {"ends_adjourned": bool(arguments.get("ends_adjourned"))})
    except Conflict as conflict:
        # One's own slip is corrected, not contested.
        if conflict.code == "contest-decided" or (
            conflict.code == "result-conflict" and not _is_own_slip(conflict, arguments["by"])
        ):
            names = ("round_", "table", "value", "by", "forfeit", "game", "cause")
            contest_result(**{name: arguments[name] for name in names if name in arguments})
        raise


def _is_own_slip(conflict: Conflict, by: User) -> bool:
    """Whether ``by`` has just entered what stands: that is at odds with nobody, and ``by`` puts it right."""
    return is_own_slip(ResultReport.objects.get(pk=conflict.params["report"]), by)


@act(on=RESULT, right=Act.REPORT_RESULT, name=CONTEST, done=_("different result reported, not accepted"))
def contest_result(
    *,
    round_: Round,
    table: int,
    value: str,
    by: User,
    forfeit: bool = False,
    game: int = 1,
    cause: str = "",
    once: str = "",
) -> ActResult[Contested]:
    """Keep in the journal what was reported against the result that stands."""
    check_value(value, forfeit, cause)
    current = last_report(find_table(round_, table), game)
    if current is None or current.value == ResultReport.Value.OPEN:
        return no_change({"contested": False})
    if (current.value, current.forfeit) == (value, forfeit):
        return no_change({"contested": False})
    earlier = contest_at(round_, table, game)
    # The same again, while it waits, is kept once.
    if earlier is not None and (earlier.by, earlier.value, earlier.forfeit) == (str(by), value, forfeit):
        return no_change({"contested": True})
    notify_staff_of_dispute(round_, table, game)
    place = {"table": table, "game": game}
    # What both players have said has nobody's name.
    whose = {} if current.by_id is None else {"user": current.by_id}
    return ActResult(
        {"contested": True},
        before={**place, "value": current.value, "forfeit": current.forfeit, **whose},
        after={
            **place,
            "value": value,
            "forfeit": forfeit,
            **({"cause": cause} if cause else {}),
            "user": by.pk,
        },
    )


@act(on=RESULT, right=Act.CORRECT_RESULT, done=_("result upheld"))
def uphold_result(
    *,
    round_: Round,
    table: Annotated[int, Field(least=1)],
    seen: Annotated[int, Field(least=0)],
    by: User,
    game: Annotated[int, Field(least=1)] = 1,
    reason: Annotated[str, Field(longest=200)] = "",
    once: str = "",
) -> ActResult[Upheld]:
    """Let the result stand, whatever else was reported; ``seen``: id of the report that the person saw."""
    current = last_report(find_table(round_, table), game)
    if current is None or current.value == ResultReport.Value.OPEN:
        raise Refusal("no-such-report", table=table)
    if current.pk != seen:
        raise conflict_with(current, table, "")
    notify_followers_of_decision(current.pairing, round_, "uphold_result")
    after = {"table": table, "game": game, "value": current.value, "forfeit": current.forfeit}
    return ActResult({"report": current.pk}, after=after)
