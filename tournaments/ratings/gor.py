"""The formula of the European Go Database, in force since April 2021.

``r' = r + weight · (con · (Sa − Se) + bonus)`` for each game. A day's changes are added by `fsum`, whatever
their order, and rounded to three places, half to even.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal
from math import exp, fsum, log, log1p

# By the class of the event; class X is not rated.
WEIGHTS = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}
LIMIT = 3300.0
LEAST = -900
MOST_STONES = 9
_BELOW_LIMIT = 3299.999999
_PLACES = Decimal("0.001")


def con(rating: float) -> float:
    return float((max(0.0, LIMIT - rating) / 200) ** 1.6)


def bonus(rating: float) -> float:
    return log1p(exp((2300 - rating) / 80)) / 5


def beta(rating: float) -> float:
    return -7 * log(LIMIT - max(float(LEAST), min(_BELOW_LIMIT, rating)))


def expected_score(rating: float, opponent: float, handicap: int = 0) -> float:
    """Return the score to be expected; ``handicap``: that one gives, less than 0 where one takes it."""
    # Black counts as 100·(H − ½) stronger.
    lift = 100 * (abs(handicap) - 0.5) if handicap else 0.0
    mine, theirs = (rating, opponent + lift) if handicap > 0 else (rating + lift, opponent)
    return 1 / (1 + exp(beta(theirs) - beta(mine)))


def change(rating: float, opponent: float, score: float, handicap: int = 0, weight: float = 1.0) -> float:
    """What one game does to the own rating.

    >>> round(2100 + change(2100, 2100, 1), 6), round(2000 + change(2000, 1500, 0, 5), 6)
    (2109.306246, 1989.450965)
    """
    return weight * (con(rating) * (score - expected_score(rating, opponent, handicap)) + bonus(rating))


def rating_after(rating: Decimal, changes: Iterable[float]) -> Decimal:
    """The rating after a day: never below the bottom."""
    exact = Decimal(fsum([float(rating), *changes]))
    return max(Decimal(LEAST), exact.quantize(_PLACES, ROUND_HALF_EVEN)).quantize(_PLACES)
