"""What goes from a foreign format into a `Tournament` and back, and what stays behind.

*problem*   something that keeps a foreign file from being read, with its line and column.
*loss*   something that one side knows and the other cannot hold; the rest is carried all the same.
*heading*   a line about the event (city, dates, arbiter) that a tournament does not hold; it is handed on
            as text, so that a caller who knows the event can keep it.

A reader collects every problem. It yields a tournament only when there is none; losses never stop it.
`tournaments.wording.exchange` has the words for the codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Any

from tournaments.exchange.problems import Place, Problem, Severity, fatal_problem
from tournaments.state.tournament import Tournament

MOST_BYTES = 16 * 1024 * 1024
MOST_ENTRIES = 10_000
MOST_ROUNDS = 200
MOST_PROBLEMS = 100
MOST_SHOWN = 60
MOST_NUMBERS = 20


class ForeignErrorCode(StrEnum):
    """Every problem; the comment lists the parameters. ``text`` of the problem is what stands in the file."""

    # of the whole file
    TOO_LARGE = "too-large"  # bytes, most
    EMPTY = "empty"
    UNKNOWN_ENCODING = "unknown-encoding"  # known
    UNREADABLE = "unreadable"  # encoding
    NO_PLAYERS = "no-players"
    TOO_MANY_PLAYERS = "too-many-players"  # most
    TOO_MANY_ROUNDS = "too-many-rounds"  # most
    # of a line or an element
    COLUMN = "column"  # record
    NOT_A_NUMBER = "not-a-number"  # field
    UNKNOWN_VALUE = "unknown-value"  # field, known
    BAD_POINTS = "bad-points"  # message
    TWICE = "twice"  # number
    TWICE_IN_ROUND = "twice-in-round"  # number, round
    TOO_MANY_IN_LINE = "too-many-in-line"  # most
    # about what the rows say of each other
    UNKNOWN_PLAYER = "unknown-player"
    AGAINST_HIMSELF = "against-himself"  # number, round
    NOT_MUTUAL = "not-mutual"  # number, opponent, round
    COLOURS_CLASH = "colours-clash"  # number, opponent, round
    RESULTS_CLASH = "results-clash"  # number, opponent, round
    # of teams that meet teams
    TEAM_TWICE = "team-twice"  # team
    TEAM_BUSY = "team-busy"  # team, round
    TEAM_SETTING = "team-setting"  # field
    UNKNOWN_TEAM = "unknown-team"  # team
    IN_TWO_TEAMS = "in-two-teams"  # number
    IN_NO_TEAM = "in-no-team"  # number, round
    OWN_TEAM = "own-team"  # number, opponent, team, round
    TWO_OPPONENTS = "two-opponents"  # team, opponent, other, round
    NOT_IN_LINE_UP = "not-in-line-up"  # number, team, round
    BOARDS_DIFFER = "boards-differ"  # number, board, opponent, other_board, round
    BOARD_COLOURS = "board-colours"  # number, opponent, board, round
    # of h9
    NO_GRADE = "no-grade"
    RESULT_COUNT = "result-count"  # found, expected
    # of a list of ratings
    ROW_COUNT = "row-count"  # found, expected
    NO_NAME = "no-name"
    # of XML
    NOT_XML = "not-xml"  # message
    DOCTYPE = "doctype"
    TOO_MANY_ELEMENTS = "too-many-elements"  # most
    WRONG_ROOT = "wrong-root"  # expected
    MISSING = "missing"  # field
    NAME_TWICE = "name-twice"
    SECOND_BYE = "second-bye"  # round
    # of a tournament that a format cannot hold at all
    WRONG_GAME = "wrong-game"  # game, format
    NUMBER_TOO_LARGE = "number-too-large"  # number, most
    POINTS_TOO_LONG = "points-too-long"  # number


class LossCode(StrEnum):
    """Every loss. ``about`` of the loss names the record, the field or the text it is about."""

    # while writing
    NATIVE_NAMES = "native-names"
    NAMES = "names"
    NUMBERS = "numbers"
    FEDERATIONS = "federations"
    TEAMS = "teams"
    GROUPS = "groups"
    RATINGS = "ratings"
    CATEGORIES = "categories"
    WITHDRAWALS = "withdrawals"
    ANNOUNCED = "announced"
    POINTS = "points"
    TABLES = "tables"
    REPLAYS = "replays"
    CORRECTIONS = "corrections"
    CAUSES = "causes"
    SEED = "seed"
    TIEBREAKS = "tiebreaks"
    SYSTEM = "system"
    ROUNDS = "rounds"
    FORBIDDEN = "forbidden"
    FIXED = "fixed"
    FOULS = "fouls"
    OFFICIAL = "official"
    LINE_UP_RULES = "line-up-rules"
    DECISIONS = "decisions"
    NOT_REVEALED = "not-revealed"
    MATCH_STARTS = "match-starts"
    MATCHES = "matches"
    CAPTAINS = "captains"
    CARRIED = "carried"
    # while reading
    PEOPLE = "people"
    RECORD = "record"
    ROOM = "room"
    PLAYER_COUNT = "player-count"
    HALF_POINT_BYES = "half-point-byes"
    ADJOURNED = "adjourned"
    FULL_POINT_BYES = "full-point-byes"
    SECOND_BYES = "second-byes"
    ABNORMAL_POINTS = "abnormal-points"
    POINTS_DIFFER = "points-differ"
    TEAM_POINTS = "team-points"
    SHORT_NAMES = "short-names"
    UNRATED_GAMES = "unrated-games"
    FORBIDDEN_ROUNDS = "forbidden-rounds"
    HANDICAPS = "handicaps"
    COLOURS = "colours"
    RESULTS = "results"
    ODD_RESULTS = "odd-results"
    PRELIMINARY = "preliminary"
    OPEN = "open"
    GRADES = "grades"
    RATINGS_CUT = "ratings-cut"
    MISSING_VALUES = "missing-values"
    ODD_VALUES = "odd-values"
    SHORT_ATTENDANCE = "short-attendance"
    LONG_ATTENDANCE = "long-attendance"
    LIMITS = "limits"
    CRITERIA = "criteria"
    TIME = "time"
    OTHER_SCORES = "other-scores"
    # what the European database asks back
    NO_CLASS = "no-class"
    NO_PLACE = "no-place"
    NO_PINS = "no-pins"
    SHARED_NUMBERS = "shared-numbers"
    NO_COUNTRIES = "no-countries"
    NO_CLUBS = "no-clubs"
    NOT_LATIN = "not-latin"


# The conversion has not lost these: the file never had them.
ASKED_BACK = frozenset(
    {
        *(LossCode.NO_CLASS, LossCode.NO_PLACE, LossCode.NO_PINS, LossCode.NO_COUNTRIES),
        *(LossCode.NO_CLUBS, LossCode.NOT_LATIN, LossCode.SHARED_NUMBERS),
    }
)


def error_as_json(problem: Problem) -> dict[str, Any]:
    """Return what the outcome of a job keeps of an error in a foreign file."""
    place = problem.place
    return {
        "code": str(problem.code),
        "params": dict(problem.params),
        "place": [place.line, place.column],
        "text": place.text,
    }


def error_from_json(data: Mapping[str, Any]) -> Problem:
    line, column = data["place"]
    return fatal_problem(ForeignErrorCode(data["code"]), data["params"], line, column, data["text"])


def make_loss(
    code: LossCode, about: str = "", count: int = 1, numbers: tuple[int, ...] = (), line: int = 0
) -> Problem:
    """Make a loss of one kind: how often, which entries (by number, the first 20), and its first line."""
    return Problem(Severity.LOSS, code, Place(line, text=about), {"count": count, "numbers": numbers})


class CannotWrite(ValueError):  # noqa: N818 - a refusal, named as such
    """A tournament that a format cannot hold at all; ``problems`` say why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(f"{problem.code} {dict(problem.params)}" for problem in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Reading:
    """``problems`` keep it from being read: with any, ``tournament`` is None. ``losses`` are left out of
    it. ``headings`` by the format's own key."""

    tournament: Tournament | None
    problems: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()
    headings: Mapping[str, str] = field(default_factory=dict, hash=False)
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class Writing:
    """The bytes of the file, and what they do not hold."""

    data: bytes
    losses: tuple[Problem, ...] = ()

    def lost(self, code: LossCode) -> Problem | None:
        """The loss of this kind, if there is one."""
        return next((loss for loss in self.losses if loss.code is code), None)


class Problems:
    """Collects what keeps a file from being read. What has more than `MOST_PROBLEMS` is of another format."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(
        self, code: ForeignErrorCode, line: int = 0, column: int = 0, text: str = "", **params: str | int
    ) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(fatal_problem(code, params, line, column, printable_text(text)))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add what the reader of tournament files says of the same tournament."""
        self.problems.extend(islice(problems, MOST_PROBLEMS - len(self.problems)))

    def __bool__(self) -> bool:
        return bool(self.problems)


class Losses:
    """Counts losses by code and subject, in the order in which they were first met."""

    def __init__(self) -> None:
        self._count: dict[tuple[LossCode, str], int] = {}
        self._line: dict[tuple[LossCode, str], int] = {}
        self._numbers: dict[tuple[LossCode, str], dict[int, None]] = {}

    def add(self, code: LossCode, number: int | None = None, *, about: str = "", line: int = 0) -> None:
        key = (code, printable_text(about))
        self._count[key] = self._count.get(key, 0) + 1
        self._line.setdefault(key, line)
        numbers = self._numbers.setdefault(key, {})
        if number is not None and len(numbers) < MOST_NUMBERS:
            numbers[number] = None

    def all(self) -> tuple[Problem, ...]:
        return tuple(
            make_loss(key[0], key[1], count, tuple(self._numbers[key]), self._line[key])
            for key, count in self._count.items()
        )


def printable_text(text: str) -> str:
    """The beginning of a text, fit for a sentence."""
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
