"""Name what can be wrong with a tournament file, as codes, and collect it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from tournaments.exchange.problems import Problem, fatal_problem

MOST = 1_000_000
LONGEST = 500
FIRST_YEAR, LAST_YEAR = 1900, 2200


class FileErrorCode(StrEnum):
    """Every problem the reader names; the comment lists the parameters."""

    NOT_JSON = "not-json"  # message
    NOT_UTF8 = "not-utf8"
    NOT_THIS_FORMAT = "not-this-format"  # why: what a reader of another package says
    TOO_DEEP = "too-deep"
    KEY_TWICE = "key-twice"  # key
    NOT_A_NUMBER = "not-a-number"  # text
    NOT_A_MOMENT = "not-a-moment"  # text, first, last
    NUMBER_TOO_LONG = "number-too-long"
    NOT_OBJECT = "not-object"  # found
    NOT_LIST = "not-list"  # found
    NOT_TEXT = "not-text"  # found
    NOT_INTEGER = "not-integer"  # found
    NOT_BOOLEAN = "not-boolean"  # found
    OUT_OF_RANGE = "out-of-range"  # value, least, most
    UNKNOWN_KEYS = "unknown-keys"  # keys
    MISSING_KEY = "missing-key"  # key
    UNKNOWN_VALUE = "unknown-value"  # value, known
    NOT_UNICODE = "not-unicode"
    TEXT_TOO_LONG = "text-too-long"  # most
    BAD_POINTS = "bad-points"  # message
    BAD_SETTING = "bad-setting"
    BAD_TIME_CONTROL = "bad-time-control"  # text
    NUMBER_TWICE = "number-twice"  # number
    NO_ENTRIES = "no-entries"
    UNKNOWN_ENTRY = "unknown-entry"  # number
    SELF_PAIR = "self-pair"  # number
    TWICE_IN_ROUND = "twice-in-round"  # number, round
    TABLE_TWICE = "table-twice"  # table, round
    GAME_MISSING = "game-missing"  # round, table, game
    REPLAY = "replay"  # system
    TOO_MANY_BYES = "too-many-byes"  # round, count
    ROUND_BEYOND = "round-beyond"  # round, rounds
    BAD_ROW = "bad-row"
    DRAW_BY_FORFEIT = "draw-by-forfeit"
    CAUSE_OF_RESULT = "cause-of-result"
    HALF_LOST = "half-lost"
    HISTORY_ORDER = "history-order"
    NOT_A_PAIR = "not-a-pair"
    FINAL_SIZE = "final-size"  # count
    LISTED_TWICE = "listed-twice"  # number
    TWICE_FIXED = "twice-fixed"  # number, round
    # of teams that meet teams
    UNKNOWN_TEAM = "unknown-team"  # team
    TEAM_TWICE = "team-twice"  # team
    TEAM_NAME_TWICE = "team-name-twice"  # name
    MEMBER_TWICE = "member-twice"  # number
    TEAM_BUSY = "team-busy"  # team, round
    LINE_UP_MISSING = "line-up-missing"  # team, round
    LINE_UP_BOARDS = "line-up-boards"  # team, round, boards
    NOT_A_MEMBER = "not-a-member"  # number, team, round
    DRAWS_OF_PLAYERS = "draws-of-players"
    ROUNDS_COUNT_ONCE = "rounds-count-once"
    DECIDERS_GIVE_NOTHING = "deciders-give-nothing"
    BOARD_COLOURS = "board-colours"  # first, second
    NO_BOARD = "no-board"  # first, second, round
    BOARD_MISSING = "board-missing"  # first, second, round


class TournamentFileError(ValueError):
    """A file that is no tournament; ``problems`` holds every one found, in the order of the file."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(
            "; ".join(
                f"{p.place.path or p.place.line or 'file'}: {p.code} {dict(p.params)}" for p in problems
            )
        )
        self.problems = problems


class Reader:
    """Collects problems while it reads; every method returns something usable, so that reading goes on."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def blame(self, path: str, code: StrEnum, **params: Any) -> None:
        self.problems.append(fatal_problem(code, params, path=path))

    def mapping(
        self, value: object, path: str, keys: Iterable[str], required: Iterable[str]
    ) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.blame(path, FileErrorCode.NOT_OBJECT, found=json_kind(value))
            return {}
        unknown = sorted(set(value) - set(keys))
        if unknown:
            self.blame(path, FileErrorCode.UNKNOWN_KEYS, keys=[key[:60] for key in unknown[:10]])
        for key in required:
            if key not in value:
                self.blame(path, FileErrorCode.MISSING_KEY, key=key)
        return value

    def items(self, value: object, path: str) -> list[Any]:
        if not isinstance(value, list):
            self.blame(path, FileErrorCode.NOT_LIST, found=json_kind(value))
            return []
        return value

    def text(self, value: object, path: str, choices: Iterable[str] | None = None) -> str:
        if not isinstance(value, str):
            self.blame(path, FileErrorCode.NOT_TEXT, found=json_kind(value))
            return ""
        if len(value) > LONGEST:
            self.blame(path, FileErrorCode.TEXT_TOO_LONG, most=LONGEST)
            return ""
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            self.blame(path, FileErrorCode.NOT_UNICODE)
            return ""
        if choices is not None and value not in choices:
            self.blame(path, FileErrorCode.UNKNOWN_VALUE, value=value[:60], known=list(choices))
        return value

    def integer(self, value: object, path: str, least: int = 1, most: int = MOST) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            self.blame(path, FileErrorCode.NOT_INTEGER, found=json_kind(value))
            return 0
        if not least <= value <= most:
            self.blame(path, FileErrorCode.OUT_OF_RANGE, value=value, least=least, most=most)
            return 0
        return value

    def round(self, data: Mapping[str, Any], path: str) -> int:
        """The round that a row names."""
        return self.integer(data.get("round", 1), f"{path}.round", most=10_000)

    def moment(self, value: object, path: str) -> datetime | None:
        """ISO 8601 with a time zone; in UTC."""
        text = self.text(value, path)
        try:
            at = datetime.fromisoformat(text)
        except ValueError:
            at = None
        if at is None or at.tzinfo is None or not FIRST_YEAR <= at.year <= LAST_YEAR:
            self.blame(path, FileErrorCode.NOT_A_MOMENT, text=text[:60], first=FIRST_YEAR, last=LAST_YEAR)
            return None
        return at.astimezone(UTC)

    def boolean(self, value: object, path: str) -> bool:
        if not isinstance(value, bool):
            self.blame(path, FileErrorCode.NOT_BOOLEAN, found=json_kind(value))
            return False
        return value

    def integers(self, value: object, path: str, most: int = MOST, *, least: int = 1) -> list[int]:
        items = enumerate(self.items(value, path))
        return [self.integer(item, f"{path}[{i}]", least=least, most=most) for i, item in items]

    def texts(self, value: object, path: str) -> tuple[str, ...]:
        return tuple(self.text(item, f"{path}[{i}]") for i, item in enumerate(self.items(value, path)))


def json_kind(value: object) -> str:
    """What JSON calls such a value."""
    names = {dict: "object", list: "list", str: "text", bool: "boolean", int: "integer", float: "number"}
    return "null" if value is None else names.get(type(value), "value")
