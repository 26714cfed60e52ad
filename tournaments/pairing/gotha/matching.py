"""The pairing with the greatest sum of totals; of several such the lot decides (M11).

*lot*   the first 40 bits of SHA-256 of ``mcmahon|round|smaller number|larger number``. It stands behind the
        total as a fraction so small that even all lots together are less than 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import combinations

import rustworkx

from tournaments.pairing.gotha.entering import GothaEntering, GothaMember

LOT_BITS = 40
# M12: so many players are matched at once, and in parts of about so many where there are more.
MOST_WHOLE, PART = 1_000, 600

Allowed = Callable[[GothaMember, GothaMember], bool]
Total = Callable[[GothaMember, GothaMember], int]
Couple = tuple[GothaMember, GothaMember]


def lot(round_number: int, number: int, other: int) -> int:
    text = f"mcmahon|{round_number}|{min(number, other)}|{max(number, other)}"
    return int.from_bytes(sha256(text.encode()).digest()[: LOT_BITS // 8])


def greatest(
    entering: GothaEntering, members: Sequence[GothaMember], allowed: Allowed, total: Total
) -> list[Couple] | None:
    """All ``members``, by place, in pairs; None when that cannot be."""
    if len(members) <= MOST_WHOLE:
        return _matched(entering.round, members, allowed, total)
    pairs: list[Couple] = []
    members_left = list(members)
    while members_left:
        cut = _cut(members_left) if len(members_left) > MOST_WHOLE else len(members_left)
        part = _matched(entering.round, members_left[:cut], allowed, total)
        if part is None:
            # Whom these could meet stands in the other parts.
            return _matched(entering.round, members, allowed, total)
        pairs += part
        members_left = members_left[cut:]
    return pairs


def _cut(members: Sequence[GothaMember]) -> int:
    """Return where to cut the field, an even number of players down."""
    near = range(PART - PART // 3, min(len(members) - 1, PART + PART // 3) + 1, 2)
    # The widest gap between groups, of several the nearest to 600.
    return max(near, key=lambda at: (members[at].group - members[at - 1].group, -abs(at - PART)))


def _matched(
    round_number: int, members: Sequence[GothaMember], allowed: Allowed, total: Total
) -> list[Couple] | None:
    # The sum of the lots of all pairs stays below one unit of a total.
    width = LOT_BITS + len(members).bit_length()
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(members)))
    graph.add_edges_from(
        [
            (i, j, (total(member, other) << width) + lot(round_number, member.number, other.number))
            for (i, member), (j, other) in combinations(enumerate(members), 2)
            if allowed(member, other)
        ]
    )
    # The library computes with 128-bit integers: 2^53 for a total, 50 bits for lots, twice 10 for the field.
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) != len(members):
        return None
    return [(members[min(pair)], members[max(pair)]) for pair in pairs]
