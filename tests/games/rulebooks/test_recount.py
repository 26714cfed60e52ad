"""The counts of limits and checks against a slow recount, over generated games and those of championships."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.rulebooks import tiantian2020, wxc2015
from games.rulebooks.findings import Claim
from games.xiangqi.board import Board
from games.xiangqi.fen import START
from games.xiangqi.moves import legal_moves
from games.xiangqi.values import Move
from tests.games.facts import championship_games, moves_of
from tests.games.rulebooks.facts import play
from tests.oracles.recount import Recount


def generated_games(count: int, seed: int) -> Iterator[list[Move]]:
    """Games of up to 160 plies that seldom capture and like to check."""
    chance = random.Random(seed)
    for _ in range(count):
        board, line = Board(), list[Move]()
        for _ in range(chance.randrange(20, 160)):
            choices = legal_moves(board)
            if not choices:
                break
            checks = [move for move in choices if _checks(board, move)]
            quiet = [move for move in choices if not board.squares[move.target]]
            pick = checks or (quiet if chance.random() < 0.9 else choices) or choices
            line.append(chance.choice(pick))
            board.play(line[-1])
        yield line


def _checks(board: Board, move: Move) -> bool:
    board.push(move)
    check = board.check
    board.pop()
    return check


def compare(line: list[Move], plies: set[int]) -> int:
    """Asserts that program and recount agree after these plies; how many checks there were."""
    played, slow = play(START, line), Recount(START, [str(move) for move in line])
    assert played.checks[1:] == slow.checked
    for ply in plies:
        for side in (0, 1):
            count = wxc2015.natural_count(played, Claim(side, ply))
            assert count.counted == slow.natural_limit(ply, side == 0)
            assert count.checks == slow.checks(ply, side == 0)
        assert tiantian2020.natural_count(tiantian2020.Table(played), ply) == slow.tiantian_limit(ply)
        assert played.quiet[ply] == len(slow.since_capture(ply))
        assert played.repetitions[ply] == slow.occurrences(ply)
    return sum(slow.checked)


def spread(line: list[Move], step: int) -> set[int]:
    return {*range(step, len(line) + 1, step), len(line)}


@pytest.mark.slow
def test_generated_games() -> None:
    assert sum(compare(line, spread(line, 40)) for line in generated_games(60, 1)) > 100


def test_all_games_of_championships() -> None:
    for game in championship_games():
        line = list(moves_of(game["moves"]))
        compare(line, spread(line, 30))


@pytest.mark.long
def test_thousands_of_generated_games(record_property: Any) -> None:
    games = checks = 0
    for line in generated_games(3000, 2):
        checks += compare(line, spread(line, 50))
        games += 1
    record_property("games", games)
    record_property("checks", checks)
