"""Say what two sheets cost each other before anybody looks at a board.

*cost*  how much has to be assumed to explain a cell: nothing for what fits or is blank, most for a readable
        move that was not played.
*run*   a series of plies that one sheet skips, or of cells that it has too many
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.scoresheets.sheet import Cell

# One character of a readable move is another.
NEAR_WRONG: Final = 2
# More than the two rows cost that two sheets skip beside each other, lest they be taken for one.
FAR_WRONG: Final = 10
NEAR_ILLEGIBLE: Final = 1
# The first ply of a run that a sheet skips; a cell too many costs more, for nobody writes what was not
# played.
OPEN: Final = 3
EXTEND: Final = 1
DROPPED: Final = 8
DROPPED_NEXT: Final = 4
# Two neighbouring rows in the other order.
SWAPPED: Final = 3
NEVER: Final = 1_000_000
# How far two sheets may be apart, in cells, beyond their difference in length.
_BAND: Final = 24


class Run(NamedTuple):
    """The least costs from a place on: outside a run, in one along the first sheet, along the second."""

    outside: int
    first: int
    second: int


_NEVER = Run(NEVER, NEVER, NEVER)


@lru_cache(maxsize=16_384)
def differing_characters(text: str, other: str) -> int:
    """Count the characters in which two texts differ: 0, 1, 2, or 3 for more; a character too many counts
    one."""
    if len(text) == len(other):
        return min(3, sum(a != b for a, b in zip(text, other, strict=True)))
    shorter, longer = sorted((text, other), key=len)
    if len(longer) - len(shorter) == 1:
        return 1 if any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))) else 3
    return 3


def wrong_cost(letters: str, forms: Sequence[str]) -> int:
    """What a readable cell costs where a move is played that is written as one of ``forms``."""
    return NEAR_WRONG if any(differing_characters(letters, form) < 2 for form in forms) else FAR_WRONG


def illegible_cost(letters: str, forms: Sequence[str]) -> int:
    """The same for one that cannot be read."""
    return min(max(NEAR_ILLEGIBLE, differing_characters(letters, form)) for form in forms)


def alone_cost(cell: Cell) -> int:
    """The least that a cell costs whatever was played."""
    return 0 if cell.is_readable or cell.is_blank else NEAR_ILLEGIBLE


def agree(cell: Cell, other: Cell) -> bool:
    """Whether two readable cells can mean one move, as far as one can tell without a board."""
    if cell.square or other.square:
        return cell.square is None or other.square is None or cell.square == other.square
    return any(
        set(a.kinds) & set(b.kinds)
        and (a.direction, a.value) == (b.direction, b.value)
        and (a.file == b.file or bool(a.place) or bool(b.place))
        for a in cell.readings
        for b in other.readings
    )


def pair_cost(cell: Cell, other: Cell) -> int:
    """The least that two cells cost if they stand for the same ply."""
    if cell.is_blank or other.is_blank:
        return alone_cost(cell) + alone_cost(other)
    if cell.is_readable and other.is_readable and agree(cell, other):
        return 0
    placed = any(reading.place for cell in (cell, other) for reading in cell.readings)
    squares = bool(cell.square) != bool(other.square)
    near = 0 if placed or squares else differing_characters(cell.letters, other.letters)
    if cell.is_readable and other.is_readable:
        return NEAR_WRONG if near < 2 else FAR_WRONG
    if cell.is_readable or other.is_readable:
        return max(NEAR_ILLEGIBLE, near)
    return 2 * NEAR_ILLEGIBLE


def are_swapped(cells: Sequence[Cell], at: int) -> bool:
    """Say whether two rows begin here that may stand in the other order."""
    # A gap tells nothing about its place.
    return at % 2 == 0 and at + 4 <= len(cells) and sum(not cell.is_blank for cell in cells[at : at + 4]) > 1


class Remaining:
    """Find the least cost from each pair of places on."""

    def __init__(self, first: Sequence[Cell], second: Sequence[Cell]) -> None:
        self.ends = len(first), len(second)
        self.width = _BAND + abs(len(first) - len(second))
        self.slope = len(second) / len(first) if first else 0.0
        self._first, self._second = first, second
        self._pairs: dict[tuple[int, int], int] = {}
        self._rows: list[tuple[int, list[Run]]] = [(0, [])] * (len(first) + 1)
        for at in range(len(first), -1, -1):
            low, high = self._range(at)
            self._rows[at] = (low, [_NEVER] * (high - low))
            for other in range(high - 1, low - 1, -1):
                self._rows[at][1][other - low] = self._least(at, other)

    # The least that is still to be paid: a search along it looks at nothing that cannot be best.
    def __call__(self, at: int, other: int) -> Run:
        """``at`` cells of the first sheet and ``other`` of the second are explained."""
        if at > self.ends[0]:
            return _NEVER
        low, row = self._rows[at]
        return row[other - low] if 0 <= other - low < len(row) else _NEVER

    def _range(self, at: int) -> tuple[int, int]:
        middle = round(at * self.slope)
        last = self.ends[1] + 1
        if not self._first:
            return 0, last
        low = 0 if middle <= self.width else middle - self.width
        return low, last if at == self.ends[0] else min(last, middle + self.width + 1)

    def _pair(self, at: int, other: int) -> int:
        key = at, other
        if key not in self._pairs:
            self._pairs[key] = pair_cost(self._first[at], self._second[other])
        return self._pairs[key]

    def _least(self, at: int, other: int) -> Run:
        ends = self.ends
        if (at, other) == ends:
            return Run(0, 0, 0)
        best = NEVER
        if at < ends[0] and other < ends[1]:
            best = self._pair(at, other) + self(at + 1, other + 1).outside
            best = min(best, self._swapped(at, other))
        along = beside = NEVER
        if at < ends[0]:
            after = self(at + 1, other).first + alone_cost(self._first[at])
            along = after if other == ends[1] else after + EXTEND
        if other < ends[1]:
            after = self(at, other + 1).second + alone_cost(self._second[other])
            beside = after if at == ends[0] else after + EXTEND
        opening = OPEN - EXTEND
        outside = min(
            best,
            along + (opening if other < ends[1] else 0),
            beside + (opening if at < ends[0] else 0),
        )
        return Run(outside, min(outside, along), min(outside, beside))

    def _swapped(self, at: int, other: int) -> int:
        """With the next two rows of one sheet in the other order."""
        if at + 4 > self.ends[0] or other + 4 > self.ends[1]:
            return NEVER
        order = (2, 3, 0, 1)
        after = self(at + 4, other + 4).outside + SWAPPED
        best = NEVER
        if are_swapped(self._first, at):
            best = sum(self._pair(at + order[step], other + step) for step in range(4)) + after
        if are_swapped(self._second, other):
            best = min(best, sum(self._pair(at + step, other + order[step]) for step in range(4)) + after)
        return best
