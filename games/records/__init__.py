"""Records of games: what people hand in, read whole. Pure: bytes and text in, values out.

*container*  the file or text around the moves: a plain list, PGN, DhtmlXQ, XQF, CBL.
*fault*      something wrong, with its cause, line, ply and text. A reader collects every fault and goes on.
*line*       a series of moves: the game itself, or a variation (what an annotator would have played).
"""

from games.records.detect import read
from games.records.game import FaultCode, Game, GameOutcome, outcome
from games.records.writing import to_dhtmlxq, to_list, to_pgn, to_xqf

__all__ = [
    "FaultCode",
    "Game",
    "GameOutcome",
    "outcome",
    "read",
    "to_dhtmlxq",
    "to_list",
    "to_pgn",
    "to_xqf",
]
