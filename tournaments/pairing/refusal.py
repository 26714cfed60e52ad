"""Naming those who cannot be paired.

A set of players is *lost* when no pairing gives each of them an opponent at the same time: a player who has
met everybody, three who can only meet the same two, and so on. `unpairable` names a smallest lost set.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from tournaments.pairing.completing import has_perfect
from tournaments.pairing.matching import bits, largest

# Sets tried one by one, times the square of the field. Beyond it the set named still cannot lose a member,
# but another one with fewer members may exist.
MOST_WORK = 1_200_000


def unpairable(adj: Sequence[int], size: int) -> list[int]:
    """Return indexes below ``size`` of a smallest lost set; ``adj`` must have no perfect matching.

    ``adj`` may hold further, helping vertices above ``size`` (the bye)."""
    helpers = len(adj)
    everybody = (1 << helpers) - 1
    count = 2 * len(largest(adj, everybody))
    # Only who stays over in some largest pairing can belong to a smallest lost set.
    spare = [i for i in range(size) if 2 * len(largest(adj, everybody & ~(1 << i))) == count]
    cases = 0
    for width in range(1, len(spare) + 1):
        cases += comb(len(spare), width)
        if cases * helpers * helpers > MOST_WORK:
            break
        for few in combinations(spare, width):
            if not _can_all_play(adj, everybody, few):
                return list(few)
    lost = list(spare)
    for i in spare:
        fewer = [j for j in lost if j != i]
        if not _can_all_play(adj, everybody, fewer):
            lost = fewer
    return lost


def _can_all_play(adj: Sequence[int], everybody: int, players: Sequence[int]) -> bool:
    """Whether some pairing, of whomever else it leaves out, gives each of ``players`` an opponent."""
    wanted = sum(1 << i for i in players)
    others = [i for i in bits(everybody) if not wanted >> i & 1]
    # The others may be left out: each may then be paired with any other one that is left out.
    masks = list(adj)
    idle = sum(1 << i for i in others)
    for i in others:
        masks[i] |= idle & ~(1 << i)
    if everybody.bit_count() % 2:
        masks.append(idle)
        for i in others:
            masks[i] |= 1 << len(adj)
        everybody |= 1 << len(adj)
    return has_perfect(masks, everybody)
