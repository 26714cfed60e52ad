"""Grades, ranks and ratings (the European scale): a *rank* is an integer, 30 kyu -30, 1 kyu -1, 1 dan 0,
9 dan 8; a rating is 2100 for 1 dan and 100 more for each grade.

*grade*   the text of it: ``4K``, ``2D``, ``1P``. Professionals pair as 7 to 9 dan (M1).
"""

from __future__ import annotations

import re

LEAST_RANK, MOST_RANK = -30, 8
LEAST_RATING, MOST_RATING = -900, 2949
# The French scale stands so much lower.
FFG_ZERO = 2050
_GRADE = re.compile(r"\s*+([0-9]{1,2})\s*+([kdp]?)\s*+", re.IGNORECASE)


def rank_of(grade: str) -> int:
    """A number without a letter is kyu; what lies beyond 30 kyu and 9 dan is cut. Raises `ValueError`.

    >>> rank_of(" 4K"), rank_of("1d"), rank_of("4p"), rank_of("35k")
    (-4, 0, 7, -30)
    """
    read = _GRADE.fullmatch(grade)
    if read is None or not int(read[1]):
        raise ValueError(f"{grade!r} is no grade")
    count, kind = int(read[1]), read[2].upper()
    if kind == "P":
        return 6 + min(2, (count - 1) // 3)
    return clamped(count - 1 if kind == "D" else -count)


def is_clamped(grade: str) -> bool:
    """Whether the grade lies beyond 30 kyu, 9 dan or 9 professional dan."""
    read = _GRADE.fullmatch(grade)
    return read is not None and int(read[1]) > (9 if read[2].upper() in ("D", "P") else 30)


def is_grade(text: str) -> bool:
    """Whether the federations have such a grade: 30 kyu to 9 dan, 1 to 9 professional dan.

    >>> [is_grade(text) for text in ("30k", "31K", "9p", "0d", "dan")]
    [True, False, True, False, False]
    """
    try:
        rank_of(text)
    except ValueError:
        return False
    return not is_clamped(text)


def rank_text(rank: int) -> str:
    """>>> grade_text(-4), grade_text(0)
    ('4K', '1D')
    """
    return f"{rank + 1}D" if rank >= 0 else f"{-rank}K"


def clamped(rank: int) -> int:
    return max(LEAST_RANK, min(MOST_RANK, rank))


def rank_of_rating(rating: int) -> int:
    """The rank that a rating lies nearest to.

    >>> [rank_of_rating(rating) for rating in (2100, 2049, 2050, 1950, 100)]
    [0, -1, 0, -1, -20]
    """
    return clamped((rating + 950) // 100 - 30)


def grade_of_rating(rating: int) -> str:
    """As entries have grades.

    >>> grade_of_rating(2130), grade_of_rating(1949)
    ('1d', '2k')
    """
    return rank_text(rank_of_rating(rating)).lower()


def rating_of_rank(rank: int) -> int:
    return 2100 + 100 * rank


def rating_of_aga(rating: float) -> int:
    """From the American scale, which has nothing strictly between -1 and 1. Raises `ValueError`.

    >>> rating_of_aga(5.4), rating_of_aga(-13.66602)
    (2490, 783)
    """
    if -1 < rating < 1:
        raise ValueError(f"{rating} is no AGA rating")
    return round(100 * rating + (-100 if rating >= 0 else 100)) + FFG_ZERO
