"""A whole round: the bye, the pairs, tables, colours and handicaps.

Pairs that the arbiter fixed come out before; who is in one stays a member of the group all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.pairing.gotha.entering import Letters, Member, enter
from tournaments.pairing.gotha.grounds import colours, of_rulings, of_terms
from tournaments.pairing.gotha.matching import Couple, greatest
from tournaments.pairing.gotha.terms import Terms, Valuation
from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.reasons import Reason
from tournaments.pairing.refusal import unpairable
from tournaments.pairing.values import CannotPair, InputCode, PairingInputError, RefusalCode
from tournaments.state.gotha.values import Event
from tournaments.state.tournament import FixedPair


@dataclass(frozen=True, slots=True)
class DrawnPair:
    table: int
    white: int
    black: int
    handicap: int
    terms: Terms
    grounds: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """``sum``: of the totals of all pairs that were not fixed; ``rematches``: how many pairs have met."""

    round: int
    pairs: tuple[DrawnPair, ...]
    bye: int | None
    bye_ground: Reason | None
    sum: int
    rematches: int


def draw(
    event: Event,
    round_number: int,
    *,
    bye: int | None = None,
    allow_rematch: bool = False,
    letters: Mapping[int, Letters] | None = None,
) -> Drawn:
    """``bye``: whom the arbiter named. Raises `CannotPair` and `PairingInputError` as other systems do."""
    if not 1 <= round_number <= event.rounds:
        raise PairingInputError(InputCode.BAD_ROUND, round=round_number)
    entering = enter(event, round_number, letters)
    if not entering.members:
        raise CannotPair(RefusalCode.NOBODY, round=round_number)
    members = {member.number: member for member in entering.members}
    fixed = _fixed(event, round_number, members, allow_rematch=allow_rematch)
    taken = {number for pair in fixed for number in (pair.first, pair.second)}
    free = [member for member in entering.members if member.number not in taken]
    alone, why = _bye(event, free, bye)
    valuation = Valuation(entering)
    rest = [member for member in free if member is not alone]
    drawn = _matched(valuation, rest, allow_rematch=allow_rematch)
    seated = [(members[pair.second], members[pair.first], True) for pair in fixed]
    seated += [(one, other, False) for one, other in drawn]
    seated.sort(key=lambda row: _table_key(row[0], row[1]))
    pairs = tuple(
        sorted(
            (
                _seat(valuation, table, *row)
                for table, row in zip(_tables(event, seated), seated, strict=True)
            ),
            key=lambda seat: seat.table,
        )
    )
    return Drawn(
        round=round_number,
        pairs=pairs,
        bye=alone.number if alone else None,
        bye_ground=why,
        sum=sum(valuation.terms(*couple).total for couple in drawn),
        rematches=sum(members[pair.white].met >= {pair.black} for pair in pairs),
    )


def _fixed(
    event: Event, round_number: int, members: Mapping[int, Member], *, allow_rematch: bool
) -> list[FixedPair]:
    fixed = sorted((f for f in event.fixed if f.round == round_number), key=lambda f: (f.first, f.second))
    forbidden = forbidden_in(event, round_number)
    seen: set[int] = set()
    for pair in fixed:
        params = {"first": pair.first, "second": pair.second}
        for number in (pair.first, pair.second):
            if number not in members:
                raise CannotPair(RefusalCode.FIXED_ABSENT, player=number, **params)
            if number in seen:
                raise CannotPair(RefusalCode.FIXED_TWICE, player=number)
            seen.add(number)
        if frozenset((pair.first, pair.second)) in forbidden:
            raise CannotPair(RefusalCode.FIXED_FORBIDDEN, **params)
        if not allow_rematch and pair.second in members[pair.first].met:
            raise CannotPair(RefusalCode.FIXED_MET, **params)
    return fixed


def forbidden_in(event: Event, round_number: int) -> frozenset[frozenset[int]]:
    once = [(row.one, row.other) for row in event.forbidden_once if row.round == round_number]
    return frozenset(frozenset(pair) for pair in (*event.forbidden, *once))


def bye_value(event: Event, member: Member) -> int:
    """Who has the smallest gets the bye."""
    score = member.mms2 if event.by_mms else 20 * member.nbw2
    return member.player.rank + score + 1000 * member.byes


def bye_key(event: Event, member: Member) -> tuple[int, int]:
    """The smallest gets the bye: of equal values the last by name."""
    return bye_value(event, member), -member.letters.order


def _bye(event: Event, free: Sequence[Member], named: int | None) -> tuple[Member | None, Reason | None]:
    if named is not None:
        alone = next((member for member in free if member.number == named), None)
        if alone is None or len(free) % 2 == 0:
            raise CannotPair(RefusalCode.BYE_UNFIT, player=named)
        return alone, Reason(GroundCode.BYE_NAMED, {"player": named})
    if len(free) % 2 == 0:
        return None, None
    alone = min(free, key=partial(bye_key, event))
    params = {
        "player": alone.number,
        "value": bye_value(event, alone),
        "rank": alone.player.rank,
        "score": alone.mms2 if event.by_mms else alone.nbw2,
        "byes": alone.byes,
    }
    return alone, Reason(GroundCode.BYE, params)


def _matched(valuation: Valuation, rest: Sequence[Member], *, allow_rematch: bool) -> list[Couple]:
    """The greatest sum. A rematch costs so much that it appears only where there is no other pairing, or
    where the organiser's weights say so: then the best without one, and without such a one a refusal (M10).
    """
    entering = valuation.entering
    forbidden = forbidden_in(entering.event, entering.round)

    def total(one: Member, other: Member) -> int:
        return valuation.terms(one, other).total

    def allowed(one: Member, other: Member) -> bool:
        return frozenset((one.number, other.number)) not in forbidden

    def fresh(one: Member, other: Member) -> bool:
        return other.number not in one.met and allowed(one, other)

    drawn = greatest(entering, rest, allowed, total)
    if drawn is not None and not allow_rematch and any(not fresh(*couple) for couple in drawn):
        drawn = greatest(entering, rest, fresh, total)
    if drawn is not None:
        return drawn
    rule = allowed if allow_rematch else fresh
    masks = [
        sum(1 << j for j, other in enumerate(rest) if other is not one and rule(one, other)) for one in rest
    ]
    code = RefusalCode.NO_PAIRING_LIFTED if allow_rematch else RefusalCode.NO_PAIRING
    raise CannotPair(code, players=sorted(rest[i].number for i in unpairable(masks, len(rest))))


def _table_key(one: Member, other: Member) -> tuple[int, int, int]:
    """By the lower main score, then the higher, then the place of who stands better (M20)."""
    return -min(one.main, other.main), -max(one.main, other.main), min(one.place, other.place)


def _tables(event: Event, seated: Sequence[tuple[Member, Member, bool]]) -> list[int]:
    """In order; who sits at one table keeps it, of two who meet the one with the smaller table."""
    own = dict(event.tables)
    kept: list[int] = []
    for one, other, _ in seated:
        wanted = sorted(own[m.number] for m in (one, other) if m.number in own)
        kept.append(next((table for table in wanted if table not in kept), 0))
    free = (table for table in range(1, len(seated) + len(kept) + 1) if table not in kept)
    return [table or next(free) for table in kept]


def _seat(valuation: Valuation, table: int, one: Member, other: Member, fixed: bool) -> DrawnPair:
    """Of a fixed pair ``one`` is White, unless one of the two is given a handicap."""
    entering, terms = valuation.entering, valuation.terms(one, other)
    white, black, handicap, reasons = colours(entering, one, other)
    if fixed and not handicap:
        white, black = one, other
        why = Reason(GroundCode.WHITE_FIXED, {"white": white.number, "black": black.number})
        reasons = [reasons[0], why]
    rulings = of_rulings(
        entering, one, other, fixed=fixed, forbidden=forbidden_in(entering.event, entering.round)
    )
    grounds = (*rulings, *of_terms(valuation, one, other, terms), *reasons)
    return DrawnPair(table, white.number, black.number, handicap, terms, grounds)
