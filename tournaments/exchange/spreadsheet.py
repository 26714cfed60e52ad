"""Lists of players and standings as CSV and XLSX, in and out.

*guard*   a spreadsheet takes text that begins with ``= + - @``, a tab or a line end for a formula. Going out,
          such text gets an apostrophe in a CSV and the type "text" in an XLSX; coming in, a formula is a
          fault of its row and never its value.

Reading a workbook gives the same report as `people.read_people`: rows are the sheet's rows.

openpyxl is loaded where it is needed: with it every process would start a quarter of a second later.
"""

from __future__ import annotations

import csv
import io
import warnings
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from tournaments.exchange.faults import Fault, ListErrorCode
from tournaments.exchange.people import MOST_COLUMNS, PeopleReport, read_people
from tournaments.exchange.tables import MOST_BYTES, MOST_ROWS, MOST_SHOWN
from tournaments.standings.ranking import Standings
from tournaments.standings.tiebreaks import value_text
from tournaments.state.tournament import Tournament

Cell = str | int
Table = Iterable[Sequence[Cell]]

ENCODING = "xlsx"
MOST_UNPACKED = 32 * 1024 * 1024
MOST_PARTS = 500
PLAYER_COLUMNS = (
    *("number", "name", "native name", "federation", "team", "group", "rating", "categories"),
    *("withdrawn after", "absences"),
)
_ZIP = b"PK\x03\x04"
# Also in full width, as East Asian editions of spreadsheets read them.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# What a damaged workbook ends in: openpyxl has no error of its own for it.
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),
    *(SyntaxError, KeyError, IndexError, ValueError, TypeError, AttributeError, OSError),
)


def is_workbook(data: bytes) -> bool:
    """Whether these bytes are a zip, as every XLSX is."""
    return data.startswith(_ZIP)


def read_list(
    data: bytes,
    *,
    federations: Collection[str] | None = None,
    federation_names: Mapping[str, str] | None = None,
    federation: str = "",
    encoding: str | None = None,
) -> PeopleReport:
    """The players in a CSV or XLSX file of at most 2 MB and 10,000 rows; arguments as for `read_people`.

    Never raises on any bytes. The first sheet of a workbook is read.
    """
    if not is_workbook(data):
        return read_people(
            data,
            federations=federations,
            federation_names=federation_names,
            federation=federation,
            encoding=encoding,
        )
    if len(data) > MOST_BYTES:
        fault = Fault(ListErrorCode.TOO_LARGE, {"bytes": len(data), "most": MOST_BYTES})
        return PeopleReport(ENCODING, faults=(fault,))
    try:
        rows, formulas = _rows(data)
    except _Refused as refused:
        return PeopleReport(ENCODING, faults=(refused.fault,))
    except _DAMAGED as error:
        return PeopleReport(
            ENCODING, faults=(Fault(ListErrorCode.NOT_A_WORKBOOK, {"reason": _reason(error)}),)
        )
    report = read_people(
        f"sep=,\n{_csv(rows)}".encode("utf-8", "replace"),
        federations=federations,
        federation_names=federation_names,
        federation=federation,
        encoding="utf-8",
    )
    # A row with a formula is left out; as text, without the formula, it would be taken.
    kept = [[] if number in formulas else row for number, row in enumerate(rows, 1)]
    return replace(_as_sheet(report, formulas), text=_csv(kept))


def _csv(rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _reason(error: BaseException) -> str:
    """What it began with: openpyxl wraps the first error into its own advice."""
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__ or error
    return " ".join(f"{type(error).__name__}: {error}".split())[:MOST_SHOWN]


class _Refused(Exception):  # noqa: N818 - a refusal, named as such
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def _rows(data: bytes) -> tuple[list[list[str]], dict[int, list[Fault]]]:
    """The cells of the first sheet as text, and the formulas among them by row."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        listed = parts.infolist()
        unpacked = sum(part.file_size for part in listed)
    if unpacked > MOST_UNPACKED or len(listed) > MOST_PARTS:
        raise _Refused(Fault(ListErrorCode.TOO_LARGE, {"bytes": unpacked, "most": MOST_UNPACKED}))
    with warnings.catch_warnings():
        # About styles, validations and pictures that openpyxl leaves out; only the cells are wanted.
        warnings.simplefilter("ignore")
        return _sheet_rows(data)


def _sheet_rows(data: bytes) -> tuple[list[list[str]], dict[int, list[Fault]]]:
    from openpyxl import load_workbook
    from openpyxl.utils import get_column_letter

    workbook = load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
    try:
        sheet = next(iter(workbook.worksheets), None)
        if sheet is None:
            raise _Refused(Fault(ListErrorCode.EMPTY))
        rows: list[list[str]] = []
        formulas: dict[int, list[Fault]] = {}
        cells = sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS + 1)
        for number, row in enumerate(cells, 1):
            texts = []
            for place, cell in enumerate(row, 1):
                text = _text(cell.value)
                if cell.data_type == "f":
                    where = f"{get_column_letter(place)}{number}"
                    fault = Fault(ListErrorCode.FORMULA, {"cell": where}, number, text[:MOST_SHOWN])
                    formulas.setdefault(number, []).append(fault)
                    text = ""
                texts.append(text)
            while texts and not texts[-1]:
                texts.pop()
            rows.append(texts)
        return rows, formulas
    finally:
        workbook.close()


def _text(value: object) -> str:
    """A cell as somebody would type it, on one line."""
    match value:
        case None:
            return ""
        case float() if value.is_integer():
            return str(int(value))
        case datetime() | date():
            return value.isoformat()[:10]
        case _:
            return " ".join(str(value).splitlines())


def _as_sheet(report: PeopleReport, formulas: Mapping[int, list[Fault]]) -> PeopleReport:
    """Lines as rows of the sheet (the text that was read had one line more), formulas as faults."""

    def moved(faults: Iterable[Fault]) -> Iterator[Fault]:
        for fault in faults:
            params = dict(fault.params)
            if "first_line" in params:
                params["first_line"] = int(params["first_line"]) - 1
            yield replace(fault, line=max(0, fault.line - 1), params=params)

    people = [
        replace(row, line=row.line - 1, faults=(*moved(row.faults), *formulas.get(row.line - 1, ())))
        for row in report.rows
    ]
    held = {row.line for row in people}
    others = [fault for number, found in formulas.items() if number not in held for fault in found]
    return replace(
        report, encoding=ENCODING, rows=tuple(people), faults=(*moved(report.faults), *others), guessed=False
    )


def player_table(tournament: Tournament) -> Iterator[tuple[Cell, ...]]:
    """A heading and a row per entry; the headings are ones that `read_list` knows, but for the first and the
    last two."""
    yield PLAYER_COLUMNS
    for entry in tournament.entries:
        yield (
            entry.number,
            entry.name,
            entry.native_name,
            entry.federation,
            entry.team,
            entry.group,
            "" if entry.rating is None else entry.rating,
            ", ".join(entry.categories),
            "" if entry.withdrawn_after is None else entry.withdrawn_after,
            ", ".join(str(number) for number in sorted(entry.absences)),
        )


def standings_table(tournament: Tournament, table: Standings) -> Iterator[tuple[Cell, ...]]:
    """A heading and a row per player, by rank; values as the standings command prints them."""
    yield ("rank", "number", "name", "native name", "federation", "points", *table.criteria)
    entries = {entry.number: entry for entry in tournament.entries}
    points = tournament.points
    for row in table.rows:
        entry = entries[row.number]
        values = (value_text(key, row.tiebreaks.get(key), points) for key in table.criteria)
        yield (
            row.rank,
            row.number,
            entry.name,
            entry.native_name,
            entry.federation,
            points.text(row.points),
            *("" if value is None else value for value in values),
        )


def to_csv(table: Table) -> bytes:
    """UTF-8 with a byte order mark, by which spreadsheets know it; lines ended by CR LF; guarded."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([_guarded(cell) for cell in row] for row in table)
    return text.getvalue().encode("utf-8-sig", "replace")


def _guarded(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def to_xlsx(table: Table, *, title: str = "") -> bytes:
    """A workbook of one sheet; every text is typed as text, so that none is a formula."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet(_sheet_title(title))
    for row in table:
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet, value=_printable(value))
            if isinstance(value, str):
                cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def _printable(value: Cell) -> Cell:
    """Control characters cannot stand in a workbook."""
    if isinstance(value, int):
        return value
    return "".join(c if c.isprintable() else " " for c in value)


def _sheet_title(title: str) -> str:
    allowed = "".join(c for c in title if c.isprintable() and c not in "\\*?:/[]'")
    return allowed[:31].strip() or "Qiyuan"
