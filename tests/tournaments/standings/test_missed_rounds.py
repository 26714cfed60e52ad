"""A missed round counts the same in sums over opponents, however it is written: as an absence, by a
withdrawal, before a late entry, or not at all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.tournaments.standings.builders import played, table, values
from tests.tournaments.team_builders import SIX
from tournaments.exchange import tournament_file
from tournaments.standings.team_tiebreaks import SUMS, TeamField, value_of
from tournaments.standings.tiebreaks import CRITERIA
from tournaments.state.points import Points
from tournaments.state.team_matches import Alone, Team
from tournaments.state.tournament import Entry, Tournament

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures/tournaments"


def fixture(name: str) -> Tournament:
    return tournament_file.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["missed_rounds_absent", "missed_rounds_withdrawn"])
def test_cut_1_and_median_of_who_misses_the_last_rounds(name: str) -> None:
    """Points of the opponents: 4, 7, and nothing in the two rounds that were missed."""
    tournament = fixture(name)
    assert values(tournament, "cut-1")[1] == 11
    assert values(tournament, "median")[1] == 4


SHAPES = {
    "absent": ("1>2 3>4 5a", "1>3 2>5 4a", "1>4 3>5 2a", "1>5 2=3 4a"),
    "blank": ("1>2 3>4", "1>3 2>5", "1>4 3>5", "1>5 2=3"),
}


@pytest.mark.parametrize("key", [key for key in CRITERIA if key != "lot"])
@pytest.mark.parametrize("points", [Points(), Points(absence=1)])
def test_no_criterion_can_tell_how_it_is_written(key: str, points: Points) -> None:
    """Where an absence scores something, an asked-for absence is not the same as a round missed."""
    absent = played(*SHAPES["absent"], players=5, points=replace(points, absence=0))
    blank = played(*SHAPES["blank"], players=5, points=points)
    assert values(absent, key) == values(blank, key)
    gone = tuple(
        replace(entry, withdrawn_after=3) if entry.number == 4 else entry for entry in absent.entries
    )
    assert values(replace(absent, entries=gone), key) == values(absent, key)


@pytest.mark.parametrize("key", [key + cut for key in SUMS for cut in ("", "/cut-1", "/cut-2")])
def test_no_sum_over_teams_can_tell_how_it_is_written(key: str) -> None:
    """Team 6 misses round 3: asked for, withdrawn, or with nothing on record."""
    blank = replace(SIX, matches=SIX.matches[:-1])

    def values_of(row: Team) -> list[Fraction]:
        teams = tuple(row if team.number == 6 else team for team in blank.teams)
        field, value = TeamField(replace(blank, teams=teams), 3), value_of(key)
        assert value is not None
        return [value(field, team.number) for team in teams]

    written = [Team(6), Team(6, absences={3: Alone.ZERO}), Team(6, withdrawn_after=2)]
    assert values_of(written[0]) == values_of(written[1]) == values_of(written[2])


def test_an_absence_after_a_withdrawal_scores_nothing_whether_it_is_written_or_not() -> None:
    points = Points(absence=1)
    entries = (Entry(1), Entry(2), Entry(3, withdrawn_after=1), Entry(4))
    written = played("1>2 3>4", "1>4 2a 3a", entries=entries, points=points)
    blank = replace(written, absences=tuple(row for row in written.absences if row.number != 3))
    announced = replace(
        blank,
        entries=(*entries[:2], Entry(3, withdrawn_after=1, absences=frozenset({2})), entries[3]),
    )
    for tournament in (written, blank, announced):
        rows = {row.number: row.points for row in table(tournament, "buchholz").rows}
        assert rows == {1: 4, 2: 1, 3: 2, 4: 0}


def test_it_is_shown_among_the_summands() -> None:
    row = next(row for row in table(fixture("missed_rounds_withdrawn"), "cut-1").rows if row.number == 1)
    terms = [(t.round, t.kind, t.points, t.counted) for t in row.arithmetic["cut-1"]]
    assert terms == [
        *((1, "played", 4, True), (2, "played", 7, True)),
        *((3, "absent", 0, False), (4, "absent", 0, True)),
    ]


def test_a_knock_out_has_no_missed_rounds() -> None:
    cup = played("1>2 3>4", "1>3", system="knock-out")
    assert values(cup, "cut-1") == {1: 2, 2: 0, 3: 4, 4: 0}
