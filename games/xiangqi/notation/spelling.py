"""Say in directions and values what both languages say about a move besides its piece.

*own file*   1–9 from the mover's own right.
*direction*  ``+`` towards the enemy, ``-`` back, ``=`` along the rank.
*value*      ranks moved where the piece stays on its file, else the own file it comes to.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.xiangqi.geometry import GAPS
from games.xiangqi.values import CANNON, CHARIOT, HORSE, PAWN, RED, Move

# Kinds that may need a place: two advisors or elephants on a file never have a move in common.
TANDEM_KINDS: Final = frozenset({HORSE, CHARIOT, CANNON, PAWN})


class Spelled(NamedTuple):
    """A move of a given piece in the terms of both notations."""

    file: int
    direction: str
    value: int


def own_file(square: int, side: int) -> int:
    """The file of a square as that side counts it."""
    return 9 - square // 10 if side == RED else square // 10 + 1


def file_range(file: int, side: int) -> tuple[int, int]:
    """Give the squares of an own file: from, to (excluded)."""
    low = 10 * (9 - file) if side == RED else 10 * (file - 1)
    return low, low + 10


def _spelled(move: Move, side: int) -> Spelled:
    file, to = own_file(move.origin, side), own_file(move.target, side)
    ranks = move.target % 10 - move.origin % 10
    if not ranks:
        return Spelled(file, "=", to)
    direction = "+" if (ranks > 0) == (side == RED) else "-"
    return Spelled(file, direction, abs(ranks) if file == to else to)


# Piece → move → its terms.
SPELLED: Final[tuple[dict[Move, Spelled], ...]] = tuple(
    {move: _spelled(move, piece >> 3) for move in GAPS[piece]} for piece in range(16)
)

# Piece → (direction, value) → the move from each square.
STEP_TO: Final[tuple[dict[tuple[str, int], list[Move | None]], ...]] = tuple({} for _ in range(16))
for _piece, _moves in enumerate(SPELLED):
    for _move, _terms in _moves.items():
        _table = STEP_TO[_piece].setdefault((_terms.direction, _terms.value), [None] * 90)
        _table[_move.origin] = _move


def front_to_back(squares: bytes | bytearray, piece: int, file: int) -> list[int]:
    """The squares of an own file with that piece, the one nearest the enemy first."""
    low, high = file_range(file, piece >> 3)
    squares_on_file = [square for square in range(low, high) if squares[square] == piece]
    return squares_on_file[::-1] if piece >> 3 == RED else squares_on_file


def tandem_files(squares: bytes | bytearray, piece: int) -> list[int]:
    """The own files, from the right, with two or more of that piece."""
    return [file for file in range(1, 10) if squares.count(piece, *file_range(file, piece >> 3)) >= 2]
