"""From the text of a move to its readings, without a board."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from games.xiangqi.notation.writing import CHINESE_DIGITS
from games.xiangqi.values import ADVISOR, BLACK, KING, LETTERS, PAWN, RED

# Characters of the longest token that can be a move, its marks included.
LONGEST: Final = 12


class TokenReading(NamedTuple):
    """One meaning of a token."""

    kinds: tuple[int, ...]
    file: int | None
    # ``""`` none; ``+ - ++ --`` as English writes them; ``f m r`` front, middle, rear; ``1``–``5`` from the
    # front; ``a``–``e`` over all doubled files, from the right and front to back.
    place: str
    direction: str
    value: int


class Token(NamedTuple):
    """All readings of a token."""

    readings: tuple[TokenReading, ...]
    # Where its numerals say whose move it is (Chinese ones: Red's).
    side: int | None


_KINDS: dict[str, tuple[int, ...]] = {letter: (kind,) for kind, letter in enumerate(LETTERS) if kind}
_KINDS |= {"N": _KINDS["H"], "B": _KINDS["E"], "M": _KINDS["E"], "S": _KINDS["P"], "G": (ADVISOR, KING)}
_PAWN = (PAWN,)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣", "-") | {".": "=", "。": "=", "~": "="})
_ENGLISH = re.compile(
    r"""(?: (?P<piece>[KAEHRCPNBMSG]) (?: (?P<file>[1-9]) | (?P<place>[+-]) )
      | (?P<before>[+-]|[FRB1-5]) (?P<piece2>[KAEHRCPNBMSG])
      | [PS] (?P<letter>[A-E])
      | (?P<pair>\+\+|--)
      | (?P<pawns>[1-9]) (?: (?P<place2>[+-]) | (?P<second>[1-9]) )
    ) (?P<direction>[+=-]) (?P<value>[1-9]) [!?+\#]*""",
    re.VERBOSE,
)

_GLYPHS = {
    "K": "帅帥将將",
    "A": "仕士",
    "E": "相象",
    "H": "马馬傌",
    "R": "车車俥",
    "C": "炮砲包",
    "P": "兵卒",
    "f": "前",
    "m": "中",
    "r": "后後",
    "+": "进進上",
    "-": "退下",
    "=": "平",
}
_CODES = {ord(glyph): code for code, glyphs in _GLYPHS.items() for glyph in glyphs}
_CODES |= {ord(numeral): str(digit) for digit, numeral in enumerate(CHINESE_DIGITS) if digit}
_CHINESE = re.compile(
    r"""(?: (?P<piece>[KAEHRCP]) (?: (?P<file>[1-9]) | (?P<place>[fmr]) )
      | (?P<before>[fmr1-5]) (?: (?P<piece2>[KAEHRCP]) (?P<file2>[1-9])? | (?P<pawns>[1-9]) )
    ) (?P<direction>[+=-]) (?P<value>[1-9]) [!?+\#]*""",
    re.VERBOSE,
)
_HAS_GLYPH = re.compile("[" + "".join(_GLYPHS.values()) + "]")


@lru_cache(maxsize=4096)
def parse(text: str) -> Token | None:
    """All that a token can mean, or None where it is no notation (coordinates are read elsewhere)."""
    if len(text) > LONGEST:
        return None
    normal = unicodedata.normalize("NFKC", text).translate(_DASHES)
    return _parse_chinese(normal) if _HAS_GLYPH.search(normal) else _parse_english(normal.upper())


def letters_of(text: str) -> str:
    """Write a token with every glyph as the letter, digit or sign that it stands for: ``炮二平５`` as
    ``C2=5``."""
    # What stands for nothing stays; such texts can be compared by their characters, in either language alike.
    normal = unicodedata.normalize("NFKC", text).translate(_DASHES).translate(_CODES)
    return (normal if _HAS_GLYPH.search(text) else normal.upper()).rstrip("!?+#")


def _parse_english(text: str) -> Token | None:
    match = _ENGLISH.fullmatch(text)
    if not match:
        return None
    direction, value = match["direction"], int(match["value"])

    def reading(kinds: tuple[int, ...], file: str | None, place: str) -> TokenReading:
        return TokenReading(kinds, int(file) if file else None, place, direction, value)

    if match["piece"]:
        return Token((reading(_KINDS[match["piece"]], match["file"], match["place"] or ""),), None)
    if match["piece2"]:
        place = {"F": "f", "R": "r", "B": "r"}.get(match["before"], match["before"])
        return Token((reading(_KINDS[match["piece2"]], None, place),), None)
    if match["letter"]:
        return Token((reading(_PAWN, None, match["letter"].lower()),), None)
    if match["pair"]:
        return Token((reading(_PAWN, None, match["pair"]),), None)
    first, second = match["pawns"], match["second"]
    if not second:
        return Token((reading(_PAWN, first, match["place2"]),), None)
    meant = [reading(_PAWN, first, "m")] if first == second else []
    meant += [reading(_PAWN, second, first)] if first <= "5" else []
    meant += [reading(_PAWN, first, second)] if second <= "5" and first != second else []
    return Token(tuple(meant), None)


def _parse_chinese(text: str) -> Token | None:
    match = _CHINESE.fullmatch(text.translate(_CODES))
    if not match:
        return None
    direction, value = match["direction"], int(match["value"])
    file = match["file"] or match["file2"] or match["pawns"]
    kinds = _KINDS[match["piece"] or match["piece2"]] if not match["pawns"] else _PAWN
    place = match["place"] or match["before"] or ""
    starts = [match.start(name) for name in ("file", "file2", "pawns", "value") if match[name]]
    sides = {BLACK if text[at].isascii() else RED for at in starts}
    reading = TokenReading(kinds, int(file) if file else None, place, direction, value)
    return Token((reading,), sides.pop() if len(sides) == 1 else None)
