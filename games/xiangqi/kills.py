"""Kill threats: what would be mate if the opponent passed.

*kill threat*   a ply that does not check, after which the same side, were it to move again, could mate at
                once, or by a series of checks whatever is answered (World Xiangqi Rules: "kill").
"""

from __future__ import annotations

from typing import Final

from games.xiangqi.board import Board
from games.xiangqi.fen import DefectCode, Position
from games.xiangqi.moves import legal_moves
from games.xiangqi.threats import Still
from games.xiangqi.values import Move

LONGEST: Final = 3
"""Checks of the longest series that is looked for."""
_ANY: Final = frozenset(DefectCode)


def threatens_mate(still: Still, side: int, longest: int = LONGEST) -> bool:
    """Whether that side could force mate by checks, were it its turn."""
    return mates(Board(Position(still.squares, side), allowed=_ANY), longest)


def mates(board: Board, longest: int = LONGEST) -> bool:
    """Whether the side to move can mate by at most so many checks, whatever is answered."""
    checks = [move for move in legal_moves(board) if _checks(board, move)]
    return any(_loses(board, move, left) for left in range(longest) for move in checks)


def _checks(board: Board, move: Move) -> bool:
    board.push(move)
    check = board.check
    board.pop()
    return check


def _loses(board: Board, check: Move, left: int) -> bool:
    """Whether every answer to the check runs into mate by so many more; without an answer it is mate."""
    board.push(check)
    try:
        answers = legal_moves(board)
        return not answers or (left > 0 and all(_still_mates(board, answer, left) for answer in answers))
    finally:
        board.pop()


def _still_mates(board: Board, answer: Move, left: int) -> bool:
    board.push(answer)
    try:
        return mates(board, left)
    finally:
        board.pop()
