"""Say what a text says so far, while somebody types it: the moves, the first fault, and what could follow."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from games.problems import Problem
from games.records.detect import read
from games.records.game import HARMLESS, Game
from games.records.writing import Write, moves_as, writer
from games.xiangqi.board import Board
from games.xiangqi.fen import Position
from games.xiangqi.moves import legal_moves
from games.xiangqi.notation import coordinates
from games.xiangqi.notation.errors import NotationError
from games.xiangqi.notation.writing import chinese_like
from games.xiangqi.values import RED

LONGEST: Final = 8_000
_HAN = re.compile(r"[\u4e00-\u9fff]")
_SQUARES = re.compile(r"\b[a-i](?:10|[0-9])-?[a-i](?:10|[0-9])\b", re.IGNORECASE)
_NUMBERED = re.compile(r"\d\s*[.、．]")


@dataclass(frozen=True, slots=True)
class NextMove:
    # As a board reads it (``h2e2``).
    move: str
    # As the text would write it.
    text: str


@dataclass(frozen=True, slots=True)
class PartialRecord:
    game: Game
    # The first that stands in the way of going on; then nothing is offered.
    fault: Problem | None
    following: tuple[NextMove, ...]
    # What stands between the text and the next move.
    before: str
    side: int


# It is read anew at each pause: a text of at most `LONGEST` characters takes less time than the network does.
def so_far(text: str, *, chinese: bool, traditional: bool = False) -> PartialRecord:
    """Read a text; ``chinese``, ``traditional``: how to offer moves while the text does not tell."""
    game = next(read(text.encode()))
    fault = _in_the_way(game) if text.strip() else None
    board = _board(game)
    write = _write(text, chinese=chinese, traditional=traditional)
    moves = () if fault else sorted(legal_moves(board))
    squares = bytearray(board.squares)
    return PartialRecord(
        game=game,
        fault=fault,
        following=tuple(NextMove(str(move), write(squares, move)) for move in moves),
        before=_before(text, game, len(game.moves)),
        side=board.side,
    )


def with_taps(text: str, ahead: int, *, chinese: bool, traditional: bool = False) -> str:
    """Write the last ``ahead`` moves, which were tapped and stand as squares (``H9-G7``), as the rest is
    written."""
    words = text.rsplit(maxsplit=ahead)
    taps = words[-ahead:] if ahead else []
    head = words[0] if len(words) > ahead else ""
    game = next(read(head.encode()))
    if not taps or (head and _in_the_way(game)):
        return text
    board = _board(game)
    write = _write(head, chinese=chinese, traditional=traditional)
    ply = len(game.moves)
    for place, tap in enumerate(taps):
        try:
            move = coordinates.read(tap, 0)
        except NotationError:
            move = None
        # From the first that cannot be played on, they stay as they stand: they were tapped before what
        # stands in front of them had been read.
        if move is None or not board.is_legal(move):
            return " ".join([head, *taps[place:]]).lstrip()
        head += _before(head, game, ply + place) + write(board.squares, move)
        board.push(move)
    return head


def _in_the_way(game: Game) -> Problem | None:
    return next((fault for fault in game.faults if fault.code not in HARMLESS and not fault.variation), None)


def _board(game: Game) -> Board:
    board = Board(game.start)
    for move in game.moves:
        board.push(move)
    return board


def _write(text: str, *, chinese: bool, traditional: bool) -> Write:
    """How the text writes its moves."""
    notation = _notation(text, chinese=chinese)
    return chinese_like(text, traditional=traditional) if notation == "chinese" else writer(notation)


def typed_game(start: Position, text: str) -> Game:
    """Moves that were typed, from a position on."""
    return next(read(f'[FEN "{start.fen()}"]\n\n{text}\n'.encode(), "pgn"))


def _notation(text: str, *, chinese: bool) -> str:
    if _HAN.search(text):
        return "chinese"
    if _SQUARES.search(text):
        return "iccs"
    if any(letter.isalpha() for letter in text):
        return "wxf"
    return "chinese" if chinese else "wxf"


def _before(text: str, game: Game, ply: int) -> str:
    """Give what stands before the next move: a number where the text numbers its moves, else a blank."""
    if text.strip() and ((game.start.side + ply) % 2 != RED or not _NUMBERED.search(text)):
        return " "
    number = game.start.number + (game.start.side + ply) // 2
    return f"{number}. " if not text.strip() else f"\n{number}. "


def written_moves(game: Game, *, chinese: bool, traditional: bool = False) -> list[str]:
    """The moves with their numbers, as a reader of Chinese or of another language reads them."""
    texts = moves_as(game.start, game.moves, writer("chinese" if chinese else "wxf", traditional=traditional))
    first = game.start.side
    number = game.start.number
    return [
        f"{number + (first + ply) // 2}. {text}" if (first + ply) % 2 == RED else text
        for ply, text in enumerate(texts)
    ]


def move_words(fault: Problem) -> dict[str, Any]:
    """A fault as a reading keeps it."""
    return {
        "cause": str(fault.cause),
        "code": str(fault.code),
        "text": fault.text,
        "since": fault.since,
        "variation": fault.variation,
        "params": dict(fault.params),
    }
