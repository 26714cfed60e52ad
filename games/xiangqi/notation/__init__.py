"""Read and write moves: English (AXF, WXF), Chinese, coordinates.

*token*      the text of one move.
*reading*    what a token can mean before one looks at the board: kinds, file, place, direction, value.
*place*      which of several pieces of one kind on a file; *front* is nearer the enemy.
*plain*      a token of piece, file, direction and value, without a place.
"""

from games.xiangqi.notation.errors import AmbiguousError, NoSuchMoveError, NotationError, UnreadableError
from games.xiangqi.notation.reading import find_move
from games.xiangqi.notation.writing import chinese, chinese_traditional, english, iccs, in_traditional

__all__ = [
    "AmbiguousError",
    "NoSuchMoveError",
    "NotationError",
    "UnreadableError",
    "chinese",
    "chinese_traditional",
    "english",
    "find_move",
    "iccs",
    "in_traditional",
]
