"""The bracket rule's input: players as indexes in processing order, sets of them as bit masks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace


class NoPairing(Exception):  # noqa: N818 - an answer, not a fault
    """No pairing covers every player."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One round for the bracket rule. Index = position in processing order.

    ``groups``   score groups in processing order, together 0 … size − 1
    ``allowed``  for each player the mask of those he or she may be paired with at all
    ``clean``    the same without the pairs that cost something in ``excess``
    ``excess``   cost of a pair (i < j) in the global items above the brackets, 0 where absent
    ``costs``    float costs (R3), by index
    ``first_due``, ``second_due``   masks of those due that side, for item f; both 0 where f does not apply
    ``halves``   whether item g applies
    """

    groups: Sequence[Sequence[int]]
    allowed: Sequence[int]
    clean: Sequence[int]
    excess: Mapping[tuple[int, int], int]
    costs: Sequence[int]
    first_due: int = 0
    second_due: int = 0
    halves: bool = True

    @property
    def size(self) -> int:
        return len(self.allowed)

    def excess_of(self, i: int, j: int) -> int:
        return self.excess.get((i, j) if i < j else (j, i), 0)

    def clash(self, i: int, j: int) -> int:
        """Item f's question: 1 when both are due the same side."""
        both = (1 << i) | (1 << j)
        return int(self.first_due & both == both or self.second_due & both == both)

    def without_excess(self) -> Problem:
        """The same where no pair that costs something is needed."""
        return replace(self, allowed=self.clean, excess={})
