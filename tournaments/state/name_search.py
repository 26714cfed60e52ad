"""How names are compared when somebody looks for one: 許銀川, 许银川, Xu Yinchuan and "xu yin" are one.

A *key* is a name folded into plain words: small letters without accents, Chinese characters simplified,
blanks between words and between scripts. What is asked for is folded by the same function, so that both sides
can only differ together. A word in letters is found by its beginning, one in Chinese characters by any part
of it; the words may be asked for in any order. Keys are made when somebody looks and never stored: names
stand in one place, so that they can be forgotten there (law 8).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from tournaments.state.hanzi import SIMPLIFIED

LETTERS = str.maketrans({"đ": "d", "ø": "o", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
"""Small letters that no normal form takes apart, and what they are looked for and ordered as."""
_HANZI = str.maketrans(SIMPLIFIED)
_FIRST_IDEOGRAPH = "\u2e80"
_BEYOND = rf"[{_FIRST_IDEOGRAPH}-\U0010ffff]"
_SCRIPTS = re.compile(rf"(?:(?={_BEYOND})[^\W_])+|(?:(?!{_BEYOND})[^\W_])+")


def search_key(text: str) -> str:
    """``Nguyễn Thị Ánh 阮氏映`` → ``nguyen thi anh 阮氏映``. Folding twice changes nothing."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_HANZI)
    spread = unicodedata.normalize("NFD", plain)
    bare = "".join(letter for letter in spread if not unicodedata.combining(letter))
    return " ".join(_SCRIPTS.findall(unicodedata.normalize("NFC", bare).translate(LETTERS)))


def is_written_in_characters(word: str) -> bool:
    """Whether a word of a key is found by any part of it."""
    return word >= _FIRST_IDEOGRAPH


@lru_cache(maxsize=20_000)
def key_of(*names: str) -> str:
    """The key of a person with these names: each word behind a blank."""
    return "".join(f" {word}" for word in search_key(" ".join(names)).split())


def search_terms(asked: str) -> list[str]:
    """What a key must contain, all of them, to fit what was asked."""
    return [word if is_written_in_characters(word) else f" {word}" for word in search_key(asked).split()]


def fits(key: str, asked: str) -> bool:
    """Whether a key of `key_of` fits. What has no letter and no figure fits nobody."""
    wanted = search_terms(asked)
    return bool(wanted) and all(needle in key for needle in wanted)


def variants(names: Iterable[str]) -> str:
    """The part of the table that looking for one of ``names`` can need, for a page that looks by itself:
    character and simplified character in turn."""
    there = {character for name in names for character in search_key(name)}
    return "".join(written + simple for written, simple in SIMPLIFIED.items() if simple in there)
