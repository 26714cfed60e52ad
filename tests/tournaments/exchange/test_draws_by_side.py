"""Draws that give more to who moves second, in the tournament file, TRF and tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.exchange.team_sections import NINE, THREE_TEAMS
from tournaments.exchange import tournament_file, trf
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.file_errors import TournamentFileError
from tournaments.exchange.team_tables import TABLES
from tournaments.state.points import Points
from tournaments.state.team_matches import team_history
from tournaments.state.team_section import team_event
from tournaments.state.tournament import Result, Tournament
from tournaments.wording.exchange import problems_text

POINTS = Points.parse({"win": "3", "draw": "1", "draw_second": "2", "loss": "0"})
DRAWN = replace(
    THREE_TEAMS,
    points=POINTS,
    games=tuple(game if game.forfeit else replace(game, result=Result.DRAW) for game in THREE_TEAMS.games),
)
"""Round 1: team 1 moves first on boards 1 and 3, so it has 1 + 2 + 1 against 2 + 1 + 2. Round 2: team 3 has a
draw with the first move on board 1, board 2 by forfeit, and nobody at board 3: 1 + 3 against 2 + 3."""


def rows_of_file(name: str) -> list[dict[str, Any]]:
    head, *rows = TABLES[name](DRAWN)
    return [dict(zip(map(str, head), row, strict=True)) for row in rows]


def counted(tournament: Tournament) -> dict[int, list[str]]:
    rows = team_history(team_event(tournament))
    return {number: [POINTS.text(row.board_points) for row in item] for number, item in rows.items()}


def test_matches_are_counted_by_side() -> None:
    assert counted(DRAWN) == {1: ["4", "9"], 2: ["5", "5"], 3: ["9", "4"]}


def test_tables_for_spreadsheets_have_the_points_of_each_side() -> None:
    boards = [
        (row["moves first"], row["first points"], row["second points"]) for row in rows_of_file("boards")[:3]
    ]
    assert boards == [("first", "1", "2"), ("second", "2", "1"), ("first", "1", "2")]
    match = rows_of_file("matches")[0]
    assert [match["first board points"], match["second board points"]] == ["4", "5"]
    assert [match["first match points"], match["second match points"]] == ["0", "2"]


def test_the_tournament_file_carries_them() -> None:
    assert tournament_file.loads(tournament_file.dumps(DRAWN)) == DRAWN
    data = tournament_file.from_tournament(DRAWN)
    assert data["points"] == {"win": "3", "draw": "1", "draw_second": "2", "loss": "0"}


def test_a_file_of_players_has_none() -> None:
    data = tournament_file.from_tournament(replace(DRAWN, teams=None, entries=NINE))
    with pytest.raises(TournamentFileError) as caught:
        tournament_file.to_tournament(data)
    assert "only in team matches can a draw give more to who moves second" in problems_text(
        caught.value.problems
    )


def test_trf_carries_them_beside_its_own_record_of_points() -> None:
    data = trf.write(DRAWN).data
    assert "XXS WD=1 BD=2" in data.decode().splitlines()
    reading = trf.read(data)
    assert reading.problems == ()
    assert reading.tournament is not None
    assert reading.tournament.points == POINTS
    assert counted(reading.tournament) == counted(DRAWN)
    assert trf.write(reading.tournament).data == data


def test_of_players_trf_says_that_it_is_lost() -> None:
    alone = replace(DRAWN, teams=None, points=Points.parse({"win": "3", "draw": "1", "loss": "0"}))
    lines = trf.write(alone, version=16).data.decode().replace("D=1 ", "WD=1 BD=2 ")
    reading = trf.read(lines.encode())
    assert reading.tournament is not None
    assert reading.tournament.points.draw_second is None
    assert LossCode.POINTS in {loss.code for loss in reading.losses}
