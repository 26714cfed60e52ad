"""Tell whether everybody who is left can still be paired."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.lexicographic_matching import LexicographicMatching
from tournaments.pairing.matching import bits, cheapest
from tournaments.pairing.problem import CountingAid, RoundProblem


def has_perfect(adj: Sequence[int], mask: int, ease: CountingAid | None = None, apart: int = 0) -> bool:
    """Tell whether all in ``mask`` can be paired; ``ease`` may know, ``apart``: `Ease.surely`."""
    size = mask.bit_count()
    if size % 2:
        return False
    if ease is not None and ease.surely(mask, apart):
        return True
    least = min(((adj[i] & mask).bit_count() for i in bits(mask)), default=0)
    # Dirac's bound: with half of the others as neighbours a perfect matching exists.
    if 2 * least >= size:
        return True
    if not least:
        return False
    return LexicographicMatching(adj, mask).exists()


def least_excess(problem: RoundProblem, mask: int) -> int | None:
    """The least total of the global items with which all of ``mask`` can be paired; None: not at all."""
    if has_perfect(problem.clean, mask, problem.ease):
        return 0
    if not problem.costly:
        return None
    matching = cheapest(problem.allowed, mask, problem.excess_of)
    return None if matching is None else matching[0]
