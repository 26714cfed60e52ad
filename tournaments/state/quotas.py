"""Places of a section that are kept for federations and other organisations.

*quota*   how many of its own players a federation, an association or a club may enter in a section; where
          teams meet teams, how many teams
*kept*    the places of a quota that nobody has taken yet: who applies alone does not get them
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_PLACES = 1000
# Of one section: there are fewer federations.
MOST_QUOTAS = 300
# Players that one press enters.
MOST_AT_ONCE = 300


@dataclass(slots=True)
class Room:
    """How many may enter still. ``capacity``: None where any number may; ``entered``: who plays, with and
    without a quota; ``quotas``: places by quota; ``used``: how many of them are taken; ``size``: for how many
    players a place of a quota is kept, more than one where that is a team's."""

    capacity: int | None
    entered: int
    quotas: Mapping[int, int] = field(default_factory=dict)
    used: dict[int, int] = field(default_factory=dict)
    size: int = 1

    @property
    def reserved(self) -> int:
        """For how many players."""
        return self.size * sum(self._left_of(key) for key in self.quotas)

    def _left_of(self, quota: int) -> int:
        return max(0, self.quotas.get(quota, 0) - self.used.get(quota, 0))

    @property
    def _left(self) -> int | None:
        return None if self.capacity is None else max(0, self.capacity - self.entered)

    @property
    def missing(self) -> int:
        """Count kept places that there are not: none, unless somebody has promised too much."""
        return 0 if self._left is None else max(0, self.reserved - self._left)

    def free(self, quota: int | None = None) -> int | None:
        """Return how many at most may enter still, or under a quota. None: any number."""
        left = self._left
        if quota is None:
            return None if left is None else max(0, left - self.reserved)
        return self._left_of(quota) if left is None else min(self._left_of(quota), left)

    def fits(self, players: int, quota: int | None = None) -> bool:
        """Whether one may enter who takes the places of so many players, as a team does."""
        if quota is None:
            free = self.free()
            return free is None or players <= free
        return self._left_of(quota) > 0 and (self._left is None or players <= self._left)

    def take(self, quota: int | None = None, players: int = 1) -> None:
        """One has been entered who takes the places of so many players."""
        self.entered += players
        if quota is not None:
            self.used[quota] = self.used.get(quota, 0) + 1
