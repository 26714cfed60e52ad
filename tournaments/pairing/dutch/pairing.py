"""The door of FIDE's Dutch system: one round of it by C.04.3."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from tournaments.pairing.completing import has_perfect
from tournaments.pairing.dutch import engine
from tournaments.pairing.dutch.check import pairing_faults
from tournaments.pairing.dutch.colours import colours_of, table_key
from tournaments.pairing.dutch.competitors import Competitor, DutchRound, dutch_state
from tournaments.pairing.dutch.engine_file import engine_input, ids_of
from tournaments.pairing.dutch.explaining import Brackets, bye_reasons, dutch_reasons
from tournaments.pairing.matching import cheapest
from tournaments.pairing.reasons import Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.refusal import unpairable
from tournaments.pairing.values import CannotPair, Pair, PairedRound, RefusalCode
from tournaments.state.tournament import Tournament

NAME = "fide-dutch"


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the engine gave, and our check let pass: (first, second), the bye, and how the brackets went."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    brackets: Brackets


def pair_dutch(
    tournament: Tournament, round_number: int, *, allow_rematch: bool = False, explain: bool = True
) -> PairedRound:
    """Pair ``round_number``; with ``allow_rematch`` as few players as possible meet again.

    Raises `CannotPair` when no legal pairing exists or the engine gave none that can be believed,
    `PairingInputError` when the tournament is not in a state from which this round can be paired."""
    entering = dutch_state(tournament, round_number)
    _check_met(entering, allow_rematch=allow_rematch)
    # Pairs that the arbiter has fixed are taken out before all else.
    held = {number for pair in entering.fixed for number in (pair.first, pair.second)}
    # C.04.3, 1.9.3 leaves rematches to the arbiter, where the round cannot be paired without.
    again = _lifted(entering, held) if allow_rematch else frozenset()
    if not allow_rematch:
        _check_legal(entering, held)
    drawn = draw(entering, held, again=again)
    pairs = [_seated(entering, pair, drawn.brackets, explain=explain) for pair in drawn.pairs]
    pairs += [_fixed(entering, (wish.first, wish.second), explain=explain) for wish in entering.fixed]
    pairs.sort(key=lambda pair: table_key(entering, pair.first, pair.second))
    return PairedRound(
        round=round_number,
        system=NAME,
        pairs=tuple(replace(pair, table=table) for table, pair in enumerate(pairs, 1)),
        bye=drawn.bye,
        rematches=sum(pair.second in entering.here[pair.first].met for pair in pairs),
        bye_reasons=bye_reasons(entering, drawn.bye) if explain and drawn.bye is not None else (),
    )


def draw(
    entering: DutchRound, held: Collection[int] = (), *, again: Collection[tuple[int, int]] = ()
) -> Drawn:
    """The engine's pairing of all but ``held``, judged. Raises `CannotPair`."""
    free = len(entering.here) - len(set(held))
    if not free:
        return Drawn((), None, ())
    if free == 1:
        # It pairs nobody with a bye alone.
        (number,) = set(entering.here) - set(held)
        return Drawn((), number, ())
    numbers = {place: number for number, place in ids_of(entering).items()}
    answer = engine.answer(engine_input(entering, without=held, again=again), entering.round)
    if code := answer.get("refused"):
        # Whether a pairing exists our own check has settled before: this is the engine's failure.
        raise CannotPair(RefusalCode.ENGINE_REFUSED, kind=str(code), words=str(answer["words"]))
    pairs, byes, at = [], [], {}
    for first, second, _, bracket in answer["pairs"]:
        if not {first, second} - {0} <= set(numbers):
            raise CannotPair(RefusalCode.ENGINE_WRONG, fault="stranger", players=[first, second])
        if not second:
            byes.append(numbers[first])
            continue
        pairs.append((numbers[first], numbers[second]))
        at[frozenset(pairs[-1])] = bracket
    if faults := pairing_faults(entering, pairs, byes, held=held, again=again):
        code, players = faults[0]
        raise CannotPair(RefusalCode.ENGINE_WRONG, fault=str(code), players=list(players))
    brackets = tuple(
        {**row, "players": [numbers[i] for i in row["players"] if i in numbers]}
        | {"down": [numbers[i] for i in row["down"] if i in numbers]}
        | {"pairs": [pair for pair in pairs if at[frozenset(pair)] == index]}
        for index, row in enumerate(answer["brackets"])
    )
    return Drawn(tuple(pairs), byes[0] if byes else None, brackets)


def _check_met(entering: DutchRound, *, allow_rematch: bool) -> None:
    for wish in entering.fixed:
        if not allow_rematch and wish.second in entering.here[wish.first].met:
            raise CannotPair(RefusalCode.FIXED_MET, first=wish.first, second=wish.second)


@dataclass(frozen=True, slots=True)
class _Graph:
    """Hold who may meet whom, by bit masks; of an odd number the last vertex is the bye (C2)."""

    numbers: tuple[int, ...]
    adj: tuple[int, ...]

    @property
    def everybody(self) -> int:
        return (1 << len(self.adj)) - 1


def _graph(entering: DutchRound, held: Collection[int], *, again: bool = False) -> _Graph:
    free = [competitor for number, competitor in entering.here.items() if number not in held]
    size = len(free)
    adj = [0] * (size + size % 2)

    def join(i: int, j: int) -> None:
        adj[i] |= 1 << j
        adj[j] |= 1 << i

    for i, competitor in enumerate(free):
        for j in range(i + 1, size):
            if entering.may_meet(competitor.number, free[j].number, again=again):
                join(i, j)
        if size % 2 and not competitor.had_bye:
            join(i, size)
    return _Graph(tuple(competitor.number for competitor in free), tuple(adj))


def _check_legal(entering: DutchRound, held: Collection[int]) -> None:
    """Raise `CannotPair` with a smallest set that no legal pairing covers."""
    graph = _graph(entering, held)
    # The engine only says that there is no pairing.
    if not has_perfect(graph.adj, graph.everybody):
        raise _refusal(graph, RefusalCode.NO_PAIRING)


def _refusal(graph: _Graph, code: RefusalCode) -> CannotPair:
    lost = unpairable(graph.adj, len(graph.numbers))
    return CannotPair(code, players=[graph.numbers[i] for i in lost], odd=len(graph.numbers) % 2 == 1)


def _lifted(entering: DutchRound, held: Collection[int]) -> frozenset[tuple[int, int]]:
    """The pairs that have to meet again: of all whole pairings with the fewest rematches."""
    graph = _graph(entering, held, again=True)
    numbers = graph.numbers

    def met(i: int, j: int) -> int:
        return int(j < len(numbers) and numbers[j] in entering.here[numbers[i]].met)

    cheapest_one = cheapest(graph.adj, graph.everybody, met)
    if cheapest_one is None:
        raise _refusal(graph, RefusalCode.NO_PAIRING_LIFTED)
    fewest, _ = cheapest_one
    return _first_rematches(graph, met, fewest)


def _first_rematches(
    graph: _Graph, met: Callable[[int, int], int], fewest: int
) -> frozenset[tuple[int, int]]:
    """Return the ``fewest`` rematches to allow."""
    # Each in turn the first by numbers that leaves the others possible: the same input gives the same pairs.
    remaining = graph.everybody
    allowed: list[tuple[int, int]] = []
    for i in range(len(graph.numbers)):
        for j in range(i + 1, len(graph.numbers)):
            if len(allowed) == fewest:
                return frozenset(allowed)
            both = 1 << i | 1 << j
            if remaining & both != both or not graph.adj[i] >> j & 1 or not met(i, j):
                continue
            left = remaining & ~both
            whole = cheapest([mask & left for mask in graph.adj], left, met)
            if whole is not None and whole[0] == fewest - len(allowed) - 1:
                allowed.append((graph.numbers[i], graph.numbers[j]))
                remaining = left
    return frozenset(allowed)


def _seated(entering: DutchRound, pair: tuple[int, int], brackets: Brackets, *, explain: bool) -> Pair:
    first, second, colour = colours_of(entering, *pair)
    if not explain:
        return Pair(0, first, second)
    reasons = (*dutch_reasons(entering, brackets, first, second), colour)
    return Pair(0, first, second, reasons, rematch_notice(entering.here, first, second))


def _fixed(entering: DutchRound, pair: tuple[int, int], *, explain: bool) -> Pair:
    first, second = pair
    if not explain:
        return Pair(0, first, second)
    both = {"first": first, "second": second}
    reasons = (Reason(ReasonCode.FIXED, both), Reason(ReasonCode.COLOUR_FIXED, {"player": first}))
    notices = (Notice(NoticeCode.FIXED_PAIR, both), *rematch_notice(entering.here, first, second))
    return Pair(0, first, second, reasons, notices)


def rematch_notice(here: Mapping[int, Competitor], first: int, second: int) -> tuple[Notice, ...]:
    if second not in here[first].met:
        return ()
    params = {"first": first, "second": second, "round": here[first].met[second]}
    return (Notice(NoticeCode.REMATCH, params),)
