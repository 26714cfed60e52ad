"""Share what all Swiss systems do around who meets whom: bye, tables, colours, fixed and forbidden pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.pairing import first_round, halves
from tournaments.pairing.colours import Colours, Rule
from tournaments.pairing.completing import has_perfect, least_excess
from tournaments.pairing.matching import bits, cheapest
from tournaments.pairing.notices import bye_notices, pair_notices
from tournaments.pairing.players import Entering, PairingPlayer
from tournaments.pairing.problem import CountingAid, Masks, NoPairing, RoundProblem, mask_of
from tournaments.pairing.reasons import Reason, ReasonCode
from tournaments.pairing.refusal import unpairable
from tournaments.pairing.values import CannotPair, Pair, PairedRound, RefusalCode
from tournaments.state.tournament import Side

# Why, by the two numbers of a pair, the earlier in the rule's order first.
Reasons = dict[tuple[int, int], tuple[Reason, ...]]

# `(entering, order, problem, explain)`: each one's partner by place in `order`, and why. Raises `NoPairing`.
Solve = Callable[[Entering, Sequence[PairingPlayer], RoundProblem, bool], tuple[Sequence[int], Reasons]]


@dataclass(frozen=True, slots=True)
class Swiss:
    """A Swiss system. ``order``: the places that the rule counts by; ``solve``: who meets whom from round 2
    on; ``same_must``: item 1 applies, and dues are those of R8; ``from_last_by_rank``: of equal scores the
    last by rank has the bye, else the largest number (R5); ``apart``: players of one federation do not meet
    in round 1."""

    name: str
    order: Callable[[Entering], list[PairingPlayer]]
    solve: Solve
    colours: Rule
    colours_first_round: Rule
    same_must: bool
    from_last_by_rank: bool
    apart: bool


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """Who meets whom, before tables and colours: pairs as numbers, why, and the bye."""

    pairs: tuple[tuple[int, int], ...]
    reasons: Reasons
    bye: int | None
    rematches: int
    why_bye: tuple[Reason, ...] = ()


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
        bye_reasons=drawn.why_bye,
    )


def with_notices(system: Swiss, entering: Entering, pair: Pair) -> Pair:
    notices = pair_notices(entering, pair.first, pair.second, must=system.same_must)
    return Pair(pair.table, pair.first, pair.second, pair.reasons, notices)


def draw(system: Swiss, entering: Entering, *, allow_rematch: bool, explain: bool) -> SwissDraw:
    """Who meets whom, and the bye."""
    _check_fixed(entering, allow_rematch)
    order = system.order(entering)
    bye: int | None = None
    why_bye: tuple[Reason, ...] = ()
    if len(order) % 2:
        bye = _bye(system, entering, order, allow_rematch)
        why_bye = _why_bye(system, entering, bye) if explain else ()
        order = [player for player in order if player.number != bye]
    problem = problem_of(system, entering, order, allow_rematch=allow_rematch)
    try:
        if entering.round == 1:
            if entering.tournament.options.first_round:
                listed = halves.listed(entering, order, problem.allowed)
            else:
                listed = first_round.listed(entering, order, problem.allowed, apart=system.apart)
            return SwissDraw(listed.pairs, listed.reasons if explain else {}, bye, 0, why_bye)
        mate, reasons = system.solve(entering, order, problem, explain)
    except NoPairing:
        raise _refusal(entering, order, problem.allowed, allow_rematch) from None
    numbers = [player.number for player in order]
    pairs = tuple((numbers[i], numbers[j]) for i, j in enumerate(mate) if i < j)
    # Without the leave of the chief referee there are none, and looking for them takes time.
    rematches = sum(other in entering.players[number].met for number, other in pairs) if allow_rematch else 0
    return SwissDraw(pairs, reasons, bye, rematches, why_bye)


def problem_of(
    system: Swiss, entering: Entering, order: Sequence[PairingPlayer], *, allow_rematch: bool = False
) -> RoundProblem:
    """The rule's input for these players, who stand in the rule's order."""
    place = {player.number: i for i, player in enumerate(order)}
    size = len(order)
    must = [player.must for player in order] if system.same_must else []
    musts = (
        mask_of(i for i, side in enumerate(must) if side is Side.FIRST),
        mask_of(i for i, side in enumerate(must) if side is Side.SECOND),
    )
    wishes: dict[int, set[int]] = defaultdict(set)
    for number, other in entering.forbidden:
        if number in place and other in place:
            wishes[place[number]].add(place[other])
            wishes[place[other]].add(place[number])
    mates = {}
    for pair in entering.fixed:
        i, j = place[pair.first], place[pair.second]
        mates[i], mates[j] = j, i
    held = mask_of(mates)
    met = [[place[number] for number in player.met if number in place] for player in order]
    barred = [wishes[i].union(met[i]) if i in wishes else met[i] for i in range(size)]
    free = ((1 << size) - 1) & ~held

    def clean(i: int) -> int:
        if i in mates:
            return 1 << mates[i]
        same = musts[must[i] is Side.SECOND] if must and must[i] else 0
        return free & ~(same | mask_of(barred[i]) | 1 << i)

    def allowed(i: int) -> int:
        if i in mates:
            return 1 << mates[i]
        return free & ~(mask_of(wishes.get(i, ()) if allow_rematch else barred[i]) | 1 << i)

    by_rank = sorted(range(size), key=lambda i: entering.rank_key(order[i]))
    return RoundProblem(
        groups=_groups(order),
        allowed=Masks(size, allowed),
        clean=Masks(size, clean),
        barred=barred,
        ease=CountingAid(
            max((len(those) for i, those in enumerate(barred) if i not in mates), default=0),
            musts if must else (),
            [1 << i | 1 << j for i, j in mates.items() if i < j],
        ),
        again=Masks(size, lambda i: mask_of(met[i])) if allow_rematch else (),
        musts=musts,
        costly=system.same_must or allow_rematch,
        dues=_dues(system, entering, order),
        ranks=sorted(range(size), key=by_rank.__getitem__),
        needy=entering.tournament.options.practice_2009,
        costs=[player.floats if entering.odd else -player.floats for player in order],
        halves=entering.tournament.grouping != "columns",
    )


def _dues(system: Swiss, entering: Entering, order: Sequence[PairingPlayer]) -> list[int]:
    """1 due first, -1 due second, 0 neither: as in R8, for ``columns`` by the balance alone (WMSG)."""
    sides = {None: 0, Side.FIRST: 1, Side.SECOND: -1}
    if system.same_must:
        return [sides[player.due] for player in order]
    if entering.tournament.grouping == "columns":
        return [sides[player.due if player.balance else None] for player in order]
    return []


def _groups(order: Sequence[PairingPlayer]) -> list[list[int]]:
    groups: list[list[int]] = []
    for i, player in enumerate(order):
        if i and order[i - 1].score == player.score:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def bye_candidates(system: Swiss, entering: Entering) -> list[PairingPlayer]:
    """List who may have the bye, in the order of section 3."""
    players = list(entering.players.values())
    # Who has had a bye or a forfeit win comes in only when all have; R5: the lowest score first.
    fresh = [player for player in players if not player.had_bye] or players
    smallest_first = system.from_last_by_rank and not entering.odd
    return sorted(fresh, key=lambda p: (p.score, p.number if smallest_first else -p.number))


def _bye(system: Swiss, entering: Entering, order: Sequence[PairingPlayer], allow_rematch: bool) -> int:
    candidates = bye_candidates(system, entering)
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
    matching = cheapest(
        masks, everybody | 1 << hidden, lambda i, j: 0 if hidden in (i, j) else problem.excess_of(i, j)
    )
    if matching is None:
        raise _refusal(entering, order, masks, allow_rematch)
    for player in candidates:
        if least_excess(problem, everybody & ~(1 << place[player.number])) == matching[0]:
            return player.number
    raise _refusal(entering, order, masks, allow_rematch)


def _why_bye(system: Swiss, entering: Entering, bye: int) -> tuple[Reason, ...]:
    """Why this player has the bye and not who comes before in the order of section 3."""
    candidates = bye_candidates(system, entering)
    player = entering.players[bye]
    passed = [p.number for p in candidates[: candidates.index(player)]]
    smallest_first = system.from_last_by_rank and not entering.odd
    score = entering.tournament.points.text(player.score)
    return (
        Reason(ReasonCode.BYE_AGAIN if player.had_bye else ReasonCode.BYE_FRESH),
        Reason(
            ReasonCode.BYE_SMALLEST if smallest_first else ReasonCode.BYE_LARGEST,
            {"player": bye, "score": score},
        ),
        *([Reason(ReasonCode.BYE_PASSED, {"players": passed})] if passed else []),
    )


def _refusal(
    entering: Entering, order: Sequence[PairingPlayer], masks: Sequence[int], allow_rematch: bool
) -> CannotPair:
    # Of several smallest sets the first in processing order is named, whichever order the rule counts by.
    places_by_number = {player.number: i for i, player in enumerate(order)}
    places = [places_by_number[p.number] for p in entering.processing_order() if p.number in places_by_number]
    places += range(len(order), len(masks))
    moved = {i: place for place, i in enumerate(places)}
    lost = unpairable([mask_of(moved[j] for j in bits(masks[i])) for i in places], len(order))
    code = RefusalCode.NO_PAIRING_LIFTED if allow_rematch or entering.round == 1 else RefusalCode.NO_PAIRING
    return CannotPair(code, players=sorted(order[places[i]].number for i in lost))


def _check_fixed(entering: Entering, allow_rematch: bool) -> None:
    for pair in entering.fixed:
        if not allow_rematch and pair.second in entering.players[pair.first].met:
            raise CannotPair(RefusalCode.FIXED_MET, first=pair.first, second=pair.second)


def seat(system: Swiss, entering: Entering, drawn: SwissDraw, *, tables: int = 0) -> list[Pair]:
    """Tables and colours (section 5). In round 1 the tables stand in the order of the list."""
    fixed = {frozenset((pair.first, pair.second)): pair for pair in entering.fixed}
    pairs = drawn.pairs if entering.round == 1 else in_table_order(entering, drawn.pairs)
    seated = []
    for table, (number, other) in enumerate(pairs, start=tables + 1):
        if (wish := fixed.get(frozenset((number, other)))) is not None:
            first, second = wish.first, wish.second
            why = Reason(ReasonCode.COLOUR_FIXED, {"player": first})
        else:
            first, second, why = colours_of(system, entering, number, other, table)
        reasons = drawn.reasons.get((number, other))
        seated.append(Pair(table, first, second, () if reasons is None else (*reasons, why)))
    return seated


def colours_of(system: Swiss, entering: Entering, number: int, other: int, table: int) -> Colours:
    """First and second of a pair by the system's rule, and why."""
    higher, lower = entering.by_rank(number, other)
    rule = system.colours_first_round if entering.round == 1 else system.colours
    if entering.round == 1 and entering.tournament.options.first_round:
        rule = halves.colours
    return rule(entering, higher, lower, table)


def in_table_order(entering: Entering, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """By the higher score, then the sum of scores, then the pairing rank of the higher-placed player."""

    def key(pair: tuple[int, int]) -> tuple[int, int, tuple[int, int]]:
        higher, lower = entering.by_rank(*pair)
        return -higher.score, -(higher.score + lower.score), entering.rank_key(higher)

    return sorted(pairs, key=key)
