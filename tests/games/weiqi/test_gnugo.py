"""Under the letter of article 6, the first illegal move is the one that GNU Go refuses."""

import random

import pytest

from games.weiqi.board import Board, IllegalPlayError, Repetition
from games.weiqi.values import BLACK, WHITE, Move, points_of
from tests import machine
from tests.games.weiqi.games import load, moves, points
from tests.oracles import gnugo

pytestmark = pytest.mark.skipif(gnugo.program() is None, reason=machine.missing("gnugo"))

Case = tuple[int, list[Move], list[Move]]


def ours(case: Case) -> int | None:
    """The first ply that our board refuses."""
    size, setup, played = case
    board = Board(size, Repetition.STRICT)
    if setup:
        board.set_up(
            [m.point for m in setup if m.colour == BLACK], [m.point for m in setup if m.colour == WHITE]
        )
    for ply, move in enumerate(played, start=1):
        try:
            board.play(move)
        except IllegalPlayError:
            return ply
    return None


def real_games() -> list[Case]:
    """The games of the fixtures that GNU Go's board is large enough for."""
    cases = []
    for facts in [*load("selfplay"), *load("games")]:
        if facts["size"] <= gnugo.LARGEST:
            stones = [(BLACK, facts.get("black", "")), (WHITE, facts.get("white", ""))]
            setup = [Move(colour, point) for colour, names in stones for point in points(names)]
            cases.append((facts["size"], setup, moves(facts)))
    return cases


def odd_game(seed: int) -> Case:
    """A small board filled at random: captures, kos, cycles; then any point, until one is refused."""
    chance = random.Random(seed)
    size = chance.choice([2, 3, 3, 4, 4, 5, 6, 7])
    board = Board(size)
    played: list[Move] = []
    for _ in range(chance.randrange(20, 240)):
        wild = chance.random() < 0.02
        candidates = [Move(board.turn, point) for point in points_of(size)]
        legal = [move for move in candidates if board.is_legal(move)]
        if wild or not legal:
            move = chance.choice(candidates) if wild else Move(board.turn, None)
        else:
            move = chance.choice(legal)
        played.append(move)
        try:
            board.play(move)
        except IllegalPlayError:
            break
    return size, [], played


def agree(cases: list[Case]) -> list[int | None]:
    theirs = gnugo.first_illegal(cases)
    assert [ours(case) for case in cases] == theirs
    return theirs


@pytest.mark.slow
def test_unusual_games_and_odd_ones():
    unusual = [case for case in real_games() if len(case[2]) < 130][:20]
    result = agree(unusual + [odd_game(seed) for seed in range(40)])
    assert sum(ply is not None for ply in result) >= 10


@pytest.mark.long
def test_all_real_games_and_a_thousand_odd_ones(record_property):
    real = real_games()
    result = agree(real + [odd_game(seed) for seed in range(1000)])
    record_property("games", len(result))
    record_property("with an illegal move", sum(ply is not None for ply in result))
    assert len(real) >= 269
    assert sum(ply is not None for ply in result) >= 300
