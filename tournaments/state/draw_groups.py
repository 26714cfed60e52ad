"""The two groups of the draw by the ranking of teams at an earlier event (WXC 2.1).

The article divides the players *according to the team results* and says no more. Reading: teams come in order
of their rank, none is divided, and the first group ends where the two come nearest to each other in number.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class UnrankedGroup(StrEnum):
    """Where those go who are in none of the ranked teams."""

    FIRST = "1"
    SECOND = "2"
    SMALLER = "smaller"  # one by one to the group that has fewer, to the second where both have as many


def draw_groups(rank_of: Mapping[int, int | None], others: UnrankedGroup) -> dict[int, int]:
    """Return group 1 or 2 by handle of each player; ``rank_of``: the team's, None: in no team."""
    ranked = {key: rank for key, rank in rank_of.items() if rank is not None}
    unranked = [key for key, rank in rank_of.items() if rank is None]
    fixed = {UnrankedGroup.FIRST: (len(unranked), 0), UnrankedGroup.SECOND: (0, len(unranked))}.get(
        others, (0, 0)
    )

    def difference(last: int) -> tuple[int, int]:
        first = sum(rank <= last for rank in ranked.values())
        # Of two that are as near the one with more in the first group.
        return abs(first + fixed[0] - (len(ranked) - first + fixed[1])), -last

    last = min({0, *ranked.values()}, key=difference)
    groups = {key: 1 if rank <= last else 2 for key, rank in ranked.items()}
    for key in unranked:
        smaller = 1 if list(groups.values()).count(1) < list(groups.values()).count(2) else 2
        groups[key] = smaller if others is UnrankedGroup.SMALLER else int(others)
    return groups
