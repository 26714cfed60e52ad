"""A sheet of which only costs are known, made up."""

from __future__ import annotations

from typing import Final

from games.scoresheets.costed import CostedCell
from games.xiangqi.board import Board
from games.xiangqi.notation.writing import english
from games.xiangqi.values import Move
from tests.games.photos.made_sheets import games

GAME: Final = games()[0].moves[:40]


def keys() -> list[str]:
    board, texts = Board(), []
    for text in GAME:
        texts.append(english(board.squares, Move.parse(text)))
        board.push(Move.parse(text))
    return texts


def cells(changed: dict[int, dict[str, float] | None] | None = None) -> list[CostedCell]:
    """Each cell sure of its text, but for those that are ``changed``, by ply from 1."""
    changed = changed or {}
    return [
        CostedCell("english", changed.get(ply, {key: 0.0}) if ply in changed else {key: 0.0})
        for ply, key in enumerate(keys(), 1)
    ]
