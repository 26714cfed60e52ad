"""What can be wrong with a list of players or federations, as codes; `tournaments.wording` has the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class ListErrorCode(StrEnum):
    """Every fault the list readers name; the comment lists the parameters."""

    # of the whole file
    TOO_LARGE = "too-large"  # bytes, most
    TOO_MANY_ROWS = "too-many-rows"  # most
    EMPTY = "empty"
    ONLY_HEADER = "only-header"
    UNKNOWN_ENCODING = "unknown-encoding"  # encoding
    UNREADABLE = "unreadable"  # encoding, position
    ENCODING_DOUBTFUL = "encoding-doubtful"  # encoding
    ABOVE_HEADINGS = "above-headings"  # lines
    COLUMN_MISSING = "column-missing"  # column, found
    NO_NAMES = "no-names"  # found
    COLUMN_TWICE = "column-twice"  # column
    COLUMN_UNKNOWN = "column-unknown"
    COLUMN_UNTITLED = "column-untitled"  # number
    TOO_MANY_COLUMNS = "too-many-columns"  # columns, most
    NOT_A_WORKBOOK = "not-a-workbook"  # reason
    OTHER_FORMAT = "other-format"  # format
    NO_HEADINGS = "no-headings"
    HIDDEN_ROWS = "hidden-rows"  # rows
    HIDDEN_SHEETS = "hidden-sheets"
    DECIMALS_ROUNDED = "decimals-rounded"  # column, rows
    # of one row
    UNBALANCED_QUOTE = "unbalanced-quote"
    EXTRA_CELLS = "extra-cells"  # cells, columns
    CONTROL_CHARACTERS = "control-characters"  # column
    LOST_CHARACTERS = "lost-characters"  # column
    MISSING = "missing"  # column
    NO_PLAYER = "no-player"
    TOO_LONG = "too-long"  # column, length, most
    FEDERATION_UNKNOWN = "federation-unknown"  # column
    NOT_A_NUMBER = "not-a-number"  # column, least, most
    NUMBER_DOUBTFUL = "number-doubtful"  # column, value
    GROUP_UNKNOWN = "group-unknown"  # column
    GENDER_UNKNOWN = "gender-unknown"  # column
    TITLE_ODD = "title-odd"  # column
    GRADE_UNKNOWN = "grade-unknown"  # column
    CATEGORY_UNKNOWN = "category-unknown"  # column
    DUPLICATE = "duplicate"  # first_line
    SAME_ROW = "same-row"  # first_line
    FORMULA = "formula"  # cell
    CELL_ERROR = "cell-error"  # cell
    BAD_CODE = "bad-code"
    CODE_TWICE = "code-twice"  # first_line


LEFT_EMPTY = frozenset(
    {
        ListErrorCode.FEDERATION_UNKNOWN,
        ListErrorCode.NOT_A_NUMBER,
        ListErrorCode.GENDER_UNKNOWN,
        ListErrorCode.TITLE_ODD,
        ListErrorCode.GRADE_UNKNOWN,
        ListErrorCode.CATEGORY_UNKNOWN,
        ListErrorCode.TOO_LONG,
        ListErrorCode.LOST_CHARACTERS,
    }
)
"""The value cannot be taken; the row can, unless it is the name."""
WARNINGS = LEFT_EMPTY | {
    ListErrorCode.ENCODING_DOUBTFUL,
    ListErrorCode.ABOVE_HEADINGS,
    ListErrorCode.COLUMN_UNKNOWN,
    ListErrorCode.COLUMN_UNTITLED,
    ListErrorCode.NO_HEADINGS,
    ListErrorCode.HIDDEN_ROWS,
    ListErrorCode.HIDDEN_SHEETS,
    ListErrorCode.DECIMALS_ROUNDED,
    ListErrorCode.CONTROL_CHARACTERS,
    ListErrorCode.NUMBER_DOUBTFUL,
    ListErrorCode.GROUP_UNKNOWN,
    ListErrorCode.FORMULA,
    ListErrorCode.CELL_ERROR,
}
_NAMES = frozenset({"name", "surname", "first_name"})


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: parameters, line of the file (from 1; 0: the whole file), the text it is about."""

    code: ListErrorCode
    params: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    line: int = 0
    text: str = ""

    @property
    def is_warning(self) -> bool:
        """A warning is shown; the row can be taken all the same, without what could not be read."""
        return self.code in WARNINGS and not (self.code in LEFT_EMPTY and self.column in _NAMES)

    @property
    def leaves_empty(self) -> bool:
        """Whether the row is taken without this value."""
        return self.code in LEFT_EMPTY and self.is_warning

    @property
    def column(self) -> str:
        return str(self.params.get("column", ""))

    def as_json(self) -> dict[str, Any]:
        """Without its line."""
        return {"code": str(self.code), "params": dict(self.params), "text": self.text}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Fault:
        return cls(ListErrorCode(data["code"]), data["params"], text=data["text"])
