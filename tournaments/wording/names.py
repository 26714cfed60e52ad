"""In which language a name is to be read, from its script: what ``lang`` on a name says."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_SCRIPTS = (
    ("CJK", "zh"),
    ("HIRAGANA", "ja"),
    ("KATAKANA", "ja"),
    ("HANGUL", "ko"),
    ("CYRILLIC", "ru"),
    ("THAI", "th"),
    ("ARABIC", "ar"),
)
_VIETNAMESE = set("ăâđêôơưĂÂĐÊÔƠƯ")


@lru_cache(maxsize=4096)
def name_lang(text: str, federation: str = "") -> str:
    """A language tag for a name; ``und-Latn`` for Latin letters of no known language.

    Kana decide before the Han characters beside them. Vietnamese is told by its own letters or, written
    without them, by the federation.
    """
    found = {
        lang for letter in text for word, lang in _SCRIPTS if unicodedata.name(letter, "").startswith(word)
    }
    for lang in ("ja", "ko", "zh", "ru", "th", "ar"):
        if lang in found:
            return lang
    return "vi" if federation == "VIE" or _VIETNAMESE & set(text) else "und-Latn"


@lru_cache(maxsize=4096)
def sort_key(name: str) -> str:
    """Latin names in the order of a name list: accents aside, case aside."""
    spread = unicodedata.normalize("NFD", name.casefold().replace("đ", "d"))
    return " ".join("".join(c for c in spread if not unicodedata.combining(c)).split())
