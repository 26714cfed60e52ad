"""Say what systems of ratings are made of; whole ratings are `int`, GoR's `Decimal`, results count in
halves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

Rating = int | Decimal


class Formula(StrEnum):
    """``fide``: the table of B.02 8.1.2, in hundredths; ``elo``: the logistic curve, in ten-thousandths."""

    FIDE = "fide"
    ELO = "elo"
    GOR = "gor"
    IMPORTED = "imported"


class Basis(StrEnum):
    """Which ratings an event is rated by: of the list in force on its first day (B.02 7.1.1), of the list
    before the period, or those of its last day's morning."""

    EVENT_START = "event start"
    PERIOD_START = "period start"
    DAY = "day"


class State(StrEnum):
    ACTIVE = "active"
    PROVISIONAL = "provisional"
    INACTIVE = "inactive"
    UNRATED = "unrated"
    BELOW_FLOOR = "below the floor"


class FloorRule(StrEnum):
    HOLD = "hold"
    UNRATE = "unrate"


class Better(StrEnum):
    HIGHER = "higher"
    LOWER = "lower"


class LateEvent(StrEnum):
    """Where an event goes whose list is published already."""

    NEXT = "next"
    CORRECT = "correct"


@dataclass(frozen=True, slots=True)
class KStep:
    """K of whom all that is not None holds for. ``age_at_most``: the list's year less the year of birth."""

    k: int
    games_below: int | None = None
    rating_below: int | None = None
    highest_below: int | None = None
    age_at_most: int | None = None

    def fits(self, *, games: int, rating: Rating, highest: Rating | None, age: int | None) -> bool:
        return (
            (self.games_below is None or games < self.games_below)
            and (self.rating_below is None or rating < self.rating_below)
            and (self.highest_below is None or highest is None or highest < self.highest_below)
            and (self.age_at_most is None or (age is not None and age <= self.age_at_most))
        )


@dataclass(frozen=True, slots=True)
class Cut:
    """A difference counts as ``at`` at most, for who is rated below ``rating_below`` (None: everybody), in
    events that begin on ``since`` or later: the last one whose day has come is in force."""

    at: int
    rating_below: int | None = None
    since: date = date.min


@dataclass(frozen=True, slots=True)
class RatingGap:
    """Games of two who are ``least`` or more apart are not rated if one is rated above ``above``, in events
    from ``since`` (rapid and blitz 7.3.1)."""

    least: int
    above: int
    since: date = date.min


@dataclass(frozen=True, slots=True)
class Performance:
    """A first rating from ``games`` against rated opponents within ``months``, with ``drawn`` more against
    ``against`` drawn, at most ``most`` (B.02 8.2). ``drop_zero``: a first event without a point is dropped
    (8.2.1)."""

    games: int = 5
    drawn: int = 2
    against: int = 1800
    most: int | None = 2200
    months: int = 26
    drop_zero: bool = True


@dataclass(frozen=True, slots=True)
class Start:
    """Everybody begins at once at a value by grade, ``default`` without one (RT11); without either, their
    games wait."""

    grades: Mapping[str, int] = field(default_factory=dict)
    default: int | None = 1500


@dataclass(frozen=True, slots=True)
class Band:
    """The name that a rating from ``least`` has on a list, such as a class."""

    least: int
    name: str


@dataclass(frozen=True)
class System:
    """A formula with its numbers. ``version`` counts; ``valid_from``: of the first period that it is used
    for. ``k_published``: K is the one on the list before, computed when that was published (B.02); else by
    rating and games before the period. ``weights``: of the classes of events (GoR); a class that is not
    there is not rated, without any every event is."""

    code: str
    formula: Formula
    version: int = 1
    valid_from: date = date.min
    game: str = ""
    basis: Basis = Basis.PERIOD_START
    k: tuple[KStep, ...] = ()
    k_published: bool = False
    k_games: int | None = None
    cuts: tuple[Cut, ...] = ()
    gap: RatingGap | None = None
    floor: int | None = None
    floor_rule: FloorRule = FloorRule.HOLD
    newcomers: Performance | Start = field(default_factory=Start)
    provisional_below: int = 0
    inactive_months: int | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    replays: bool = False
    bands: tuple[Band, ...] = ()
    better: Better = Better.HIGHER
    late: LateEvent = LateEvent.NEXT

    @property
    def scale(self) -> int:
        """Parts of a point that a game is counted in."""
        return 100 if self.formula is Formula.FIDE else 10_000

    def cut_on(self, start: date) -> Cut | None:
        """The event's first day decides (RT1)."""
        return next((cut for cut in reversed(self.cuts) if cut.since <= start), None)


@dataclass(frozen=True, slots=True)
class Period:
    name: str
    first: date
    end: date
    """The first day that is not in it."""
    list_date: date


class RatedGame(NamedTuple):
    """``halves``: of ``first`` (Red, White). ``handicap``: given by ``first``, less than 0 where taken.
    ``odds``: a piece or the move given at xiangqi. ``replay``: 1, or which game between the two it is."""

    round: int
    first: str
    second: str
    halves: int | None
    kind: str = "played"
    handicap: int = 0
    replay: int = 1
    odds: str = ""


class Entrant(NamedTuple):
    """What an event says of somebody. ``start``: the value by grade of who begins there."""

    number: str
    born: int | None = None
    start: int | None = None


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """``uid``: of the section. ``kind``: its class for this system. ``late``: its period was over."""

    uid: str
    start: date
    end: date
    games: tuple[RatedGame, ...]
    kind: str = ""
    entrants: tuple[Entrant, ...] = ()
    federation: str = ""
    late: bool = False


class Adjustment(NamedTuple):
    """A rating that is set by hand from a day on: a first one for a title, a reset, the base of a list that
    was taken over."""

    number: str
    day: date
    value: Rating
    reason: str = ""


class Pooled(NamedTuple):
    """A game in the pool. ``list_date``: of the list of the period that it was played in."""

    list_date: date
    opponent: int
    halves: int


class Row(NamedTuple):
    """``n``: games of the period; ``games``: of all; ``last``: date of the last list with games;
    ``started``: a first event has counted; ``k_used``, ``total`` (in parts of `System.scale`) and ``before``
    are of this period's change; ``first``: games of a first rating, which has no lines."""

    number: str
    rating: Rating | None
    k: int | None = None
    n: int = 0
    games: int = 0
    highest: Rating | None = None
    last: date | None = None
    state: State = State.ACTIVE
    born: int | None = None
    pool: tuple[Pooled, ...] = ()
    started: bool = False
    before: Rating | None = None
    change: Rating | None = None
    k_used: int | None = None
    total: int | None = None
    first: tuple[Pooled, ...] = ()


class Line(NamedTuple):
    """What a game was worth to ``number``. ``expected`` and ``gain`` (score less expected) in parts of
    `System.scale`, ``difference`` as it was counted; of GoR ``expected`` is a probability and ``gain`` the
    change in points."""

    number: str
    event: str
    round: int
    rating: Rating
    other: str
    opponent: Rating
    halves: int
    difference: int
    expected: float
    gain: float
    handicap: int = 0


@dataclass(frozen=True)
class RatingsOn:
    """A list: rows in order of their numbers."""

    date: date
    rows: tuple[Row, ...]

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """Of who has one."""
        return {row.number: row.rating for row in self.rows if row.rating is not None}

    @cached_property
    def by_number(self) -> dict[str, Row]:
        return {row.number: row for row in self.rows}


@dataclass(frozen=True, slots=True)
class ListFlaw:
    """Why a period cannot be rated. ``text``: what it choked on."""

    code: FlawCode
    text: str
    event: str = ""
    round: int | None = None

    def __str__(self) -> str:
        place = (
            f" ({self.event}{'' if self.round is None else f', round {self.round}'})" if self.event else ""
        )
        return f"{self.code.value}: {self.text}{place}"


class FlawCode(StrEnum):
    UNKNOWN_NUMBER = "a number that is on no list and entered nowhere"
    AGAINST_SELF = "a game of somebody against himself"
    NUMBER_TWICE = "a number stands twice on a list"
    OFF_SCALE = "a rating outside the scale"
    TWO_RESULTS = "two results of one game"
    NO_RESULT = "a game without a result"
    NO_K = "the table of K is empty, or has no line for somebody"
    NOT_COMPUTED = "lists of this system are imported, not computed"
    NO_LIST_BEFORE = "there is no list from before the period"
    PERIODS_APART = "periods must touch"
    LIST_BEFORE_END = "the list's date is before the end of its period"
    EVENT_OUTSIDE = "an event ends outside the period"


class FlawedInputError(ValueError):
    """All that is wrong with the input of a period."""

    def __init__(self, flaws: tuple[ListFlaw, ...]) -> None:
        super().__init__("; ".join(map(str, flaws)))
        self.flaws = flaws
