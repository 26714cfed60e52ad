"""Names in Chinese characters as Chinese passports write them: 許銀川 is ``xu yin chuan``.

Only proposals rest on it: a sign has several readings, and elsewhere the same sign is read in another way
(Hui in Hong Kong, Hứa in Vietnamese).
"""

from __future__ import annotations

from tournaments.text.hanzi import SIMPLIFIED

# Signs that are read in another way where they are a surname.
SURNAMES = {
    "曾": "zeng",
    "单": "shan",
    "解": "xie",
    "仇": "qiu",
    "区": "ou",
    "查": "zha",
    "盖": "ge",
    "朴": "piao",
    "洗": "xian",
    "召": "shao",
    "乐": "yue",
    "缪": "miao",
}
_HANZI = str.maketrans(SIMPLIFIED)


def pinyin(name: str) -> str:
    """Return small letters without tones, a word for each sign; empty: no reading in Chinese."""
    from pypinyin import Style, lazy_pinyin

    plain = "".join(name.split()).translate(_HANZI)
    words = lazy_pinyin(plain, style=Style.NORMAL, errors="ignore")
    if not plain or len(words) != len(plain):
        return ""
    words[0] = SURNAMES.get(plain[0], words[0])
    # Passports write ü as u.
    return " ".join(words).replace("v", "u")


def sounds(characters: str) -> str:
    """How characters of any kind of name are read, a word for each; what has no reading is left out."""
    from pypinyin import Style, lazy_pinyin

    plain = characters.translate(_HANZI)
    return " ".join(lazy_pinyin(plain, style=Style.NORMAL, errors="ignore")).replace("v", "u")
