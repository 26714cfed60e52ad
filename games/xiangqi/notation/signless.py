"""Read moves without the sign of their direction (``马87``, ``H87``, ``H8-7`` with a dash for each): the
board says which way is meant."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from games.xiangqi.board import Board
from games.xiangqi.notation.errors import AmbiguousError, NoSuchMoveError, NotationError
from games.xiangqi.notation.reading import find_move
from games.xiangqi.values import Move

_NUMERAL: Final = "[1-9一二三四五六七八九]"
_CHINESE: Final = re.compile(
    rf"([帅帥将將仕士相象马馬傌车車俥炮砲包兵卒]{_NUMERAL}|[前后後中][马馬傌车車俥炮砲包兵卒])({_NUMERAL})[!?+#]*"
)
_ENGLISH: Final = re.compile(r"([KAEHRCPNB][1-9])([1-9])[!?+#]*", re.IGNORECASE)
_DASHED: Final = re.compile(r"([KAEHRCPNB][1-9])[-–—]([1-9])[!?+#]*", re.IGNORECASE)
# Pieces that never move along a rank: their sign is not the one that some leave out.
_SLANTING: Final = frozenset("AEHNBaehnb仕士相象马馬傌")
# Before the piece: which of two in one file.
_PLACES: Final = frozenset("前后後中")
_LONGEST: Final = 6


def _parts(token: str) -> re.Match[str] | None:
    plain = unicodedata.normalize("NFKC", token) if len(token) <= _LONGEST else ""
    return _CHINESE.fullmatch(plain) or _ENGLISH.fullmatch(plain)


def looks_like(token: str) -> bool:
    """Say whether a token may be such a move."""
    return _parts(token) is not None


def is_chinese(token: str) -> bool:
    """Say whether it is one with glyphs, which nothing else looks like."""
    return (
        not token.isascii()
        and _CHINESE.fullmatch(unicodedata.normalize("NFKC", token[:_LONGEST])) is not None
    )


def needs_board(token: str) -> bool:
    """Say whether its piece only moves forward or back, which the board alone tells."""
    match = _parts(token)
    return match is not None and match[1][0 if match[1][0] not in _PLACES else 1] in _SLANTING


def with_sign(token: str) -> str:
    """Write ``C25`` as ``C2=5``: beside moves with signs, some leave out the one along the rank."""
    match = _parts(token)
    if match is None or match[1][0] in _SLANTING or match[1][0] in _PLACES:
        return token
    return f"{match[1]}{'=' if match[1].isascii() else '平'}{match[2]}"


def is_dashed(token: str) -> bool:
    """Say whether it has a dash, which is a retreat where other moves have other signs."""
    return len(token) <= _LONGEST and _DASHED.fullmatch(token) is not None


def read(board: Board, token: str, *, any_numerals: bool = False) -> Move:
    """Find the one legal move that the token can mean.

    Raises `NotationError` as `find_move` does, `AmbiguousError` where several are legal.
    """
    match = _parts(token) or _DASHED.fullmatch(token[: _LONGEST + 1])
    if match is None:
        return find_move(board, token, any_numerals=any_numerals)
    legal: list[Move] = []
    for sign in "=+-":
        written = sign if match[1].isascii() else {"=": "平", "+": "进", "-": "退"}[sign]
        try:
            move = find_move(board, f"{match[1]}{written}{match[2]}", any_numerals=any_numerals)
        except NotationError:
            continue
        if board.is_legal(move):
            legal.append(move)
    if len(legal) > 1:
        raise AmbiguousError(token, legal)
    if not legal:
        raise NoSuchMoveError(token, "piece-does-not-move-so")
    return legal[0]
