"""The line in which somebody types the result of a table: ``12 1-0``, ``12 =``, ``12 红胜``, ``12 1 t``.

*Choice*: how a result is written in forms, ``1-0 1/2 0-1``, by forfeit ``+- -+ --``, ``0-0`` where both lost
what they played, ``1/2-0`` and ``0-1/2`` where one did. The table comes first, then the choice in one of its
spellings, then its cause if it is said: a letter of `causes.CAUSES` or the Chinese word; of a count with the
margin (``12 1 k 3.75``), of another with the article (``12 = p 1.4``). Blanks and the width of characters do
not matter, nor does the kind of dash. A mark behind it, ``12 1-0!``, confirms what the table asks about. What
is in no list is refused: a slip of the finger must not become a result.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from tournaments.state.causes import BY_KEY, BY_WORD, ResultCause, allows, read_margin

_DASHES = re.compile(r"[\u2010-\u2015\u2212\u30fc]")
_LINE = re.compile(r"\s*([0-9]{1,4})(\s*)(\S.*)", re.DOTALL)
_QUARTERS = {"¼": ".25", "½": ".5", "¾": ".75"}
_MIXED = re.compile(r"(?<=[0-9])[¼½¾]")
_WITH_CAUSE = re.compile(
    rf"(.{{1,8}}?)({'|'.join(sorted((*BY_KEY, *BY_WORD), key=len, reverse=True))})([0-9.,/]{{0,8}})"
)

_SCORES: Mapping[str, tuple[str, ...]] = {
    "1-0": ("1-0", "1:0", "1"),
    "0-1": ("0-1", "0:1", "0"),
    "1/2": ("=", "1/2", "1/2-1/2", "1/2:1/2", "和", "和棋", "平", "平局"),
    "0-0": ("0-0", "0:0", "双负", "雙負"),
    "1/2-0": ("1/2-0", "1/2:0", "=-0", "=:0"),
    "0-1/2": ("0-1/2", "0:1/2", "0-=", "0:="),
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


# By game the choice that each spelling means, without blanks.
SPELLINGS: Mapping[str, Mapping[str, str]] = {game: _spellings(game) for game in _WINNERS}


class TypedResult(NamedTuple):
    """``margin``: of a count, in quarters; None where none was typed."""

    table: int
    choice: str
    confirmed: bool = False
    cause: ResultCause = ResultCause.PLAY
    article: str = ""
    margin: int | None = None


def margin_typed(text: str) -> int | None:
    """``3¾``, ``3.75``, ``3,75`` or ``¼`` stones above the line, in quarters; None for no such number."""
    plain = unicodedata.normalize("NFKC", _MIXED.sub(lambda sign: _QUARTERS[sign[0]], text))
    return read_margin("".join(plain.replace("\u2044", "/").replace(",", ".").split()))


def read_result_line(text: str, game: str) -> TypedResult | None:
    """None when it cannot be read. Before a figure the table needs a blank behind it."""
    # 3¾ would become 33/4 with the rest.
    decimal = _MIXED.sub(lambda sign: _QUARTERS[sign[0]], text)
    match = _LINE.fullmatch(_DASHES.sub("-", unicodedata.normalize("NFKC", decimal)).replace("\u2044", "/"))
    if match is None:
        return None
    table, blank, written = match.groups()
    if not blank and written[0].isdigit():
        return None
    plain = "".join(written.split())
    typed = _typed(int(table), plain.removesuffix("!"), game)
    return typed._replace(confirmed=plain.endswith("!")) if typed else None


def _typed(table: int, plain: str, game: str) -> TypedResult | None:
    """The choice alone, or with its cause and what stands behind that."""
    choice = SPELLINGS[game].get(plain)
    if choice is not None:
        return TypedResult(table, choice) if allows(ResultCause.PLAY, choice, game) else None
    match = _WITH_CAUSE.fullmatch(plain.lower())
    if match is None:
        return None
    choice = SPELLINGS[game].get(match[1])
    cause = BY_KEY.get(match[2]) or BY_WORD[match[2]]
    if choice is None or not allows(cause, choice, game):
        return None
    typed = TypedResult(table, choice, cause=cause)
    if not match[3]:
        return typed
    if cause is not ResultCause.COUNT:
        return typed._replace(article=match[3])
    margin = read_margin(match[3].replace(",", "."))
    return None if margin is None else typed._replace(margin=margin)
