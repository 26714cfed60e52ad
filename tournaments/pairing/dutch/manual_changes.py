"""A round of the Dutch system that is made or changed by hand, held against the rule's own."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.dutch.colours import colours_of, table_key
from tournaments.pairing.dutch.competitors import DutchRound, InObstacle, dutch_state
from tournaments.pairing.dutch.pairing import pair_dutch, rematch_notice
from tournaments.pairing.reasons import Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.rule_violations import RuleViolations, bye_faults, seating_faults
from tournaments.pairing.values import CannotPair, Pair, PairedRound, Table
from tournaments.state.tournament import Tournament


def judge_dutch(
    tournament: Tournament,
    round_number: int,
    tables: Sequence[Table],
    byes: Sequence[int] = (),
    *,
    allow_rematch: bool = False,
) -> RuleViolations:
    """Judge as `judging.judge_pairs` does. Raises `PairingInputError` and `CannotPair`."""
    entering = dutch_state(tournament, round_number)
    rule, refusal = None, None
    try:
        rule = pair_dutch(tournament, round_number, allow_rematch=allow_rematch, explain=False)
    except CannotPair as error:
        refusal = error
    numbers = {entry.number for entry in tournament.entries}
    playing = set(entering.here)
    faults = seating_faults(tables, byes, numbers=numbers, here=playing, playing=playing)
    faults += bye_faults(byes, playing)
    bye = byes[0] if byes else None
    if faults:
        return RuleViolations((), bye, (), tuple(faults), rule, refusal)
    ordered = list(tables)
    if all(table.table is not None for table in tables):
        ordered.sort(key=lambda table: table.table or 0)
    else:
        ordered.sort(key=lambda table: table_key(entering, table.first, table.second))
    pairs = tuple(_judged(entering, table, place) for place, table in enumerate(ordered, 1))
    notices = [*_wishes(entering, tables), *_of_bye(entering, bye, rule)]
    return RuleViolations(pairs, bye, (), tuple(notices), rule, refusal)


def _judged(entering: DutchRound, table: Table, place: int) -> Pair:
    first, second, why = colours_of(entering, table.first, table.second)
    by_rule = (first, second)
    wish = next((pair for pair in entering.fixed if {pair.first, pair.second} == {first, second}), None)
    if table.colours_given:
        first, second = table.first, table.second
    elif wish is not None:
        first, second = wish.first, wish.second
    both = {"first": first, "second": second}
    notices = [*rematch_notice(entering.here, first, second)]
    if entering.is_forbidden(first, second):
        notices.append(Notice(NoticeCode.FORBIDDEN_PAIR, both))
    if entering.obstacle(first, second) is InObstacle.COLOUR:
        side = entering.here[first].preference[0]
        notices.append(Notice(NoticeCode.SAME_MUST, {**both, "side": str(side)}))
    if wish is not None:
        notices.append(Notice(NoticeCode.FIXED_PAIR, both))
    if (first, second) != by_rule:
        why = Reason(ReasonCode.COLOUR_FIXED, {"player": first})
        notices.append(Notice(NoticeCode.OTHER_COLOURS, both))
    return Pair(table.table or place, first, second, (why,), tuple(notices))


def _wishes(entering: DutchRound, tables: Sequence[Table]) -> list[Notice]:
    seated = {frozenset((table.first, table.second)) for table in tables}
    return [
        Notice(NoticeCode.UNFIXED_PAIR, {"first": wish.first, "second": wish.second})
        for wish in entering.fixed
        if frozenset((wish.first, wish.second)) not in seated
    ]


def _of_bye(entering: DutchRound, bye: int | None, rule: PairedRound | None) -> list[Notice]:
    notices = []
    if bye is not None and entering.here[bye].had_bye:
        notices.append(Notice(NoticeCode.SECOND_BYE, {"player": bye}))
    if bye is not None and rule is not None and rule.bye not in (None, bye):
        notices.append(Notice(NoticeCode.BYE_OTHER, {"player": bye, "opponent": rule.bye}))
    return notices
