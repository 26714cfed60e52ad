"""Read Vietnamese notation (``P2-5 M8.7``): letters of Vietnam, ``.`` forward, ``-`` sideways, ``/`` back.

*letters*   Tg general, S advisor, T elephant, X chariot, M horse, P cannon, B, C or Ch soldier; t and s
            behind them are front and rear. Some leave the direction out (``P25 M87``).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from games.xiangqi.board import Board
from games.xiangqi.notation import signless
from games.xiangqi.notation.errors import UnreadableError
from games.xiangqi.notation.reading import find_move
from games.xiangqi.values import Move

_PIECES: Final = {
    "TG": "K",
    "TU": "K",
    "S": "A",
    "T": "E",
    "X": "R",
    "M": "H",
    "P": "C",
    "B": "P",
    "C": "P",
    "CH": "P",
}
_PLACES: Final = {"T": "+", "S": "-"}
_DIRECTIONS: Final = {
    ".": "+",
    "+": "+",
    "T": "+",
    "-": "=",
    "=": "=",
    "B": "=",
    "/": "-",
    "L": "-",
    "TH": "-",
}
_TOKEN: Final = re.compile(
    r"(?P<piece>TG|TU|CH|[SXMPBCT])(?:(?P<place>[TS])?(?P<file>[1-9])|(?P<alone>[TS]))"
    r"(?P<direction>TH|[.+=TBL/-])?(?P<value>[1-9])[!?+#]*"
)
_NUMBERS: Final = {
    word: str(number)
    for number, words in enumerate(
        (
            "một nhất",
            "hai nhị",
            "ba tam",
            "bốn tư tứ",
            "năm ngũ",
            "sáu lục",
            "bảy thất",
            "tám bát",
            "chín cửu",
        ),
        1,
    )
    for word in words.split()
}
_COUNTED: Final = "|".join(_NUMBERS)
_WORDS: Final = re.compile(
    r"(?P<piece>tướng|sĩ|sỹ|tượng|xe|mã|pháo|binh|chốt|tốt)[ \t]{1,3}(?:(?P<place>trước|sau)[ \t]{0,3})?"
    rf"(?P<file>[1-9]|(?:{_COUNTED})(?!\w))?[ \t]{{0,3}}(?P<direction>tiến|tấn|bình|thoái|lui|thối)"
    rf"[ \t]{{1,3}}(?P<value>[1-9]|(?:{_COUNTED})(?!\w))",
    re.IGNORECASE,
)
# One of them stands in each move that is written in words.
_DIRECTION_WORDS: Final = ("tiến", "tấn", "bình", "thoái", "lui", "thối")
_SPOKEN: Final = {
    "tướng": "Tg",
    "sĩ": "S",
    "sỹ": "S",
    "tượng": "T",
    "xe": "X",
    "mã": "M",
    "pháo": "P",
    **dict.fromkeys(["binh", "chốt", "tốt"], "B"),
    "trước": "t",
    "sau": "s",
    "tiến": ".",
    "tấn": ".",
    "bình": "-",
    "thoái": "/",
    "lui": "/",
    "thối": "/",
    **_NUMBERS,
}


def looks_like(text: str) -> bool:
    """Whether a token may be a move in this notation."""
    return len(text) <= 12 and _TOKEN.fullmatch(_plain(text)) is not None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("–", "-").replace("—", "-").upper()


def in_signs(text: str) -> str:
    """A text with its moves in signs that it has in words (``Pháo 2 bình 5``)."""
    composed = unicodedata.normalize("NFC", text)
    small = composed.lower()
    if not any(word in small for word in _DIRECTION_WORDS):
        return composed
    return _WORDS.sub(
        lambda match: "".join(_SPOKEN.get((part or "").lower(), part or "") for part in match.groups()),
        composed,
    )


def read(board: Board, text: str) -> Move:
    """Find the move that a token means here; raise as `find_move` does."""
    match = _TOKEN.fullmatch(_plain(text)) if len(text) <= 12 else None
    if match is None:
        raise UnreadableError(text, "not-notation")
    place = match["place"] or match["alone"]
    where = _PLACES[place] if place else match["file"]
    piece, value = _PIECES[match["piece"]], match["value"]
    if match["direction"] is None:
        return signless.read(board, f"{piece}{where}{value}", any_numerals=True)
    return find_move(board, f"{piece}{where}{_DIRECTIONS[match['direction']]}{value}", any_numerals=True)
