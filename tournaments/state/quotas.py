"""Places of a section that are kept for federations and other organisations.

*quota*   how many of its own players a federation, an association or a club may enter in a section
*kept*    the places of a quota that nobody has taken yet: who applies alone does not get them
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_PLACES = 1000
MOST_QUOTAS = 300
"""Of one section: there are fewer federations."""
MOST_AT_ONCE = 300
"""Players that one press enters."""


@dataclass(slots=True)
class Room:
    """How many may enter still. ``capacity``: None where any number may; ``entered``: who plays, with and
    without a quota; ``quotas``: places by quota; ``used``: how many of them are taken."""

    capacity: int | None
    entered: int
    quotas: Mapping[int, int] = field(default_factory=dict)
    used: dict[int, int] = field(default_factory=dict)

    @property
    def kept(self) -> int:
        return sum(max(0, places - self.used.get(key, 0)) for key, places in self.quotas.items())

    def free(self, quota: int | None = None) -> int | None:
        """For the players of a quota, or for those who apply alone. None: any number."""
        left = None if self.capacity is None else max(0, self.capacity - self.entered)
        if quota is None:
            return None if left is None else max(0, left - self.kept)
        own = max(0, self.quotas.get(quota, 0) - self.used.get(quota, 0))
        return own if left is None else min(own, left)

    def fits(self, players: int, quota: int | None = None) -> bool:
        """Whether so many may enter together, as a team does."""
        free = self.free(quota)
        return free is None or players <= free

    def take(self, quota: int | None = None, players: int = 1) -> None:
        """So many have been entered."""
        self.entered += players
        if quota is not None:
            self.used[quota] = self.used.get(quota, 0) + players
