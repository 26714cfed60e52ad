"""Items f to h by counting, for brackets where nothing special stands in the way: nearly all of them, and all
large ones.

*Idea.* With m players left, no pairing has fewer clashes than (those due the side that more are due) − m/2,
if that is positive. A pairing that reaches this bound consists of pairs that are *even*: where one side is
due to more than half, each pair holds at least one of them, else no pair clashes. In the same way halves of
unequal size (fixed pairs have come out) need pairs only inside the larger one.

*Why it is the brute force's answer.* An even pair adds to neither count more than the bound asks, and a pair
that is not even adds one too many; so a complete pairing reaches the bound if and only if all its pairs are
even. When the graph of even pairs has a complete pairing at all, every complete pairing of it is as good in
items f and g as can be, and item h wants the first of them (`first_perfect`). When it has none, None is
returned and `within_group` searches by weights; the tests hold both ways against each other, and both
against a list of all pairings.

*What it buys* (``./go bench tricks``): without it a round of 2,000 players takes about 15 times as long.
`hopeless` refuses by counting what a search would have to refute: without it a round of 400 by colours takes
about 13 times as long, of 1,000 more than 300 times.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.lexicographic_matching import LexicographicMatching
from tournaments.pairing.problem import RoundProblem


def pair_evenly(problem: RoundProblem, residents: Sequence[int]) -> list[tuple[int, int]] | None:
    """Pair the remaining residents in the order of the list, or return None where the bound says nothing."""
    start, end = residents[0], residents[-1] + 1
    whole = _mask(residents, start)
    fixed = []
    for both in problem.ease.fixed:
        if both >> start and both & whole << start:
            low = both & -both
            fixed.append((low.bit_length() - 1, (both ^ low).bit_length() - 1))
            whole &= ~(both >> start)
    counts = _Counts(problem, residents, start, whole)
    adj = [0] * (end - start)
    for i in residents:
        if whole >> i - start & 1:
            adj[i - start] = counts.even(i - start) & ~_never(problem, i, start, end)
    graph = LexicographicMatching(adj, whole, counts.two_sided, counts.hopeless)
    # No pairing is even throughout: the bound says nothing. Only where no pair costs anything in the global
    # items.
    if not graph.exists():
        return None
    pairs = [(i + start, j + start) for i, j in graph.pairs()]
    return sorted([*pairs, *fixed])


def _never(problem: RoundProblem, i: int, start: int, end: int) -> int:
    """Whom ``i`` may not be paired with, among the positions from ``start`` up to ``end``."""
    mask = 0
    for j in problem.barred[i]:
        if start <= j < end:
            mask |= 1 << j - start
    return mask


def _mask(players: Sequence[int], start: int) -> int:
    mask = 0
    for i in players:
        mask |= 1 << i - start
    return mask


class _Counts:
    """Which pairs are even, and whether a rest can still be paired evenly as far as counting tells.

    ``firsts``, ``seconds``: those due a side; ``most``: the mask of the side due to more than half, else 0;
    ``upper``, ``lower``: the halves, both 0 where item g does not apply.
    """

    def __init__(self, problem: RoundProblem, residents: Sequence[int], start: int, whole: int) -> None:
        dues = problem.dues
        self.whole = whole
        self.firsts = self.seconds = 0
        if dues:
            self.firsts = _mask([i for i in residents if dues[i] > 0], start) & whole
            self.seconds = _mask([i for i in residents if dues[i] < 0], start) & whole
        self.upper = self.lower = 0
        if problem.halves:
            half = len(residents) // 2
            self.upper = _mask(residents[:half], start) & whole
            self.lower = _mask(residents[half:], start) & whole
        size = whole.bit_count()
        firsts, seconds = self.firsts.bit_count(), self.seconds.bit_count()
        self.most = self.firsts if 2 * firsts > size else self.seconds if 2 * seconds > size else 0
        high, low = self.upper.bit_count(), self.lower.bit_count()
        self.larger = self.upper if high > low else self.lower if low > high else 0
        halved = problem.halves and not self.larger
        opposed = 2 * firsts == size == 2 * seconds
        self.two_sided = halved or opposed

    def even(self, i: int) -> int:
        """Whom ``i`` may be paired with evenly, forbidden or not."""
        bit = 1 << i
        near = self.whole & ~bit
        if self.most:
            if not self.most & bit:
                near &= self.most
        elif self.firsts & bit:
            near &= ~self.firsts
        elif self.seconds & bit:
            near &= ~self.seconds
        for half in (self.upper, self.lower):
            if half & bit and half is not self.larger:
                near &= ~half
        return near

    def hopeless(self, remaining: int) -> bool:
        """Whether ``remaining`` cannot be paired evenly however few pairs are forbidden."""
        half = remaining.bit_count() // 2
        if self.most:
            if (remaining & self.most).bit_count() < half:
                return True
        elif max((remaining & self.firsts).bit_count(), (remaining & self.seconds).bit_count()) > half:
            return True
        return bool(self.larger) and (remaining & self.larger).bit_count() < half
