"""Compute the list of a period from the lists before it and its events.

No clock, no database, and nothing depends on the order in which anything is handed in. Whole numbers until a
change is rounded, once a period, half away from zero (B.02 8.3.4).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Any

from tournaments.ratings import gor
from tournaments.ratings.flaws import Input, flaws_of, game_key
from tournaments.ratings.tables import (
    dp,
    expected_hundredths,
    expected_ten_thousandths,
    half_away,
    half_up,
    per_cent,
)
from tournaments.ratings.values import (
    Adjustment,
    Basis,
    Entrant,
    FlawCode,
    FlawedInputError,
    FloorRule,
    Formula,
    Line,
    ListFlaw,
    Performance,
    Period,
    Pooled,
    RatedEvent,
    RatedGame,
    Rating,
    RatingsOn,
    Row,
    Start,
    State,
    System,
)
from tournaments.state.canonical import digest_of


@dataclass(frozen=True)
class Rated:
    """``lines`` by number: the arithmetic of every change, in order of events and rounds."""

    list: RatingsOn
    lines: Mapping[str, Sequence[Line]]


def rate(
    system: System,
    period: Period,
    lists: Iterable[RatingsOn],
    events: Iterable[RatedEvent],
    adjustments: Iterable[Adjustment] = (),
) -> Rated:
    """Compute the list of a period. Raises `FlawedInputError` with all that is wrong.

    ``lists``: from before the period, back to the first day of its earliest event; the latest is the one that
    changes are added to."""
    data = Input(
        system,
        period,
        tuple(sorted(lists, key=lambda ratings: ratings.date)) or (RatingsOn(date.min, ()),),
        tuple(sorted(events, key=lambda event: (event.end, event.start, event.uid))),
        tuple(
            sorted(adjustments, key=lambda adjustment: (adjustment.day, adjustment.number, adjustment.value))
        ),
    )
    flaws = tuple(flaws_of(data))
    if flaws:
        raise FlawedInputError(flaws)
    return _ByDays(data).rated() if system.formula is Formula.GOR else _ByPeriod(data).rated()


def counted(system: System, event: RatedEvent) -> list[RatedGame]:
    """List the games that are rated, in order."""
    if system.weights and event.kind not in system.weights:
        return []
    stones = gor.MOST_STONES if system.formula is Formula.GOR else 0
    # One row of each game: files may have it twice.
    games = {
        game_key(game): game
        for game in event.games
        # Over the board, without odds; with a handicap of stones at GoR alone, to nine stones; replays where
        # the system says so.
        if game.kind == "played"
        and not game.odds
        and -stones <= game.handicap <= stones
        and (game.replay == 1 or system.replays)
    }
    return [games[key] for key in sorted(games)]


def base_of(lists: Sequence[RatingsOn], event: RatedEvent) -> RatingsOn:
    """The list in force on the first day; the earliest there is for an event from before all of them."""
    return next((ratings for ratings in reversed(lists) if ratings.date <= event.start), lists[0])


def months_between(earlier: date, later: date) -> int:
    """Whole ones."""
    months = 12 * (later.year - earlier.year) + later.month - earlier.month
    return months - (later.day < earlier.day)


def first_rating(rule: Performance, pool: Sequence[Pooled]) -> int:
    """Compute a first rating (B.02 8.2)."""
    games = len(pool) + rule.drawn
    # The average of opponents, with those drawn against, and what the score stands for; RT2: halves up.
    total = sum(game.opponent for game in pool) + rule.drawn * rule.against
    percent = per_cent(sum(game.halves for game in pool) + rule.drawn, games)
    rating = half_up(total + dp(percent) * games, games)
    return rating if rule.most is None else min(rule.most, rating)


def limited_k(k: int, n: int, limit: int | None) -> int:
    """The largest whole K with K · n within the limit (8.3.3)."""
    return k if limit is None or k * n <= limit else limit // n


def k_for(
    system: System, *, games: int, rating: Rating, highest: Rating | None, born: int | None, year: int
) -> int | None:
    """K by the first step that fits; None where there is none."""
    age = None if born is None else year - born
    steps = (step for step in system.k if step.fits(games=games, rating=rating, highest=highest, age=age))
    return next((step.k for step in steps), None)


def _expected(system: System) -> Callable[[int], int]:
    return expected_hundredths if system.formula is Formula.FIDE else expected_ten_thousandths


def differences_on(system: System, start: date) -> Callable[[int, int], int | None]:
    """Make the function from two ratings to the difference that counts at an event that begins then."""
    cut = system.cut_on(start)
    at = None if cut is None else cut.at
    below = None if cut is None else cut.rating_below
    gap = system.gap if system.gap and system.gap.since <= start else None

    def counted_difference(rating: int, opponent: int) -> int | None:
        difference = rating - opponent
        # A game of these two is not rated.
        if gap and abs(difference) >= gap.least and max(rating, opponent) > gap.above:
            return None
        if at is None or -at <= difference <= at or (below is not None and rating >= below):
            return difference
        return at if difference > 0 else -at

    return counted_difference


class _ByPeriod:
    """FIDE's way: all games of a period from ratings of before, the sum rounded once."""

    def __init__(self, data: Input) -> None:
        self._data = data
        self._entrants = data.entrants()
        self._adjusted: dict[str, Rating] = {
            adjustment.number: adjustment.value for adjustment in data.adjustments
        }
        self._current: dict[str, Rating] = {**data.previous.ratings, **self._adjusted}
        self._starting = dict(self._starts())
        self._lines: dict[str, list[Line]] = defaultdict(list)
        self._unrated: dict[str, list[list[Pooled]]] = defaultdict(list)

    def _starts(self) -> Iterator[tuple[str, Rating]]:
        """Newcomers who count for everybody at once, and at which value."""
        rule = self._data.system.newcomers
        if isinstance(rule, Start):
            for number, entrant in self._entrants.items():
                value = rule.default if entrant.start is None else entrant.start
                if number not in self._current and value is not None:
                    yield number, value

    def rated(self) -> Rated:
        """The list. Raises `FlawedInputError` where no K fits somebody."""
        data = self._data
        for event in data.events:
            for number, results in self._of_event(event).items():
                self._unrated[number].append(results)
        listed = data.previous.by_number
        maker = _Rows(data.system, data.period, self._entrants)
        rows: list[Row] = []
        for number in sorted(
            listed.keys() | self._lines.keys() | self._unrated.keys() | self._adjusted.keys()
        ):
            row = listed.get(number) or Row(number, None, state=State.UNRATED)
            rating = self._current.get(number, self._starting.get(number))
            if rating is None:
                rows.append(maker.unrated(row, self._unrated.get(number, [])))
            else:
                rows.append(maker.rated(row, int(rating), self._lines.get(number, ())))
        if maker.without_k:
            raise FlawedInputError(
                tuple(ListFlaw(FlawCode.NO_K, number) for number in sorted(maker.without_k))
            )
        return Rated(RatingsOn(data.period.list_date, tuple(rows)), dict(self._lines))

    def _of_event(self, event: RatedEvent) -> dict[str, list[Pooled]]:
        """Write the lines of an event. Returns the games of who has no rating."""
        data, system = self._data, self._data.system
        in_force = base_of(data.lists, event) if system.basis is Basis.EVENT_START else data.previous
        base: Mapping[str, Rating] = self._current if in_force is data.previous else in_force.ratings
        difference_of, expected, scale = differences_on(system, event.start), _expected(system), system.scale
        current, starting, lines = self._current, self._starting, self._lines
        pooled: dict[str, list[Pooled]] = {}
        for game in counted(system, event):
            halves = game.halves or 0
            for number, other, scored in (
                (game.first, game.second, halves),
                (game.second, game.first, 2 - halves),
            ):
                opponent = base.get(other, starting.get(other))
                if opponent is None:
                    # Unrated when the event began: no game for this side (B.02 8.2.4).
                    continue
                now = current.get(number, starting.get(number))
                if now is None:
                    # No rating on the list before, whatever it was when the event began (RT12).
                    unrated_game = Pooled(data.period.list_date, int(opponent), scored)
                    pooled.setdefault(number, []).append(unrated_game)
                    continue
                rating = base.get(number, now)
                difference = difference_of(int(rating), int(opponent))
                if difference is None:
                    continue
                chance = expected(difference)
                gain = scored * scale // 2 - chance
                lines[number].append(
                    Line(
                        *(number, event.uid, game.round, rating, other, opponent),
                        *(scored, difference, chance, gain),
                    )
                )
        return pooled


class _Rows:
    """Make the rows of a new list. ``without_k``: whom no step of K fits."""

    def __init__(self, system: System, period: Period, entrants: Mapping[str, Entrant]) -> None:
        self._system, self._period, self._entrants = system, period, entrants
        self.without_k: set[str] = set()

    def _born(self, row: Row) -> int | None:
        entrant = self._entrants.get(row.number)
        return row.born if entrant is None or entrant.born is None else entrant.born

    def _k(self, number: str, rating: int, games: int, highest: Rating | None, born: int | None) -> int:
        year = self._period.list_date.year
        k = k_for(self._system, games=games, rating=rating, highest=highest, born=born, year=year)
        if k is None:
            self.without_k.add(number)
            return 0
        return k

    def rated(self, row: Row, before: int, lines: Sequence[Line]) -> Row:
        system, period = self._system, self._period
        n, born = len(lines), self._born(row)
        highest = before if row.highest is None else max(row.highest, before)
        if not (system.k_published and row.k is not None):
            k = self._k(row.number, before, row.games, highest, born)
        else:
            k = row.k
        used = limited_k(k, n, system.k_games)
        total = sum(int(line.gain) for line in lines)
        change = half_away(used * total, system.scale)
        after = before + change
        rating: int | None = after
        games = row.games + n
        last = period.list_date if n else row.last
        state = state_of(system, period.list_date, games, last)
        if system.floor is not None and after < system.floor:
            if system.floor_rule is FloorRule.UNRATE:
                rating, state = None, State.BELOW_FLOOR
            else:
                # Nobody falls through it; who stands below it already falls no further.
                rating = max(after, min(system.floor, before))
                change = rating - before
        shown_k: int | None = used
        if rating is None:
            shown_k = None
        else:
            highest = max(highest, rating)
            if system.k_published:
                shown_k = self._k(row.number, rating, games, highest, born)
        return Row(
            *(row.number, rating, shown_k, n, games, highest, last, state, born),
            started=True,
            before=before,
            change=change,
            k_used=used,
            total=total,
        )

    def unrated(self, row: Row, events: Sequence[Sequence[Pooled]]) -> Row:
        """Of the pool: events in order, and a first rating where it suffices."""
        system, period, rule = self._system, self._period, self._system.newcomers
        born, started = self._born(row), row.started
        row = row._replace(
            born=born, n=0, state=State.UNRATED, k=None, k_used=None, total=None, change=None, before=None
        )
        if not isinstance(rule, Performance):
            return row._replace(first=())
        pool = [game for game in row.pool if months_between(game.list_date, period.list_date) < rule.months]
        for results in events:
            if rule.drop_zero and not started and not any(game.halves for game in results):
                started = True  # 8.2.1
                continue
            started = True
            pool += results
        rating = first_rating(rule, pool) if len(pool) >= rule.games else None
        if rating is None or (system.floor is not None and rating < system.floor):
            return row._replace(pool=tuple(sorted(pool)), started=started, first=())
        games = row.games + len(pool)
        highest = rating if row.highest is None else max(row.highest, rating)
        state = state_of(system, period.list_date, games, period.list_date)
        k = self._k(row.number, rating, games, highest, born)
        return Row(
            *(row.number, rating, k, len(pool), games, highest, period.list_date, state, born),
            started=True,
            first=tuple(sorted(pool)),
        )


def state_of(system: System, list_date: date, games: int, last: date | None) -> State:
    """Of who has a rating."""
    months = system.inactive_months
    if months is not None and last is not None and months_between(last, list_date) >= months:
        return State.INACTIVE
    return State.PROVISIONAL if games < system.provisional_below else State.ACTIVE


class _ByDays:
    """EGD's way: event by event in order of their last days; those of one day from the same ratings (RT7)."""

    def __init__(self, data: Input) -> None:
        self._data = data
        self._current = {number: Decimal(rating) for number, rating in data.previous.ratings.items()}
        self._highest = {
            row.number: row.rating if row.highest is None else row.highest for row in data.previous.rows
        }
        self._waiting = list(data.adjustments)
        self._lines: dict[str, list[Line]] = defaultdict(list)

    def rated(self) -> Rated:
        for day, events in groupby(self._data.events, key=lambda event: event.end):
            self._adjust(day)
            self._day(tuple(events))
        self._adjust(date.max)
        entrants = self._data.entrants()
        listed = self._data.previous.by_number
        rows = tuple(
            self._row(listed.get(number) or Row(number, None), entrants.get(number))
            for number in sorted(listed.keys() | self._current.keys())
        )
        return Rated(RatingsOn(self._data.period.list_date, rows), dict(self._lines))

    def _adjust(self, day: date) -> None:
        while self._waiting and self._waiting[0].day <= day:
            adjustment = self._waiting.pop(0)
            self._current[adjustment.number] = Decimal(adjustment.value)

    def _day(self, events: Sequence[RatedEvent]) -> None:
        morning = dict(self._current)
        changes: dict[str, list[float]] = defaultdict(list)
        factors: dict[str, tuple[float, float, float]] = {}
        system = self._data.system
        for event in events:
            weight = system.weights.get(event.kind, 1.0)
            starts = {entrant.number: entrant.start for entrant in event.entrants}
            for game in counted(system, event):
                for number in (game.first, game.second):
                    start = self._start(starts.get(number))
                    if number not in morning and start is not None:
                        morning[number] = start
                if game.first not in morning or game.second not in morning:
                    continue
                halves = game.halves or 0
                for number, other, scored, handicap in (
                    (game.first, game.second, halves, game.handicap),
                    (game.second, game.first, 2 - halves, -game.handicap),
                ):
                    if number not in factors:
                        rating = float(morning[number])
                        # Once a person and day: they cost more than all else in a game.
                        factors[number] = (rating, gor.con(rating), gor.bonus(rating))
                    rating, con, bonus = factors[number]
                    chance = gor.expected_score(rating, float(morning[other]), handicap)
                    gain = weight * (con * (scored / 2 - chance) + bonus)
                    changes[number].append(gain)
                    self._lines[number].append(
                        Line(
                            *(number, event.uid, game.round, morning[number], other, morning[other]),
                            *(scored, 0, chance, gain, handicap),
                        )
                    )
        for number, gains in changes.items():
            self._current[number] = after = gor.rating_after(morning[number], gains)
            highest = self._highest.get(number)
            self._highest[number] = after if highest is None else max(highest, after)

    def _start(self, value: int | None) -> Decimal | None:
        """Of a newcomer."""
        rule = self._data.system.newcomers
        if value is None and isinstance(rule, Start):
            value = rule.default
        return None if value is None else Decimal(value)

    def _row(self, row: Row, entrant: Entrant | None) -> Row:
        data = self._data
        lines = self._lines.get(row.number, ())
        games, last = row.games + len(lines), data.period.list_date if lines else row.last
        rating = self._current.get(row.number)
        born = row.born if entrant is None or entrant.born is None else entrant.born
        if rating is None:
            return row._replace(n=0, state=State.UNRATED, born=born, before=None, change=None)
        rating = rating.quantize(Decimal("0.001"))
        before = row.rating if row.rating is not None or not lines else lines[0].rating
        highest = self._highest.get(row.number)
        return Row(
            *(
                row.number,
                rating,
                None,
                len(lines),
                games,
                rating if highest is None else max(highest, rating),
                last,
            ),
            *(state_of(data.system, data.period.list_date, games, last), born),
            started=True,
            before=before,
            change=None if before is None else rating - Decimal(before),
        )


def offers(
    system: System, rating: Rating, opponent: Rating, *, k: int = 0, start: date = date.max, handicap: int = 0
) -> tuple[Decimal, Decimal, Decimal] | None:
    """Return what a win, a draw and a loss would give; None where the game is not rated."""
    if system.formula is Formula.GOR:
        gains = [gor.change(float(rating), float(opponent), halves / 2, handicap) for halves in (2, 1, 0)]
        win, draw, loss = (Decimal(gain).quantize(Decimal("0.001")) for gain in gains)
        return win, draw, loss
    difference = differences_on(system, start)(int(rating), int(opponent))
    if difference is None:
        return None
    chance = _expected(system)(difference)
    # Before a period is rounded.
    parts = [Decimal(k * (halves * system.scale // 2 - chance)) / system.scale for halves in (2, 1, 0)]
    return parts[0], parts[1], parts[2]


def list_digest(system: System, rows: Iterable[Row]) -> str:
    """Of the rows as they are published, in order of their numbers."""
    return digest_of([published(system, row) for row in sorted(rows, key=lambda row: row.number)])


def published(system: System, row: Row) -> dict[str, Any]:
    """What a list says of a number, and its digest covers."""
    document = {
        "number": row.number,
        "rating": row.rating,
        "n": row.n,
        "games": row.games,
        "state": row.state.value,
    }
    if system.formula is Formula.GOR:
        document["rating"] = None if row.rating is None else f"{row.rating:.3f}"
    else:
        document["k"] = row.k
    return document
