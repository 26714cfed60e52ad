"""Rounds of team matches that count double or half: match points, board points and what rests on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.team_builders import SIX
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.tournament_file import TournamentFileError, to_tournament
from tournaments.pairing.team_swiss.inputs import event_from_input, pairing_input
from tournaments.standings.team_ranking import rank_team_matches
from tournaments.state.points import Points
from tournaments.state.team_matches import Alone, TeamBye, TeamEvent, team_history
from tournaments.state.team_settings import TeamSettings
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.tournament import history, points_by_number

HALVES = Points.parse({"win": "1", "draw": "0.5", "loss": "0", "rounds": "2: 2, 3: 0.5"})
SETTINGS = TeamSettings(boards=3)
WEIGHED = replace(SIX, rules=replace(SETTINGS.rules(HALVES), bye=None))
KEYS = ("match-points", "board-points", "team-buchholz:match", "match-wins", "top-boards")


def values(event: TeamEvent, after: int = 3) -> dict[int, tuple[str, ...]]:
    rows = rank_team_matches(event, after, KEYS)
    return {row.team: tuple(str(row.values[key]) for key in KEYS[:4]) for row in rows}


def test_match_and_board_points_count_as_their_round_does() -> None:
    # Team 2: 2 + 2·2 + ½·2 and 2½ + 2·2½ + ½·3; team 1: 2 + 2·2 + 0 and 2½ + 2·3 + 0.
    by_team = values(WEIGHED)
    assert by_team[2][:2] == ("7", "9")
    assert by_team[1][:2] == ("6", "17/2")
    # Buchholz of 1: the points of 4, 3 and 2 as they count; a won match is one, whatever its round counts.
    assert by_team[1][2] == str(sum(int(by_team[n][0]) for n in (4, 3, 2)))
    assert [by_team[n][3] for n in (2, 1)] == ["3", "2"]


def test_boards_and_byes_count_so_too() -> None:
    event = replace(
        WEIGHED,
        matches=tuple(match for match in SIX.matches if 6 not in (match.first, match.second)),
        byes=(TeamBye(2, 6),),
    )
    row = next(row for row in team_history(event)[6] if row.alone is Alone.BYE)
    # A draw's match points, and half of all boards: 1 and 1½, twice.
    points = event.rules.match_points, event.rules.board_points
    assert (points[0].text(row.match_points), points[1].text(row.board_points)) == ("2", "3")


@pytest.mark.parametrize("system", ["wxc2015", "wmsg2008"])
def test_a_swiss_of_our_own_pairs_teams_by_what_counts(system: str) -> None:
    seen = points_by_number(history(as_tournament(WEIGHED, system)))
    unit = WEIGHED.rules.match_points.unit
    assert {number: points / unit for number, points in seen.items()} == {
        number: float(value[0]) for number, value in ((n, v) for n, v in values(WEIGHED).items())
    }


def test_the_input_of_fides_swiss_for_teams_holds_the_weights() -> None:
    data = pairing_input(WEIGHED, 3)
    assert pairing_input(event_from_input(data), 3) == data
    assert data != pairing_input(
        replace(SIX, rules=replace(WEIGHED.rules, board_points=SIX.rules.board_points)), 3
    )


def test_a_penalty_is_read_in_whole_points() -> None:
    teams = {
        "system": "wxc2015",
        "boards": 1,
        "list": [{"number": n, "name": f"T{n}", "members": [n]} for n in (1, 2)],
        "penalties": [{"team": 1, "match": "-1", "board": "-0.5"}],
    }
    data = {
        "system": "wxc2015",
        "points": HALVES.as_table(),
        "entries": [{"number": 1}, {"number": 2}],
        "results": [],
        "rounds": 3,
        "teams": teams,
    }
    tournament = to_tournament(data)
    assert tournament.teams is not None
    penalty = tournament.teams.penalties[0]
    match = tournament.teams.settings.weighed(tournament.points)
    assert (match.text(penalty.match), tournament.points.text(penalty.board)) == ("-1", "-0.5")
    with pytest.raises(TournamentFileError, match="rounds"):
        to_tournament({**data, "teams": {**teams, "system": "knock-out"}})
    assert LossCode.POINTS
