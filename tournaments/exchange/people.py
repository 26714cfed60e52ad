"""A list of players as people send it: CSV in whatever encoding, with headings in whatever language.

`read_people` gives a report with every row and every problem; what to do with them is the caller's. A cell is
text and stays text: ``=cmd()`` is a strange name, never a formula.

*doubt*   a value that could not be read. The row is taken without it, and says so (`PersonRow.doubts`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from tournaments.exchange import cells as cell
from tournaments.exchange.cells import ProblemCollector, clean_cell, printable_start
from tournaments.exchange.columns import Columns, columns_of, letterhead
from tournaments.exchange.faults import ListErrorCode, row_problem
from tournaments.exchange.federations import WITHIN, Spellings
from tournaments.exchange.headings import SKIP, known_headings, shape_of
from tournaments.exchange.problems import Problem, Severity
from tournaments.exchange.tables import MOST_BYTES, MOST_ROWS, Record, decode_table, records
from tournaments.exchange.written_names import is_foot, narrow, split_names, tidy_name
from tournaments.state.lots import canonical
from tournaments.text.titles import grade_of


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One player of the list; what a faulty cell held is in its problem. ``gender``: ``m``, ``f`` or empty;
    ``cells``: the row as it stands."""

    line: int
    name: str
    native_name: str = ""
    federation: str = ""
    province: str = ""
    native_province: str = ""
    club: str = ""
    native_club: str = ""
    team: str = ""
    title: str = ""
    grade: str = ""
    declared_grade: str = ""
    given_name: str = ""
    egf_pin: str = ""
    ffg_licence: str = ""
    aga_id: str = ""
    group: int | None = None
    rating: int | None = None
    categories: tuple[str, ...] = ()
    birth_year: int | None = None
    gender: str = ""
    problems: tuple[Problem, ...] = ()
    cells: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def is_usable(self) -> bool:
        """Whether the row has a name and no problem beyond warnings."""
        return bool(self.name) and all(problem.severity is not Severity.ERROR for problem in self.problems)

    @property
    def is_namesake(self) -> bool:
        """Whether nothing is wrong with the row but that the name stands in the list already."""
        wrong = {problem.code for problem in self.problems if problem.severity is Severity.ERROR}
        return bool(self.name) and len(wrong) == 1 and wrong <= NAMESAKES

    @property
    def doubts(self) -> tuple[Problem, ...]:
        """The values without which the row is taken."""
        return tuple(problem for problem in self.problems if problem.severity is Severity.LOSS)


ROUNDED = ListErrorCode.DECIMALS_ROUNDED
NAMESAKES = frozenset({ListErrorCode.DUPLICATE, ListErrorCode.SAME_ROW})


@dataclass(frozen=True, slots=True)
class PeopleReport:
    """Report every row and every problem of a list."""

    encoding: str
    rows: tuple[PersonRow, ...] = ()
    # Those of the whole file: the rows hold their own.
    problems: tuple[Problem, ...] = ()
    # Several encodings were as plausible.
    guessed: bool = False
    delimiter: str = ","
    # The cells of their line, none where the list has none.
    headings: tuple[str, ...] = ()
    # From 1, 0 for none.
    heading_line: int = 0
    # What each column was read as.
    fields: tuple[str, ...] = ()
    # Of the headings: by it a list of the same kind is known again.
    shape: str = ""
    remembered: bool = False
    # Those of a workbook that hold something, of which one was read.
    sheets: tuple[ListSheet, ...] = ()
    sheet: int = 0
    # The list as a person can put it right, its lines those of the rows.
    text: str = field(default="", repr=False)

    @property
    def columns(self) -> dict[str, str]:
        """Heading by field, of the columns that are read."""
        return {
            name: printable_start(heading)
            for name, heading in zip(self.fields, self.headings, strict=False)
            if name and name != SKIP
        }


@dataclass(frozen=True, slots=True)
class ListSheet:
    """``text``: its cells as CSV, its lines those of the rows."""

    name: str
    text: str = field(repr=False)


def read_people(
    data: bytes,
    *,
    federations: Collection[str] | None = None,
    federation_names: Mapping[str, str] | None = None,
    federation: str = "",
    encoding: str | None = None,
    delimiter: str = "",
    columns: Sequence[str] | None = None,
    headings: int | None = None,
    remembered: Mapping[str, Sequence[str]] | None = None,
) -> PeopleReport:
    """The players in a CSV file of at most 2 MB and 10,000 rows; the headings may stand below a letterhead.

    ``federations``: the codes that are known (None: any is taken); ``federation_names``: code by canonical
    name (`federations.codes_by_name`), for lists that write 越南 instead of VIE; ``federation``: of players
    for whom the list names none. ``columns``: what each column is, where somebody has said it; ``headings``:
    their line, 0 for none; ``remembered``: columns that somebody has said before, by shape. Never raises on
    any bytes.
    """
    if len(data) > MOST_BYTES:
        problem = row_problem(ListErrorCode.TOO_LARGE, {"bytes": len(data), "most": MOST_BYTES})
        return PeopleReport("", problems=(problem,))
    decoded = decode_table(data, encoding, known_headings)
    delimiter, rows, above, is_known = records(
        decoded.text, known_headings, headings=headings, delimiter=delimiter
    )
    # No more than can be taken, the headings, and one by which it is known that there are more.
    listed = [*islice(rows, MOST_ROWS + 2)]
    report = PeopleReport(
        decoded.encoding,
        problems=decoded.problems,
        guessed=decoded.guessed,
        delimiter=delimiter,
        text=decoded.text,
    )
    if not listed:
        return replace(report, problems=(*report.problems, row_problem(ListErrorCode.EMPTY)))
    heading = None
    if headings or (headings is None and (is_known or shape_of(listed[0].cells) in (remembered or ()))):
        heading = listed.pop(0)
    chosen = columns_of(heading, listed, chosen=columns, remembered=remembered or {}, federations=federations)
    report = replace(
        report,
        problems=(*report.problems, *chosen.problems, *letterhead(above, heading)),
        headings=heading.cells if heading else (),
        heading_line=heading.line if heading else 0,
        fields=chosen.fields,
        shape=chosen.shape,
        remembered=chosen.remembered,
    )
    if not listed:
        return replace(
            report,
            problems=(*report.problems, row_problem(ListErrorCode.ONLY_HEADER, line=report.heading_line)),
        )
    if not chosen.names_somebody:
        return report
    reader = _Rows(chosen, federations, federation_names or {}, federation)
    people = [reader.read(record) for record in listed[:MOST_ROWS] if not chosen.is_repeated(record)]
    if len(listed) > MOST_ROWS:
        problem = row_problem(ListErrorCode.TOO_MANY_ROWS, {"most": MOST_ROWS}, listed[MOST_ROWS].line)
        report = replace(report, problems=(*report.problems, problem))
    people, rounded = _tell_once(people)
    return replace(report, rows=tuple(people), problems=(*report.problems, *rounded))


def _tell_once(people: Sequence[PersonRow]) -> tuple[list[PersonRow], list[Problem]]:
    """Of decimals once for the whole list, for it is the same in every row: how many were rounded."""
    rounded = [problem for row in people for problem in row.problems if problem.code is ROUNDED]
    if not rounded:
        return [*people], []
    rows = [
        replace(row, problems=tuple(problem for problem in row.problems if problem.code is not ROUNDED))
        for row in people
    ]
    columns = dict.fromkeys(problem.column for problem in rounded)
    counted = []
    for column in columns:
        of_column = [problem for problem in rounded if problem.column == column]
        params: dict[str, str | int] = {"column": column, "rows": len(of_column)}
        counted.append(row_problem(ROUNDED, params, text=of_column[0].place.text))
    return rows, counted


class _Rows:
    """Reads record after record; remembers who was seen."""

    def __init__(
        self,
        columns: Columns,
        federations: Collection[str] | None,
        federation_names: Mapping[str, str],
        federation: str,
    ) -> None:
        self.columns = columns
        self.spellings = None if federations is None else Spellings(federations, federation_names)
        self.federation = federation
        self.seen: dict[tuple[str, str], PersonRow] = {}

    def read(self, record: Record) -> PersonRow:
        blame = ProblemCollector(record)
        if record.unbalanced:
            blame(ListErrorCode.UNBALANCED_QUOTE, record.text)
        if any(cell.strip() for cell in record.cells[self.columns.width :]):
            params = {"cells": len(record.cells), "columns": self.columns.width}
            blame(ListErrorCode.EXTRA_CELLS, record.text, **params)
        texts = {
            name: clean_cell(name, record.cells[place], blame)
            for name, place in self.columns.places.items()
            if place < len(record.cells)
        }
        name, native_name = _names(texts, blame)
        if not name:
            blame(ListErrorCode.MISSING, record.text, column="name")
        elif is_foot(narrow(texts.get("name") or name)):
            blame(ListErrorCode.NO_PLAYER, texts.get("name") or name)
        title, grade = cell.title_and_grade(texts.get("title", ""), texts.get("grade", ""), blame)
        row = PersonRow(
            line=record.line,
            name=name,
            native_name=native_name,
            federation=self._federation(texts.get("federation", ""), blame),
            province=texts.get("province", ""),
            native_province=texts.get("native_province", ""),
            club=texts.get("club", ""),
            native_club=texts.get("native_club", ""),
            team=texts.get("team", ""),
            title=title,
            grade=grade,
            declared_grade=grade_of(texts.get("declared_grade", "")),
            given_name=_given_name(texts, name),
            egf_pin=texts.get("egf_pin", ""),
            ffg_licence=texts.get("ffg_licence", ""),
            aga_id=texts.get("aga_id", ""),
            group=cell.group(texts.get("group", ""), blame),
            rating=cell.number("rating", texts.get("rating", ""), 0, cell.MOST_RATING, blame),
            categories=cell.categories(texts.get("categories", ""), blame),
            birth_year=cell.number("birth_year", texts.get("birth_year", ""), *cell.BIRTH_YEARS, blame),
            gender=cell.gender(texts.get("gender", ""), blame),
            cells=record.cells,
        )
        if row.name:
            first = self.seen.setdefault((canonical(row.name), row.federation), row)
            if first is not row:
                same = replace(first, line=0) == replace(row, line=0)
                code = ListErrorCode.SAME_ROW if same else ListErrorCode.DUPLICATE
                blame(code, row.name, first_line=first.line)
        return replace(row, problems=tuple(blame.problems))

    def _federation(self, text: str, blame: ProblemCollector) -> str:
        if not text:
            return self.federation
        if self.spellings is None:
            return text
        code = self.spellings.code(text)
        if code is None:
            blame(ListErrorCode.FEDERATION_UNKNOWN, narrow(text), column="federation")
        elif text.strip().upper() in WITHIN:
            blame(ListErrorCode.FEDERATION_DOUBTFUL, narrow(text), column="federation", federation=code)
        return code or ""


def _given_name(texts: Mapping[str, str], name: str) -> str:
    """What the name ends with, where the list has a column of its own for it."""
    given_name = tidy_name(texts.get("first_name", ""))
    return given_name if given_name and name.endswith(f" {given_name}") else ""


def _names(texts: Mapping[str, str], blame: ProblemCollector) -> tuple[str, str]:
    """The name and the native one, wherever and however they stand."""
    whole = texts.get("name") or " ".join(
        texts[part] for part in ("surname", "first_name") if texts.get(part)
    )
    latin, native = split_names(whole)
    if native_text := tidy_name(texts.get("native_name", "")):
        latin, native = (latin, native_text) if latin else (native_text, "")
    for column, name in (("name", latin), ("native_name", native)):
        if len(name) > cell.LONGEST[column]:
            most = cell.LONGEST[column]
            blame(ListErrorCode.TOO_LONG, name, column=column, length=len(name), most=most)
    return latin, native if len(native) <= cell.LONGEST["native_name"] and native != latin else ""
