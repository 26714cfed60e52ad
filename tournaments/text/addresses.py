"""The last part of an address, made of a name: Latin letters without marks, characters by their sound."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from itertools import chain, count

from tournaments.text.pinyin import sounds

LONGEST = 40
_CHARACTERS = re.compile("[\u3400-\u9fff]+")
# Letters that Unicode does not take apart.
_PLAIN = str.maketrans(
    {"đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "Æ": "Ae"}
)


def address_of(name: str) -> str:
    """Write a name in small letters, digits and hyphens; empty where nothing of it can be written so."""
    spelt = _CHARACTERS.sub(lambda run: f" {sounds(run[0])} ", name).translate(_PLAIN)
    letters = unicodedata.normalize("NFKD", spelt).encode("ascii", "ignore").decode().lower()
    words = re.findall("[a-z0-9]+", letters.replace("'", ""))
    # Whole words, as far as they fit.
    while len(words) > 1 and len("-".join(words)) > LONGEST:
        words.pop()
    return "-".join(words)[:LONGEST]


def first_free(base: str, taken: Collection[str]) -> str:
    """``base``, or with the first number that nobody has."""
    numbered = (f"{base}-{number}" for number in count(2))
    return next(address for address in chain([base], numbered) if address not in taken)
