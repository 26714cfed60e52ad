"""All rounds of a round robin at once, as its tables have them: by round and by player.

A round that is public stands as it was published. What is to come stands as the schedule has it with who has
withdrawn or is absent by now; `scheduled` of a round says whether it is so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, Time, plain_value
from tournaments.models import Round, Section
from tournaments.pairing.round_robin import pair_round_robin, rounds_needed
from tournaments.queries.public.public import (
    Framed,
    PartOfTable,
    PublicPerson,
    framing,
    people,
    section_of,
    starts_of,
)
from tournaments.queries.public.public_parts import (
    WINDOW,
    PlacesPage,
    count_of,
    is_large,
    part_of_row,
    place,
    places_page,
    ranges,
    rows_of_part,
    rows_with_parts,
    table_part,
)
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot
from tournaments.queries.seats import seated_pairings
from tournaments.queries.tournament import tournament_of
from tournaments.state.canonical import digest_of
from tournaments.state.table_numbers import table_numbers
from tournaments.state.tournament import Side, Tournament

# Table, first, second.
Seated = Sequence[tuple[int, int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledTable:
    table: int
    first: Annotated[PublicPerson, _("Red, or Black in weiqi.")]
    second: PublicPerson


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledRound:
    round: int
    starts: Time | None
    published: bool
    scheduled: Annotated[bool, _("Whether the players meet as the schedule has it.")]
    tables: Sequence[ScheduledTable]
    byes: Annotated[Sequence[PublicPerson], _("Without an opponent in this round.")]


@dataclass(frozen=True, slots=True)
class RoundCell:
    """One round of a player; neither side nor opponent: none."""

    round: int
    side: Side | None = None
    opponent: PublicPerson | None = None


@dataclass(frozen=True, slots=True)
class AllRoundsLine:
    person: PublicPerson
    cells: Sequence[RoundCell]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllRoundsPage(Framed):
    rounds: Sequence[ScheduledRound]
    lines: Hidden[Sequence[AllRoundsLine]]
    """The same by player, in the order of the numbers."""
    changed: Hidden[Sequence[int]]
    """The rounds that are not as the schedule has them."""
    stand: Hidden[str]
    """Of the first part: another whenever any pairing is; what is printed shows all of them."""
    part: PartOfTable = None
    # How many parts show the same players, each of them other rounds.
    windows: Hidden[int] = 1


def all_rounds(key: int, moment: PublicSnapshot) -> AllRoundsPage:
    """Every round of the schedule. Raises `NotPublicError` while it is not published."""
    section = section_of(key)
    if not section.all_rounds_public:
        raise NotPublicError(f"all rounds of section {key}")
    everybody = people(section)
    tournament = tournament_of(section)
    public = {round_.pk: round_ for round_ in moment.rounds(section)}
    there = _published(list(public.values()))
    most = rounds_needed(len(everybody), double=section.system == Section.System.DOUBLE_ROUND_ROBIN)
    rounds = []
    for round_ in section.round_set.all():
        if round_.number > most:
            break
        seated, byes = planned = _planned(tournament, section, round_.number)
        if round_.pk in public:
            seated, byes = there[round_.pk]
        rounds.append(
            ScheduledRound(
                round=round_.number,
                starts=starts_of(round_),
                published=round_.pk in public,
                scheduled=_met(seated) == _met(planned[0]),
                tables=[
                    ScheduledTable(table=table, first=everybody[first], second=everybody[second])
                    for table, first, second in seated
                ],
                byes=[everybody[number] for number in byes],
            )
        )
    return AllRoundsPage(
        **framing(section, moment),
        rounds=rounds,
        lines=_by_player(rounds, everybody),
        changed=[round_.round for round_ in rounds if not round_.scheduled],
        stand=digest_of(plain_value(rounds)),
    )


def _by_player(rounds: Sequence[ScheduledRound], people: Mapping[int, PublicPerson]) -> list[AllRoundsLine]:
    met: dict[tuple[int, int], RoundCell] = {}
    for round_ in rounds:
        for table in round_.tables:
            first, second = table.first, table.second
            met[first.number or 0, round_.round] = RoundCell(round_.round, Side.FIRST, second)
            met[second.number or 0, round_.round] = RoundCell(round_.round, Side.SECOND, first)
    return [
        AllRoundsLine(who, [met.get((number, round_.round), RoundCell(round_.round)) for round_ in rounds])
        for number, who in people.items()
    ]


def cut_all_rounds(whole: AllRoundsPage, number: int) -> AllRoundsPage:
    """Cut one part: first the table by player, then as many whole rounds as have so many tables."""
    # Many rounds stand in windows, as in the crosstable.
    grids, lists = _grids(whole), _lists(whole.rounds)
    if len(grids) == len(lists) == 1:
        return whole
    labels = [label for label, _players, _rounds in grids] + [label for label, _rounds in lists]
    part = table_part(number, len(whole.lines), labels, f"{whole.section.url}/all-rounds")
    if part is None:
        return whole
    windows = len(grids) // count_of(len(whole.lines))
    cut = replace(whole, part=replace(part, of_rounds=len(lists)), rounds=(), lines=(), windows=windows)
    cut = cut if part.is_first else replace(cut, stand="")
    if part.number > len(grids):
        return replace(cut, rounds=whole.rounds[lists[part.number - len(grids) - 1][1]])
    _label, players, rounds = grids[part.number - 1]
    return replace(cut, lines=[replace(line, cells=line.cells[rounds]) for line in whole.lines[players]])


def _grids(whole: AllRoundsPage) -> list[tuple[str, slice, slice]]:
    """Label, players and rounds of the parts by player."""
    rounds, grids = len(whole.rounds), []
    for at, label in enumerate(ranges(len(whole.lines)), start=1):
        for begin in range(0, rounds, WINDOW) or range(1):
            end = min(begin + WINDOW, rounds)
            words = label if rounds <= WINDOW else f"{label} · {begin + 1}–{end}"
            grids.append((words, rows_of_part(at), slice(begin, end)))
    return grids


def _lists(rounds: Sequence[ScheduledRound]) -> list[tuple[str, slice]]:
    """Label and rounds of the parts by round."""
    lists, begin, tables = [], 0, 0
    for index, round_ in enumerate(rounds):
        if index > begin and is_large(tables + len(round_.tables)):
            lists.append(slice(begin, index))
            begin, tables = index, 0
        tables += len(round_.tables)
    windows = [*lists, slice(begin, len(rounds))]
    return [(f"{round_.start + 1}–{round_.stop}", round_) for round_ in windows]


@rows_with_parts.register
def _in_all_rounds(whole: AllRoundsPage) -> PlacesPage:
    lines = enumerate(whole.lines)
    return places_page(whole, [place(line.person, part_of_row(at), "entered") for at, line in lines])


def _met(seated: Seated) -> set[tuple[int, int]]:
    return {(first, second) for _table, first, second in seated}


def _planned(tournament: Tournament, section: Section, number: int) -> tuple[Seated, list[int]]:
    """Return a round of the schedule: its tables as numbered in the hall, and who has no opponent."""
    if all(
        entry.withdrawn_after is not None and entry.withdrawn_after < number for entry in tournament.entries
    ):
        # Where all have withdrawn nobody is paired any more.
        return [], []
    round_pairing = pair_round_robin(tournament, number, explain=False)
    pairs = [
        (entry.first, entry.second) for entry in sorted(round_pairing.pairs, key=lambda entry: entry.table)
    ]
    tables = table_numbers(pairs, first=section.first_table)
    seated = [(table, first, second) for table, (first, second) in zip(tables, pairs, strict=True)]
    return seated, [*([round_pairing.bye] if round_pairing.bye else []), *round_pairing.free]


def _published(rounds: Sequence[Round]) -> dict[int, tuple[Seated, list[int]]]:
    """The tables and byes of public rounds, by id."""
    tables: dict[int, list[tuple[int, int, int]]] = {round_.pk: [] for round_ in rounds}
    byes: dict[int, list[int]] = {round_.pk: [] for round_ in rounds}
    for pairing in seated_pairings(rounds):
        numbers = {seat.colour: seat.entry.number or 0 for seat in pairing.seated}
        if pairing.table is None:
            byes[pairing.round_id] += numbers.values()
        else:
            tables[pairing.round_id].append((pairing.table, numbers["first"], numbers["second"]))
    return {key: (sorted(tables[key]), byes[key]) for key in tables}
