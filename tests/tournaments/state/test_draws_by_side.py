"""A draw that gives 1 to who moves first and 2 to who moves second, a win 3 (Chinese xiangqi competition
rules of 2011, 13.3), counted by hand."""

from dataclasses import replace

import pytest

from tournaments.pairing import pair, pairing_input, recompute
from tournaments.pairing.team_swiss.inputs import event_from_input
from tournaments.standings.board_prizes import board_lists
from tournaments.state.points import Points, PointsError
from tournaments.state.team_matches import (
    Alone,
    Board,
    Team,
    TeamBye,
    TeamEvent,
    TeamMatch,
    TeamRules,
    board_points,
    goes_on,
    is_level,
    match_and_board_points,
    team_history,
)
from tournaments.state.tournament import (
    Absence,
    Entry,
    Game,
    Result,
    Side,
    Tournament,
    history,
    points_by_number,
)

TABLE = {"win": "3", "draw": "1", "draw_second": "2", "loss": "0"}
POINTS = Points.parse(TABLE)
RESULTS = {"1": Result.FIRST, "0": Result.SECOND, "=": Result.DRAW}
FIRST, LEVEL, SECOND = (2, 0), (1, 1), (0, 2)


def match(boards: str, *, first: int = 1, second: int = 2, round_number: int = 1) -> TeamMatch:
    """The first team's players move first on boards 1 and 3, as the Asian championship has it."""
    rows = (Board(RESULTS[x], begins=number % 2 == 1) for number, x in enumerate(boards, 1))
    return TeamMatch(round_number, first, first, second, tuple(rows))


def rules(boards: int = 3) -> TeamRules:
    return TeamRules(boards=boards, board_points=POINTS)


def test_the_table_is_read_as_it_is_written():
    assert POINTS.as_table() == TABLE | {"absence": "0"}
    assert Points.parse(POINTS.as_table()) == POINTS
    assert [POINTS.text(value) for value in (*POINTS.drawn, POINTS.half)] == ["1", "2", "1.5"]
    assert Points.parse(TABLE | {"draw_second": "1"}) == Points.parse({"win": "3", "draw": "1", "loss": "0"})


@pytest.mark.parametrize("changed", [{"draw_second": "4"}, {"loss": "1", "draw_second": "0"}])
def test_a_draw_is_between_a_win_and_a_loss_for_either_side(changed):
    with pytest.raises(PointsError, match="nor a draw less than a loss"):
        Points.parse(TABLE | changed)


@pytest.mark.parametrize(
    ("boards", "ours", "theirs", "match_points"),
    [
        # Draws: the first team moves first on 1 and 3, so it has 1 + 2 + 1.
        ("===", "121", "212", SECOND),
        ("1=0", "320", "013", FIRST),
        ("=10", "130", "203", SECOND),
        ("10=", "301", "032", SECOND),
        ("==", "12", "21", LEVEL),
        ("10", "30", "03", LEVEL),
        ("111", "333", "000", FIRST),
    ],
)
def test_a_match_is_the_sum_of_its_boards(boards, ours, theirs, match_points):
    result = match(boards)
    by_board = tuple(tuple(int(item) * POINTS.unit for item in side) for side in (ours, theirs))
    assert board_points(rules(len(boards)), result) == by_board
    (first, bp), (second, other) = match_and_board_points(rules(len(boards)), result)
    assert (first, second) == match_points
    assert [POINTS.text(bp), POINTS.text(other)] == [str(sum(map(int, side))) for side in (ours, theirs)]


def test_only_equal_sums_of_a_cup_are_level():
    assert (goes_on(rules(), match("===")), is_level(rules(), match("==="))) == ((Side.SECOND, None), False)
    assert is_level(rules(2), match("=="))


def test_where_nobody_moves_first_a_draw_is_half_of_both():
    """Three boards of 1½."""
    match_points, on_boards = rules().alone(Alone.HALF)
    assert (match_points, POINTS.text(on_boards)) == (1, "4.5")


def test_players_and_board_prizes_count_by_side():
    seated = replace(
        match("==1"),
        boards=tuple(
            replace(board, players=(10 + number, 20 + number))
            for number, board in enumerate(match("==1").boards, 1)
        ),
    )
    teams = (Team(1, members=(11, 12, 13)), Team(2, members=(21, 22, 23)))
    lists = board_lists(TeamEvent(rules(), teams, 1, (seated,)), 1, {1: 1, 2: 2}, {}, fixed_order=False)
    gained = {row.entry: POINTS.text(row.points) for rows in lists.values() for row in rows}
    assert gained == {11: "1", 21: "2", 12: "2", 22: "1", 13: "3", 23: "0"}
    assert {row.per_cent for row in (*lists[1], *lists[2])} == {50}

    players = Tournament(
        system="wmsg2008",
        entries=tuple(map(Entry, (11, 21, 30))),
        games=(Game(1, 1, 21, 11, Result.DRAW),),
        absences=(Absence(1, 30, half=True),),
        points=POINTS,
    )
    assert {n: POINTS.text(value) for n, value in points_by_number(history(players)).items()} == {
        21: "1",
        11: "2",
        30: "1.5",
    }


def test_fides_swiss_is_computed_again_from_what_is_published():
    event = TeamEvent(
        rules(),
        tuple(map(Team, range(1, 6))),
        3,
        (match("==="), match("10=", first=3, second=4)),
        (TeamBye(1, 5),),
    )
    data = pairing_input(event, 2)
    again = event_from_input(data)
    assert team_history(again) == team_history(event)
    assert recompute(data) == pair(event, 2)
    assert data["matches"][0][3] == ["1/2", "1/2s", "1/2"]
    plain = replace(event, rules=replace(event.rules, board_points=Points()))
    assert pairing_input(plain, 2)["matches"][0][3] == ["1/2", "1/2", "1/2"]
