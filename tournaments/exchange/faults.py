"""What can be wrong with a list of players or federations, as codes; `tournaments.wording` has the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


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
    COLUMN_TWICE = "column-twice"  # column
    COLUMN_UNKNOWN = "column-unknown"
    TOO_MANY_COLUMNS = "too-many-columns"  # columns, most
    NOT_A_WORKBOOK = "not-a-workbook"  # reason
    # of one row
    UNBALANCED_QUOTE = "unbalanced-quote"
    EXTRA_CELLS = "extra-cells"  # cells, columns
    CONTROL_CHARACTERS = "control-characters"  # column
    LOST_CHARACTERS = "lost-characters"  # column
    MISSING = "missing"  # column
    TOO_LONG = "too-long"  # column, length, most
    FEDERATION_UNKNOWN = "federation-unknown"
    NOT_A_NUMBER = "not-a-number"  # column, least, most
    NUMBER_DOUBTFUL = "number-doubtful"  # column, value
    GROUP_UNKNOWN = "group-unknown"
    GENDER_UNKNOWN = "gender-unknown"
    DUPLICATE = "duplicate"  # first_line
    FORMULA = "formula"  # cell
    BAD_CODE = "bad-code"
    CODE_TWICE = "code-twice"  # first_line


WARNINGS = frozenset(
    {
        ListErrorCode.ENCODING_DOUBTFUL,
        ListErrorCode.ABOVE_HEADINGS,
        ListErrorCode.COLUMN_UNKNOWN,
        ListErrorCode.CONTROL_CHARACTERS,
        ListErrorCode.NOT_A_NUMBER,
        ListErrorCode.NUMBER_DOUBTFUL,
        ListErrorCode.GROUP_UNKNOWN,
        ListErrorCode.GENDER_UNKNOWN,
    }
)


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
        return self.code in WARNINGS
