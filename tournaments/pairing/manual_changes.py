"""A round made or changed by hand (WXC 2.4): what it breaks, and what the rule's own pairing was.

The rule pairs the round itself, once (`registry.pair`); nothing here searches. Whatever list a person
makes is then held against that one: who may be seated at all, tables and colours as the rule's functions
give them for each pair of the list, and the notices that any round gets. So a list equal to the rule's has
the rule's tables and colours and breaks nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing import swiss
from tournaments.pairing.dutch.manual_changes import judge_dutch
from tournaments.pairing.entering import paired_state
from tournaments.pairing.finals import finalists
from tournaments.pairing.gotha.manual_changes import judged_by_value
from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.notices import bye_notices
from tournaments.pairing.of_teams import competition
from tournaments.pairing.players import Entering, present
from tournaments.pairing.reasons import Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.registry import FIDE_DUTCH, SWISS, pair
from tournaments.pairing.rule_violations import RuleViolations, bye_faults, seating_faults
from tournaments.pairing.swiss import Swiss
from tournaments.pairing.team_swiss.manual_changes import judge_teams
from tournaments.pairing.values import CannotPair, Pair, PairedRound, Table
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.team_matches import TeamEvent
from tournaments.state.tournament import Tournament


def judge_pairs(
    tournament: Tournament | TeamEvent,
    round_number: int,
    tables: Sequence[Table],
    byes: Sequence[int] = (),
    *,
    allow_rematch: bool = False,
) -> RuleViolations:
    """Judge a complete list for the round, of teams where they meet. Where
    ``colours_given`` is False the system's colour rule decides; where not every table has a number, the
    system's table order does. Fixed pairs keep their colours.

    Raises `PairingInputError` and, when nobody is present or fixed pairs contradict each other, `CannotPair`.
    """
    if isinstance(tournament, Tournament):
        tournament = competition(tournament, round_number)
    if isinstance(tournament, TeamEvent):
        return judge_teams(tournament, round_number, tables, byes, allow_rematch=allow_rematch)
    if tournament.system == FIDE_DUTCH:
        return judge_dutch(tournament, round_number, tables, byes, allow_rematch=allow_rematch)
    rule, refusal = None, None
    try:
        rule = pair(tournament, round_number, allow_rematch=allow_rematch, explain=False)
    except CannotPair as error:
        refusal = error
    notices = _impossible(tournament, round_number, tables, byes, rule)
    bye, free = _alone(byes, rule)
    if notices:
        return RuleViolations((), bye, free, tuple(notices), rule, refusal)
    if tournament.system in GO_SYSTEMS:
        return judged_by_value(tournament, round_number, tables, bye=bye, rule=rule, refusal=refusal)
    if tournament.system not in SWISS:
        bracket = tournament.system == KNOCKOUT and round_number > 1
        return RuleViolations(_as_given(tables, rule, bracket=bracket), bye, free, (), rule, refusal)
    system = SWISS[tournament.system]
    entering = paired_state(tournament, round_number)
    leaders = set(finalists(tournament, round_number))
    final = [table for table in tables if {table.first, table.second} & leaders]
    others = [table for table in tables if table not in final]
    pairs = [*_as_given(final, rule, bracket=True)]
    pairs += [
        _judged(system, entering, table, i)
        for i, table in enumerate(_ordered(entering, others, rule), len(final) + 1)
    ]
    notices = [*_wishes(entering, tables), *bye_notices(entering, bye)]
    if bye is not None and rule is not None and rule.bye not in (None, bye):
        notices.append(Notice(NoticeCode.BYE_OTHER, {"player": bye, "opponent": rule.bye}))
    return RuleViolations(tuple(pairs), bye, free, tuple(notices), rule, refusal)


def _alone(byes: Sequence[int], rule: PairedRound | None) -> tuple[int | None, tuple[int, ...]]:
    """Who has the bye, and who else has no opponent: as the rule has them where they are the rule's."""
    free = [number for number in byes if rule is not None and number in rule.free]
    others = sorted(number for number in byes if number not in free)
    return (others[0] if others else None), tuple(sorted([*free, *others[1:]]))


def _impossible(
    tournament: Tournament,
    round_number: int,
    tables: Sequence[Table],
    byes: Sequence[int],
    rule: PairedRound | None,
) -> list[Notice]:
    playing = {entry.number for entry in present(tournament, round_number)}
    here = playing
    if rule is not None and (tournament.system == KNOCKOUT or finalists(tournament, round_number)):
        # Who has been knocked out, and a finalist who rests, is in no pair.
        seats_of_rule = {n for p in rule.pairs for n in (p.first, p.second)}
        playing = playing & (seats_of_rule | {*rule.free, rule.bye or 0})
    numbers = {entry.number for entry in tournament.entries}
    notices = seating_faults(tables, byes, numbers=numbers, here=here, playing=playing)
    if tournament.system in (*SWISS, *GO_SYSTEMS):
        free = {*rule.free} if rule is not None else set()
        byes = [number for number in byes if number not in free]
        playing -= free
        notices += bye_faults(byes, playing)
    return notices


def _as_given(tables: Sequence[Table], rule: PairedRound | None, *, bracket: bool) -> tuple[Pair, ...]:
    """Return pairs with the rule's own tables and colours where they are the rule's."""
    rule_pairs = {frozenset((p.first, p.second)): p for p in rule.pairs} if rule else {}
    pairs = []
    for place, table in enumerate(tables, 1):
        rule_pair = rule_pairs.get(frozenset((table.first, table.second)))
        turned = rule_pair is not None and not table.colours_given and rule_pair.first != table.first
        first, second = (table.second, table.first) if turned else (table.first, table.second)
        off = Notice(NoticeCode.OFF_BRACKET, {"first": first, "second": second})
        # In a bracket, others than the rule's are none of its matches.
        notices = (off,) if bracket and rule_pair is None else ()
        pairs.append(
            Pair(table.table or (rule_pair.table if rule_pair else place), first, second, notices=notices)
        )
    return tuple(sorted(pairs, key=lambda pair: pair.table))


def _ordered(entering: Entering, tables: Sequence[Table], rule: PairedRound | None) -> list[Table]:
    if all(table.table is not None for table in tables):
        return sorted(tables, key=lambda table: table.table or 0)
    by_pair = {(table.first, table.second): table for table in tables}
    if entering.round == 1:
        # Exchanges (R7) leave tables where they were: the rule's own pairs keep the rule's own order.
        place = {frozenset((p.first, p.second)): p.table for p in rule.pairs} if rule else {}
        if all(frozenset((table.first, table.second)) in place for table in tables):
            return sorted(tables, key=lambda table: place[frozenset((table.first, table.second))])
        return sorted(tables, key=lambda table: min(table.first, table.second))
    return [by_pair[numbers] for numbers in swiss.in_table_order(entering, list(by_pair))]


def _judged(system: Swiss, entering: Entering, table: Table, place: int) -> Pair:
    number = table.table or place
    first, second, why = swiss.colours_of(system, entering, table.first, table.second, number)
    by_rule = (first, second)
    fixed = {(wish.first, wish.second) for wish in entering.fixed}
    if table.colours_given or fixed & {(table.first, table.second), (table.second, table.first)}:
        swapped = (table.second, table.first) in fixed and not table.colours_given
        first, second = (table.second, table.first) if swapped else (table.first, table.second)
        if (first, second) != by_rule:
            why = Reason(ReasonCode.COLOUR_FIXED, {"player": first})
    judged = swiss.with_notices(system, entering, Pair(number, first, second, (why,)))
    if (first, second) == by_rule:
        return judged
    other = Notice(NoticeCode.OTHER_COLOURS, {"first": first, "second": second})
    return Pair(number, first, second, (why,), (*judged.notices, other))


def _wishes(entering: Entering, tables: Sequence[Table]) -> list[Notice]:
    held = {frozenset((table.first, table.second)) for table in tables}
    return [
        Notice(NoticeCode.UNFIXED_PAIR, {"first": wish.first, "second": wish.second})
        for wish in entering.fixed
        if frozenset((wish.first, wish.second)) not in held
    ]
