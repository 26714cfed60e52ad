"""Games that are broken off and go on later.

Until it has a result such a game counts as the section says (`Section.adjourned_as`), for pairing and for
the standings in between; its round can be closed, the last one cannot. Its result is reported like any other,
also when its round is closed: standings are frozen again then, what was published stays as it was paired.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import TableNumber
from tournaments.acts.clocks import Clock, Clocks, InOvertime, clock_facts, clock_values, write_reading
from tournaments.acts.common import check_name
from tournaments.acts.frame import NOT_CLOSING, RESULT, ActResult, act, no_change
from tournaments.acts.results import find_table
from tournaments.models import Adjournment, ClockReading, Pairing, Round
from tournaments.policy import Act
from tournaments.queries.teams.matches import match_at

SEALED_LENGTH = 40


class Adjourned(TypedDict):
    table: int
    game: int


class AdjournmentWithdrawn(TypedDict):
    table: int


class Resumed(TypedDict):
    table: int
    sealed_move: str


@act(on=RESULT, right=Act.ADJOURN_GAME, refuse_while=NOT_CLOSING, done=_("game adjourned"))
def adjourn_game(
    *,
    round_: Round,
    table: TableNumber,
    sealed_move: Annotated[str, Field(longest=SEALED_LENGTH)] = "",
    resumes_at: Annotated[datetime | None, Field()] = None,
    first_clock: Clock = "",
    second_clock: Clock = "",
    first_overtime: InOvertime = "",
    second_overtime: InOvertime = "",
    by: User,
    once: str = "",
) -> ActResult[Adjourned]:
    """Adjourn a game, or change what is known of one that is adjourned already."""
    check_name("sealed_move", sealed_move, most=SEALED_LENGTH)
    _check_open(round_)
    pairing = find_table(round_, table)
    _, game, most = match_at(round_.section, pairing)
    if most is not None:
        # A match is not adjourned as a whole: only one of its games is.
        raise Refusal("adjourn-match", table=table)
    if game is None:
        raise Refusal("adjourn-decided", table=table)
    before = {"adjourned": True} if pairing.adjourned else None
    earlier = Adjournment.objects.filter(pairing=pairing, game=game).first()
    if earlier is not None and earlier.resumed_at:
        raise Refusal("adjourn-resumed", table=table)
    clocks = clock_values(Clocks(first_clock, second_clock, first_overtime, second_overtime))
    values = {"resumes_at": resumes_at, "by": by} | ({"sealed_move": sealed_move} if sealed_move else {})
    # Weiqi 14 and 22: the clocks as they were stopped.
    made, _new = Adjournment.objects.update_or_create(pairing=pairing, game=game, defaults=values)
    Pairing.objects.filter(pk=pairing.pk).update(adjourned=True)
    # The journal says that there is a sealed move, never which.
    after: dict[str, object] = {"table": table, "sealed": bool(made.sealed_move)}
    if clocks:
        reading = write_reading(pairing, game, clocks, why=ClockReading.Why.ADJOURNMENT, by=by)
        after |= clock_facts(reading, table)
    pages.results_changed(round_)
    if resumes_at is not None:
        after["resumes"] = resumes_at.isoformat()
    return ActResult({"table": table, "game": game}, before=before, after=after)


@act(on=RESULT, right=Act.ADJOURN_GAME, refuse_while=NOT_CLOSING, done=_("adjournment withdrawn"))
def withdraw_adjournment(
    *, round_: Round, table: TableNumber, by: User, once: str = ""
) -> ActResult[AdjournmentWithdrawn]:
    """The game was not broken off after all: its table waits for the result like the others."""
    _check_open(round_)
    pairing = find_table(round_, table)
    if not pairing.adjourned:
        raise Refusal("not-adjourned", table=table)
    if match_at(round_.section, pairing)[1] is None:
        raise Refusal("adjourn-decided", table=table)
    Adjournment.objects.filter(pairing=pairing).delete()
    Pairing.objects.filter(pk=pairing.pk).update(adjourned=False)
    pages.results_changed(round_)
    return ActResult({"table": table}, before={"adjourned": True}, after={"table": table})


def _check_open(round_: Round) -> None:
    if round_.state == Round.State.CLOSED:
        raise Refusal("state", act=str(Act.ADJOURN_GAME), state=round_.state, round=round_.number)


@act(on=RESULT, right=Act.ADJOURN_GAME, refuse_while=NOT_CLOSING, done=_("game resumed"))
def resume_game(*, round_: Round, table: TableNumber, by: User, once: str = "") -> ActResult[Resumed]:
    """The sealed move is opened, and the game goes on; it counts as before until it has a result."""
    pairing = find_table(round_, table)
    adjournment = Adjournment.objects.filter(pairing=pairing).first()
    if adjournment is None:
        raise Refusal("not-adjourned", table=table)
    answer: Resumed = {"table": table, "sealed_move": adjournment.sealed_move}
    if adjournment.resumed_at:
        return no_change(answer)
    adjournment.resumed_at = timezone.now()
    adjournment.save(update_fields=["resumed_at"])
    pages.results_changed(round_)
    return ActResult(answer, after={"table": table})
