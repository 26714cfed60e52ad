"""Tables as a person lists them: ``1-14, 20``."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST = 9999
_PART = re.compile(r"(\d{1,4})(?:\s*[-–—]\s*(\d{1,4}))?", re.ASCII)

Ranges = tuple[tuple[int, int], ...]


def read_ranges(text: str) -> Ranges:
    """First and last of each range. Raises ValueError with the part that is none."""
    ranges = []
    for part in filter(None, (piece.strip() for piece in re.split(r"[,;，、；]", text))):
        match = _PART.fullmatch(part)
        first = int(match[1]) if match else 0
        last = int(match[2] or match[1]) if match else 0
        if not 1 <= first <= last <= MOST:
            raise ValueError(part)
        ranges.append((first, last))
    return tuple(sorted(ranges))


def write_ranges(ranges: Iterable[tuple[int, int]]) -> str:
    """As `read_ranges` reads it."""
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in ranges)


def is_within(table: int, ranges: Ranges) -> bool:
    """Whether one of the ranges has the table; none at all has every table."""
    return not ranges or any(first <= table <= last for first, last in ranges)
