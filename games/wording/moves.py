"""Moves as the reader writes them. Records keep Chinese moves in simplified characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.xiangqi.notation import in_traditional
from tournaments.wording.names import reads_chinese, reads_traditional


def chinese_moves(texts: Sequence[str]) -> list[str]:
    """Moves in Chinese notation, in the characters of the reader's language."""
    return [in_traditional(text) for text in texts] if reads_traditional() else list(texts)


def own_moves(moves: Mapping[str, list[str]]) -> list[str]:
    """The moves of a record in the reader's notation."""
    return chinese_moves(moves["chinese"]) if reads_chinese() else moves["english"]
