"""Direct confrontation among players who are equal so far: the simple one (SDC) and Walraet's (DC)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tournaments.state.gotha.scores import GoMeeting

Meetings = Mapping[int, Iterable[GoMeeting]]


def simple_direct(tied: Sequence[int], meetings: Meetings) -> dict[int, int]:
    """Return points from the games among the tied, times two."""
    games = [met for number in tied for met in meetings[number] if met.opponent in tied]
    met = {frozenset((m.game.white, m.game.black)) for m in games}
    whole = all(m.game.played and m.points2 != 1 for m in games)
    # Only if each two of them met and each of these games was decided over the board.
    if not whole or any(frozenset(pair) not in met for pair in combinations(tied, 2)):
        return dict.fromkeys(tied, 0)
    return {number: sum(m.points2 for m in meetings[number] if m.opponent in tied) for number in tied}


def direct_order(
    tied: Sequence[int], meetings: Meetings, keys: Mapping[int, tuple[int, ...]]
) -> dict[int, int]:
    """Rank the tied by who beat whom; ``keys``: the criteria behind. The value is the number of ranks less
    the rank.

    Players on a common cycle are one node. Again and again the lowest node that beat nobody who remains is
    ranked last of those who remain; equal ones together."""
    beaten = {
        number: {
            m.opponent for m in meetings[number] if m.opponent in tied and m.points2 == 2 and m.game.played
        }
        for number in tied
    }
    reach = {number: _reached(number, beaten) for number in tied}
    nodes: dict[int, list[int]] = {}
    for number in tied:
        first = next((n for n in nodes if number in reach[n] and n in reach[number]), number)
        nodes.setdefault(first, []).append(number)
    ranks: list[list[int]] = []
    left = dict(nodes)
    while left:
        inside = {node: set(members) for node, members in left.items()}
        remaining = {number for members in left.values() for number in members}
        losing = [
            node
            for node, members in left.items()
            if not any(beaten[number] & remaining - inside[node] for number in members)
        ]
        # A node is as high as its highest player.
        heights = {node: max(keys[number] for number in left[node]) for node in losing}
        lowest = min(heights.values())
        last = [node for node in losing if heights[node] == lowest]
        ranks.append([number for node in last for number in left.pop(node)])
    return {number: value for value, members in enumerate(ranks) for number in members}


def _reached(start: int, arrows: Mapping[int, set[int]]) -> set[int]:
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        fresh = arrows[waiting.pop()] - seen
        seen |= fresh
        waiting += fresh
    return seen
