"""Lists of players and standings as CSV and XLSX, in and out.

*guard*   a spreadsheet takes text that begins with ``= + - @``, a tab or a line end for a formula. Going out,
          such text gets an apostrophe in a CSV and the type "text" in an XLSX; coming in, the apostrophe goes
          again, and a formula is the value that was stored with it.

Reading a workbook gives the same report as `people.read_people`: rows are the sheet's rows.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tournaments.exchange.cells import guarded
from tournaments.exchange.faults import ListErrorCode, row_problem
from tournaments.exchange.people import ListSheet, PeopleReport, read_people
from tournaments.exchange.tables import MOST_BYTES
from tournaments.exchange.workbooks import (
    DAMAGED,
    Cells,
    WorkbookRefused,
    csv_of,
    is_workbook,
    other_format,
    reason,
    sheets_of,
)
from tournaments.standings.ranking import Standings
from tournaments.standings.tiebreaks import value_text
from tournaments.state.tournament import Tournament

Cell = str | int
Table = Iterable[Sequence[Cell]]

ENCODING = "xlsx"
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
PLAYER_COLUMNS = (
    *("number", "name", "native name", "title", "grade", "federation", "province", "native province"),
    *("club", "native club", "team", "group", "rating", "categories", "withdrawn after", "absences"),
)
# Federations of go ask for these besides.
WEIQI_COLUMNS = ("given name", "declared grade", "EGF number", "FFG licence", "AGA number")


def read_player_list(
    data: bytes, *, encoding: str | None = None, sheet: int | None = None, **more: Any
) -> PeopleReport:
    """The players in a CSV or XLSX file of at most 2 MB and 10,000 rows; ``more`` as for `read_people`.

    Never raises on any bytes. Of several sheets the one is read that looks most like a list, or ``sheet``.
    """
    if kind := other_format(data):
        return PeopleReport("", problems=(row_problem(ListErrorCode.OTHER_FORMAT, {"format": kind}),))
    if not is_workbook(data):
        return read_people(data, encoding=encoding, **more)
    if len(data) > MOST_BYTES:
        problem = row_problem(ListErrorCode.TOO_LARGE, {"bytes": len(data), "most": MOST_BYTES})
        return PeopleReport(ENCODING, problems=(problem,))
    try:
        sheets = sheets_of(data)
    except WorkbookRefused as refused:
        return PeopleReport(ENCODING, problems=(refused.problem,))
    except DAMAGED as error:
        return PeopleReport(
            ENCODING, problems=(row_problem(ListErrorCode.NOT_A_WORKBOOK, {"reason": reason(error)}),)
        )
    if sheet is None or not 0 <= sheet < len(sheets):
        sheet = max(range(len(sheets)), key=lambda place: sheets[place].looks_like_a_list)
    texts = tuple(ListSheet(sheet.name, csv_of(sheet.rows)) for sheet in sheets)
    data = texts[sheet].text.encode("utf-8", "replace")
    report = read_people(data, encoding="utf-8", delimiter=",", **more)
    return replace(_with_problems(report, sheets[sheet]), encoding=ENCODING, sheets=texts, sheet=sheet)


def _with_problems(report: PeopleReport, sheet: Cells) -> PeopleReport:
    """The problems of the sheet's cells, each in its row."""
    problems = defaultdict(list)
    for problem in sheet.problems:
        problems[problem.place.line].append(problem)
    people = [replace(row, problems=(*row.problems, *problems.pop(row.line, ()))) for row in report.rows]
    others = [problem for sheet_faults in problems.values() for problem in sheet_faults]
    return replace(report, rows=tuple(people), problems=(*report.problems, *others))


def player_table(tournament: Tournament) -> Iterator[tuple[Cell, ...]]:
    """Yield a heading and a row per entry."""
    of_go = tournament.game == "weiqi"
    # Headings that `read_player_list` knows, but for the first and the last two.
    yield (*PLAYER_COLUMNS, *(WEIQI_COLUMNS if of_go else ()))
    for entry in tournament.entries:
        pins = dict(entry.pins)
        more = (entry.given_name, entry.declared_grade, *(pins.get(key, "") for key in ("egf", "ffg", "aga")))
        yield (
            entry.number,
            entry.name,
            entry.native_name,
            entry.title,
            entry.grade,
            entry.federation,
            entry.province,
            entry.native_province,
            entry.club,
            entry.native_club,
            entry.team,
            entry.group,
            "" if entry.rating is None else entry.rating,
            ", ".join(entry.categories),
            "" if entry.withdrawn_after is None else entry.withdrawn_after,
            ", ".join(str(number) for number in sorted(entry.absences)),
            *(more if of_go else ()),
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
    writer.writerows([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in table)
    return text.getvalue().encode("utf-8-sig", "replace")


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
    return value if isinstance(value, int) else _CONTROLS.sub(" ", value)


def _sheet_title(title: str) -> str:
    allowed = "".join(c for c in title if c.isprintable() and c not in "\\*?:/[]'")
    return allowed[:31].strip() or "Qiyuan"
