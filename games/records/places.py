"""Find where a record says that its game was played: round, table, and the two names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_NUMBERS: Final = re.compile(r"(?<![0-9])([0-9]{1,4})(?:\s*[.:/-]\s*([0-9]{1,4}))?(?![0-9])")
# How files are named: ``r3t04``, ``round-3-table-4``, ``MR3T8``.
_MARKS: Final = re.compile(
    r"(?<![A-Za-z])[A-Z]{0,2}(?:r|round)[ _-]?([0-9]{1,3})[ _/.-]*"
    r"(?:t|table|b|board)[ _-]?([0-9]{1,4})(?![0-9])",
    re.IGNORECASE,
)
# The headers of who moves first and second, by game.
SIDES: Final[Mapping[str, tuple[str, str]]] = {"xiangqi": ("Red", "Black"), "weiqi": ("Black", "White")}


def place_of(headers: Mapping[str, str], path: str) -> tuple[int | None, int | None]:
    """Find round and table, from 1; None for what is not said."""
    # ``3`` or ``3.12``; else what the file is called, or the event.
    if match := _NUMBERS.search(headers.get("Round", "")):
        table_text = match[2] or headers.get("Table", "") or headers.get("Board", "")
        table = _NUMBERS.search(table_text)
        return int(match[1]), int(table[1]) if table else None
    for text in (path, headers.get("Event", "")):
        if match := _MARKS.search(text):
            return int(match[1]), int(match[2])
    return None, None


def names_of(headers: Mapping[str, str], game: str) -> tuple[str, str]:
    """Say who moved first and second; empty where it is not said."""
    first, second = (headers.get(name, "").strip() for name in SIDES[game])
    return first, second
