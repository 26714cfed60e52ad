"""Which pieces attack and protect which: what rulebooks ask of a position.

*attacks*   could capture there next, if it were its side's turn and an enemy stood there.
*protects*  attacks the square of a piece of its own side.
*truly*     a capture there can be answered at once by a legal recapture (World Xiangqi Rules, protection).
"""

from __future__ import annotations

from collections.abc import Iterator

from games.xiangqi.board import Board
from games.xiangqi.geometry import GAPS
from games.xiangqi.moves import legal_moves
from games.xiangqi.values import CANNON, Move


def attackers(squares: bytes | bytearray, square: int, side: int) -> list[int]:
    """Where pieces of that side stand that attack the square; pins do not count here."""
    found = []
    for origin, piece in enumerate(squares):
        if piece and piece >> 3 == side:
            gap = GAPS[piece].get(Move(origin, square))
            if gap is not None:
                between = squares[gap]
                screens = len(between) - between.count(0)
                if screens == (1 if piece & 7 == CANNON else 0):
                    found.append(origin)
    return found


def protectors(squares: bytes | bytearray, square: int) -> list[int]:
    """Where pieces stand that protect the piece on the square; pins do not count here."""
    return attackers(squares, square, squares[square] >> 3)


def captures(board: Board, side: int) -> list[Move]:
    """The legal captures that side would have if it were its turn (general captures left out)."""
    turned = board if board.side == side else board.passed()
    generals = set(board.kings)
    return [
        move for move in legal_moves(turned) if turned.squares[move.target] and move.target not in generals
    ]


def recaptures(board: Board, capture: Move) -> list[Move]:
    """The legal moves of the other side that take back on the square, once ``capture`` is made."""
    turned = board if board.side == board.squares[capture.origin] >> 3 else board.passed()
    turned.push(capture)
    try:
        return [move for move in legal_moves(turned) if move.target == capture.target]
    finally:
        turned.pop()


def is_truly_protected(board: Board, capture: Move) -> bool:
    """Whether the piece that ``capture`` takes is truly protected against it."""
    return bool(recaptures(board, capture))


def threats(board: Board, side: int) -> Iterator[tuple[Move, bool]]:
    """That side's legal captures, each with whether its target is truly protected."""
    for move in captures(board, side):
        yield move, is_truly_protected(board, move)
