"""Read algebraic notation: piece and target square (``Che2``, ``Rab1``, ``Hxe7+``, ``c5``), ranks from 0
or 1.

Programs for many games write so: the letter, where needed the file or rank it comes from, the square it goes
to; a soldier has no letter. With the whole square before the target it is the long form (``Ch2-e2``).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from games.xiangqi.board import Board
from games.xiangqi.moves import legal_moves
from games.xiangqi.notation.errors import AmbiguousError, NoSuchMoveError, UnreadableError
from games.xiangqi.values import ADVISOR, CANNON, CHARIOT, ELEPHANT, FILES, HORSE, KING, PAWN, Move

_KINDS: Final = {
    "K": KING,
    "G": KING,
    "A": ADVISOR,
    "E": ELEPHANT,
    "B": ELEPHANT,
    "H": HORSE,
    "N": HORSE,
    "R": CHARIOT,
    "C": CANNON,
    "P": PAWN,
    "S": PAWN,
}
_ALGEBRAIC: Final = re.compile(
    r"([KGAEBHNRCPS])?([a-i])?(10|[0-9])?[x:-]?([a-i])(10|[0-9])(?:[+#!?]|ep){0,4}"
)


def looks_like(text: str) -> bool:
    """Whether a token may be a move in this notation."""
    return len(text) <= 14 and _ALGEBRAIC.fullmatch(unicodedata.normalize("NFKC", text)) is not None


def read(board: Board, text: str, rank: int) -> Move:
    """Find the legal move, ranks counted from ``rank``; raise a `NotationError`."""
    match = _ALGEBRAIC.fullmatch(unicodedata.normalize("NFKC", text)) if len(text) <= 14 else None
    if match is None:
        raise UnreadableError(text, "not-notation")
    letter, file, row, to_file, to_row = match.groups()
    if int(to_row) - rank not in range(10):
        raise NoSuchMoveError(text, "piece-does-not-move-so")
    target = 10 * FILES.index(to_file) + int(to_row) - rank
    kind = _KINDS[letter] if letter else None if file and row else PAWN
    squares = board.squares
    fitting = [
        move
        for move in legal_moves(board)
        if move.target == target
        and kind in (None, squares[move.origin] & 7)
        and (not file or FILES[move.origin // 10] == file)
        and (not row or move.origin % 10 == int(row) - rank)
    ]
    if not fitting:
        raise NoSuchMoveError(text, "piece-does-not-move-so")
    if len(fitting) > 1:
        raise AmbiguousError(text, fitting)
    return fitting[0]
