"""Who meets whom inside one bracket (C.04.6, 3.6): of all pairings without a rematch the one with the fewest
pairs that both wish the same side (C8), both strongly (C9), the fewest upfloaters against somebody who
floated in the round before (C10), and then the smallest *identifier*: the smaller numbers of all pairs in
ascending order, after them their opponents in that order.

All of it is one order, so it can be one integer a pair: the costs above, the identifier below. Its digits are
more than the matching library's integers hold (127 bits), so they are settled in blocks, the highest first;
what a block has settled is then no longer a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.pairing.matching import cheapest
from tournaments.pairing.team_swiss.entering import Entrant

# Digits of the identifier in one question; the costs take the bits above them.
BITS = 60


@dataclass(frozen=True, slots=True)
class TeamBracket:
    """Teams by number, who may meet whom (``adj[i]`` has a bit for each), and the cost of each pair."""

    order: tuple[Entrant, ...]
    adj: tuple[int, ...]
    costs: Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class BracketCost:
    """Pairs that wish the same side (C8), strongly (C9); upfloaters against somebody who floated (C10)."""

    same: int
    strong: int
    again: int


def bracket_of(
    teams: Sequence[Entrant],
    floaters: frozenset[int],
    may_meet: Callable[[Entrant, Entrant], bool],
    *,
    last_two: bool,
) -> TeamBracket:
    """``teams``: its members; ``floaters``: those of a lower score; ``last_two``: C10 does not apply."""
    order = sorted(teams, key=lambda team: team.number)
    size = len(order)
    adj = [0] * size
    costs: dict[tuple[int, int], int] = {}
    for i, team in enumerate(order):
        for j in range(i + 1, size):
            other = order[j]
            if may_meet(team, other):
                adj[i] |= 1 << j
                adj[j] |= 1 << i
                costs[i, j] = _cost(team, other, floaters, size, last_two=last_two)
    return TeamBracket(tuple(order), tuple(adj), costs)


def pairs_of(bracket: TeamBracket) -> list[tuple[int, int]]:
    """The pairs of a bracket that can be paired, as numbers, the smaller first, in ascending order."""
    order, adj, costs = bracket.order, list(bracket.adj), bracket.costs
    size = len(order)
    everybody = (1 << size) - 1

    def settle(digits: Callable[[int, int], int]) -> dict[int, int]:
        def weight(i: int, j: int) -> int:
            return costs[i, j] << BITS | digits(i, j)

        matching = cheapest(adj, everybody, weight)
        if matching is None:
            raise AssertionError("a bracket that was to be paired cannot be")
        return matching[1]

    mate: dict[int, int] = {}
    for start in range(0, size, BITS):
        mate = settle(partial(_as_larger, start))
        for i in range(start, min(start + BITS, size)):
            top = mate[i] > i
            for j in range(size):
                # Who is settled as a smaller number meets larger ones, and the other way round.
                if adj[i] >> j & 1 and (j > i) is not top:
                    adj[i] &= ~(1 << j)
                    adj[j] &= ~(1 << i)
    tops = [i for i in range(size) if mate[i] > i]
    bottoms = [i for i in range(size) if mate[i] < i]
    rank = {j: place for place, j in enumerate(bottoms)}
    width = len(bottoms).bit_length()
    at_once = BITS // width if width else 1
    for start in range(0, len(tops), at_once):
        block = {i: width * (at_once - 1 - place) for place, i in enumerate(tops[start : start + at_once])}
        mate = settle(partial(_as_opponent, block, rank))
        for i in block:
            for j in range(size):
                adj[j] &= ~(1 << i) & ~(1 << mate[i])
            adj[i], adj[mate[i]] = 1 << mate[i], 1 << i
    return [(order[i].number, order[mate[i]].number) for i in tops]


def _as_larger(start: int, _i: int, j: int) -> int:
    """Return the digit of ``j`` as the larger number of a pair."""
    # The first of a block weighs most, since it shall rather be the smaller one.
    return 1 << start + BITS - 1 - j if start <= j < start + BITS else 0


def _as_opponent(block: Mapping[int, int], rank: Mapping[int, int], i: int, j: int) -> int:
    """The digits of ``j`` as the opponent of ``i``."""
    return rank[j] << block[i] if i in block else 0


def cost_with(bracket: TeamBracket, pairs: Sequence[tuple[int, int]]) -> BracketCost | None:
    """The least cost of a whole pairing that has these ``pairs`` (of indexes); None where there is none."""
    size = len(bracket.order)
    left, total = (1 << size) - 1, 0
    for i, j in pairs:
        left &= ~(1 << i) & ~(1 << j)
        total += bracket.costs[min(i, j), max(i, j)]
    adj = [mask & left for mask in bracket.adj]
    matching = cheapest(adj, left, lambda i, j: bracket.costs[i, j])
    if matching is None:
        return None
    remainder, again = divmod(total + matching[0], size + 1)
    same, strong = divmod(remainder, size + 1)
    return BracketCost(same, strong, again)


def _cost(team: Entrant, other: Entrant, floaters: frozenset[int], size: int, *, last_two: bool) -> int:
    """C8, C9 and C10 as digits of one integer."""
    base = size + 1
    same = team.wish is not None and team.wish is other.wish
    strongly = same and team.strong and other.strong
    again = 0
    if not last_two:
        again = (team.number in floaters and other.floated) + (other.number in floaters and team.floated)
    return (same * base + strongly) * base + again
