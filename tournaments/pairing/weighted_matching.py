"""A group of the rule of ``wxc2015`` by weights: exact whatever stands in the way, slow in large fields.

Each item of the key becomes digits of one number, the earlier the higher: the global items, how many go down,
then for each player, in order, the place of the partner in the list of whom he or she would rather have. The
cheapest complete pairing of everybody left has the smallest key. As many players as there is room for are
settled at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.pairing.matching import bits, cheapest
from tournaments.pairing.problem import NoPairing, RoundProblem, mask_of

# The library computes with 128-bit integers: sums of weights may be so wide.
MOST_BITS = 120

# A player, what each partner costs (nothing where it is not said), and how many bits that needs.
Wish = tuple[int, dict[int, int], int]


def group_pairs(problem: RoundProblem, members: Sequence[int], below: int) -> list[tuple[int, int]]:
    """Pair the group's players, each pair with the group's own player first. Raises `NoPairing`.

    ``below``: all that is left besides."""
    group = _Group(problem, members, below)
    group.settle([group.wish_inside(i) for i in members])
    group.settle([group.wish_below(i) for i in sorted(group.leaving, key=problem.ranks.__getitem__)])
    return group.pairs


def by_distance(problem: RoundProblem, i: int, below: int) -> Iterator[int]:
    """Yield those below, the nearest score first."""
    places = range(problem.size) if problem.needy else problem.ranks
    for group in problem.groups:
        if group[-1] > i:
            # In a score who is due another colour, then by rank (R11: in the order of need).
            those = [j for j in group if below >> j & 1]
            yield from sorted(those, key=lambda j: (problem.clash(i, j), places[j]))


class _Group:
    """``inside``: the group's players without an opponent, those in ``leaving`` too; ``below``: all others
    left."""

    def __init__(self, problem: RoundProblem, members: Sequence[int], below: int) -> None:
        self.problem = problem
        self.members = members
        self.inside = mask_of(members)
        self.below = below
        self.adj = list(problem.allowed)
        self.leaving: list[int] = []
        self.pairs: list[tuple[int, int]] = []

    def wish_inside(self, i: int) -> Wish:
        """Item b: who stands later in the group, those due another colour first; to leave is the worst."""
        clash = self.problem.clash
        later = sorted((j for j in self.members if j > i), key=lambda j: (clash(i, j), j))
        costs = {j: place for place, j in enumerate(later)}
        costs.update(dict.fromkeys(bits(self.below), len(later)))
        return i, costs, len(later).bit_length()

    def wish_below(self, i: int) -> Wish:
        """Item c."""
        those = list(by_distance(self.problem, i, self.below))
        return i, {j: place for place, j in enumerate(those)}, len(those).bit_length()

    def settle(self, wishes: Sequence[Wish]) -> None:
        room = MOST_BITS - self._bits()
        while wishes:
            chunk: list[Wish] = []
            width = 0
            for wish in wishes:
                if chunk and width + wish[2] > room:
                    break
                chunk.append(wish)
                width += wish[2]
            self._settle(chunk, width)
            wishes = [wish for wish in wishes[len(chunk) :] if self.inside >> wish[0] & 1]

    def _bits(self) -> int:
        """Width of the global items and of how many leave, summed over any pairing."""
        size = (self.inside | self.below).bit_count()
        return (((self.problem.dearest * (len(self.members) + 1)) + 1) * size).bit_length()

    def _settle(self, chunk: Sequence[Wish], width: int) -> None:
        problem, inside, base = self.problem, self.inside, len(self.members) + 1
        digits: dict[int, dict[int, int]] = {}
        place = width
        for i, costs, bits_needed in chunk:
            place -= bits_needed
            digits[i] = {j: cost << place for j, cost in costs.items()}
        none: dict[int, int] = {}

        def weight(i: int, j: int) -> int:
            down = (inside >> i & 1) != (inside >> j & 1)
            cost = (problem.excess_of(i, j) * base + down) << width
            return cost + digits.get(i, none).get(j, 0) + digits.get(j, none).get(i, 0)

        matching = cheapest(self.adj, inside | self.below, weight)
        if matching is None:
            raise NoPairing
        for i, _, _ in chunk:
            if self.inside >> i & 1:
                self._fix(i, matching[1][i])

    def _fix(self, i: int, j: int) -> None:
        if self.below >> j & 1 and i not in self.leaving:
            self.leaving.append(i)
            self.adj[i] &= ~self.inside
            for other in bits(self.inside):
                self.adj[other] &= ~(1 << i)
            return
        self.pairs.append((i, j))
        both = 1 << i | 1 << j
        self.inside &= ~both
        self.below &= ~both
