"""What can be wrong with a tournament file, as codes; `tournaments.wording` has the sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class DefectCode(StrEnum):
    """Every defect the reader names; the comment lists the parameters."""

    NOT_JSON = "not-json"  # message, column
    NOT_UTF8 = "not-utf8"
    TOO_DEEP = "too-deep"
    KEY_TWICE = "key-twice"  # key
    NOT_A_NUMBER = "not-a-number"  # text
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
    HISTORY_ORDER = "history-order"
    NOT_A_PAIR = "not-a-pair"
    FINAL_SIZE = "final-size"  # count
    EVEN_GAMES = "even-games"  # games
    LISTED_TWICE = "listed-twice"  # number
    TWICE_FIXED = "twice-fixed"  # number, round


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect: ``path`` is the place (``entries[3].number``), ``line`` where JSON itself fails."""

    code: DefectCode
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    path: str = ""
    line: int | None = None


class TournamentFileError(ValueError):
    """A file that is no tournament; ``defects`` holds every one found, in the order of the file."""

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        super().__init__(
            "; ".join(f"{d.path or d.line or 'file'}: {d.code} {dict(d.params)}" for d in defects)
        )
        self.defects = defects
