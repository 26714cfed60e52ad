"""Long tables in parts, an address each: what a page of a large section shows of its rows, and in which part
somebody is.

A *whole* is what a question answers; `cut_…` gives one part of it. Up to `ROWS` rows a page is whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import component
from tournaments.pairing.reasons import numbers_in
from tournaments.queries.public.public import Framed, PublicPerson, TablePart
from tournaments.queries.public.public_crosstable import CrosstablePage
from tournaments.queries.public.public_matches import MatchLine
from tournaments.queries.public.public_rounds import NameLine, RoundPage
from tournaments.queries.public.public_sections import PlayerLine, SectionPage
from tournaments.queries.public.public_standings import StandingsPage
from tournaments.text.name_search import variants
from tournaments.wording.names import plain_key

# Rows of one part.
ROWS = 200
# Rounds beside one another in the crosstable of a large section.
WINDOW = 30


@component("Found")
@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPlace:
    """Where somebody's row is."""

    number: Annotated[int, _("Drawn by lot.")]
    name: str
    native_name: Annotated[str, _("In Chinese; may be empty.")]
    federation: Annotated[str, _("Three-letter code.")]
    part: Annotated[int, _("In which part of the page.")]
    by_name: Annotated[int | None, _("In which part of the list by name; null without such a list.")]
    kind: Annotated[str, _("In a round first, second, bye, half-bye or absent; else ranked or entered.")]
    rank: int | None
    table: int | None
    opponent: Annotated[int | None, _("Number of the opponent.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesPage(Framed):
    places: Sequence[FoundPlace]
    variants: Annotated[str, _("Chinese characters of these names, each before the one it is found by.")]


def is_large(rows: int) -> bool:
    """Whether so many rows are shown in parts."""
    return rows > ROWS


def count_of(rows: int) -> int:
    """How many parts so many rows have."""
    return max(1, -(-rows // ROWS))


def part_of_row(index: int) -> int:
    """In which part the row at ``index``, from 0, stands."""
    return index // ROWS + 1


def part_rows(number: int, rows: int) -> slice:
    """Return the rows of a part; of one beyond the last, those of the last."""
    # A reader may have the address of a part that is no more.
    return rows_of_part(min(number, count_of(rows)))


def rows_of_part(number: int, size: int = 0) -> slice:
    """Return the rows of a part, if there are any, of a table beside the one that has the parts."""
    size = size or ROWS
    return slice((number - 1) * size, number * size)


def table_part(number: int, rows: int, labels: Sequence[str], url: str, places: str = "") -> TablePart | None:
    """``url``: of the document of all parts; ``places``: of who is where, if it stands elsewhere."""
    count = len(labels)
    if count < 2:
        return None
    number = min(number, count)
    return TablePart(
        number=number,
        count=count,
        rows=rows,
        previous=_url(url, number - 1) if number > 1 else None,
        next=_url(url, number + 1) if number < count else None,
        places=f"{places or url}/places",
        labels=labels,
    )


def _url(url: str, number: int) -> str:
    return url if number == 1 else f"{url}/parts/{number}"


def ranges(rows: int, size: int = 0) -> list[str]:
    """``1–200``, ``201–400`` …"""
    size = size or ROWS
    return [f"{begin + 1}–{min(begin + size, rows)}" for begin in range(0, max(rows, 1), size)]


def cut_round(whole: RoundPage, number: int) -> RoundPage:
    """Cut a round into parts: tables, the matches played at them, and so many of who is absent."""
    tables, matches = whole.tables, _matches(whole)
    rows = max(len(tables), ROWS * max(matches, default=1), len(whole.absent))
    part = table_part(number, rows, ranges(rows), f"{whole.section.url}/rounds/{whole.round}")
    if part is None:
        return whole
    visible_tables, absent = tables[rows_of_part(part.number)], whole.absent[rows_of_part(part.number)]
    met = matches.get(part.number, ())
    reasons = (reason for table in visible_tables for reason in table.reasons)
    # Who else sits at no table, what has changed and the files stand in the first part.
    named: set[object] = {number for reason in reasons for number in numbers_in(reason["params"])}
    if part.is_first:
        named |= {number for change in whole.changes for number in change.people}
        people = only(whole.people, named)
        return replace(whole, part=part, tables=visible_tables, matches=met, absent=absent, people=people)
    # A further part counts the results of its own tables alone: it is the same until one of them changes.
    reported = sum(1 for table in visible_tables if table.results and not table.open)
    page = replace(_rows_alone(whole, part), tables=visible_tables, matches=met, absent=absent)
    return replace(page, games=len(visible_tables), reported=reported, people=only(whole.people, named))


def _matches(whole: RoundPage) -> dict[int, list[MatchLine]]:
    """By the part in which they begin; before their boards are seated, by their own order."""
    rows = {item.table: index for index, item in enumerate(whole.tables)}
    matches_by_part: dict[int, list[MatchLine]] = {}
    for index, item in enumerate(whole.matches):
        row = rows[min(item.tables)] if item.tables else index
        matches_by_part.setdefault(part_of_row(row), []).append(item)
    return matches_by_part


def cut_names(whole: RoundPage, number: int) -> RoundPage:
    """Cut the list by name into parts."""
    # Which names stand in a part is the same in every language; within it they have the order of the reader's
    # own.
    lines = sorted(whole.everybody, key=_by_name)
    if count_of(len(lines)) == 1:
        return whole
    begins = [lines[begin : begin + ROWS] for begin in range(0, len(lines), ROWS)]
    labels = [f"{part_lines[0].person.name[:3]}–{part_lines[-1].person.name[:3]}" for part_lines in begins]
    part = table_part(number, len(lines), labels, f"{whole.section.url}/rounds/{whole.round}")
    lines_here = lines[part_rows(number, len(lines))]
    # No result stands in it: it is the same while they come in.
    return replace(_rows_alone(whole, part), names=lines_here, games=0, reported=0, people={})


def _rows_alone(whole: RoundPage, part: TablePart | None) -> RoundPage:
    """A part of a round without what only its first part shows, and as yet without rows."""
    return replace(
        whole,
        part=part,
        says_how_many=False,
        tables=(),
        byes=(),
        half_byes=(),
        absent=(),
        matches=(),
        resting=(),
        changes=(),
        files=(),
    )


def _by_name(line: NameLine) -> tuple[str, int]:
    return plain_key(line.person.name), line.person.number or 0


def cut_standings(whole: StandingsPage, number: int) -> StandingsPage:
    """Cut standings into parts: rows, teams beside them, and of the categories who stands in these rows."""
    rows = len(whole.rows)
    part = table_part(number, rows, ranges(rows), f"{whole.section.url}/standings/{whole.after}")
    if part is None:
        return whole
    rows_here = whole.rows[part_rows(number, rows)]
    met = {term.opponent for row in rows_here for terms in row.arithmetic.values() for term in terms}
    here = {row.player.number for row in rows_here}
    categories = [
        replace(category, rows=[row for row in category.rows if row.player.number in here])
        for category in whole.categories
    ]
    beside = rows_of_part(part.number)
    return replace(
        whole,
        part=part,
        rows=rows_here,
        people=only(whole.people, met),
        teams=whole.teams[beside],
        team_rows=whole.team_rows[beside],
        categories=[category for category in categories if category.rows],
        prizes=whole.prizes if part.is_first else (),
    )


def cut_crosstable(whole: CrosstablePage, number: int) -> CrosstablePage:
    """Cut a crosstable into parts: all windows of the first rows, then those of the next."""
    rows = len(whole.rows)
    if count_of(rows) == 1:
        return whole
    rounds = len(whole.rows[0].cells)
    begins = range(0, rounds, WINDOW) or range(1)
    labels = [
        label if len(begins) == 1 else f"{label} · {begin + 1}–{min(begin + WINDOW, rounds)}"
        for label in ranges(rows)
        for begin in begins
    ]
    crossed, ranked = (f"{whole.section.url}/{name}/{whole.after}" for name in ("crosstables", "standings"))
    part = table_part(number, rows, labels, crossed, ranked)
    at = min(number, len(labels)) - 1
    begin = begins[at % len(begins)]
    rows_here = [
        replace(row, cells=row.cells[begin : begin + WINDOW])
        for row in whole.rows[part_rows(at // len(begins) + 1, rows)]
    ]
    met = {cell.opponent for row in rows_here for cell in row.cells}
    teams = [
        replace(team, cells=team.cells[begin : begin + WINDOW])
        for team in whole.teams[rows_of_part(at // len(begins) + 1)]
    ]
    people = only(whole.people, met)
    return replace(whole, part=part, rows=rows_here, people=people, teams=teams, windows=len(begins))


def cut_section(whole: SectionPage, number: int) -> SectionPage:
    """Players, by number; a further part shows nothing else."""
    players = sorted(whole.players, key=_by_number)
    part = table_part(number, len(players), ranges(len(players)), whole.section.url)
    if part is None:
        return whole
    players_here = players[part_rows(number, len(players))]
    if part.is_first:
        return replace(whole, part=part, players=players_here)
    line = replace(whole.line, current=None, next=None, after=None, leaders=(), tables=())
    return replace(
        whole,
        part=part,
        players=players_here,
        line=line,
        current=None,
        next=None,
        leaders=(),
        tables=(),
        officials=(),
        announcements=(),
        changes=(),
        files=(),
    )


def _by_number(player: PlayerLine) -> tuple[bool, int, str, str]:
    return player.number is None, player.number or 0, plain_key(player.name), player.name


def only(people: Mapping[int, PublicPerson], numbers: Set[object]) -> dict[int, PublicPerson]:
    return {number: person for number, person in people.items() if number in numbers}


@singledispatch
def rows_with_parts(whole: Framed) -> PlacesPage:
    """Everybody who has a row on a page in parts."""
    raise NotImplementedError(type(whole).__name__)


@rows_with_parts.register
def _in_round(whole: RoundPage) -> PlacesPage:
    at = {table.table: part_of_row(index) for index, table in enumerate(whole.tables)}
    lines = sorted(whole.everybody, key=_by_name)
    return places_page(whole, [_seat(line, at, part_of_row(index)) for index, line in enumerate(lines)])


def _seat(line: NameLine, at: Mapping[int, int], by_name: int) -> FoundPlace:
    kind = line.place
    opponent = line.opponent.number if line.opponent else None
    part = at[line.table] if line.table else 1
    return place(line.person, part, kind, table=line.table, opponent=opponent, by_name=by_name)


@rows_with_parts.register
def _in_standings(whole: StandingsPage) -> PlacesPage:
    rows = enumerate(whole.rows)
    return places_page(
        whole, [place(row.player, part_of_row(at), "ranked", rank=row.rank) for at, row in rows]
    )


@rows_with_parts.register
def _in_section(whole: SectionPage) -> PlacesPage:
    players = enumerate(sorted(whole.players, key=_by_number))
    return places_page(
        whole, [place(player, part_of_row(at), "entered") for at, player in players if player.number]
    )


def place(
    who: PublicPerson,
    part: int,
    kind: str,
    *,
    rank: int | None = None,
    table: int | None = None,
    opponent: int | None = None,
    by_name: int | None = None,
) -> FoundPlace:
    return FoundPlace(
        number=who.number or 0,
        name=who.name,
        native_name=who.native_name,
        federation=who.federation,
        part=part,
        by_name=by_name,
        rank=rank,
        table=table,
        kind=kind,
        opponent=opponent,
    )


def places_page(whole: Framed, places: Sequence[FoundPlace]) -> PlacesPage:
    names = (name for place in places for name in (place.name, place.native_name))
    return PlacesPage(
        event=whole.event, section=whole.section, frame=whole.frame, places=places, variants=variants(names)
    )
