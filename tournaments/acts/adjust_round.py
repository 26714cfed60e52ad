"""Change a pairing by hand (WXC 2.4): swap two players or teams, turn colours round, give the bye to somebody
else.

Every change asks for a reason, says which rules it breaks and keeps the rule's own pairing beside it. A
published round gets a further version; a table that has a result stays as it is.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts._absent import await_start
from tournaments.acts._seating import BYE, Places, Seating, in_rule_order, seating_places
from tournaments.acts.arguments import LeaveOfficial, Reason, RoundSeen, TableNumber
from tournaments.acts.drafts import act_while_idle
from tournaments.acts.frame import ActResult, outside_transaction
from tournaments.acts.official import leave_with
from tournaments.acts.rounds import add_version
from tournaments.models import Round
from tournaments.pages.webhook_events import notifying_decisions
from tournaments.pairing import CannotPair, RuleViolations, Table, judge_pairs
from tournaments.policy import Act
from tournaments.queries.official import LeavingReason


@dataclass(frozen=True, slots=True)
class Swap:
    """Two players change places; the colours at their tables follow the rule. Entry numbers."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Flip:
    """The players of a table change colours."""

    table: int


@dataclass(frozen=True, slots=True)
class GiveBye:
    """Give the bye to `player`; who had it takes the place at the table.

    Of several byes of a knock-out it is that of the largest number, who has the weakest claim; `Swap` names
    another."""

    player: int


PlayerNumber = Annotated[int, Field(least=1)]
Change = Swap | Flip | GiveBye


class Adjusted(TypedDict):
    """``digest`` of the new draft; ``notices``: what it breaks."""

    round: int
    digest: str
    notices: list[dict[str, Any]]


@act_while_idle(right=Act.ADJUST_ROUND, needs_reason=True, done=_("draft adjusted"))
def adjust_round(
    *,
    round_: Round,
    change: Change,
    reason: str,
    by: User,
    leave_official: bool = False,
    seen: str | None = None,
    once: str = "",
) -> ActResult[Adjusted]:
    """Where teams meet, of teams and matches."""
    places = seating_places(round_)
    before = places.seating
    after = _changed(places, change)
    touched = sorted(table for table in after if after[table] != before[table])
    places.check(touched)
    judged = _judge(places, after, free=set() if isinstance(change, Flip) else set(touched))
    leave_with(round_.section, LeavingReason.ADJUSTED, confirmed=leave_official, reason=reason, by=by)
    visible = round_.is_public and round_.section.of_teams
    with notifying_decisions(round_, round_.matches.filter(table__in=touched) if visible else ()):
        notices = places.write(after, touched, judged)
    round_.draft_changes = [
        *round_.draft_changes,
        {
            "change": _kind(change, round_),
            "params": asdict(change),
            "reason": reason,
            "by": by.pk,
            "notices": notices,
            "rule": [list(row) for row in judged.rule.as_numbers()] if judged.rule else [],
        },
    ]
    round_.draft_digest = places.digest(judged)
    round_.save(update_fields=["draft_changes", "draft_digest"])
    if round_.is_public:
        add_version(round_, by=by, at=timezone.now())
        await_start(round_)
        pages.round_published(round_)
    return ActResult(
        {"round": round_.pk, "digest": round_.draft_digest, "notices": notices},
        before={str(table): list(before[table]) for table in touched},
        after={str(table): list(places.seating[table]) for table in touched},
    )


@outside_transaction(right=Act.ADJUST_ROUND)
def swap_places(
    *,
    round_: Round,
    first: PlayerNumber,
    second: PlayerNumber,
    reason: Reason,
    leave_official: LeaveOfficial = False,
    seen: RoundSeen = None,
    by: User,
    once: str = "",
) -> Adjusted:
    """`adjust_round` by `Swap`; ``first``, ``second``: numbers of entries, or of teams where teams meet."""
    return adjust_round(
        round_=round_,
        change=Swap(first, second),
        reason=reason,
        leave_official=leave_official,
        seen=seen,
        by=by,
        once=once,
    )


@outside_transaction(right=Act.ADJUST_ROUND)
def change_colours(
    *,
    round_: Round,
    table: TableNumber,
    reason: Reason,
    leave_official: LeaveOfficial = False,
    seen: RoundSeen = None,
    by: User,
    once: str = "",
) -> Adjusted:
    """`adjust_round` by `Flip`."""
    return adjust_round(
        round_=round_,
        change=Flip(table),
        reason=reason,
        leave_official=leave_official,
        seen=seen,
        by=by,
        once=once,
    )


@outside_transaction(right=Act.ADJUST_ROUND)
def give_bye(
    *,
    round_: Round,
    player: PlayerNumber,
    reason: Reason,
    leave_official: LeaveOfficial = False,
    seen: RoundSeen = None,
    by: User,
    once: str = "",
) -> Adjusted:
    """`adjust_round` by `GiveBye`."""
    return adjust_round(
        round_=round_,
        change=GiveBye(player),
        reason=reason,
        leave_official=leave_official,
        seen=seen,
        by=by,
        once=once,
    )


def _kind(change: Change, round_: Round) -> str:
    """As `wording.reasons.change_text` knows it."""
    if isinstance(change, Flip) and round_.section.of_teams:
        return "flipmatch"
    return type(change).__name__.lower()


def _changed(places: Places, change: Change) -> Seating:
    seating, round_ = places.seating, places.round
    match change:
        case Flip(table):
            if table <= BYE or table not in seating:
                code = "no-such-match" if round_.section.of_teams else "no-such-table"
                raise Refusal(code, field="table", table=table, round=round_.number)
            return {**seating, table: seating[table][::-1]}
        case Swap(first, second):
            if first == second:
                code = "same-team" if round_.section.of_teams else "same-player"
                raise Refusal(code, field="second", player=first)
            return _swapped(seating, first, second)
        case GiveBye(player):
            free = {numbers[0] for table, numbers in seating.items() if table <= BYE}
            if player in free:
                raise Refusal("has-bye-already", field="player", player=player)
            free -= places.resting()
            if not free:
                raise Refusal("bye-even", field="player", player=player)
            return _swapped(seating, player, max(free))


def _swapped(seating: Seating, first: int, second: int) -> Seating:
    places = {number: table for table, numbers in seating.items() for number in numbers}
    for field, number in (("first", first), ("second", second)):
        if number not in places:
            raise Refusal("not-seated", field=field, player=number)
    if places[first] == places[second]:
        raise Refusal("same-table", first=first, second=second, table=places[first])
    other = {first: second, second: first}
    return {
        table: tuple(other.get(number, number) for number in numbers) for table, numbers in seating.items()
    }


def _judge(places: Places, seating: Seating, *, free: set[int]) -> RuleViolations:
    """Judge what the seating breaks; the colours of `free` tables are given by the rule."""
    tables = [
        Table(seating[table][0], seating[table][1], colours_given=table not in free, table=place)
        # Tables are counted from 1, as the rule does.
        for place, table in enumerate(in_rule_order(seating), 1)
    ]
    byes = [numbers[0] for table, numbers in seating.items() if table <= BYE]
    try:
        judged = judge_pairs(
            places.numbers,
            places.round.number,
            tables,
            byes,
            allow_rematch=places.round.allow_rematch,
        )
    except CannotPair as error:
        raise Refusal(str(error.code), **error.params) from None
    if not judged.possible:
        worst = next(notice for notice in judged.notices if notice.breaks_rule)
        raise Refusal(str(worst.code), **worst.params)
    return judged
