"""Compute periods that follow each other, and say who moves when an earlier one is corrected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from tournaments.ratings.files import PeriodGames
from tournaments.ratings.rate import Rated, list_digest, rate
from tournaments.ratings.values import FlawCode, ListFlaw, Period, Rating, RatingsOn, System


def flaws_of_periods(periods: Iterable[Period]) -> tuple[ListFlaw, ...]:
    """Periods of a system touch: no gap, no overlap; and no list is from before its period's end."""
    ordered = sorted(periods, key=lambda period: (period.first, period.end))
    flaws = [
        ListFlaw(FlawCode.LIST_BEFORE_END, f"{period.name} {period.list_date.isoformat()}")
        for period in ordered
        if period.list_date < period.end or period.end <= period.first
    ]
    for earlier, later in pairwise(ordered):
        if earlier.end != later.first:
            flaws.append(ListFlaw(FlawCode.PERIODS_APART, f"{earlier.name}, {later.name}"))
    return tuple(flaws)


def rate_all(
    system: System, lists: Iterable[RatingsOn], games: Iterable[PeriodGames]
) -> Iterator[tuple[PeriodGames, Rated, str]]:
    """Each period with what comes of it and the digest of the list before it, one upon the other.

    Raises `FlawedInputError`.
    """
    recent = sorted(lists, key=lambda ratings: ratings.date)
    previous = list_digest(system, recent[-1].rows) if recent else ""
    ordered = sorted(games, key=lambda period: period.period.first)
    for position, period in enumerate(ordered, start=1):
        rated = rate(system, period.period, recent, period.events, period.adjustments)
        yield period, rated, previous
        previous = list_digest(system, rated.list.rows)
        recent = _needed([*recent, rated.list], ordered[position:])


def _needed(lists: Sequence[RatingsOn], later: Sequence[PeriodGames]) -> list[RatingsOn]:
    """The lists that events of later periods may be rated by; thirty years of them are not kept in memory."""
    starts = [event.start for period in later for event in period.events]
    earliest = min(starts, default=lists[-1].date)
    in_force = [position for position, ratings in enumerate(lists) if ratings.date <= earliest]
    return list(lists[in_force[-1] if in_force else 0 :])


@dataclass(frozen=True, slots=True)
class Mover:
    """A number whose rating differs; None: without a rating, or not on the list."""

    list_date: date
    number: str
    before: Rating | None
    after: Rating | None


def moved_players(before: RatingsOn, after: RatingsOn) -> list[Mover]:
    """Whom a correction moves, in order of their numbers."""
    old, new = before.ratings, after.ratings
    return [
        Mover(after.date, number, old.get(number), new.get(number))
        for number in sorted(old.keys() | new.keys())
        if old.get(number) != new.get(number)
    ]
