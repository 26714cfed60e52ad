"""What the preview of a list shows: what becomes of every row and why, and what each column is read as."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from tournaments.acts.entering.import_players import Fate, RowFate, plan_import
from tournaments.exchange.headings import FIELDS, SKIP
from tournaments.exchange.people import PeopleReport, PersonRow
from tournaments.exchange.problems import Problem
from tournaments.forms.imports import COLUMN, ENCODING_NAMES
from tournaments.models import Gender, Player, Section
from tournaments.wording.lists import listed
from tournaments.wording.people import COLUMNS, fault_text, kept_text
from tournaments.wording.refusals import refusal_sentence
from tournaments.wording.titles import grade_text, title_text

# Rows of a list: as many as any section has had. They scroll in a window of their own.
MOST_SHOWN = 2_000
EXAMPLES = 3
MOST_OF_AN_EXAMPLE = 40
# What is kept as a code, or as several values.
IN_WORDS: Mapping[str, Callable[[Any], object]] = {
    "categories": listed,
    "title": title_text,
    "grade": grade_text,
    "gender": lambda code: Gender(code).label,
}
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class ShownRow:
    """Show a row of the preview; ``there``: who is there already with this name, ``particulars``: who
    comes."""

    row: PersonRow
    fate: Fate
    words: tuple[str, ...]
    may_be_another: bool = False
    there: str = ""
    particulars: str = ""
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column of the file: its heading, what stands in it, and what it is read as."""

    name: str
    heading: str
    examples: str
    field: str


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """Show what an import would do; of ``left_out`` and ``doubtful`` at most `MOST_SHOWN` rows each.

    ``left_out``: faulty rows first, without those of ``columns_asked``, which may be other persons of the
    same name; ``heads``: of the columns in which something was read."""

    encoding: str
    guessed: bool
    remembered: bool
    heading_line: int
    columns: list[ShownColumn]
    faults: list[str]
    heads: list[str] = field(default_factory=list)
    entering: list[ShownRow] = field(default_factory=list)
    left_out: list[ShownRow] = field(default_factory=list)
    names_nobody: bool = False

    @property
    def first(self) -> list[ShownRow]:
        return self.entering[:MOST_SHOWN]

    @property
    def columns_asked(self) -> list[ShownRow]:
        return [row for row in self.left_out if row.may_be_another]

    @property
    def shown_asked(self) -> list[ShownRow]:
        return self.columns_asked[:MOST_SHOWN]

    @property
    def refused(self) -> list[ShownRow]:
        return [row for row in self.left_out if not row.may_be_another]

    @property
    def shown_refused(self) -> list[ShownRow]:
        return self.refused[:MOST_SHOWN]

    @property
    def doubtful(self) -> list[ShownRow]:
        return [row for row in self.entering if row.words]

    @property
    def shown_doubtful(self) -> list[ShownRow]:
        return self.doubtful[:MOST_SHOWN]

    @property
    def is_to_map(self) -> bool:
        """Whether somebody has to look at the columns."""
        return self.names_nobody or not self.heading_line


def preview_of(section: Section, report: PeopleReport) -> ImportPreview:
    fates = plan_import(section, report.rows)
    rows = {fate.row.line: fate.row for fate in fates}
    used = [name for name in FIELDS if any(_value(fate.row, name) for fate in fates)]
    rows_shown = [_preview_row(fate, used, rows) for fate in fates]
    left_out = [row for row in rows_shown if row.fate is not Fate.ENTER]
    left_out.sort(key=lambda row: (row.fate is Fate.KNOWN, row.row.line))
    return ImportPreview(
        encoding=ENCODING_NAMES.get(report.encoding, report.encoding.upper()),
        guessed=report.guessed,
        remembered=report.remembered,
        heading_line=report.heading_line,
        columns=_columns(report),
        faults=[printable(fault_text(fault)) for fault in report.problems],
        heads=[str(COLUMNS[name]) for name in used if name != "name"],
        entering=[row for row in rows_shown if row.fate is Fate.ENTER],
        left_out=left_out,
        names_nobody=bool(report.fields) and not report.rows,
    )


def _preview_row(fate: RowFate, used: Sequence[str], rows: Mapping[int, PersonRow]) -> ShownRow:
    row = fate.row
    there: Player | PersonRow | None = fate.player
    first = next((int(f.params["first_line"]) for f in row.problems if "first_line" in f.params), None)
    if row.is_namesake and first is not None:
        there = rows.get(first, row)
    return ShownRow(
        row,
        fate.fate,
        tuple(preview_words(row, fate.code, dict(fate.params), fate.differing_fields, fate.doubts)),
        fate.may_be_another,
        _particulars(there) if there and fate.may_be_another else "",
        _particulars(row) if fate.may_be_another else "",
        tuple(_value(row, name) for name in used if name != "name"),
    )


def _particulars(who: Player | PersonRow) -> str:
    """By what one person is told from another of the same name."""
    code = who.federation_id if isinstance(who, Player) else who.federation
    values = (who.name, who.native_name, code, who.province, who.club, who.birth_year, who.rating)
    return " · ".join(str(value) for value in values if value)


def _value(row: PersonRow, name: str) -> str:
    value = getattr(row, name, None)
    if value in (None, "", ()):
        return ""
    return printable(str(IN_WORDS.get(name, str)(value)))


def _columns(report: PeopleReport) -> list[ShownColumn]:
    columns = []
    for place, name in enumerate(report.fields):
        values = (row.cells[place].strip() for row in report.rows if place < len(row.cells))
        examples = list(dict.fromkeys(value for value in _some(values) if value))[:EXAMPLES]
        heading = report.headings[place] if place < len(report.headings) else ""
        examples = [printable(value)[:MOST_OF_AN_EXAMPLE] for value in examples]
        heading_text = printable(heading.strip())[:MOST_OF_AN_EXAMPLE]
        columns.append(ShownColumn(COLUMN % place, heading_text, " · ".join(examples), name or SKIP))
    return columns


def _some(values: Iterator[str]) -> Iterator[str]:
    return (value for _, value in zip(range(50), values, strict=False))


def printable(text: str) -> str:
    """Without what cannot stand in a page: control characters and codes that are no characters."""
    return _NO_TEXT.sub("", text)


def preview_words(
    row: PersonRow,
    code: str,
    params: Mapping[str, Any],
    fields_kept: Iterable[str] = (),
    doubts: Iterable[Problem] = (),
) -> Iterator[str]:
    """Why a row is left out, what of it stays empty, or what about a known player stays as it is."""
    yield from (printable(fault_text(fault)) for fault in row.problems)
    yield from (printable(fault_text(fault)) for fault in doubts if fault not in row.problems)
    if code == "already-entered":
        yield gettext("Already entered in this section.")
    elif code:
        yield refusal_sentence(code, {**params, "name": row.name})
    if fields := list(fields_kept):
        yield kept_text(fields)
