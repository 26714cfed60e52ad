"""Which column of a list is what: as its headings say, as somebody has said, or as its cells look."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tournaments.exchange.cells import GENDERS, MOST_RATING, is_grade_cell, printable_start
from tournaments.exchange.faults import ListErrorCode, row_problem
from tournaments.exchange.headings import FIELDS, NAMES, SKIP, heading_fields, shape_of
from tournaments.exchange.problems import Problem
from tournaments.exchange.tables import DELIMITERS, Record

MOST_COLUMNS = 200
# A column is judged by so many rows.
_LOOKED_AT = 100
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Columns:
    """``fields``: what each column is read as, `SKIP` or empty for nothing; ``places``: the column of each
    field; ``width``: of the headings, or of the widest row; ``remembered``: somebody has said it before."""

    fields: tuple[str, ...]
    places: Mapping[str, int]
    width: int
    shape: str = ""
    remembered: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def names_somebody(self) -> bool:
        return not NAMES.isdisjoint(self.places)

    def is_repeated(self, record: Record) -> bool:
        """Whether a row is the headings again, as printed lists have them on every page."""
        return bool(self.shape) and len(record.cells) > 1 and shape_of(record.cells) == self.shape


def columns_of(
    heading: Record | None,
    rows: Sequence[Record],
    *,
    chosen: Sequence[str] | None,
    remembered: Mapping[str, Sequence[str]],
    federations: Collection[str] | None,
) -> Columns:
    """``chosen``: by somebody, now; ``remembered``: by shape."""
    problems: list[Problem] = []
    line, text = (heading.line, printable_start(heading.text)) if heading else (0, "")
    if heading and heading.unbalanced:
        problems.append(row_problem(ListErrorCode.UNBALANCED_QUOTE, line=line, text=text))
    widest = max((len(row.cells) for row in rows[:_LOOKED_AT]), default=0)
    width = len(heading.cells) if heading else widest
    if width > MOST_COLUMNS:
        params: dict[str, str | int] = {"columns": width, "most": MOST_COLUMNS}
        problems.append(row_problem(ListErrorCode.TOO_MANY_COLUMNS, params, line, text))
    cells = heading.cells[:MOST_COLUMNS] if heading else ("",) * min(width, MOST_COLUMNS)
    shape = shape_of(cells)
    values = [_values(rows, place) for place in range(len(cells))]
    recalled = remembered.get(shape) if chosen is None else None
    if chosen is not None or recalled is not None:
        fields = [
            field if field in FIELDS else SKIP for field in (chosen if chosen is not None else recalled) or ()
        ]
        fields = (fields + [SKIP] * len(cells))[: len(cells)]
    elif heading:
        fields = [_by_cells(field, values[place]) for place, field in enumerate(heading_fields(cells))]
    else:
        problems.append(row_problem(ListErrorCode.NO_HEADINGS))
        fields = _guessed(values, federations)
    places: dict[str, int] = {}
    for place, (cell, name) in enumerate(zip(cells, fields, strict=True)):
        if name in places:
            problems.append(
                row_problem(ListErrorCode.COLUMN_TWICE, {"column": name}, line, printable_start(cell.strip()))
            )
            fields[place] = SKIP
        elif name and name != SKIP:
            places[name] = place
        elif not name and cell.strip():
            problems.append(
                row_problem(ListErrorCode.COLUMN_UNKNOWN, line=line, text=printable_start(cell.strip()))
            )
        elif not name and (examples := _first_values(rows, place)):
            params = {"number": place + 1}
            problems.append(
                row_problem(ListErrorCode.COLUMN_UNTITLED, params, line, printable_start(", ".join(examples)))
            )
    if NAMES.isdisjoint(places):
        cells_text = printable_start(", ".join(cell.strip() for cell in cells if cell.strip()))
        problems.append(row_problem(ListErrorCode.NO_NAMES, {"found": cells_text}, line, text))
    return Columns(tuple(fields), places, width, shape, recalled is not None, tuple(problems))


def letterhead(above: Sequence[str], heading: Record | None) -> tuple[Problem, ...]:
    """That lines stand above the headings, which nobody reads."""
    if heading is None or not above:
        return ()
    first = printable_start(above[0].strip(f" {DELIMITERS}"))
    return (row_problem(ListErrorCode.ABOVE_HEADINGS, {"lines": len(above)}, heading.line, first),)


def _values(rows: Sequence[Record], place: int) -> list[str]:
    values = (row.cells[place].strip() for row in rows[:_LOOKED_AT] if place < len(row.cells))
    return [value for value in values if value]


def _first_values(rows: Sequence[Record], place: int) -> list[str]:
    """The first different ones of a column, wherever in the list they stand."""
    cells = (row.cells[place].strip() for row in rows if place < len(row.cells))
    return list(islice(dict.fromkeys(cell for cell in cells if cell), _EXAMPLES))


def _by_cells(name: str, values: Sequence[str]) -> str:
    """What a heading with two meanings stands for: a rank is 5 dan or a place, 等级 a title or a grade."""
    if name == "group_or_section":
        return "group" if _most(values, lambda value: value in ("1", "2")) else ""
    if name == "grade" and values and not _most(values, is_grade_cell):
        return SKIP if _most(values, str.isdecimal) else "title"
    if name == "title" and _most(values, is_grade_cell):
        return "grade"
    return name


def _guessed(values: Sequence[Sequence[str]], federations: Collection[str] | None) -> list[str]:
    """What columns without headings look like."""
    looks: dict[str, Callable[[str], bool]] = {
        "federation": lambda value: value.upper() in (federations or ()),
        "gender": lambda value: value.casefold() in GENDERS,
        "birth_year": lambda value: value.isdecimal() and 1920 <= int(value[:9]) <= 2025,
        "rating": lambda value: value.isdecimal() and 100 <= int(value[:9]) <= MOST_RATING,
        "grade": is_grade_cell,
        "name": lambda value: any(c.isalpha() for c in value),
    }
    fields: list[str] = []
    for column in values:
        free = (name for name in looks if name not in fields and _most(column, looks[name]))
        fields.append(next(free, SKIP))
    return fields


def _most(values: Sequence[str], looks: Callable[[str], bool]) -> bool:
    """Whether more than half of the values look like something."""
    return 2 * sum(map(looks, values)) > len(values)
