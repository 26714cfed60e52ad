"""Teams that meet teams as tables for spreadsheets."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.tournaments.exchange.team_sections import NINE, TEAMS, THREE_TEAMS
from tournaments.exchange.spreadsheet import to_csv, to_xlsx
from tournaments.exchange.team_tables import TABLES
from tournaments.exchange.writing import TABLES_OF_TEAMS
from tournaments.queries.files import file_written
from tournaments.state.deciding import PlayedStep, Step, StepGame
from tournaments.state.team_matches import PenaltyOfTeam
from tournaments.state.tournament import Result, Tournament

EVIL = '=HYPERLINK("http://x","y")'


def rows_of_file(tournament: Tournament, name: str) -> list[dict[str, Any]]:
    head, *rows = TABLES[name](tournament)
    return [dict(zip(map(str, head), row, strict=True)) for row in rows]


def with_teams(**changed: Any) -> Tournament:
    assert THREE_TEAMS.teams is not None
    return replace(THREE_TEAMS, teams=replace(THREE_TEAMS.teams, **changed))


def test_matches() -> None:
    first_one, other, *alone = rows_of_file(THREE_TEAMS, "matches")
    assert [first_one["first team"], first_one["second team"]] == ["Reds", "Blacks"]
    assert [first_one["first board points"], first_one["second board points"]] == ["2", "4"]
    assert [first_one["first match points"], first_one["second match points"]] == ["0", "2"]
    assert first_one["boards with a result"] == 3
    assert other["match"] == 1
    assert [(row["round"], row["first team"], row["second team"]) for row in alone] == [
        (1, "Greens", ""),
        (2, "Reds", ""),
    ]


def test_points_of_a_match_that_goes_on_and_of_a_secret_one() -> None:
    games = (*THREE_TEAMS.games[:3], replace(THREE_TEAMS.games[3], result=None), THREE_TEAMS.games[4])
    other = rows_of_file(replace(THREE_TEAMS, games=games), "matches")[1]
    assert [other["first board points"], other["first match points"]] == ["2", ""]
    assert THREE_TEAMS.teams is not None
    matches = (THREE_TEAMS.teams.matches[0], replace(THREE_TEAMS.teams.matches[1], line_ups=None))
    other = rows_of_file(replace(with_teams(matches=matches), games=THREE_TEAMS.games[:3]), "matches")[1]
    assert [other["first board points"], other["first match points"]] == ["", ""]


def test_boards() -> None:
    rows = rows_of_file(THREE_TEAMS, "boards")
    assert len(rows) == 6
    second = rows[1]
    assert [second["first name"], second["second name"], second["moves first"]] == [
        "Reds 2",
        "Blacks 2",
        "second",
    ]
    assert [second["first points"], second["second points"], second["table"]] == ["0", "2", 2]
    empty = rows[5]
    assert [empty["first number"], empty["second number"], empty["forfeit"]] == ["", 5, "forfeit"]
    assert [empty["first points"], empty["second points"]] == ["0", "2"]


def test_standings_of_teams_count_rounds_that_are_over() -> None:
    assert [row["number"] for row in rows_of_file(THREE_TEAMS, "team-standings")] == [2, 1, 3]
    games = (*THREE_TEAMS.games[:3], replace(THREE_TEAMS.games[3], result=None), THREE_TEAMS.games[4])
    rows = rows_of_file(replace(THREE_TEAMS, games=games), "team-standings")
    assert [(row["number"], row["match points"]) for row in rows] == [(3, "2"), (2, "2"), (1, "0")]


def test_a_penalty_is_a_number() -> None:
    fined = with_teams(penalties=(PenaltyOfTeam(2, -1, 0, 1),))
    row = next(row for row in rows_of_file(fined, "team-standings") if row["number"] == 2)
    assert [row["match points"], row["match points taken or given"]] == ["3", -1]


def test_rosters() -> None:
    rows = rows_of_file(THREE_TEAMS, "rosters")
    assert [(row["team"], row["place"], row["number"]) for row in rows[:4]] == [
        ("Reds", 1, 1),
        ("Reds", 2, 2),
        ("Reds", 3, 3),
        ("Blacks", 1, 4),
    ]
    assert [row["games"] for row in rows] == [1, 1, 1, 1, 1, 2, 1, 0, 0]


@pytest.mark.parametrize("name", TABLES)
def test_no_name_is_a_formula(name: str) -> None:
    assert THREE_TEAMS.teams is not None
    entries = tuple(replace(entry, name=EVIL, native_name=EVIL) for entry in NINE)
    teams = tuple(replace(team, name=f"{EVIL}{team.number}", native_name=EVIL) for team in TEAMS)
    rapid = Step.parse("one; 1; even; exchange; next; 10 min + 10 s")
    played = (PlayedStep(rapid, True, (StepGame(1, 4, Result.DRAW),)),)
    matches = (replace(THREE_TEAMS.teams.matches[0], steps=played), *THREE_TEAMS.teams.matches[1:])
    evil = replace(with_teams(teams=teams, matches=matches), entries=entries)
    rows = list(csv.reader(io.StringIO(to_csv(TABLES[name](evil)).decode("utf-8-sig"))))
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    assert any(cell.startswith("'=") for row in rows for cell in row)
    sheet = load_workbook(io.BytesIO(to_xlsx(TABLES[name](evil)))).active
    assert sheet is not None
    assert not any(cell.data_type == "f" for row in sheet.iter_rows() for cell in row)


def test_each_is_written_in_both_formats() -> None:
    assert len(TABLES_OF_TEAMS) == 10
    assert all(file_written(THREE_TEAMS, key).data for key in TABLES_OF_TEAMS)
