"""What a criterion that breaks ties is: a measure, how a value arises, which end is better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.standings.field import Field, Term

Value = int | None
Values = Mapping[int, Value]
Terms = tuple[Term, ...]


class CriteriaError(ValueError):
    """A list of criteria that cannot be used; the message holds the key it choked on."""


class Measure(StrEnum):
    """What a value counts: points in `Points` units, halves of those, points times points, thousandths of a
    point, or plain numbers."""

    POINTS = "points"
    HALVES = "halves"
    PRODUCT = "product"
    THOUSANDTHS = "thousandths"
    HALF_COUNT = "half-count"
    COUNT = "count"
    RANK = "rank"
    RATING = "rating"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Criterion:
    """``values(field, group)`` by entry number, None where the criterion cannot tell this group apart.

    ``terms`` gives one player's summands. ``smaller_first``: the smaller value is ahead.
    ``late``: worked out only for players whose tie reached it. ``anew``: the value is that of a group, and
    is found again for every smaller group that it leaves tied (S3); implies ``late``.
    """

    measure: Measure
    values: Callable[[Field, Sequence[int]], Values | None]
    terms: Callable[[Field, int], Terms] | None = None
    smaller_first: bool = False
    late: bool = False
    anew: bool = False
