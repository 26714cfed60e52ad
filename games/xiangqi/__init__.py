"""Play xiangqi: the board, its moves, its notations. Pure: no framework, no clock, no files.

*square*     0–89, file by file from Red's left: ``10 * file + rank``; named in ICCS, ``a0`` to ``i9``.
*piece*      0 for none, 1–7 for Red's K A E H R C P, 9–15 for Black's.
*side*       0 is Red, who moves first; 1 is Black.
*ply*        one move of one side, counted from 1.
*quiet*      plies since the last capture.
"""

from games.xiangqi.board import Board, Illegal, IllegalMoveError
from games.xiangqi.fen import START, FenError, Position, read_fen
from games.xiangqi.notation import NotationError, chinese, english, find_move, iccs
from games.xiangqi.values import Move

__all__ = [
    "START",
    "Board",
    "FenError",
    "Illegal",
    "IllegalMoveError",
    "Move",
    "NotationError",
    "Position",
    "chinese",
    "english",
    "find_move",
    "iccs",
    "read_fen",
]
