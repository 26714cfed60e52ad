"""Say where everything stands on a scoresheet to be photographed: one table for paper and reader.

Everything is in millimetres from the upper left corner of the sheet.

*mark*      a black square with a pattern of its own (ArUco, ``DICT_4X4_50``); four of them say where the
            sheet lies in a picture, which way up, and by their numbers which layout it has
*block*     a column of numbered rows; its *cells* hold one ply each, the first player's on the left
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple


class Box(NamedTuple):
    left: float
    top: float
    width: float
    height: float


# One version of the printed sheet.
@dataclass(frozen=True, slots=True)
class Layout:
    version: int
    # The numbers of the four marks, clockwise from the upper left, and the upper left corner of each below.
    marks: tuple[int, int, int, int]
    width: float
    height: float
    corners: tuple[tuple[float, float], ...]
    mark: float
    # The left edge of each block, where its number stands before two cells.
    blocks: tuple[float, ...]
    number: float
    cell: tuple[float, float]
    top: float
    rows: int
    # Words for people.
    head: Box
    foot: Box
    # The QR code.
    code: Box

    @property
    def plies(self) -> int:
        """For how many the sheet has room."""
        return 2 * self.rows * len(self.blocks)

    @property
    def block_width(self) -> float:
        return self.number + 2 * self.cell[0]

    def line(self, row: float) -> float:
        """The upper edge of a row, counted from 0."""
        return self.top + row * self.cell[1]

    def cell_of(self, ply: int) -> Box:
        """Say where a ply is written, counted from 0; raise IndexError."""
        move, second = divmod(ply, 2)
        block, row = divmod(move, self.rows)
        left = self.blocks[block] + self.number + second * self.cell[0]
        return Box(left, self.line(row), *self.cell)


def _half(version: int, first_mark: int) -> Layout:
    return Layout(
        version=version,
        marks=(first_mark, first_mark + 1, first_mark + 2, first_mark + 3),
        width=139,
        height=210,
        corners=((8, 8), (119, 8), (119, 190), (8, 190)),
        mark=12,
        blocks=(8, 70.5),
        number=6.5,
        cell=(27, 6.9),
        top=46,
        rows=20,
        head=Box(26, 7, 58, 32),
        foot=Box(26, 188, 87, 16),
        code=Box(87, 8, 26, 26),
    )


# One sheet on a leaf, upright. It fits A4 and Letter alike, so that there is one layout to read.
WHOLE: Final = Layout(
    version=1,
    marks=(0, 1, 2, 3),
    width=210,
    height=279,
    corners=((8, 8), (190, 8), (190, 259), (8, 259)),
    mark=12,
    blocks=(10, 107),
    number=9,
    cell=(42, 8.3),
    top=45,
    rows=25,
    head=Box(26, 8, 128, 30),
    foot=Box(26, 256, 158, 16),
    code=Box(158, 8, 26, 26),
)
# Two sheets on a leaf that lies, left and right. Their marks differ, so that a picture of the uncut leaf has
# both, and no corner of one is taken for the other's.
HALVES: Final = (_half(2, 4), _half(3, 8))
# By version, every one that was ever printed.
# A layout that has been printed is never changed: a better one gets the next version and marks with other
# numbers, so that a sheet from an old stack stays readable.
LAYOUTS: Final[Mapping[int, Layout]] = {layout.version: layout for layout in (WHOLE, *HALVES)}

# What stands inside the black edge of each mark, by its number: 1 is white. From OpenCV's ``DICT_4X4_50``; a
# test compares them.
PATTERNS: Final = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
    ("0101", "0100", "1001", "1110"),
    ("0111", "1001", "1100", "1101"),
    ("1001", "1110", "0010", "1110"),
    ("1100", "0100", "1111", "0010"),
    ("1111", "1110", "1101", "1010"),
    ("1100", "1111", "0101", "0110"),
    ("1111", "1001", "1001", "0001"),
    ("0001", "0001", "1010", "0111"),
)
