"""What a text says so far, while somebody types it: the moves, the first fault, and what could follow.

It is read anew at each pause, inside the request: a text of at most `LONGEST` characters takes less time than
the network does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from games.records.detect import read
from games.records.game import HARMLESS, Fault, Game
from games.records.writing import moves_as, writer
from games.xiangqi.board import Board
from games.xiangqi.moves import legal_moves
from games.xiangqi.notation.writing import chinese_like
from games.xiangqi.values import RED

LONGEST: Final = 8_000
_HAN = re.compile(r"[\u4e00-\u9fff]")
_SQUARES = re.compile(r"\b[a-i](?:10|[0-9])-?[a-i](?:10|[0-9])\b", re.IGNORECASE)
_NUMBERED = re.compile(r"\d\s*[.、．]")


@dataclass(frozen=True, slots=True)
class Next:
    """A legal move: what a board reads (``h2e2``), and how the text would write it."""

    move: str
    text: str


@dataclass(frozen=True, slots=True)
class SoFar:
    """``fault``: the first that stands in the way of going on; then nothing is offered. ``before``: what
    stands between the text and the next move."""

    game: Game
    fault: Fault | None
    following: tuple[Next, ...]
    before: str
    side: int


def so_far(text: str, *, chinese: bool, traditional: bool = False) -> SoFar:
    """``chinese``, ``traditional``: how to offer moves while the text does not tell."""
    game = next(read(text.encode()))
    fault = next((one for one in game.faults if one.code not in HARMLESS and not one.variation), None)
    if not text.strip():
        fault = None
    board = Board(game.start)
    for move in game.moves:
        board.push(move)
    notation = _notation(text, chinese=chinese)
    write = chinese_like(text, traditional=traditional) if notation == "chinese" else writer(notation)
    moves = () if fault else sorted(legal_moves(board))
    squares = bytearray(board.squares)
    return SoFar(
        game=game,
        fault=fault,
        following=tuple(Next(str(move), write(squares, move)) for move in moves),
        before=_before(text, game, board.side),
        side=board.side,
    )


def _notation(text: str, *, chinese: bool) -> str:
    if _HAN.search(text):
        return "chinese"
    if _SQUARES.search(text):
        return "iccs"
    if any(letter.isalpha() for letter in text):
        return "wxf"
    return "chinese" if chinese else "wxf"


def _before(text: str, game: Game, side: int) -> str:
    """A number where the text numbers its moves, else a blank."""
    if text.strip() and (side != RED or not _NUMBERED.search(text)):
        return " "
    number = game.start.number + (game.start.side + len(game.moves)) // 2
    return f"{number}. " if not text.strip() else f"\n{number}. "


def written(game: Game, *, chinese: bool, traditional: bool = False) -> list[str]:
    """The moves with their numbers, as a reader of Chinese or of another language reads them."""
    texts = moves_as(game.start, game.moves, writer("chinese" if chinese else "wxf", traditional=traditional))
    first = game.start.side
    number = game.start.number
    return [
        f"{number + (first + ply) // 2}. {text}" if (first + ply) % 2 == RED else text
        for ply, text in enumerate(texts)
    ]


def told(fault: Fault) -> dict[str, Any]:
    """A fault as a reading keeps it."""
    return {
        "cause": str(fault.cause),
        "code": str(fault.code),
        "text": fault.text,
        "since": fault.since,
        "variation": fault.variation,
        "params": dict(fault.params),
    }
