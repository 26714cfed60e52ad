"""Teams that meet teams in the tournament file: what it holds is read as it was written, and what contradicts
itself is named."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.tournaments.exchange.team_sections import NINE, THREE_TEAMS
from tournaments.exchange import tournament_file
from tournaments.exchange.file_errors import TournamentFileError
from tournaments.state.team_matches import team_history
from tournaments.state.team_section import team_event
from tournaments.wording.exchange import problems_text


def test_it_is_read_as_it_was_written() -> None:
    assert tournament_file.loads(tournament_file.dumps(THREE_TEAMS)) == THREE_TEAMS


def test_a_match_keeps_a_start_of_its_own() -> None:
    at = datetime(2026, 11, 27, 6, 30, tzinfo=UTC)
    teams = THREE_TEAMS.teams
    assert teams
    first, *others = teams.matches
    league = replace(THREE_TEAMS, teams=replace(teams, matches=(replace(first, starts_at=at), *others)))
    assert tournament_file.loads(tournament_file.dumps(league)) == league
    elsewhere = tournament_file.dumps(league).replace("06:30:00+00:00", "14:30:00+08:00")
    assert tournament_file.loads(elsewhere) == league, "another clock, the same moment"


def test_matches_are_counted_by_their_games() -> None:
    rows = team_history(team_event(THREE_TEAMS))
    assert {number: sum(row.match_points for row in item) for number, item in rows.items()} == {
        1: 2,
        2: 4,
        3: 2,
    }
    assert [row.board_points for row in rows[2]] == [4, 4]


def spoilt(**changed: Any) -> str:
    """The sentence about a file whose key ``teams`` has these rows instead."""
    data = tournament_file.from_tournament(THREE_TEAMS)
    rows = changed.pop("results", data["results"])
    with pytest.raises(TournamentFileError) as caught:
        tournament_file.to_tournament(data | {"teams": data["teams"] | changed, "results": rows})
    return problems_text(caught.value.problems)


def rows(key: str) -> list[dict[str, Any]]:
    tournament: list[dict[str, Any]] = tournament_file.from_tournament(THREE_TEAMS)["teams"][key]
    return tournament


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"boards": "three"}, "teams.boards: expected a whole number, found text"),
        ({"boards": 40}, "teams.boards: no such setting, or not a value that it can have"),
        ({"match_points": "2-1"}, "teams.match_points: no such setting, or not a value that it can have"),
        ({"tiebreaks": ["luck"]}, "teams.tiebreaks: no such setting, or not a value that it can have"),
        ({"system": "mcmahon"}, "teams.system: mcmahon is not one of: "),
        ({"penalties": [{"team": 2, "match": "a lot"}]}, "teams.penalties[0].match: a lot is not a number"),
        ({"penalties": [{"team": 9}]}, "teams.penalties[0]: no team has number 9"),
        *(
            (
                {"matches": [rows("matches")[0] | {"starts": starts}, *rows("matches")[1:]]},
                f"teams.matches[0].starts: “{starts}” is not a time from 1900 to 2200 with a time zone",
            )
            for starts in ("soon", "2026-11-27T14:30", "9999-12-31T23:59:00-12:00")
        ),
        ({"byes": [{"round": 1, "team": 1}]}, "teams.byes[0]: team 1 appears twice in round 1"),
        ({"list": [*rows("list"), rows("list")[0]]}, "two teams have number 1"),
        (
            {"list": [rows("list")[0] | {"members": [1, 2, 3, 1]}, *rows("list")[1:]]},
            "teams.list[0].members: number 1 is in two teams, or in one twice",
        ),
        (
            {"list": [rows("list")[0] | {"members": [1, 2, 4]}, *rows("list")[1:]]},
            "number 4 is in two teams, or in one twice",
        ),
        (
            {"list": [rows("list")[0] | {"absences": {"one": "Z"}}, *rows("list")[1:]]},
            "teams.list[0].absences: one is not a number",
        ),
        (
            {"line_ups": rows("line_ups")[1:]},
            "teams.matches[0]: round 1: only one team of the match has a line-up; that of team 1 is missing",
        ),
        (
            {"line_ups": [rows("line_ups")[0] | {"players": [1, 2]}, *rows("line_ups")[1:]]},
            "the line-up of team 1 does not have 3 boards",
        ),
        (
            {"line_ups": [rows("line_ups")[0] | {"players": [1, 2, 4]}, *rows("line_ups")[1:]]},
            "round 1: number 4 plays for team 1, but is not in it",
        ),
        (
            {"line_ups": [rows("line_ups")[0] | {"players": [1, 1, 3]}, *rows("line_ups")[1:]]},
            "number 1 appears twice in round 1",
        ),
        ({"colours": "FFF"}, "the colours are not those of their board"),
        (
            {"matches": [*rows("matches"), {"round": 1, "table": 2, "first": 2, "second": 1}]},
            "team 2 appears twice in round 1",
        ),
    ],
)
def test_a_contradiction_is_one_sentence(changed: dict[str, Any], sentence: str) -> None:
    assert sentence in spoilt(**changed)


def test_a_game_without_a_board_and_a_board_without_a_game() -> None:
    results = tournament_file.from_tournament(THREE_TEAMS)["results"]
    games = [row for row in results if "first" in row]
    assert "sit at one board, but have no game" in spoilt(results=games[1:])
    other = {"round": 2, "table": 9, "first": 1, "second": 2, "result": "1-0"}
    assert "have a game, but no board of a match" in spoilt(results=[*games, other])


def test_the_roster_says_who_is_in_which_team() -> None:
    entries = tuple(replace(entry, team="") for entry in NINE)
    reading = tournament_file.loads(tournament_file.dumps(replace(THREE_TEAMS, entries=entries)))
    assert reading == THREE_TEAMS
