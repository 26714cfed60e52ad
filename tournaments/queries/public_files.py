"""A section as everybody may have it in a file: what is published, and nothing of what is being prepared."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

from tournaments.exchange.spreadsheet import Cell
from tournaments.models import RoundVersion, Section
from tournaments.queries.files import file_of
from tournaments.queries.public import Person
from tournaments.queries.public_rounds import RoundPage
from tournaments.state.team_section import TeamSection
from tournaments.state.tournament import FixedPair, Tournament


def public_file_of(section: Section) -> Tournament:
    """`file_of` without what staff have noted for rounds that are not public: absences, fixed pairs, and
    pairs that are forbidden since the last public round was paired."""
    whole = file_of(section)
    last = whole.last_round
    inputs = RoundVersion.objects.filter(round__section=section).values_list("input", flat=True)
    used = {tuple(pair) for told in inputs for pair in told.get("forbidden", ())}
    return replace(
        whole,
        entries=tuple(
            replace(
                entry,
                absences=frozenset(number for number in entry.absences if number <= last),
                half_byes=frozenset(number for number in entry.half_byes if number <= last),
            )
            for entry in whole.entries
        ),
        fixed=tuple(_until(whole, pair) for pair in whole.fixed if _is_told(whole, pair)),
        forbidden=tuple(pair for pair in whole.forbidden if (min(pair), max(pair)) in used),
        forbidden_once=tuple(pair for pair in whole.forbidden_once if pair.round <= last),
        teams=None if whole.teams is None else _public_teams(whole.teams, last, used),
    )


def _public_teams(told: TeamSection, last: int, used: Container[tuple[int, ...]]) -> TeamSection:
    """Without what is noted of teams for rounds after the ``last`` public one. ``used``: the pairs that were
    forbidden when a public round was paired."""
    return replace(
        told,
        teams=tuple(
            replace(team, absences={n: kind for n, kind in team.absences.items() if n <= last})
            for team in told.teams
        ),
        forbidden=tuple(pair for pair in told.forbidden if (min(pair), max(pair)) in used),
        forbidden_once=tuple(pair for pair in told.forbidden_once if pair.round <= last),
        fixed=tuple(pair for pair in told.fixed if (pair.until or pair.round) <= last),
    )


def _is_told(whole: Tournament, pair: FixedPair) -> bool:
    """Whether a fixed pair is of public rounds. One for several of which only the first is public counts
    there where it was made."""
    if pair.until is None or pair.round != whole.last_round:
        return pair.round <= whole.last_round
    both = {pair.first, pair.second}
    return any(game.round == pair.round and {game.first, game.second} == both for game in whole.games)


def _until(whole: Tournament, pair: FixedPair) -> FixedPair:
    """The pair as it is set in public rounds."""
    last = whole.last_round
    if pair.until is None or pair.until <= last:
        return pair
    return replace(pair, until=last if last > pair.round else None)


PAIRING_COLUMNS = (
    *("table", "first number", "first name", "first native name", "first federation", "first points"),
    *("second number", "second name", "second native name", "second federation", "second points", "results"),
)


def pairing_table(page: RoundPage) -> Iterator[tuple[Cell, ...]]:
    """A heading and a row per table; byes and absences last."""

    def seat(one: Person, points: str) -> tuple[Cell, ...]:
        return (one.number or "", one.name, one.native_name, one.federation, points)

    yield PAIRING_COLUMNS
    nobody = ("",) * 5
    for table in page.tables:
        results = " ".join(one.value + (" forfeit" if one.forfeit else "") for one in table.results)
        first = seat(table.first, table.first.points)
        yield (table.table, *first, *seat(table.second, table.second.points), results)
    for word, people in (("bye", page.byes), ("half-point bye", page.half_byes), ("absent", page.absent)):
        for one in people:
            yield ("", *seat(one, ""), *nobody, word)
