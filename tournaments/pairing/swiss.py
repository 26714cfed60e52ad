"""What the Swiss systems share around the bracket rule: bye, tables, colours, fixed and forbidden pairs.

A system is a `Swiss` value: which items of the key apply, and which colour rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.pairing import first_round
from tournaments.pairing.brackets import Problem, Solution, least_excess, solve
from tournaments.pairing.colours import Colours, Rule
from tournaments.pairing.explaining import reasons_of
from tournaments.pairing.matching import cheapest, has_perfect
from tournaments.pairing.notices import bye_notices, pair_notices
from tournaments.pairing.players import Entering, Player
from tournaments.pairing.problem import Ease, Masks, NoPairing
from tournaments.pairing.reasons import Reason, ReasonCode
from tournaments.pairing.refusal import unpairable
from tournaments.pairing.values import CannotPair, Pair, PairedRound, RefusalCode
from tournaments.state.tournament import Side


@dataclass(frozen=True, slots=True)
class Swiss:
    """A Swiss system. ``same_must``: item 1 applies; ``due_always``: item f applies in halves too;
    ``apart``: players of one federation do not meet in round 1."""

    name: str
    colours: Rule
    colours_first_round: Rule
    same_must: bool
    due_always: bool
    apart: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """Who meets whom, before tables and colours: pairs as numbers, why, and the bye."""

    pairs: tuple[tuple[int, int], ...]
    reasons: dict[tuple[int, int], tuple[Reason, ...]]
    bye: int | None
    rematches: int


def pair(
    system: Swiss,
    entering: Entering,
    *,
    allow_rematch: bool,
    explain: bool,
    tables: int = 0,
) -> PairedRound:
    """One round of a Swiss, its tables numbered after ``tables`` others. Raises `CannotPair`."""
    drawn = draw(system, entering, allow_rematch=allow_rematch, explain=explain)
    pairs = seat(system, entering, drawn, tables=tables)
    if explain:
        pairs = [with_notices(system, entering, pair) for pair in pairs]
    return PairedRound(
        round=entering.round,
        system=system.name,
        pairs=tuple(pairs),
        bye=drawn.bye,
        rematches=drawn.rematches,
        notices=bye_notices(entering, drawn.bye) if explain else (),
    )


def with_notices(system: Swiss, entering: Entering, pair: Pair) -> Pair:
    notices = pair_notices(entering, pair.first, pair.second, must=system.same_must)
    return Pair(pair.table, pair.first, pair.second, pair.reasons, notices)


def draw(system: Swiss, entering: Entering, *, allow_rematch: bool, explain: bool) -> Drawn:
    """Who meets whom, and the bye."""
    _check_fixed(entering, allow_rematch)
    order = entering.processing_order()
    bye = None
    if len(order) % 2:
        bye = _bye(system, entering, order, allow_rematch)
        order = [player for player in order if player.number != bye]
    problem = problem_of(system, entering, order, allow_rematch=allow_rematch)
    try:
        if entering.round == 1:
            listed = first_round.listed(entering, order, problem.allowed, apart=system.apart)
            return Drawn(listed.pairs, listed.reasons if explain else {}, bye, 0)
        solution = solve(problem, explain=explain)
    except NoPairing:
        raise _refusal(entering, order, problem.allowed, allow_rematch) from None
    return _drawn(entering, order, problem, solution, bye)


def _drawn(
    entering: Entering, order: Sequence[Player], problem: Problem, solution: Solution, bye: int | None
) -> Drawn:
    numbers = [player.number for player in order]
    pairs = tuple((numbers[i], numbers[j]) for i, j in enumerate(solution.mate) if i < j)
    # Without the leave of the chief referee there are none, and looking for them takes time.
    rematches = sum(other in entering.players[one].met for one, other in pairs) if problem.again else 0
    reasons = reasons_of(entering, order, problem, solution) if solution.brackets else {}
    return Drawn(pairs, reasons, bye, rematches)


def problem_of(
    system: Swiss, entering: Entering, order: Sequence[Player], *, allow_rematch: bool = False
) -> Problem:
    """The bracket rule's input for these players, who stand in processing order."""
    place = {player.number: i for i, player in enumerate(order)}
    size = len(order)
    must = [player.must for player in order] if system.same_must else []
    musts = (
        _mask(i for i, side in enumerate(must) if side is Side.FIRST),
        _mask(i for i, side in enumerate(must) if side is Side.SECOND),
    )
    wishes: dict[int, set[int]] = defaultdict(set)
    for one, other in entering.forbidden:
        if one in place and other in place:
            wishes[place[one]].add(place[other])
            wishes[place[other]].add(place[one])
    mates = {}
    for pair in entering.fixed:
        i, j = place[pair.first], place[pair.second]
        mates[i], mates[j] = j, i
    held = _mask(mates)
    met = [[place[number] for number in player.met if number in place] for player in order]
    barred = [wishes[i].union(met[i]) if i in wishes else met[i] for i in range(size)]
    free = ((1 << size) - 1) & ~held

    def clean(i: int) -> int:
        if i in mates:
            return 1 << mates[i]
        same = musts[must[i] is Side.SECOND] if must and must[i] else 0
        return free & ~(same | _mask(barred[i]) | 1 << i)

    def allowed(i: int) -> int:
        if i in mates:
            return 1 << mates[i]
        return free & ~(_mask(wishes.get(i, ()) if allow_rematch else barred[i]) | 1 << i)

    costs = [player.floats if entering.odd else -player.floats for player in order]
    due = system.due_always or entering.tournament.grouping == "columns"
    return Problem(
        groups=_groups(order),
        allowed=Masks(size, allowed),
        clean=Masks(size, clean),
        costs=costs,
        barred=barred,
        ease=Ease(
            max((len(those) for i, those in enumerate(barred) if i not in mates), default=0),
            musts if must else (),
            [1 << i | 1 << j for i, j in mates.items() if i < j],
        ),
        again=Masks(size, lambda i: _mask(met[i])) if allow_rematch else (),
        musts=musts,
        costly=system.same_must or allow_rematch,
        dues=[_due(system, player) for player in order] if due else (),
        halves=entering.tournament.grouping != "columns",
    )


def _mask(players: Iterable[int]) -> int:
    mask = 0
    for i in players:
        mask |= 1 << i
    return mask


def _due(system: Swiss, player: Player) -> int:
    """What item f looks at, 1 for first and -1 for second: due as in R8, or the balance alone (WMSG)."""
    due = player.due if system.same_must or player.balance else None
    return 0 if due is None else 1 if due is Side.FIRST else -1


def _groups(order: Sequence[Player]) -> list[list[int]]:
    groups: list[list[int]] = []
    for i, player in enumerate(order):
        if i and order[i - 1].score == player.score:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def bye_candidates(entering: Entering) -> list[Player]:
    """Section 3: those without an earlier bye or forfeit win, the lowest score first, then the largest
    number (R5); everybody when all have had one."""
    players = list(entering.players.values())
    fresh = [player for player in players if not player.had_bye] or players
    return sorted(fresh, key=lambda p: (p.score, -p.number))


def _bye(system: Swiss, entering: Entering, order: Sequence[Player], allow_rematch: bool) -> int:
    candidates = bye_candidates(entering)
    problem = problem_of(system, entering, order, allow_rematch=allow_rematch)
    place = {player.number: i for i, player in enumerate(order)}
    everybody = (1 << len(order)) - 1
    for player in candidates:
        if has_perfect(problem.clean, everybody & ~(1 << place[player.number]), problem.ease):
            return player.number
    # Nobody leaves a pairing without excess: an imaginary opponent of all candidates has the least there is.
    hidden = len(order)
    masks = list(problem.allowed)
    for player in candidates:
        masks[place[player.number]] |= 1 << hidden
    masks.append(sum(1 << place[player.number] for player in candidates))
    found = cheapest(
        masks, everybody | 1 << hidden, lambda i, j: 0 if hidden in (i, j) else problem.excess_of(i, j)
    )
    if found is None:
        raise _refusal(entering, order, masks, allow_rematch)
    for player in candidates:
        if least_excess(problem, everybody & ~(1 << place[player.number])) == found[0]:
            return player.number
    raise _refusal(entering, order, masks, allow_rematch)


def _refusal(
    entering: Entering, order: Sequence[Player], masks: Sequence[int], allow_rematch: bool
) -> CannotPair:
    lost = unpairable(masks, len(order))
    code = RefusalCode.NO_PAIRING_LIFTED if allow_rematch or entering.round == 1 else RefusalCode.NO_PAIRING
    return CannotPair(code, players=sorted(order[i].number for i in lost))


def _check_fixed(entering: Entering, allow_rematch: bool) -> None:
    for pair in entering.fixed:
        if not allow_rematch and pair.second in entering.players[pair.first].met:
            raise CannotPair(RefusalCode.FIXED_MET, first=pair.first, second=pair.second)


def seat(system: Swiss, entering: Entering, drawn: Drawn, *, tables: int = 0) -> list[Pair]:
    """Tables and colours (section 5). In round 1 the tables stand in the order of the list."""
    fixed = {frozenset((pair.first, pair.second)): pair for pair in entering.fixed}
    pairs = drawn.pairs if entering.round == 1 else in_table_order(entering, drawn.pairs)
    seated = []
    for table, (one, other) in enumerate(pairs, start=tables + 1):
        if (wish := fixed.get(frozenset((one, other)))) is not None:
            first, second = wish.first, wish.second
            why = Reason(ReasonCode.COLOUR_FIXED, {"player": first})
        else:
            first, second, why = colours_of(system, entering, one, other, table)
        reasons = drawn.reasons.get((one, other))
        seated.append(Pair(table, first, second, () if reasons is None else (*reasons, why)))
    return seated


def colours_of(system: Swiss, entering: Entering, one: int, other: int, table: int) -> Colours:
    """First and second of a pair by the system's rule, and why."""
    higher, lower = entering.by_rank(one, other)
    rule = system.colours_first_round if entering.round == 1 else system.colours
    return rule(entering, higher, lower, table)


def in_table_order(entering: Entering, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """By the higher score, then the sum of scores, then the pairing rank of the higher-placed player."""

    def key(pair: tuple[int, int]) -> tuple[int, int, tuple[int, int]]:
        higher, lower = entering.by_rank(*pair)
        return -higher.score, -(higher.score + lower.score), entering.rank_key(higher)

    return sorted(pairs, key=key)
