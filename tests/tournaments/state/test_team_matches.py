"""Matches of teams as games of a tournament: our own systems pair them like players."""

import json
from dataclasses import replace

import pytest

from tests.tournaments.team_builders import SIX, result
from tournaments.pairing import pair, verify
from tournaments.pairing.digests import pairing_input, tournament_from_input
from tournaments.state.points import Points
from tournaments.state.team_matches import (
    Decider,
    PenaltyOfTeam,
    Primary,
    TeamBye,
    TeamMatch,
    board_points,
    goes_on,
    is_level,
    match_and_board_points,
)
from tournaments.state.team_settings import TeamSettingError, TeamSettings
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.tournament import Result, Side, history, points_by_number


def test_match_points_are_the_points():
    tournament = as_tournament(SIX, "wxc2015")

    assert points_by_number(history(tournament)) == {1: 4, 2: 6, 3: 4, 4: 2, 5: 2, 6: 0}


@pytest.mark.parametrize(("system", "number"), [("wxc2015", 4), ("wmsg2008", 4), ("round-robin", 2)])
def test_our_systems_pair_teams_and_verify_their_pairing(system, number):
    event = replace(SIX, rounds=5)
    paired = pair(as_tournament(event, system, seed="teams"), number)

    assert sorted(n for row in paired.pairs for n in (row.first, row.second)) == [1, 2, 3, 4, 5, 6]
    earlier = tuple(match for match in event.matches if match.round < number)
    made = tuple(TeamMatch(number, row.table, row.first, row.second) for row in paired.pairs)
    tournament = as_tournament(replace(event, matches=earlier + made), system, seed="teams")
    assert verify(tournament, number).differences == ()


def test_board_points_are_the_points_where_they_rank():
    """Of 1, ½ and 0 a board, in halves; a bye gives what the rules say."""
    rules = replace(SIX.rules, primary=Primary.BOARD)

    tournament = as_tournament(replace(SIX, rules=rules), "wmsg2008")

    unit = rules.board_points.unit
    gained = points_by_number(history(tournament))
    assert {team: points / unit for team, points in gained.items()} == {
        1: 5.5,
        2: 8,
        3: 5.5,
        4: 3,
        5: 3.5,
        6: 1.5,
    }
    assert history(tournament)[1][2].entering == 5.5 * unit


@pytest.mark.parametrize("system", ["wxc2015", "wmsg2008"])
def test_pairing_by_board_points_is_that_of_its_input(system):
    event = replace(SIX, rounds=5, rules=replace(SIX.rules, primary=Primary.BOARD))

    tournament = as_tournament(event, system, seed="teams")

    data = pairing_input(tournament, 4)
    again = tournament_from_input(json.loads(json.dumps(data)))
    assert pair(again, 4).as_numbers() == pair(tournament, 4).as_numbers()
    assert pairing_input(again, 4) == data


def test_a_penalty_counts_for_pairing_unless_it_is_said_otherwise():
    taken = PenaltyOfTeam(team=2, match=-3, board=0, round=1)

    def points(*penalties):
        return points_by_number(history(as_tournament(replace(SIX, penalties=penalties), "wmsg2008")))[2]

    assert points(taken) == 3
    assert points(taken, replace(taken, match=1)) == 4
    assert points(replace(taken, pairing=False)) == 6
    assert points(replace(taken, round=None)) == 3  # SIX ends with round 3
    assert as_tournament(SIX, "wmsg2008").given == ()
    assert as_tournament(replace(SIX, penalties=(taken,)), "round-robin").given == ()


def test_a_bye_that_gives_a_draw_is_paired_as_one():
    drawn = replace(SIX.rules, bye=None)
    event = replace(SIX, rules=drawn, matches=(), byes=(TeamBye(1, 6),))

    assert points_by_number(history(as_tournament(event, "wmsg2008")))[6] == drawn.match_points.draw


def test_a_match_lost_without_play_and_one_that_nobody_came_to():
    lost = TeamMatch(1, 1, 1, 2, lost_by=frozenset({Side.FIRST}))
    nobody = TeamMatch(1, 2, 3, 4, lost_by=frozenset(Side))
    boards = result(5, 6, "10", round_number=1, forfeits="12")
    event = replace(SIX, matches=(lost, nobody, boards), byes=(TeamBye(1, 6),))

    games = as_tournament(event, "wxc2015").games

    assert [match_and_board_points(event.rules, match) for match in (lost, nobody)] == [
        ((0, 0), (2, 6)),
        ((0, 0), (0, 0)),
    ]
    assert [(game.result, game.forfeit) for game in games] == [
        (Result.SECOND, True),
        (Result.NONE, True),
        (Result.DRAW, True),
    ]


@pytest.mark.parametrize(
    ("boards", "deciders", "decided"),
    [
        ("10=", ("board-count",), ("first", "board-count")),
        ("01=", ("board-count",), ("second", "board-count")),
        ("0==1", ("board-count",), ("second", "board-count")),
        ("0110", ("board-count",), None),
        ("0110", ("board-count", "top-boards"), ("second", "top-boards")),
        ("0110", ("bottom-out",), ("first", "bottom-out")),
        ("===", ("board-count", "top-boards", "bottom-out"), None),
        ("===", (), None),
        ("11=", (), ("first", None)),
    ],
)
def test_what_decides_a_level_match_of_a_knock_out(boards, deciders, decided):
    rules = replace(SIX.rules, boards=len(boards), deciders=tuple(map(Decider, deciders)))
    match = result(1, 2, boards, round_number=1)

    assert goes_on(rules, match) == decided
    if decided is None:
        message = replace(match, decided_for=Side.SECOND)
        assert goes_on(rules, message) == (Side.SECOND, None)
        event = replace(SIX, rules=rules, matches=(message,))
        assert as_tournament(event, "knock-out").games[0].result is Result.SECOND
        assert as_tournament(event, "wxc2015").games[0].result is Result.DRAW


@pytest.mark.parametrize(
    ("boards", "forfeits", "points"),
    [("===", "", "1-0-0"), ("10=", "", "1-0-0"), ("---", "123", "2-1-0")],
    ids=["a draw gives nothing", "the boards decide", "nobody at any board"],
)
def test_who_goes_on_is_known_where_a_level_match_gives_nobody_a_point(boards, forfeits, points):
    win, draw, loss = points.split("-")
    scale = Points.parse({"win": win, "draw": draw, "loss": loss})
    rules = replace(SIX.rules, match_points=scale, deciders=(Decider.BOARD_COUNT,))
    match = result(1, 2, boards, round_number=1, forfeits=forfeits)
    level = is_level(rules, match)
    message = replace(match, decided_for=Side.FIRST) if level else match
    assert is_level(rules, message) == level
    event = replace(SIX, rules=rules, matches=(message,))
    assert as_tournament(event, "knock-out").games[0].result is Result.FIRST
    assert as_tournament(event, "wxc2015").games[0].result is Result.NONE


def test_nobody_has_lost_a_match_that_waits_for_line_ups():
    waiting = TeamMatch(1, 1, 1, 2)
    assert not is_level(SIX.rules, waiting)
    assert as_tournament(replace(SIX, matches=(waiting,)), "knock-out").games[0].result is None


def test_a_round_robin_of_teams_that_board_points_rank_is_paired_as_any_other():
    board = replace(SIX, rules=replace(SIX.rules, primary=Primary.BOARD), matches=())

    assert pair(as_tournament(board, "round-robin"), 1) == pair(
        as_tournament(replace(SIX, matches=()), "round-robin"), 1
    )


def test_a_match_that_is_won_by_forfeit_gives_what_the_regulations_say():
    """2½ of 4, on the upper boards; one that is lost by both gives nothing."""
    halves = Points.parse({"win": "1", "draw": "0.5", "loss": "0"})
    settings = TeamSettings(boards=4, forfeit_points="2.5")
    rules = settings.rules(halves)
    lost = TeamMatch(1, 1, 1, 2, lost_by=frozenset({Side.FIRST}))
    assert settings.fits(halves)
    assert board_points(rules, lost) == ((0, 0, 0, 0), (2, 2, 1, 0))
    assert match_and_board_points(rules, lost) == ((0, 0), (2, 5))
    assert match_and_board_points(rules, replace(lost, lost_by=frozenset(Side))) == ((0, 0), (0, 0))
    assert match_and_board_points(TeamSettings(boards=4).rules(halves), lost) == ((0, 0), (2, 8))


def test_what_a_board_cannot_give_does_not_fit():
    whole = Points.parse({"win": "2", "draw": "1", "loss": "0"})
    assert not TeamSettings(boards=4, forfeit_points="2.5").fits(whole)
    assert not TeamSettings(boards=4, forfeit_points="9").fits(whole)
    for text in ("-1", "1/2", "٣", "9" * 99, " 2"):
        with pytest.raises(TeamSettingError):
            TeamSettings(boards=4, forfeit_points=text)
