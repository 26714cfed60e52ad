"""The line in which somebody types the result of a table: ``12 1-0``, ``12 =``, ``12 红胜``.

*Choice*: how a result is written in forms, ``1-0 1/2 0-1``, by forfeit ``+- -+ --``. The table comes first,
then the choice in one of its spellings. Blanks and the width of characters do not matter, nor does the kind
of dash. A mark behind it, ``12 1-0!``, confirms what the table asks about. What is in no list is refused: a
slip of the finger must not become a result.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

_DASHES = re.compile(r"[\u2010-\u2015\u2212\u30fc]")
_LINE = re.compile(r"\s*([0-9]{1,4})(\s*)(\S.*)", re.DOTALL)

_SCORES: Mapping[str, tuple[str, ...]] = {
    "1-0": ("1-0", "1:0", "1"),
    "0-1": ("0-1", "0:1", "0"),
    "1/2": ("=", "1/2", "1/2-1/2", "1/2:1/2", "和", "和棋", "平", "平局"),
    "+-": ("+-",),
    "-+": ("-+",),
    "--": ("--",),
}
_WINNERS: Mapping[str, Mapping[str, str]] = {
    "xiangqi": {"红": "1-0", "紅": "1-0", "黑": "0-1"},
    "weiqi": {"黑": "1-0", "白": "0-1"},
}
_WINS = ("胜", "勝", "方胜", "方勝")


def _spellings(game: str) -> dict[str, str]:
    spellings = {spelling: choice for choice, written in _SCORES.items() for spelling in written}
    return spellings | {side + wins: choice for side, choice in _WINNERS[game].items() for wins in _WINS}


SPELLINGS: Mapping[str, Mapping[str, str]] = {game: _spellings(game) for game in _WINNERS}
"""By game: the choice that each spelling means, blanks aside."""


class TypedResult(NamedTuple):
    table: int
    choice: str
    confirmed: bool = False


def read_result_line(text: str, game: str) -> TypedResult | None:
    """None when it cannot be read. Before a figure the table needs a blank behind it."""
    match = _LINE.fullmatch(_DASHES.sub("-", unicodedata.normalize("NFKC", text)).replace("\u2044", "/"))
    if match is None:
        return None
    table, blank, written = match.groups()
    if not blank and written[0].isdigit():
        return None
    plain = "".join(written.split())
    choice = SPELLINGS[game].get(plain.removesuffix("!"))
    return None if choice is None else TypedResult(int(table), choice, plain.endswith("!"))
