"""A McMahon round made or changed by hand: handicaps and colours of each pair by the rule, rematches and
forbidden pairs named. What a pair is worth its reasons say; no pair breaks a rule by being worth little."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.gotha.entering import GothaEntering, enter
from tournaments.pairing.gotha.grounds import colours, meetings, of_rulings, of_terms
from tournaments.pairing.gotha.terms import Valuation
from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.reasons import Notice, NoticeCode, Reason
from tournaments.pairing.rule_violations import RuleViolations
from tournaments.pairing.values import CannotPair, Pair, PairedRound, Table
from tournaments.state.gotha.of_tournament import event_before
from tournaments.state.tournament import Tournament


def judged_by_value(
    tournament: Tournament,
    round_number: int,
    tables: Sequence[Table],
    *,
    bye: int | None,
    rule: PairedRound | None,
    refusal: CannotPair | None,
) -> RuleViolations:
    """Everybody who is there is in ``tables`` or has the bye."""
    entering = enter(event_before(tournament, round_number), round_number)
    valuation = Valuation(entering)
    tables_of_rule = {frozenset((p.first, p.second)): p.table for p in rule.pairs} if rule else {}
    ruled = _Ruled(
        fixed=frozenset(frozenset((wish.first, wish.second)) for wish in tournament.fixed_in(round_number)),
        forbidden=frozenset(frozenset(pair) for pair in tournament.forbidden_in(round_number)),
    )
    pairs = [
        _judged(
            valuation,
            table,
            table.table or tables_of_rule.get(frozenset((table.first, table.second)), place),
            ruled,
        )
        for place, table in enumerate(tables, 1)
    ]
    held = {frozenset((table.first, table.second)) for table in tables}
    notices = [
        Notice(NoticeCode.UNFIXED_PAIR, {"first": wish.first, "second": wish.second})
        for wish in tournament.fixed_in(round_number)
        if frozenset((wish.first, wish.second)) not in held
    ]
    if bye is not None:
        notices += _of_bye(entering, bye, rule)
    pairs.sort(key=lambda pair: pair.table)
    return RuleViolations(tuple(pairs), bye, (), tuple(notices), rule, refusal)


def _of_bye(entering: GothaEntering, bye: int, rule: PairedRound | None) -> list[Notice]:
    notices = []
    if any(member.number == bye and member.byes for member in entering.members):
        notices.append(Notice(NoticeCode.SECOND_BYE, {"player": bye}))
    if rule is not None and rule.bye not in (None, bye):
        notices.append(Notice(NoticeCode.BYE_OTHER, {"player": bye, "opponent": rule.bye}))
    return notices


@dataclass(frozen=True, slots=True)
class _Ruled:
    """The pairs that the arbiter fixed or forbade for the round."""

    fixed: frozenset[frozenset[int]]
    forbidden: frozenset[frozenset[int]]


def _judged(valuation: Valuation, table: Table, number: int, ruled: _Ruled) -> Pair:
    entering = valuation.entering
    members = {member.number: member for member in entering.members}
    member, other = members[table.second], members[table.first]
    white, black, handicap, reasons = colours(entering, member, other)
    notices = []
    both = {"first": table.first, "second": table.second}
    if black.number in white.met:
        met = meetings(entering, white, black)
        notices.append(Notice(NoticeCode.REMATCH, {**both, "round": met[-1]}))
    pair = frozenset(both.values())
    if pair in ruled.forbidden:
        notices.append(Notice(NoticeCode.FORBIDDEN_PAIR, both))
    if table.colours_given and white.number != table.second:
        white, black = black, white
        why = Reason(GroundCode.WHITE_FIXED, {"white": white.number, "black": black.number})
        reasons = [reasons[0], why]
        notices.append(Notice(NoticeCode.OTHER_COLOURS, both))
    grounds = (
        *of_rulings(entering, member, other, fixed=pair in ruled.fixed, forbidden=ruled.forbidden),
        *of_terms(valuation, member, other, valuation.terms(member, other)),
        *reasons,
    )
    return Pair(number, black.number, white.number, grounds, tuple(notices), handicap)
