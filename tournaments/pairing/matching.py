"""Questions to the matching library, on graphs of bit masks: ``adj[i]`` has a bit for each neighbour of i."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import rustworkx

Weight = Callable[[int, int], int]


def bits(mask: int) -> Iterator[int]:
    """The set bits of ``mask``, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def largest(adj: Sequence[int], mask: int) -> set[tuple[int, int]]:
    """A set of pairs inside ``mask`` as large as possible."""
    graph = _graph(adj, mask, lambda _i, _j: 1)
    return {(min(p), max(p)) for p in rustworkx.max_weight_matching(graph, max_cardinality=True)}


def cheapest(adj: Sequence[int], mask: int, weight: Weight) -> tuple[int, dict[int, int]] | None:
    """Return the least total weight with which all of ``mask`` can be paired, and partners; None: they
    cannot.

    ``weight(i, j)``: integers from 0, with i < j."""
    if not mask:
        return 0, {}
    graph = _graph(adj, mask, lambda i, j: -weight(i, j))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) != mask.bit_count():
        return None
    mate: dict[int, int] = {}
    total = 0
    for i, j in pairs:
        mate[i], mate[j] = j, i
        total += weight(min(i, j), max(i, j))
    return total, mate


def _graph(adj: Sequence[int], mask: int, weight: Weight) -> rustworkx.PyGraph[int, int]:
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(mask.bit_length()))
    edges = []
    left = mask
    while left:
        low = left & -left
        left ^= low
        i = low.bit_length() - 1
        near = adj[i] & left
        while near:
            bit = near & -near
            near ^= bit
            j = bit.bit_length() - 1
            edges.append((i, j, weight(i, j)))
    graph.add_edges_from(edges)
    return graph
