"""Who leaves a bracket: items a to d of the key.

*Idea.* Nearly always nobody leaves or, from an odd bracket, one. Then the candidates are asked in the order
of b, c and d, each by one question: can the others inside be paired, and can all outside with this one? Where
that finds nobody, the least key is a cheapest complete pairing of everybody left, in which a pair across the
bracket's border costs what the member who leaves costs.

*Why it is the brute force's answer.* Items a to d only ask who leaves. In the usual case their number is as
small as its parity allows (a); the first candidate in the order of b, c, d with whom everybody can be paired
is then the least by definition. Otherwise each item is one more digit of the weights, behind all earlier
ones, so the cheapest pairing is the one with the smallest items, and what an item has settled is held by the
digits before it. Where nobody has to pay an item, whom it concerns may not leave any more, which says the
same without a digit: the library computes with 128 bits. `tests/tournaments/pairing/test_brute_force.py`
compares with a list of all pairings.

*What the tricks buy* (``./go bench tricks``): asking in the usual case makes a round of 400 players 320 times
as fast; item d by chunks of positions instead of one position after another makes a round in which 41 of 120
must leave a bracket 20 times as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.pairing.completing import has_perfect
from tournaments.pairing.matching import bits, cheapest
from tournaments.pairing.problem import NoPairing, RoundProblem, mask_of, masks_apart

# The library computes with 128-bit integers: sums of weights may be so wide. Beyond it players are settled
# one by one; in a bracket that hundreds must leave, with float costs of a dozen sizes, the smallest costs
# then no longer count.
MOST_BITS = 120


@dataclass(frozen=True, slots=True)
class Floater:
    """``player`` leaves the bracket. ``forced``: more had to leave than an odd number explains."""

    player: int
    cost: int
    members: int
    leaving: int
    forced: bool
    by_cost: bool
    by_order: bool


class Border(NamedTuple):
    """Hold a bracket and what is outside it: neighbours, members in order, and masks of the members, of those
    who came from the bracket before, and of all later players."""

    adj: Sequence[int]
    members: Sequence[int]
    inside: int
    came: int
    later: int


def choose(
    problem: RoundProblem,
    residents: Sequence[int],
    incoming: Sequence[int],
    later: int,
    *,
    explain: bool = False,
) -> tuple[Floater, ...]:
    """Those who leave, by position. Raises `NoPairing` when the players left cannot all be paired."""
    members = [*incoming, *residents]
    inside = mask_of(members)
    came = mask_of(incoming)
    # Two who came from one bracket would have been paired there: such pairs do not exist any more.
    adj = masks_apart(problem.allowed, incoming) if incoming else problem.allowed
    border = Border(adj, members, inside, came, later)
    gone = None
    if not problem.costly:
        gone = _usual(problem, border)
    if gone is None:
        gone = _General(problem, border).least()
    if not explain:
        return tuple(Floater(i, 0, 0, 0, False, False, False) for i in gone)
    return tuple(_explained(problem, i, members, gone, came) for i in gone)


def _explained(
    problem: RoundProblem, i: int, members: Sequence[int], gone: Sequence[int], came: int
) -> Floater:
    rivals = [j for j in members if j not in gone and bool(came >> j & 1) == bool(came >> i & 1)]
    return Floater(
        i,
        problem.costs[i],
        len(members),
        len(gone),
        forced=len(gone) > 1 or len(members) % 2 == 0,
        by_cost=any(problem.costs[j] > problem.costs[i] for j in rivals),
        by_order=any(problem.costs[j] == problem.costs[i] and j < i for j in rivals),
    )


def _usual(problem: RoundProblem, border: Border) -> list[int] | None:
    adj, members, inside, came, later = border
    ease, few = problem.ease, came.bit_count()
    if not later:
        return []
    if len(members) % 2 == 0:
        both = has_perfect(adj, inside, ease, few) and has_perfect(adj, later, ease)
        return [] if both else None
    candidates = sorted(members, key=lambda i: (came >> i & 1, problem.costs[i], -i))
    for i in candidates:
        bit = 1 << i
        if has_perfect(adj, inside & ~bit, ease, few) and has_perfect(adj, later | bit, ease):
            return [i]
    return None


class _General:
    """Decide the general case by vertex costs for leaving, refined item by item.

    A refinement that nobody has to pay is turned into a prohibition, so that the weights stay narrow."""

    def __init__(self, problem: RoundProblem, border: Border) -> None:
        adj, members, inside, came, later = border
        self.problem = problem
        self.adj = list(adj)
        self.inside = inside
        self.came = came
        self.everybody = inside | later
        self.open = list(members)
        self.gone: list[int] = []
        self.price = dict.fromkeys(members, 1)
        self.excess_price = len(members) + 1

    def least(self) -> list[int]:
        """Positions of those who leave, ascending."""
        leaving = len(self._solve(self.price, self.excess_price))
        self._refine(leaving, self.came)
        costs = self.problem.costs
        for cost in sorted({costs[i] for i in self.open}, reverse=True)[:-1]:
            self._refine(leaving, mask_of([i for i in self.open if costs[i] == cost]))
        return self._last_in_order(leaving)

    def _refine(self, leaving: int, concerned: int) -> None:
        """One more item: as few as possible of ``concerned`` leave, with all earlier items held."""
        concerned &= mask_of(self.open)
        if not concerned:
            return
        base = min(leaving, concerned.bit_count()) + 1
        if self._bits() + base.bit_length() > MOST_BITS:
            return
        price = {i: price * base + (concerned >> i & 1) for i, price in self.price.items()}
        gone = self._solve(price, self.excess_price * base)
        if mask_of(gone) & concerned:
            self.price, self.excess_price = price, self.excess_price * base
            return
        for i in [i for i in self.open if concerned >> i & 1]:
            self._keep(i)

    def _bits(self) -> int:
        """Width of the largest sum of weights that a pairing can have."""
        dearest = max(self.price.values()) + self.excess_price * self.problem.dearest
        return (dearest * self.problem.size).bit_length()

    def _last_in_order(self, count: int) -> list[int]:
        """Decide item d: among equals those leave who stand last."""
        while len(self.gone) < count:
            width = MOST_BITS - self._bits() - len(self.open).bit_length()
            if width < 1:
                self._settle(self.open[-1])
                continue
            # From the last position up, as many positions at a time as the weights have room for.
            chunk = self.open[-width:]
            shift = width + len(self.open).bit_length()
            share = {i: 1 << place for place, i in enumerate(chunk)}
            price = {i: (price << shift) + (1 << width) - share.get(i, 0) for i, price in self.price.items()}
            matching = self._solve(price, self.excess_price << shift)
            for i in chunk:
                if i in matching:
                    self._send(i)
                else:
                    self._keep(i)
        return sorted(self.gone)

    def _settle(self, i: int) -> None:
        """``i`` leaves, if no earlier item gets worse by it; else he or she stays."""
        least = self._total()
        adj = list(self.adj)
        self._send(i)
        if self._total() != least:
            self.adj = adj
            self.open.append(self.gone.pop())
            self._keep(i)

    def _total(self) -> int | None:
        matching = cheapest(self.adj, self.everybody, self._weight(self.price, self.excess_price))
        return None if matching is None else matching[0]

    def _keep(self, i: int) -> None:
        self.open.remove(i)
        self.adj[i] &= self.inside

    def _send(self, i: int) -> None:
        self.open.remove(i)
        self.gone.append(i)
        self.adj[i] &= ~self.inside
        for j in bits(self.inside):
            self.adj[j] &= ~(1 << i)

    def _weight(self, price: Mapping[int, int], excess_price: int) -> Callable[[int, int], int]:
        inside, problem = self.inside, self.problem

        def weight(i: int, j: int) -> int:
            i, j = min(i, j), max(i, j)  # members stand before all others
            leaves = price[i] if inside >> i & 1 and not inside >> j & 1 else 0
            return leaves + (excess_price * problem.excess_of(i, j) if problem.costly else 0)

        return weight

    def _solve(self, price: Mapping[int, int], excess_price: int) -> list[int]:
        matching = cheapest(self.adj, self.everybody, self._weight(price, excess_price))
        if matching is None:
            raise NoPairing
        return [i for i in bits(self.inside) if not self.inside >> matching[1][i] & 1]
