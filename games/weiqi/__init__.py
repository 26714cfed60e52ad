"""Play weiqi: the board, counting, SGF. Pure: no framework, no clock, no files.

*colour*     1 is Black, the first side; 2 is White, the second; 0 is no stone.
*point*      ``32 * row + column`` from the upper left corner, as SGF counts: ``aa`` is 0, ``ba`` 1,
             ``ab`` 32. The same point has the same number on every size of board.
*chain*      stones of one colour joined along lines (article 3); *liberty*: an empty point next to it.
*ply*        one move of one side, a pass included, counted from 1; position *k* is the board after ply
             *k*, position 0 the board before the first.
*quarter*    a quarter of a stone, the unit of compensation: 2¾ is 11.

Articles are those of the Chinese rules of the China Weiqi Association.
"""

from games.weiqi.board import Board, Illegal, IllegalPlayError, Repetition
from games.weiqi.counting import Count, count
from games.weiqi.judging import Judged, judge
from games.weiqi.reading import read_file
from games.weiqi.record import WeiqiRecord
from games.weiqi.values import Move

__all__ = [
    "Board",
    "Count",
    "Illegal",
    "IllegalPlayError",
    "Judged",
    "Move",
    "Repetition",
    "WeiqiRecord",
    "count",
    "judge",
    "read_file",
]
