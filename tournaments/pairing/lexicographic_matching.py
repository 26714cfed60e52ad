"""The first complete pairing in the order of a list, in a graph where every complete pairing is as good.

*Idea.* A *witness* is any complete pairing. Going through the list, each one wants the first who is left;
whether the rest can then still be completed is asked of the witness: it is mended along an *alternating path*
(edges outside and inside the witness in turn) between the two who lose their partner.

*Why it is the brute force's answer.* After each choice the witness is a complete pairing that holds all
choices made, so the first choice that a witness can follow is the first possible one, and the list of choices
the first in order. By Berge's theorem a pairing that misses two players can be completed if and only if an
alternating path joins them. A path that is found is a proof; that none is found is one only in a graph of two
sides, where the search visits them all. In any other graph the matching library has the last word.

*What the tricks buy* (``./go bench tricks``): looking for a path before the library is asked makes a round of
800 players by colours 4 times as fast, of 2,000 11 times; a greedy pairing as the first witness makes 2,000
players 1.2 times as fast, 10,000 three times.

*tiers*   whom somebody wants before all others, next, and last: masks, in each of them the list decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.pairing.matching import bits, largest

# One tier: the list alone decides.
ALL = (-1,)


def all_alike(_i: int) -> Sequence[int]:
    return ALL


def never_hopeless(_free: int) -> bool:
    return False


@dataclass(slots=True)
class LexicographicMatching:
    """``adj`` by index; ``mask``: who is to be paired; ``two_sided``: every edge joins two known sides;
    ``mate``: the witness. ``hopeless(rest)`` may say by counting that ``rest`` cannot be completed."""

    adj: Sequence[int]
    mask: int
    two_sided: bool = False
    hopeless: Callable[[int], bool] = never_hopeless
    tiers: Callable[[int], Sequence[int]] = all_alike
    mate: dict[int, int] = field(default_factory=dict)

    def exists(self) -> bool:
        """Whether there is a complete pairing; ``mate`` holds one."""
        self._greedy()
        for i in bits(self.mask):
            if i not in self.mate and not self._augment(i):
                if self.two_sided:
                    return False
                self.mate = _mates(largest(self.adj, self.mask))
                return len(self.mate) == self.mask.bit_count()
        return True

    def pairs(self) -> list[tuple[int, int]]:
        """The first pairing in the order of the list. Only after `exists`."""
        chosen = []
        left = self.mask
        while left:
            bit = left & -left
            i = bit.bit_length() - 1
            left ^= bit
            j = self._first(i, left)
            left ^= 1 << j
            chosen.append((i, j))
        return chosen

    def _first(self, i: int, left: int) -> int:
        """The first in ``left`` whom ``i`` can have so that the others can still be completed."""
        for tier in self.tiers(i):
            near = self.adj[i] & left & tier
            while near:
                choice = near & -near
                j = choice.bit_length() - 1
                if self.can_have(i, j, left):
                    return j
                near ^= choice
        raise AssertionError(f"no partner for {i}: the witness was wrong")

    def can_have(self, i: int, j: int, left: int) -> bool:
        """Tell whether i and j can be a pair of a complete pairing of themselves and ``left``."""
        # If so, the witness holds the pair from now on.
        return self.mate[i] == j or self._takes(i, j, left & ~(1 << i | 1 << j))

    def _greedy(self) -> None:
        free = self.mask
        for i in bits(self.mask):
            if not free >> i & 1:
                continue
            for tier in self.tiers(i):
                near = self.adj[i] & free & tier
                if near:
                    choice = near & -near
                    free ^= choice | 1 << i
                    j = choice.bit_length() - 1
                    self.mate[i], self.mate[j] = j, i
                    break

    def _augment(self, start: int) -> bool:
        """Pair ``start``, who has nobody, by a path to somebody else who has nobody."""
        unpaired = self.mask & ~sum(1 << i for i in self.mate)
        return self._path(start, unpaired & ~(1 << start), self.mask)

    def _takes(self, i: int, j: int, remaining: int) -> bool:
        """Make i and j a pair if ``remaining`` can still be completed."""
        adj, mate = self.adj, self.mate
        a, b = mate[i], mate[j]
        if not adj[a] >> b & 1:
            if self.hopeless(remaining):
                return False
            if not self._path(a, 1 << b, remaining):
                if self.two_sided:
                    return False
                other = _mates(largest(adj, remaining))
                if len(other) != remaining.bit_count():
                    return False
                mate.update(other)
        else:
            mate[a], mate[b] = b, a
        mate[i], mate[j] = j, i
        return True

    def _path(self, start: int, goals: int, within: int) -> bool:
        """Mend the witness along a path from ``start`` to one of ``goals``, breadth first."""
        adj, mate = self.adj, self.mate
        parent: dict[int, int] = {}
        fresh = within & ~(1 << start)
        queue = [start]
        # Each pair enters the tree once, so its paths are simple; only among two sides are they all.
        for outer in queue:
            near = adj[outer] & fresh
            reached = near & goals
            if reached:
                self._turn(start, outer, (reached & -reached).bit_length() - 1, parent)
                return True
            for inner in bits(near):
                other = mate[inner]
                fresh &= ~(1 << inner | 1 << other)
                if inner not in parent and other not in parent:
                    parent[inner] = outer
                    queue.append(other)
        return False

    def _turn(self, start: int, last: int, end: int, parent: Mapping[int, int]) -> None:
        """Exchange the edges of the path from ``start`` over ``last`` to ``end``."""
        mate = self.mate
        while True:
            before = mate.get(last, -1)
            mate[last], mate[end] = end, last
            if last == start:
                return
            end, last = before, parent[before]


def _mates(pairs: set[tuple[int, int]]) -> dict[int, int]:
    return {**dict(pairs), **{j: i for i, j in pairs}}
