"""What can be wrong with a list of players or federations, as codes; `tournaments.wording` has the words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from tournaments.exchange.problems import Place, Problem, Severity


class ListErrorCode(StrEnum):
    """Every problem the list readers name; the comment lists the parameters."""

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
    FEDERATION_DOUBTFUL = "federation-doubtful"  # column, federation
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


# The value cannot be taken; the row can, unless it is the name.
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
# The row or the file is taken as it is read.
WARNINGS = frozenset(
    {
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
        ListErrorCode.FEDERATION_DOUBTFUL,
        ListErrorCode.GROUP_UNKNOWN,
        ListErrorCode.FORMULA,
        ListErrorCode.CELL_ERROR,
    }
)
_NAMES = frozenset({"name", "surname", "first_name"})


def row_problem(
    code: ListErrorCode, params: Mapping[str, str | int] | None = None, line: int = 0, text: str = ""
) -> Problem:
    """Make a problem of a list: of a row, or of the whole file (``line`` 0)."""
    params = params or {}
    severity = Severity.ERROR
    if code in WARNINGS:
        severity = Severity.WARNING
    elif code in LEFT_EMPTY and params.get("column") not in _NAMES:
        # A row without its name is nobody; any other value can be asked for later.
        severity = Severity.LOSS
    return Problem(severity, code, Place(line, text=text), params)


def doubt_as_json(problem: Problem) -> dict[str, Any]:
    """Return what an entry keeps of a value that was left empty: not the line, for the file is gone."""
    return {"code": str(problem.code), "params": dict(problem.params), "text": problem.place.text}


def doubt_from_json(data: Mapping[str, Any]) -> Problem:
    return row_problem(ListErrorCode(data["code"]), data["params"], text=data["text"])
