"""Line-ups of teams that no record 300 tells: who was there sits in the order of the roster."""

from __future__ import annotations

from pathlib import Path

import pytest

from tournaments.exchange.conversion import LossCode
from tournaments.exchange.trf import read, write
from tournaments.standings.team_table import section_table
from tournaments.state.tournament import Tournament

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures/tournaments"
FILE = (FIXTURES / "reserve_without_line_up.trf").read_bytes()
HEAD = b"192 FIDE_TEAM\r\n352 WBWB\r\n162  W 1.0    D 0.5    L 0.0\r\n"


def line(number: int, cell: str, points: str) -> bytes:
    name = f"Player {number}"
    return f"001 {number:>4}      {name:<33} {'':4} {'':3} {'':22} {points:>4} {'':4}{cell}\r\n".encode()


def team(number: int, *members: int) -> bytes:
    listed = " ".join(f"{member:>4}" for member in members)
    return f"310 {number:>3} {f'Team {number}':<32} {'':5} {'':6} {'':6} {'':6} {'':3}  {listed}\r\n".encode()


def line_ups(data: bytes) -> tuple[tuple[int | None, ...], ...]:
    reading = read(data)
    assert reading.problems == ()
    return seats(reading.tournament)


def seats(tournament: Tournament | None) -> tuple[tuple[int | None, ...], ...]:
    assert tournament is not None
    assert tournament.teams is not None
    (match,) = tournament.teams.matches
    assert match.line_ups is not None
    return match.line_ups


def test_a_reserve_fills_the_last_board() -> None:
    reading = read(FILE)
    assert seats(reading.tournament) == ((2, 3), (4, 5))
    assert {loss.code for loss in reading.losses} == {LossCode.PEOPLE}
    assert reading.tournament is not None
    table, _ = section_table(reading.tournament)
    assert [(row["team"], row["match_points"], row["board_points"]) for row in table["rows"]] == [
        (1, "2", "1.5"),
        (2, "0", "0.5"),
    ]
    assert b"300 001 001 002    2    3" in write(reading.tournament).data


def test_without_a_reserve_the_lowest_board_stays_empty() -> None:
    """Team 1 comes without its second player and moves up; the fourth of team 2 has nobody to play."""
    data = HEAD
    for number, opponent, side, code in ((1, 5, "w", "1"), (3, 6, "b", "0"), (4, 7, "w", "=")):
        back = {"1": "0", "0": "1", "=": "="}[code]
        data += line(number, f"  {opponent:>4} {side} {code}", {"1": "1.0", "0": "0.0", "=": "0.5"}[code])
        data += line(
            opponent,
            f"  {number:>4} {'b' if side == 'w' else 'w'} {back}",
            {"1": "1.0", "0": "0.0", "=": "0.5"}[back],
        )
    data += line(2, "  0000 - -", "0.0") + line(8, "  0000 - +", "1.0")
    data += team(1, 1, 2, 3, 4) + team(2, 5, 6, 7, 8)

    assert line_ups(data) == ((1, 3, 4, None), (5, 6, 7, 8))


def test_reserves_of_a_free_order_sit_opposite_those_whom_they_have_met() -> None:
    """The reserve of team 1 plays on its first board."""
    data = b"192 FIDE_TEAM\r\n352 WB\r\n162  W 1.0    D 0.5    L 0.0\r\n"
    data += line(1, "  0000 - -", "0.0")
    data += line(2, "     5 b 1", "1.0") + line(3, "     4 w 0", "0.0")
    data += line(4, "     3 b 1", "1.0") + line(5, "     2 w 0", "0.0")
    data += team(1, 1, 2, 3) + team(2, 4, 5)

    assert line_ups(data) == ((3, 2), (4, 5))


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (b"300 001 001 002    1    3\r\n", None),  # a line-up that the games contradict is a flaw
        (b"300 004 001 000    1    2\r\n", LossCode.RECORD),  # one of a round without a match is told
    ],
)
def test_what_line_ups_say_is_never_dropped(row: bytes, code: LossCode | None) -> None:
    reading = read(FILE + row)
    if code is None:
        assert reading.tournament is None
    else:
        assert (code, "300") in {(loss.code, loss.place.text) for loss in reading.losses}


def test_a_point_without_play_that_no_match_explains_is_told() -> None:
    more = line(6, "  0000 - +", "1.0") + team(3, 6)
    assert (LossCode.ABNORMAL_POINTS, (6,)) in {
        (loss.code, loss.params["numbers"]) for loss in read(FILE + more).losses
    }
