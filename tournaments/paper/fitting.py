"""Estimate generously how large a text may be set in a given width: nothing is measured before it is set."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import combinations, pairwise

# Millimetres.
POINT = 25.4 / 72
MOST_LINES = 3
_NARROW = frozenset("fijlrtI.,:;'’!|-() ")
_BROAD = frozenset("mwMW@%")


def fitting(text: str, *, width: float, height: float, most: float) -> float:
    """Return the points in which ``text`` fits ``width`` by ``height`` millimetres, at most ``most``."""
    words = [word for word in re.split(r"(?<=-)|(?<=\s)", text.strip()) if word] or [""]
    # On one line, or broken between words.
    sizes = (
        min(most, width / (max(map(ems, lines)) * POINT), height / (len(lines) * 1.2 * POINT))
        for lines in _broken(words)
    )
    return round(max(sizes), 1)


def ems(text: str) -> float:
    """The width of a line in those of a Chinese character."""
    return sum(map(_width, text)) or 1.0


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in _NARROW:
        return 0.36
    return 0.9 if letter in _BROAD else 0.7 if letter.isupper() else 0.6


def _broken(words: list[str]) -> Iterator[list[str]]:
    """On one line, and broken in every way into two and three."""
    for lines in range(1, min(MOST_LINES, len(words)) + 1):
        for places in combinations(range(1, len(words)), lines - 1):
            edges = (0, *places, len(words))
            yield ["".join(words[low:high]).strip() for low, high in pairwise(edges)]
