"""A round as both rules see it: players as indexes in the rule's own order, sets of them as bit masks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import overload


class NoPairing(Exception):  # noqa: N818 - an answer, not a fault
    """No pairing covers every player."""


class Masks(Sequence[int]):
    """A mask for each player, made when somebody asks for it: in a large field nearly nobody does."""

    def __init__(self, size: int, make: Callable[[int], int]) -> None:
        self._make = make
        self._masks: list[int | None] = [None] * size

    def __len__(self) -> int:
        return len(self._masks)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        mask = self._masks[index]
        if mask is None:
            mask = self._masks[index] = self._make(index)
        return mask


def mask_of(players: Iterable[int]) -> int:
    mask = 0
    for i in players:
        mask |= 1 << i
    return mask


def masks_apart(masks: Sequence[int], players: Collection[int]) -> Masks:
    """The same masks where none of ``players`` may meet another of them."""
    together = mask_of(players)
    return Masks(len(masks), lambda i: masks[i] & ~together if i in players else masks[i])


@dataclass(frozen=True, slots=True)
class CountingAid:
    """What makes most questions answerable by counting alone.

    ``bound``  the most partners that any player outside ``fixed`` may not have among such players, apart
               from those of ``kinds``
    ``kinds``  masks of players none of whom may meet another of the same mask
    ``fixed``  masks of two who may only meet each other
    """

    bound: int
    kinds: Sequence[int] = ()
    fixed: Sequence[int] = ()

    def surely(self, mask: int, apart: int = 0, joined: int = 0) -> bool:
        """True: all of ``mask`` can certainly be paired among themselves, though each may have up to
        ``apart`` forbidden partners more. ``joined``: and so can they together with so many others, whoever
        these are, none of whom meets another of them. False says nothing.

        Dirac's bound: a graph of even size in which everybody is joined to at least half has a perfect
        matching. With at most f forbidden partners each, n ≥ 2f + 2 is enough.
        """
        for both in self.fixed:
            inside = mask & both
            if inside == both:
                mask ^= both
            elif inside:
                return False
        size = mask.bit_count() + joined
        if size % 2:
            return False
        alike = max([(mask & kind).bit_count() + joined for kind in self.kinds], default=0)
        return size == 0 or 2 * (size - self.bound - max(alike, 1) - apart - joined) >= size


@dataclass(frozen=True, slots=True)
class RoundProblem:
    """One round. Index = place in processing order (wmsg2008), in the order of need (wxc2015).

    ``groups``   score groups in that order, together 0 … size − 1, each of consecutive places
    ``allowed``  for each player the mask of those he or she may be paired with at all
    ``clean``    the same without the pairs that cost something in the global items above the groups
    ``barred``   for each player the indexes of those, besides ``ease.kinds``, whom he or she may not meet
    ``ease``     what is known about ``clean``
    ``again``    where rematches are lifted: masks of those met before, by index; they are item 0
    ``musts``    masks of those who must have first and second; two of one mask are item 1
    ``costly``   whether pairs that are not clean cost anything
    ``dues``     1 due first, -1 due second, 0 neither, by index; empty where no item asks
    ``ranks``    wxc2015: place by rank, by index
    ``needy``    wxc2015: who goes down takes the first in the order of need instead of by rank (R11)
    ``costs``    wmsg2008: float costs (R3), by index
    ``halves``   wmsg2008: whether item g applies
    """

    groups: Sequence[Sequence[int]]
    allowed: Sequence[int]
    clean: Sequence[int]
    barred: Sequence[Collection[int]]
    ease: CountingAid
    again: Sequence[int] = ()
    musts: tuple[int, int] = (0, 0)
    costly: bool = False
    dues: Sequence[int] = ()
    ranks: Sequence[int] = ()
    needy: bool = False
    costs: Sequence[int] = ()
    halves: bool = True

    @property
    def size(self) -> int:
        return len(self.allowed)

    @property
    def dearest(self) -> int:
        """The most that one pair can cost in the global items."""
        return (self.size + 1 if self.again else 1) if self.costly else 0

    def excess_of(self, i: int, j: int) -> int:
        """What a pair costs in the global items: a rematch more than all pairs of item 1 together."""
        if not self.costly or self.clean[i] >> j & 1:
            return 0
        both = 1 << i | 1 << j
        return (self.size if self.again and self.again[i] >> j & 1 else 0) + any(
            must & both == both for must in self.musts
        )

    def clash(self, i: int, j: int) -> int:
        """1 when both are due the same side."""
        dues = self.dues
        return int(bool(dues) and dues[i] == dues[j] != 0)

    def without_excess(self) -> RoundProblem:
        """The same where no pair that costs something is needed."""
        return replace(self, allowed=self.clean, costly=False)
