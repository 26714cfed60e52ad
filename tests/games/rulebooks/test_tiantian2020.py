"""The Tiantian rules article by article, and the rulings that were observed on the platform."""

import random
from typing import Any

import pytest

from games.rulebooks.tiantian2020 import Table, findings, natural_count
from games.xiangqi.board import Board
from games.xiangqi.moves import legal_moves
from games.xiangqi.values import SIDE_NAMES, Move
from tests.games.rulebooks.facts import observed, play
from tests.games.rulebooks.tiantian import CHARIOTS, CHASE, in_words, played_on
from tests.oracles.recount import Recount

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
SHUFFLE = "h0g2 h9g7 g2h0 g7h9 "
UNEXPLAINED = {"1", "9", "15", "28", "30"}
"""Observed rulings that the published articles do not give; ``docs/reference/rulings.md`` says why, one by
one."""


@pytest.mark.parametrize(
    "item",
    [observed_case for observed_case in observed() if observed_case["number"] not in UNEXPLAINED],
    ids=lambda observed_case: observed_case["number"],
)
def test_an_observed_ruling(item: dict[str, Any]) -> None:
    first = played_on(item)[0]
    assert (None if first.side is None else SIDE_NAMES[first.side]) == item["ruled_against"]
    assert (str(first.kind) == "draw") is item["draw"]


def test_twelve_of_seventeen_are_explained_and_the_others_are_not() -> None:
    assert len(observed()) - len(UNEXPLAINED) == 12
    for observed_case in observed():
        if observed_case["number"] in UNEXPLAINED:
            sides = {
                SIDE_NAMES[result.side] for result in played_on(observed_case)[:1] if result.side is not None
            }
            assert observed_case["ruled_against"] not in sides


def test_1_1_nothing_left_that_can_cross_the_river() -> None:
    findings_found = findings(play("4k4/9/9/9/9/9/9/3p5/4A4/3K5 w", "e1d2 e9e8"))
    assert in_words(findings_found) == [("1.1", "draw", None, 1)]
    assert findings(play("4k4/9/9/9/9/4P4/9/9/9/3K5 w", "d0d1")) == []


def test_1_2_the_fifth_occurrence_without_check_or_chase() -> None:
    assert in_words(findings(play(START, SHUFFLE * 4))) == [("1.2", "draw", None, 16)]
    assert findings(play(START, (SHUFFLE * 4)[:-6])) == []


def test_2_3_one_piece_checks_six_rounds_then_must_change_and_else_loses() -> None:
    line = "a3e3 e9f9 e3f3 f9e9 " + "f3e3 e9f9 e3f3 f9e9 " * 3
    assert in_words(findings(play(CHARIOTS, line)))[:2] == [
        ("2.3", "must-change", 0, 11),
        ("2.3", "loss", 0, 13),
    ]


def test_2_1_six_rounds_of_chasing_then_must_change_and_else_loses() -> None:
    line = "b3a3 a4b4 a3b3 b4a4 " * 4
    assert in_words(findings(play(CHASE, line)))[:2] == [
        ("2.1", "must-change", 0, 11),
        ("2.1", "loss", 0, 13),
    ]
    assert findings(play(CHASE, " ".join(line.split()[:10]))) == []


def test_1_6_and_1_7_the_limits_of_plies() -> None:
    findings_found = in_words(findings(play(START, SHUFFLE * 101)))
    assert ("1.6", "draw", None, 120) in findings_found
    assert ("1.7", "draw", None, 400) in findings_found


def random_game(chance: random.Random) -> list[Move]:
    board, line = Board(), list[Move]()
    for _ in range(150):
        choices = legal_moves(board)
        if not choices:
            break
        collected = [move for move in choices if not board.squares[move.target]]
        line.append(chance.choice(collected or choices))
        board.play(line[-1])
    return line


@pytest.mark.slow
def test_1_6_counts_like_a_slow_recount() -> None:
    chance = random.Random(3)
    for _ in range(25):
        line = random_game(chance)
        played, slow = play(START, line), Recount(START.split(maxsplit=1)[0], [str(move) for move in line])
        for ply in {len(line), len(line) // 2}:
            assert natural_count(Table(played), ply) == slow.tiantian_limit(ply)


def test_1_6_only_twenty_checking_rounds_count() -> None:
    line = "a3e3 e9f9 e3f3 f9e9 " + "f3e3 e9f9 e3f3 f9e9 " * 15
    played = play(CHARIOTS, line)
    assert natural_count(Table(played), 64) == 64 - 2 * (32 - 20)
