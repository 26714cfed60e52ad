"""Positions, series of moves and their rulings, from the fixtures; and the same seen otherwise."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.xiangqi.cycles import Played
from games.xiangqi.fen import FileErrorCode, Position, read_fen
from games.xiangqi.values import Move

HERE = Path(__file__).resolve().parents[2] / "fixtures" / "repetition"
DIAGRAM = frozenset({FileErrorCode.MISPLACED})


@cache
def diagrams() -> list[dict[str, Any]]:
    """The 87 diagrams: ``position``, ``lead``, ``cycle`` and ``loser``."""
    return list(json.loads((HERE / "axf.json").read_text())["diagrams"])


@cache
def observed() -> list[dict[str, Any]]:
    """The 17 rulings of the Tiantian platform."""
    return list(json.loads((HERE / "tiantian.json").read_text())["observed"])


@cache
def live_cases() -> list[dict[str, Any]]:
    """The 65 cases of games as they are played: ``plies`` or ``ops``, ``expect``, ``end``."""
    return [json.loads(line) for line in (HERE.parent / "live" / "cases.jsonl").read_text().splitlines()]


def position(text: str) -> Position:
    result, _ = read_fen(text)
    assert result is not None
    return result


def moves(text: str) -> list[Move]:
    return [Move.parse(item) for item in text.split()]


def play(start: str | Position, texts: str | list[Move]) -> Played:
    """Plays every move; none may be illegal."""
    at = position(start) if isinstance(start, str) else start
    played = Played.of(moves(texts) if isinstance(texts, str) else texts, at, allowed=DIAGRAM)
    assert played.stopped is None, played.stopped
    return played


def mirrored(square: int) -> int:
    """Left to right."""
    return 80 - square + 2 * (square % 10)


def turned(square: int) -> int:
    """Seen from the other side."""
    return square - square % 10 + 9 - square % 10


def seen_otherwise(start: Position, line: list[Move], *, turn: bool) -> tuple[Position, list[Move]]:
    """The position and moves with left and right, or with the sides, changed over."""
    squares = bytearray(90)
    for square, piece in enumerate(start.squares):
        if piece:
            squares[turned(square) if turn else mirrored(square)] = piece ^ 8 if turn else piece
    at = turned if turn else mirrored
    side = 1 - start.side if turn else start.side
    return Position(bytes(squares), side), [Move(at(move.origin), at(move.target)) for move in line]
