"""Weiqi grades and ratings: 1 dan is 2100, a grade is worth 100 (the European scale, as OpenGotha has it)."""

from __future__ import annotations

import re

LEAST_RATING, MOST_RATING = -900, 2949
_GRADE = re.compile(r"([0-9]{1,2})([kdp])", re.IGNORECASE)


def is_grade(text: str) -> bool:
    return _GRADE.fullmatch(text) is not None


def rating_of(grade: str) -> int:
    """``1D`` 2100, ``1K`` 2000, ``30K`` -900; professionals 1p to 3p as 7 dan, to 6p 8 dan, above 9 dan."""
    found = _GRADE.fullmatch(grade)
    if found is None:
        raise ValueError(f"{grade!r} is no grade")
    count, kind = int(found[1]), found[2].upper()
    if kind == "P":
        count, kind = 7 + min(2, max(0, count - 1) // 3), "D"
    rank = count - 1 if kind == "D" else -count
    return 2100 + 100 * max(-30, min(8, rank))


def grade_of(rating: int) -> str:
    """The grade that a rating lies nearest to: 2050 to 2149 is ``1D``."""
    rank = max(-30, min(8, (rating + 950) // 100 - 30))
    return f"{rank + 1}D" if rank >= 0 else f"{-rank}K"
