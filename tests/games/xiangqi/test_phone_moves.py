"""The moves that a phone finds by itself, against the server's in every position of real games."""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from games.xiangqi.board import Board
from games.xiangqi.moves import legal_moves
from games.xiangqi.values import Move

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = (ROOT / "portal/static/portal/moves.js").read_text()
GAMES = json.loads((ROOT / "tests/fixtures/games/championships-2009.json").read_text())["games"]
LONG = int(os.environ.get("QIYUAN_PROOF_POSITIONS", "100000"))
ANSWER = """async ([script, positions]) => {
  const url = URL.createObjectURL(new Blob([script], {type: "text/javascript"}));
  const { legalMoves, placed, nameOf } = await import(url);
  return positions.map((fen) => legalMoves(placed(fen), fen.split(" ")[1] === "w")
    .map(([from, to]) => nameOf(from) + nameOf(to)).sort().join(" "));
}"""


def answers(browser: Browser, positions: list[str]) -> list[str]:
    page = browser.new_page()
    try:
        return page.evaluate(ANSWER, [SCRIPT, positions])
    finally:
        page.close()


def compare(browser: Browser, boards: Iterator[Board]) -> int:
    """How many positions were the same; fails on the first difference."""
    fens, ours = [], []
    for board in boards:
        fens.append(board.fen())
        ours.append(" ".join(sorted(map(str, legal_moves(board)))))
    for fen, mine, theirs in zip(fens, ours, answers(browser, fens), strict=True):
        assert theirs == mine, fen
    return len(fens)


def played(moves: list[str]) -> Iterator[Board]:
    board = Board()
    yield board
    for move in moves:
        board.push(Move.parse(move))
        yield board


def wandered(seed: int, count: int) -> Iterator[Board]:
    """Positions of random games, which captures are preferred in: boards become empty sooner."""
    rng = random.Random(seed)
    board = Board()
    for _ in range(count):
        yield board
        moves = legal_moves(board)
        if not moves or board.quiet > 60:
            board = Board()
            continue
        taking = [move for move in moves if board.squares[move.target]]
        board.push(rng.choice(taking if taking and rng.random() < 0.3 else moves))


@pytest.mark.slow
@pytest.mark.browser
def test_every_position_of_some_real_games(browser):
    assert sum(compare(browser, played(game["moves"].split())) for game in GAMES[:12]) > 700


@pytest.mark.slow
@pytest.mark.browser
def test_two_thousand_random_positions(browser):
    assert compare(browser, wandered(1, 2000)) == 2000


@pytest.mark.long
@pytest.mark.browser
def test_every_position_of_all_real_games_and_a_hundred_thousand_random_ones(browser):
    for game in GAMES:
        compare(browser, played(game["moves"].split()))
    for seed in range(LONG // 5000):
        compare(browser, wandered(seed, 5000))
