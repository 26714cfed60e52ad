"""Whether two names are likely those of one person, who wrote it the other way round or without accents.

``Müller Jürgen``, ``Jürgen Müller``, ``Muller Jurgen``, ``Mueller, Juergen`` are one. Where both are written
with accents they must be the same ones: ``Nguyễn Văn An`` and ``Nguyễn Văn Ân`` are two people. What is
shorter by a word is another name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from tournaments.text.name_search import FIRST_IDEOGRAPH, ring_key, search_key

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa"})


def likely_same(name: str, other: str) -> bool:
    """Tell whether words are alike in any order, or the letters where neither name has an accent."""
    ours, theirs = _words(name), list(_words(other))
    if not ours or not theirs:
        return False
    if name.isascii() and other.isascii() and ring_key(name) == ring_key(other):
        return True
    if len(ours) != len(theirs):
        return False
    marked = _is_marked(ours) and _is_marked(theirs)
    for word in ours:
        alike = next((their_word for their_word in theirs if _alike(word, their_word, marked=marked)), None)
        if alike is None:
            return False
        theirs.remove(alike)
    return True


@lru_cache(maxsize=20_000)
def _words(name: str) -> tuple[str, ...]:
    """Without apostrophes, which are left out as accents are."""
    return tuple(
        word.replace("'", "").replace("’", "")
        for word in _WORD.findall(unicodedata.normalize("NFC", name.casefold()))
    )


def _is_marked(words: Sequence[str]) -> bool:
    """Whether letters have accents."""
    return any(word < FIRST_IDEOGRAPH and search_key(word) != word for word in words)


def _alike(word: str, other: str, *, marked: bool) -> bool:
    if word == other:
        return True
    # Chinese characters are alike in either script.
    if (not marked or word >= FIRST_IDEOGRAPH) and search_key(word) == search_key(other):
        return True
    return word.translate(_WRITTEN_OUT) == other.translate(_WRITTEN_OUT)
