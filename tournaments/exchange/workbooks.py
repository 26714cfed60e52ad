"""The sheets of an XLSX file as text, and what a file is that is none.

A formula gives the value that its program has computed and stored; it is never computed here. A cell that is
merged over several rows, as lists have it for the players of a team, stands in each of them.

openpyxl is loaded where it is needed: with it every process would start a quarter of a second later.
"""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from tournaments.exchange.cells import guarded
from tournaments.exchange.columns import MOST_COLUMNS
from tournaments.exchange.faults import ListErrorCode, row_problem
from tournaments.exchange.headings import known_headings
from tournaments.exchange.problems import Problem
from tournaments.exchange.tables import MOST_ABOVE, MOST_ROWS, MOST_SHOWN

MOST_UNPACKED = 32 * 1024 * 1024
MOST_PARTS = 500
MOST_SHEETS = 30
_ZIP = b"PK\x03\x04"
# What a damaged workbook ends in: openpyxl has no error of its own for it.
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),
    *(SyntaxError, KeyError, IndexError, ValueError, TypeError, AttributeError, OSError),
)
_BEGINS: tuple[tuple[bytes, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "xls"),
    (b"%PDF", "pdf"),
    (b"{\\rtf", "rtf"),
    (b"\x89PNG", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"Rar!", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"\x1f\x8b", "archive"),
)
_HTML = re.compile(rb"\s*+(?:\xef\xbb\xbf)?\s*+<(?:!doctype html|html|head|table|meta|\?xml)", re.IGNORECASE)
_ROW = re.compile(rb"<(?:\w+:)?row\b([^<>]*)>")
_LINE = re.compile(rb'\br="([0-9]{1,7})"')
_HIDDEN = re.compile(rb'\bhidden="(?:1|true)"')
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^>]*ref="([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})"')

# A formula without the value that its program would have stored.
_UNCOMPUTED = re.compile(
    rb'<(?:\w+:)?c r="([A-Z]{1,3}[0-9]{1,7})"[^>]*>\s*+<(?:\w+:)?f(?:\s[^>]*)?(?:/>|>([^<]*)</(?:\w+:)?f>)'
    rb"\s*+(?:<(?:\w+:)?v\s*+/>|<(?:\w+:)?v>\s*+</(?:\w+:)?v>)?\s*+</(?:\w+:)?c>"
)


class WorkbookRefused(Exception):  # noqa: N818 - a refusal, named as such
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Cells:
    """A sheet: its name, its rows as text, the problems of cells by row."""

    name: str
    rows: tuple[tuple[str, ...], ...]
    problems: tuple[Problem, ...] = ()

    @property
    def looks_like_a_list(self) -> tuple[int, int]:
        """By how much one sheet is rather the list than another: headings, then rows."""
        headings = max((known_headings(row) for row in self.rows[:MOST_ABOVE]), default=0)
        return headings, len(self.rows)


def is_workbook(data: bytes) -> bool:
    """Whether these bytes are a zip, as every XLSX is."""
    return data.startswith(_ZIP)


def other_format(data: bytes) -> str:
    """What bytes are that are neither text nor a workbook (``xls``, ``pdf``, …); empty where they are one."""
    name_known = next((name for begin, name in _BEGINS if data.startswith(begin)), "")
    return name_known or ("html" if _HTML.match(data[:400]) else "")


def sheets_of(data: bytes) -> tuple[Cells, ...]:
    """Return the sheets that hold something. Raises `WorkbookRefused` or one of `DAMAGED`."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        listed = parts.infolist()
        unpacked = sum(part.file_size for part in listed)
        if unpacked > MOST_UNPACKED or len(listed) > MOST_PARTS:
            raise WorkbookRefused(
                row_problem(ListErrorCode.TOO_LARGE, {"bytes": unpacked, "most": MOST_UNPACKED})
            )
        names = {part.filename for part in listed}
        if "mimetype" in names and b"opendocument" in parts.read("mimetype")[:100]:
            raise WorkbookRefused(row_problem(ListErrorCode.OTHER_FORMAT, {"format": "ods"}))
        if any(name.startswith("word/") for name in names):
            raise WorkbookRefused(row_problem(ListErrorCode.OTHER_FORMAT, {"format": "docx"}))
        if any(name.startswith("Index/") for name in names):
            raise WorkbookRefused(row_problem(ListErrorCode.OTHER_FORMAT, {"format": "numbers"}))
        # Hidden sheets, and hidden or filtered rows, are left out and named: nobody sees them who opens the
        # workbook.
        sheets = _read(data, parts)
    if not sheets:
        raise WorkbookRefused(row_problem(ListErrorCode.EMPTY))
    return sheets


def _read(data: bytes, parts: zipfile.ZipFile) -> tuple[Cells, ...]:
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        # About styles, validations and pictures that openpyxl leaves out; only the cells are wanted.
        warnings.simplefilter("ignore")
        values = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        try:
            rows = []
            hidden = []
            sheets: list[Any] = [*values.worksheets]
            for sheet in sheets[:MOST_SHEETS]:
                cells = _cells(sheet, parts.read(sheet._worksheet_path))
                if sheet.sheet_state == "visible" and (any(cells.rows) or cells.problems):
                    rows.append(cells)
                elif sheet.sheet_state != "visible" and any(cells.rows):
                    hidden.append(cells.name)
            if not hidden:
                return tuple(rows)
            problem = row_problem(ListErrorCode.HIDDEN_SHEETS, text=", ".join(hidden)[:MOST_SHOWN])
            return tuple(
                replace(cells, problems=(problem, *cells.problems)) for cells in rows or [Cells("", ())]
            )
        finally:
            values.close()


def _cells(sheet: Any, part: bytes) -> Cells:
    from openpyxl.utils import get_column_letter

    uncomputed = {
        cell.decode(): formula.decode("utf-8", "replace") for cell, formula in _UNCOMPUTED.findall(part)
    }
    rows: list[list[str]] = []
    problems: list[Problem] = []
    for line, row in enumerate(sheet.iter_rows(max_row=MOST_ROWS + MOST_ABOVE, max_col=MOST_COLUMNS + 1), 1):
        texts = []
        for place, cell in enumerate(row, 1):
            text = _text(cell.value)
            where = f"{get_column_letter(place)}{line}" if uncomputed or cell.data_type == "e" else ""
            if cell.data_type == "e":
                problems.append(
                    row_problem(ListErrorCode.CELL_ERROR, {"cell": where}, line, text[:MOST_SHOWN])
                )
                text = ""
            elif where in uncomputed:
                formula = f"={uncomputed[where]}"[:MOST_SHOWN]
                problems.append(row_problem(ListErrorCode.FORMULA, {"cell": where}, line, formula))
            texts.append(text)
        while texts and not texts[-1]:
            texts.pop()
        rows.append(texts)
    _fill_merged(rows, part)
    problems = _without_hidden(rows, part, problems)
    while rows and not rows[-1]:
        rows.pop()
    return Cells(str(sheet.title), tuple(map(tuple, rows)), tuple(problems))


def _fill_merged(rows: list[list[str]], part: bytes) -> None:
    """What stands in a cell over several rows of one column stands in each of them."""
    from openpyxl.utils import column_index_from_string

    for left, top, right, bottom in _MERGED.findall(part):
        first, last = int(top) - 1, min(int(bottom), len(rows))
        if left != right or not 0 <= first < len(rows):
            continue
        place = column_index_from_string(left.decode()) - 1
        text = rows[first][place] if place < len(rows[first]) else ""
        for row in rows[first + 1 : last]:
            if text and any(row):
                row.extend([""] * (place + 1 - len(row)))
                row[place] = row[place] or text


def _without_hidden(rows: list[list[str]], part: bytes, problems: list[Problem]) -> list[Problem]:
    """Empty the rows that nobody sees; return the problems of the others, and which rows those are."""
    hidden, line = [], 0
    for row in _ROW.findall(part):
        # The number is left out by programs that write every row.
        numbered = _LINE.search(row)
        line = int(numbered[1]) if numbered else line + 1
        if _HIDDEN.search(row) and line <= len(rows) and rows[line - 1]:
            # Emptied, not taken out: the others keep their numbers.
            rows[line - 1] = []
            hidden.append(line)
    if not hidden:
        return problems
    ends = [place for place, line in enumerate(hidden, 1) if line + 1 not in hidden[place : place + 1]]
    spans = [hidden[begin:end] for begin, end in pairwise([0, *ends])]
    lines = ", ".join(f"{span[0]}–{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans)
    if len(lines) > MOST_SHOWN:
        lines = f"{lines[: MOST_SHOWN - 1]}…"
    left = {*hidden}
    return [
        row_problem(ListErrorCode.HIDDEN_ROWS, {"rows": len(hidden)}, text=lines),
        *(problem for problem in problems if problem.place.line not in left),
    ]


def _text(value: object) -> str:
    """A cell as somebody would type it, on one line."""
    match value:
        case None:
            return ""
        case bool():
            return str(value)
        case float() if value.is_integer():
            return str(int(value))
        case datetime() | date():
            return value.isoformat()[:10]
        case _:
            return " ".join(str(value).split("\n")).replace("\r", " ")


def csv_of(rows: Iterable[Sequence[str]]) -> str:
    """Rows as they are read again, one a line."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [guarded(" ".join(cell.splitlines())) for cell in row] for row in rows
    )
    return text.getvalue()


def reason(error: BaseException) -> str:
    """What it began with: openpyxl wraps the first error into its own advice."""
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__ or error
    return " ".join(f"{type(error).__name__}: {error}".split())[:MOST_SHOWN]
