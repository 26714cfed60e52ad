"""Titles and grades of players, as lists write them in several languages.

*title*   a code: ``GM``, ``IGM``, ``IM``, ``NM``, ``FM``, ``CM``, before the women's own a ``W``; of the
          Chinese association's scale ``CAM`` 棋协大师, ``CLM`` 地方大师, ``C1`` (一级棋士) to ``C16``. What
          is no known title stays as it was written.
*grade*   ``5d`` dan (段), ``3k`` kyu (级), ``9p`` professional dan; what is neither stays as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

# Characters of a title or a grade.
LONGEST = 20

_HAN = (
    *("一", "二", "三", "四", "五", "六", "七", "八", "九", "十"),
    *("十一", "十二", "十三", "十四", "十五", "十六"),
)
# By code, the words that lists have for it.
TITLES: Mapping[str, tuple[str, ...]] = {
    "GM": ("grandmaster", "特级大师", "特級大師", "国家特级大师", "國家特級大師", "特大", "đặc cấp đại sư"),
    "IGM": ("international grandmaster", "国际特级大师", "國際特級大師", "đặc cấp quốc tế đại sư"),
    "IM": ("international master", "国际大师", "國際大師", "quốc tế đại sư", "kiện tướng quốc tế"),
    "NM": (
        *("national master", "master", "大师", "大師", "国家大师", "國家大師", "象棋大师", "象棋大師"),
        *("đại sư", "kiện tướng", "kiện tướng quốc gia"),
    ),
    "FM": ("federation master", "棋联大师", "棋聯大師"),
    "CM": ("candidate master", "候补大师", "候補大師", "dự bị kiện tướng"),
    "WGM": ("woman grandmaster", "女子特级大师", "女子特級大師"),
    "WIM": ("woman international master", "女子国际大师", "女子國際大師"),
    "WFM": ("woman federation master", "女子棋联大师", "女子棋聯大師"),
    "WCM": ("woman candidate master", "女子候补大师", "女子候補大師"),
    "CAM": ("棋协大师", "棋協大師"),
    "CLM": ("地方大师", "地方大師"),
    **{
        f"C{number}": (f"{han}级棋士", f"{han}級棋士", f"{number}级棋士", f"{number}級棋士")
        for number, han in enumerate(_HAN, start=1)
    },
}
# From the highest.
CHINESE_GRADES = tuple(f"C{number}" for number in range(1, len(_HAN) + 1))

# From the highest, as FIDE's B.01 has them and as the Chinese scale does: two of no common order are neither
# higher nor lower.
TITLE_ORDERS = (
    (("GM", "IGM"), ("IM",), ("WGM",), ("FM",), ("WIM",), ("CM",), ("WFM",), ("WCM",)),
    (("GM",), ("NM",), ("CAM",), ("CLM",), *((grade,) for grade in CHINESE_GRADES)),
)

# From the highest.
GRADES = (
    *(f"{count}p" for count in range(9, 0, -1)),
    *(f"{count}d" for count in range(9, 0, -1)),
    *(f"{count}k" for count in range(1, 31)),
)

_CODES = {word: code for code, words in TITLES.items() for word in (code.casefold(), *words)}
_CHINESE = {digit: value for value, digit in enumerate("一二三四五六七八九十", start=1)}
_PROFESSIONAL = "职业|職業|专业|專業|professional|pro"
_GRADE = re.compile(
    rf"(?P<before>业余|業餘|amateur|{_PROFESSIONAL})? ?(?P<count>[0-9]{{1,2}}|[一二三四五六七八九十])"
    rf" ?[-.]?(?P<kind>dan|d|段|đẳng|kyu|k|级|級|cấp|p) ?(?P<behind>amateur|{_PROFESSIONAL})?"
)
_MOST = {"d": 9, "k": 30, "p": 9}
_KINDS = {"dan": "d", "段": "d", "đẳng": "d", "kyu": "k", "级": "k", "級": "k", "cấp": "k"}


def title_of(text: str) -> str:
    """``GM`` for ``特级大师`` or ``g.m.``."""
    return _CODES.get(_plain(text).replace(".", ""), text)


def higher_by(title: str, other: str) -> int | None:
    """By how many steps of an order ``title`` is the higher one; None where no order has both."""
    for order in TITLE_ORDERS:
        step = {code: number for number, codes in enumerate(order) for code in codes}
        if title in step and other in step:
            return step[other] - step[title]
    return None


def grade_of(text: str) -> str:
    """``5d`` for ``业余五段``, ``5 dan`` or ``5D``; ``9p`` for ``职业九段``."""
    read = _GRADE.fullmatch(_plain(text))
    if read is None:
        return text
    count = _CHINESE.get(read["count"]) or int(read["count"])
    kind = _KINDS.get(read["kind"], read["kind"])
    if kind == "d" and any(re.fullmatch(_PROFESSIONAL, read[at] or "") for at in ("before", "behind")):
        kind = "p"
    return f"{count}{kind}" if 1 <= count <= _MOST[kind] else text


def graded(grade: str) -> tuple[int, str] | None:
    """``(5, "d")`` for ``5d``; None for what stays as it was written."""
    read = re.fullmatch("([1-9][0-9]?)([dkp])", grade)
    return (int(read[1]), read[2]) if read else None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
