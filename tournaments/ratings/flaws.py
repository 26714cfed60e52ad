"""Say all that keeps a period from being rated, at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.ratings.values import (
    Adjustment,
    Better,
    Entrant,
    FlawCode,
    Formula,
    ListFlaw,
    Period,
    RatedEvent,
    RatedGame,
    RatingsOn,
    System,
)

# Beyond these no rating is possible.
SCALE = {Better.HIGHER: (-900, 4000), Better.LOWER: (0, 300)}


@dataclass(frozen=True)
class Input:
    """All that a list is computed from, in order. ``lists``: the last one is the one before the period."""

    system: System
    period: Period
    lists: tuple[RatingsOn, ...]
    events: tuple[RatedEvent, ...]
    adjustments: tuple[Adjustment, ...]

    @property
    def previous(self) -> RatingsOn:
        return self.lists[-1]

    def entrants(self) -> dict[str, Entrant]:
        """What is said of each number: by the first event that says it."""
        entrants: dict[str, Entrant] = {}
        for event in self.events:
            for entrant in sorted(event.entrants, key=lambda entrant: entrant.number):
                earlier = entrants.get(entrant.number, entrant)
                entrants[entrant.number] = Entrant(
                    entrant.number,
                    entrant.born if earlier.born is None else earlier.born,
                    entrant.start if earlier.start is None else earlier.start,
                )
        return entrants


def flaws_of(data: Input) -> Iterator[ListFlaw]:
    """All that is wrong with the input."""
    system, period = data.system, data.period
    if system.formula is Formula.IMPORTED:
        yield ListFlaw(FlawCode.NOT_COMPUTED, system.code)
    if system.formula in {Formula.FIDE, Formula.ELO} and not system.k:
        yield ListFlaw(FlawCode.NO_K, system.code)
    if period.list_date < period.end:
        yield ListFlaw(FlawCode.LIST_BEFORE_END, period.list_date.isoformat())
    if data.previous.date > period.first:
        yield ListFlaw(FlawCode.NO_LIST_BEFORE, period.first.isoformat())
    for ratings in data.lists:
        yield from _of_list(ratings, system.better)
    least, most = SCALE[system.better]
    for adjustment in data.adjustments:
        if not least <= adjustment.value <= most:
            yield ListFlaw(FlawCode.OFF_SCALE, f"{adjustment.number} {adjustment.value}")
    listed = {row.number for ratings in data.lists for row in ratings.rows}
    listed |= {adjustment.number for adjustment in data.adjustments}
    for event in data.events:
        if not (period.first <= event.end < period.end or event.late):
            yield ListFlaw(FlawCode.EVENT_OUTSIDE, event.end.isoformat(), event.uid)
        yield from _of_event(event, listed)


def _of_list(ratings: RatingsOn, better: Better) -> Iterator[ListFlaw]:
    least, most = SCALE[better]
    numbers: set[str] = set()
    for row in ratings.rows:
        if row.number in numbers:
            yield ListFlaw(FlawCode.NUMBER_TWICE, row.number, ratings.date.isoformat())
        numbers.add(row.number)
        if row.rating is not None and not least <= row.rating <= most:
            yield ListFlaw(FlawCode.OFF_SCALE, f"{row.number} {row.rating}", ratings.date.isoformat())


def game_key(game: RatedGame) -> tuple[int, str, str, int]:
    """Which game it is, whoever of both stands first."""
    first, second = (game.first, game.second) if game.first < game.second else (game.second, game.first)
    return game.round, first, second, game.replay


def _of_event(event: RatedEvent, listed: set[str]) -> Iterator[ListFlaw]:
    entered = {entrant.number for entrant in event.entrants}
    results: dict[tuple[int, str, str, int], int] = {}
    for game in event.games:
        if game.kind != "played":
            continue
        both = f"{game.first} – {game.second}"
        if game.first == game.second:
            yield ListFlaw(FlawCode.AGAINST_SELF, game.first, event.uid, game.round)
        for number in (game.first, game.second):
            if number not in listed and number not in entered:
                yield ListFlaw(FlawCode.UNKNOWN_NUMBER, number, event.uid, game.round)
        if game.halves not in {0, 1, 2}:
            yield ListFlaw(FlawCode.NO_RESULT, both, event.uid, game.round)
        elif game.halves is not None:
            halves = game.halves if game.first < game.second else 2 - game.halves
            if results.setdefault(game_key(game), halves) != halves:
                yield ListFlaw(FlawCode.TWO_RESULTS, both, event.uid, game.round)
