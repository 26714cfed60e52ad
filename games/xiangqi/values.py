"""Give the small values of the game: sides, pieces, squares, moves. They print as people write them."""

from __future__ import annotations

from typing import Final, NamedTuple

RED: Final = 0
BLACK: Final = 1
SIDE_NAMES: Final = ("first", "second")

KING: Final = 1
ADVISOR: Final = 2
ELEPHANT: Final = 3
HORSE: Final = 4
CHARIOT: Final = 5
CANNON: Final = 6
PAWN: Final = 7
KINDS: Final = range(1, 8)
# Index: kind.
LETTERS: Final = ".KAEHRCP"

FILES: Final = "abcdefghi"
SQUARES: Final = range(90)
SQUARE_NAMES: Final = tuple(f"{file}{rank}" for file in FILES for rank in range(10))
SQUARE_NUMBERS: Final = {name: square for square, name in enumerate(SQUARE_NAMES)}


def piece_of(kind: int, side: int) -> int:
    return kind + 8 * side


def side_of(piece: int) -> int:
    """The side of a piece (not of 0)."""
    return piece >> 3


def kind_of(piece: int) -> int:
    return piece & 7


def square_at(file: int, rank: int) -> int:
    """The square on file 0–8 (from Red's left) and rank 0–9 (from Red's back rank)."""
    return 10 * file + rank


class Move(NamedTuple):
    """A move from one square to another; ``str`` gives ICCS without a dash, which `Move.parse` reads."""

    origin: int
    target: int

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read ``h2e2`` in any letter case; raise `ValueError`."""
        lower = text.lower()
        try:
            return cls(SQUARE_NUMBERS[lower[:2]], SQUARE_NUMBERS[lower[2:]])
        except KeyError:
            raise ValueError(f"not a move in ICCS: {text!r}") from None

    def __str__(self) -> str:
        return SQUARE_NAMES[self.origin] + SQUARE_NAMES[self.target]

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"
