"""Pair a whole round; who is in a pair that the arbiter fixed stays a member of the group all the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.pairing.gotha.entering import GothaMember, Letters, enter
from tournaments.pairing.gotha.grounds import colours, of_rulings, of_terms
from tournaments.pairing.gotha.matching import Couple, greatest
from tournaments.pairing.gotha.terms import Valuation, ValueTerms
from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.reasons import Reason
from tournaments.pairing.refusal import unpairable
from tournaments.pairing.values import CannotPair, InputCode, PairingInputError, RefusalCode
from tournaments.state.gotha.values import GoEvent
from tournaments.state.tournament import FixedPair


@dataclass(frozen=True, slots=True)
class DrawnPair:
    table: int
    white: int
    black: int
    handicap: int
    terms: ValueTerms
    grounds: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """``sum``: of the totals of all pairs that were not fixed; ``rematches``: how many pairs have met."""

    round: int
    pairs: tuple[DrawnPair, ...]
    bye: int | None
    bye_ground: Reason | None
    sum: int
    rematches: int


def draw(
    event: GoEvent,
    round_number: int,
    *,
    bye: int | None = None,
    allow_rematch: bool = False,
    letters: Mapping[int, Letters] | None = None,
) -> DrawnRound:
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
    to_pair = [member for member in free if member is not alone]
    drawn = _matched(valuation, to_pair, allow_rematch=allow_rematch)
    seated = [(members[pair.second], members[pair.first], True) for pair in fixed]
    seated += [(member, other, False) for member, other in drawn]
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
    return DrawnRound(
        round=round_number,
        pairs=pairs,
        bye=alone.number if alone else None,
        bye_ground=why,
        sum=sum(valuation.terms(*couple).total for couple in drawn),
        rematches=sum(members[pair.white].met >= {pair.black} for pair in pairs),
    )


def _fixed(
    event: GoEvent, round_number: int, members: Mapping[int, GothaMember], *, allow_rematch: bool
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


def forbidden_in(event: GoEvent, round_number: int) -> frozenset[frozenset[int]]:
    once = [(row.one, row.other) for row in event.forbidden_once if row.round == round_number]
    return frozenset(frozenset(pair) for pair in (*event.forbidden, *once))


def bye_value(event: GoEvent, member: GothaMember) -> int:
    """Who has the smallest gets the bye."""
    score = member.mms2 if event.by_mms else 20 * member.nbw2
    return member.player.rank + score + 1000 * member.byes


def bye_key(event: GoEvent, member: GothaMember) -> tuple[int, int]:
    """The smallest gets the bye: of equal values the last by name."""
    return bye_value(event, member), -member.letters.order


def _bye(
    event: GoEvent, free: Sequence[GothaMember], named: int | None
) -> tuple[GothaMember | None, Reason | None]:
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


def _matched(valuation: Valuation, to_pair: Sequence[GothaMember], *, allow_rematch: bool) -> list[Couple]:
    """Return the couples with the greatest sum (M10)."""
    entering = valuation.entering
    forbidden = forbidden_in(entering.event, entering.round)

    def total(member: GothaMember, other: GothaMember) -> int:
        return valuation.terms(member, other).total

    def allowed(member: GothaMember, other: GothaMember) -> bool:
        return frozenset((member.number, other.number)) not in forbidden

    def fresh(member: GothaMember, other: GothaMember) -> bool:
        return other.number not in member.met and allowed(member, other)

    drawn = greatest(entering, to_pair, allowed, total)
    # A rematch costs so much that it appears only where there is no other pairing, or where the organiser's
    # weights say so: then the best without one.
    if drawn is not None and not allow_rematch and any(not fresh(*couple) for couple in drawn):
        drawn = greatest(entering, to_pair, fresh, total)
    if drawn is not None:
        return drawn
    # Neither with nor without a rematch, or none without: a refusal.
    rule = allowed if allow_rematch else fresh
    masks = [
        sum(1 << j for j, other in enumerate(to_pair) if other is not member and rule(member, other))
        for member in to_pair
    ]
    code = RefusalCode.NO_PAIRING_LIFTED if allow_rematch else RefusalCode.NO_PAIRING
    raise CannotPair(code, players=sorted(to_pair[i].number for i in unpairable(masks, len(to_pair))))


def _table_key(member: GothaMember, other: GothaMember) -> tuple[int, int, int]:
    """By the lower main score, then the higher, then the place of who stands better (M20)."""
    return -min(member.main, other.main), -max(member.main, other.main), min(member.place, other.place)


def _tables(event: GoEvent, seated: Sequence[tuple[GothaMember, GothaMember, bool]]) -> list[int]:
    """In order; who sits at one table keeps it, of two who meet the one with the smaller table."""
    tables_held = dict(event.tables)
    tables_given: list[int] = []
    for member, other, _ in seated:
        wanted = sorted(tables_held[m.number] for m in (member, other) if m.number in tables_held)
        tables_given.append(next((table for table in wanted if table not in tables_given), 0))
    free = (table for table in range(1, len(seated) + len(tables_given) + 1) if table not in tables_given)
    return [table or next(free) for table in tables_given]


def _seat(
    valuation: Valuation, table: int, member: GothaMember, other: GothaMember, fixed: bool
) -> DrawnPair:
    """Of a fixed pair ``member`` is White, unless one of the two is given a handicap."""
    entering, terms = valuation.entering, valuation.terms(member, other)
    white, black, handicap, reasons = colours(entering, member, other)
    if fixed and not handicap:
        white, black = member, other
        why = Reason(GroundCode.WHITE_FIXED, {"white": white.number, "black": black.number})
        reasons = [reasons[0], why]
    rulings = of_rulings(
        entering, member, other, fixed=fixed, forbidden=forbidden_in(entering.event, entering.round)
    )
    grounds = (*rulings, *of_terms(valuation, member, other, terms), *reasons)
    return DrawnPair(table, white.number, black.number, handicap, terms, grounds)
