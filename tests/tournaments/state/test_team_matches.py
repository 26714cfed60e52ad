"""Matches of teams as games of a tournament: our own systems pair them like players."""

from dataclasses import replace

import pytest

from tests.tournaments.team_builders import SIX, result
from tournaments.pairing import pair, verify
from tournaments.state.team_matches import Primary, TeamBye, TeamMatch, as_tournament, points_of
from tournaments.state.tournament import Result, Side, history, scores


def test_match_points_are_the_points():
    tournament = as_tournament(SIX, "wxc2015")

    assert scores(history(tournament)) == {1: 4, 2: 6, 3: 4, 4: 2, 5: 2, 6: 0}


@pytest.mark.parametrize(("system", "number"), [("wxc2015", 4), ("wmsg2008", 4), ("round-robin", 2)])
def test_our_systems_pair_teams_and_verify_their_pairing(system, number):
    event = replace(SIX, rounds=5)
    paired = pair(as_tournament(event, system, seed="teams"), number)

    assert sorted(n for row in paired.pairs for n in (row.first, row.second)) == [1, 2, 3, 4, 5, 6]
    earlier = tuple(match for match in event.matches if match.round < number)
    made = tuple(TeamMatch(number, row.table, row.first, row.second) for row in paired.pairs)
    known = as_tournament(replace(event, matches=earlier + made), system, seed="teams")
    assert verify(known, number).differences == ()


def test_a_match_lost_without_play_and_one_that_nobody_came_to():
    lost = TeamMatch(1, 1, 1, 2, lost_by=frozenset({Side.FIRST}))
    nobody = TeamMatch(1, 2, 3, 4, lost_by=frozenset(Side))
    boards = result(5, 6, "10", round_number=1, forfeits="12")
    event = replace(SIX, matches=(lost, nobody, boards), byes=(TeamBye(1, 6),))

    games = as_tournament(event, "wxc2015").games

    assert [points_of(event.rules, match) for match in (lost, nobody)] == [((0, 0), (2, 6)), ((0, 0), (0, 0))]
    assert [(game.result, game.forfeit) for game in games] == [
        (Result.SECOND, True),
        (Result.NONE, True),
        (Result.DRAW, True),
    ]


def test_board_points_cannot_be_told_by_results_of_matches():
    with pytest.raises(ValueError, match="board points"):
        as_tournament(replace(SIX, rules=replace(SIX.rules, primary=Primary.BOARD)), "wxc2015")
