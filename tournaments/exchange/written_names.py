"""Read names as lists write them: "Surname, First", "NGUYEN Van A", both scripts in one cell, in full
width."""

from __future__ import annotations

import re
import unicodedata

from tournaments.text.pinyin import pinyin

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_BETWEEN = re.compile(r"[()\[\]/|\s]+")
_LATIN = "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
_HAN = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_IN_LATIN = re.compile(f"[{_LATIN}]")
_IN_OTHER = re.compile(rf"(?![{_LATIN}])[^\W\d_]")
# 王天一Wang: at least two letters; the A of 阮文A is part of the name.
_STUCK = re.compile(
    rf"(?P<front>[{_LATIN}][{_LATIN}.'’-]+)(?P<behind>[^{_LATIN}].*)|(?P<first>.*?[^{_LATIN}.'’-])(?P<last>[{_LATIN}][{_LATIN}.'’-]+)"
)
_SPACED_HAN = re.compile(rf"(?<=[{_HAN}])\s+(?=[{_HAN}])")
_CAPITALS = re.compile(rf"[{_LATIN}]+(?:[-'’][{_LATIN}]+)*")
_INITIAL = 1


_COUNTED = (
    r"players?|entries|participants?|persons?|people|teams?|人|名|名棋手|名選手|位|队|隊|棋手|选手|選手|"
    r"kỳ\ thủ|vđv|vận\ động\ viên|người|đội|spieler|teilnehmer|joueurs?|jugadores|"
    r"участник(?:ов|а)?|игрок(?:ов|а)?"
)
_FOOT = re.compile(
    rf"""(?:(?:grand\ |sub-?)?total(?:e|s)?|sum|count|in\ total|in\ all|(?:number\ of|total)\ (?:{_COUNTED})|
          合[计計]|[总總][计計]|小[计計]|共[计計]?|[总總]?人[数數]|tổng(?:\ cộng|\ số)?|cộng|
          summe|gesamt|insgesamt|anzahl|итого|всего)\s*+[:=]?\s*+\d*+\s*+(?:{_COUNTED})?\.?
      | (?:{_COUNTED})\s*+[:=]\s*+\d++\.?
      | \d++\s*+(?:{_COUNTED})(?:\ in\ (?:total|all))?\.?
      | (?:page|seite|trang|стр\.?|第)\s*+\d++\s*+[页頁]?+\s*+(?:(?:/|of|von|共)\s*+\d++\s*+[页頁]?)?""",
    re.VERBOSE | re.IGNORECASE,
)


def is_foot(text: str) -> bool:
    """Tell whether a cell counts or numbers a list: ``Total: 36 players``, ``共36人``, ``Page 1 of 2``."""
    return _FOOT.fullmatch(text.strip()) is not None


def narrow(text: str) -> str:
    """Full-width letters, figures and blanks as plain ones; Chinese characters stay."""
    return text.translate(_FULL_WIDTH)


def tidy_name(name: str) -> str:
    """A name without its comma and shouting: ``NGUYEN, Van A`` → ``Nguyen Van A``; ``王　一`` → ``王一``."""
    # Some keyboards write an accent apart from its letter.
    composed = unicodedata.normalize("NFC", narrow(name))
    parts = [part.strip() for part in composed.split(",")]
    words = " ".join(part for part in parts if part).split()
    return _SPACED_HAN.sub("", " ".join(map(_calmed, words)))


def _calmed(word: str) -> str:
    if word.isupper() and len(word) > _INITIAL and _CAPITALS.fullmatch(word):
        return "".join(part.capitalize() for part in re.split(r"([-'’])", word))
    return word


def calm_name(text: str) -> str:
    """A name without its shouting; commas stay, as between two captains."""
    return _CAPITALS.sub(lambda word: _calmed(word[0]), unicodedata.normalize("NFC", text))


def split_names(cell: str) -> tuple[str, str]:
    """Split ``Nguyen Van A 阮文A`` into the Latin and the native name; one script is the first."""
    plain = narrow(cell)
    if not (_IN_LATIN.search(plain) and _IN_OTHER.search(plain)):
        return tidy_name(plain), ""
    latin: list[str] = []
    native: list[str] = []
    for word in _BETWEEN.split(plain):
        if not _IN_OTHER.search(word):
            latin.append(word)
        elif (match := _STUCK.fullmatch(word)) is not None:
            latin.append(match["front"] or match["last"])
            native.append(match["behind"] or match["first"])
        else:
            native.append(word)
    names = tidy_name(" ".join(latin)), tidy_name(" ".join(native))
    return names if all(names) else (tidy_name(plain), "")


# Letters that no accent makes of a plain one.
_ALIKE = str.maketrans(
    {
        "đ": "d",
        "Đ": "D",
        "ð": "d",
        "Ð": "D",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "ı": "i",
        "ß": "ss",
        "æ": "ae",
        "Æ": "Ae",
        "œ": "oe",
        "Œ": "Oe",
        "þ": "th",
        "Þ": "Th",
        "ħ": "h",
        "Ħ": "H",
        "ŋ": "ng",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "–": "-",
        "—": "-",
        "·": " ",
        "（": "(",
        "）": ")",
    }
)
_HAN_RUN = re.compile(f"[{_HAN}]+")


def in_ascii(text: str) -> str:
    """Write a text with plain letters only."""
    if text.isascii():
        return text
    read = _HAN_RUN.sub(_as_read, narrow(text).translate(_ALIKE))
    letters = (c for c in unicodedata.normalize("NFKD", read) if not unicodedata.combining(c))
    # Without accents, Chinese characters as they are read, a question mark for what is left.
    plain = "".join(letters).encode("ascii", "replace").decode()
    return " ".join(plain.split())


def _as_read(signs: re.Match[str]) -> str:
    """``许银川`` → ``Xu Yinchuan``, with blanks around it."""
    first, *others = pinyin(signs.group()).split() or [signs.group()]
    return f" {first.capitalize()} {''.join(others).capitalize()} "
