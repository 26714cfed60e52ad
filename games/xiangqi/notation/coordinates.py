"""Read coordinates: ICCS ``H2-E2``, and UCI with ranks from 0 (``h2e2``) or from 1 (``h3e3``, ``h3h10``)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.xiangqi.geometry import MOVES
from games.xiangqi.notation.errors import NoSuchMoveError, UnreadableError
from games.xiangqi.values import FILES, Move

_SHORT = {str(move): move for move in MOVES.values()}
_FROM_ONE = {f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}": move for text, move in _SHORT.items()}
_COORDINATES = re.compile(r"([a-i])(10|[0-9])[-‐‑‒–—−]?([a-i])(10|[0-9])[!?+#]*", re.IGNORECASE)
# Number of the first rank → the text of a move → the move.
TABLES: Final = (_SHORT, _FROM_ONE)


# Characters of the longest pair of squares, its marks included.
LONGEST: Final = 24


def looks_like(text: str) -> bool:
    """Whether the token is a pair of squares."""
    return len(text) <= LONGEST and _is_pair(text)


@lru_cache(maxsize=4096)
def _is_pair(text: str) -> bool:
    return bool(_COORDINATES.fullmatch(unicodedata.normalize("NFKC", text)))


def first_rank(tokens: Iterable[str]) -> int | None:
    """1 where a rank 10 stands, 0 where a rank 0 or a dash (ICCS) stands, None where both would do."""
    has_dash = False
    for token in tokens:
        match = _COORDINATES.fullmatch(unicodedata.normalize("NFKC", token))
        if match:
            if "10" in (match[2], match[4]):
                return 1
            if "0" in (match[2], match[4]):
                return 0
            has_dash = has_dash or len(match[0].rstrip("!?+#")) > 4
    return 0 if has_dash else None


def read(text: str, rank: int) -> Move:
    """Find the move that the coordinates name, ranks counted from ``rank``; raise a `NotationError`."""
    move = TABLES[rank].get(text)
    if move:
        return move
    match = _COORDINATES.fullmatch(unicodedata.normalize("NFKC", text))
    if not match:
        raise UnreadableError(text, "not-notation")
    move = TABLES[rank].get(f"{match[1]}{match[2]}{match[3]}{match[4]}".lower())
    # No piece connects these two squares.
    if move is None:
        raise NoSuchMoveError(text, "piece-does-not-move-so")
    return move


def write(move: Move, rank: int) -> str:
    """The short form, ranks counted from ``rank``."""
    if rank == 0:
        return str(move)
    return "".join(f"{FILES[square // 10]}{square % 10 + rank}" for square in move)
