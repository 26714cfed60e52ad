"""Matches of teams that are carried from an earlier stage: points, meetings, no replay, the file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.team_builders import SIX, result
from tournaments.exchange.tournament_file import TournamentFileError, dumps, loads, to_tournament
from tournaments.pairing.round_robin import schedule
from tournaments.standings.team_ranking import rank_team_matches
from tournaments.state.options import CarriedMatch
from tournaments.state.team_matches import Team, TeamEvent
from tournaments.state.teams_as_players import as_tournament

KEYS = ("match-points", "board-points", "team-direct", "board-count")
# Four qualifiers: 1 and 4 have met, 2 and 3 as well; 2 has beaten somebody who is not here, 3 had a bye.
MET = (CarriedMatch(1, 4, ("1-0", "1-0", "1/2")), CarriedMatch(3, 2, ("0-1", "1/2x", "1-0x")))
ALL = (
    *MET,
    CarriedMatch(0, 2, ("0-1", "0-1", "0-1")),
    CarriedMatch(3, alone="U"),
    CarriedMatch(4, 0, (), "second"),
)


def final(carried: tuple[CarriedMatch, ...]) -> TeamEvent:
    teams = tuple(Team(number, f"T{number}") for number in range(1, 5))
    matches = (result(1, 2, "100", round_number=1), result(3, 4, "===", round_number=1))
    return TeamEvent(SIX.rules, teams, 2, matches, carried=carried)


def points(event: TeamEvent, after: int) -> dict[int, tuple[str, str]]:
    rows = rank_team_matches(event, after, KEYS)
    return {row.team: (str(row.values[KEYS[0]]), str(row.values[KEYS[1]])) for row in rows}


def test_results_among_qualifiers_count_from_the_start() -> None:
    assert points(final(MET), 0) == {1: ("2", "5/2"), 2: ("1", "3/2"), 3: ("1", "3/2"), 4: ("0", "1/2")}
    assert points(final(MET), 1)[2] == ("3", "7/2")


def test_all_results_count_with_byes_and_teams_that_are_not_here() -> None:
    # 2 has a win of three boards further, 3 a draw's bye, 4 a win without play.
    assert points(final(ALL), 0) == {
        1: ("2", "5/2"),
        2: ("3", "9/2"),
        3: ("2", "3"),
        4: ("2", "7/2"),
    }
    # Sums over opponents have only those who are here.
    rows = rank_team_matches(final(ALL), 0, ("match-points", "team-buchholz:match"))
    assert {row.team: str(row.values["team-buchholz:match"]) for row in rows} == {
        1: "2",
        2: "2",
        3: "3",
        4: "2",
    }


def test_who_has_met_does_not_meet_again() -> None:
    here = as_tournament(final(MET), "round-robin")
    met = {frozenset(pair) for pairs in schedule(here) for pair in pairs}
    assert met == {frozenset(pair) for pair in ((1, 2), (3, 4), (1, 3), (2, 4))}
    assert len(schedule(here)) == 2


def test_a_direct_encounter_in_the_stage_before_separates_two() -> None:
    level = TeamEvent(
        SIX.rules,
        tuple(Team(number) for number in (1, 2, 3, 4)),
        2,
        carried=(CarriedMatch(2, 1, ("1-0", "1-0", "0-1")), CarriedMatch(1, 3, ("1-0", "1-0", "0-1"))),
    )
    rows = rank_team_matches(level, 0, ("match-points", "team-direct"))
    assert [row.team for row in rows[:2]] == [2, 1]


FILE = {
    "system": "wmsg2008",
    "entries": [{"number": number} for number in range(1, 5)],
    "results": [],
    "rounds": 2,
    "teams": {
        "system": "round-robin",
        "boards": 1,
        "list": [{"number": n, "name": f"T{n}", "members": [n]} for n in range(1, 5)],
    },
    "options": {
        "carried_matches": [{"first": 1, "second": 4, "boards": ["1-0"]}, {"first": 3, "alone": "U"}]
    },
}


def test_the_file_keeps_them() -> None:
    tournament = to_tournament(FILE)
    assert tournament.options.carried_matches == (CarriedMatch(1, 4, ("1-0",)), CarriedMatch(3, alone="U"))
    assert loads(dumps(tournament)) == tournament


@pytest.mark.parametrize(
    "row",
    [
        {"first": 1, "second": 9},
        {"first": 2, "second": 2},
        {"first": 0, "alone": "U"},
        {"first": 1, "second": 2, "boards": ["2-0"]},
        {"first": 1, "second": 2, "lost_by": "me"},
    ],
)
def test_what_is_no_match_is_refused(row: dict[str, object]) -> None:
    with pytest.raises(TournamentFileError, match="carried_matches"):
        to_tournament({**FILE, "options": {"carried_matches": [row]}})
    assert replace(final(MET), carried=()).carried == ()
