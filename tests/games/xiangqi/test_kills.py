"""Kill threats: positions of which anybody sees it, and a slow search that knows nothing of checks."""

import random

import pytest

from games.rulebooks import axf
from games.xiangqi.board import Board
from games.xiangqi.cycles import Played, mates, threatens_mate
from games.xiangqi.fen import Position
from games.xiangqi.moves import Ending, ending, legal_moves
from games.xiangqi.threats import StillPosition
from games.xiangqi.values import BLACK, RED, Move
from tests.games.rulebooks.facts import diagrams, moves, play, position


@pytest.mark.parametrize(
    ("start", "move", "kills"),
    [
        pytest.param("3k5/4R4/9/9/9/9/9/9/8R/4K4 w", "i1h1", True, id="mate in one on the back rank"),
        pytest.param("4k4/9/9/9/9/9/9/9/8R/3K5 w", "i1h1", False, id="one chariot alone"),
        pytest.param("4k4/9/8R/9/9/9/9/R8/9/3K5 w", "a2a8", True, id="mate by a second chariot"),
        pytest.param("4k4/9/9/8R/9/9/9/R8/9/3K5 w", "a2b2", True, id="two checks and mate"),
        pytest.param("4k4/R8/9/9/9/9/9/9/8R/3K5 w", "i1i9", False, id="a check is no kill threat"),
    ],
)
def test_what_would_be_mate_if_the_opponent_passed(start: str, move: str, kills: bool) -> None:
    assert play(start, move).kills(1) is kills


def test_diagrams_of_perpetual_kill_are_draws_by_article_3() -> None:
    """Diagram 31 and two of those numbered 100 to 103: a side threatens mate with every move of the cycle."""
    starts = ("3k1a3/4a4/9/p1N3n2", "4k4/3P2P1P/9/9/6b1c", "3r1k3/4P4/9/c1p2r3")
    for diagram in [diagram for diagram in diagrams() if diagram["position"].startswith(starts)]:
        played = play(diagram["position"], moves(diagram["lead"]) + moves(diagram["cycle"]) * 2)
        first = len(played) - len(diagram["cycle"].split()) + 1
        kills = [all(played.kills(ply) for ply in range(at, len(played) + 1, 2)) for at in (first, first + 1)]
        assert any(kills)
        last = axf.findings(played)[-1]
        assert (last.article, last.code, last.side) == ("3", "perpetual-kill", None)


def mates_slowly(board: Board, plies: int) -> bool:
    """Every move and every answer; only how long a mate may take is known."""
    for move in legal_moves(board):
        board.push(move)
        if ending(board) is Ending.MATE:
            result = True
        elif plies == 1 or not board.check:
            result = False
        else:
            answers = legal_moves(board)
            result = bool(answers)
            for answer in answers:
                board.push(answer)
                result = result and mates_slowly(board, plies - 1)
                board.pop()
        board.pop()
        if result:
            return True
    return False


@pytest.mark.slow
def test_a_slow_search_finds_the_same() -> None:
    chance = random.Random(5)
    counted = {False: 0, True: 0}
    for diagram in diagrams():
        start = position(diagram["position"])
        board = Board(Position(start.squares, start.side), allowed=frozenset(start_defects(start)))
        for _ in range(6):
            choices = legal_moves(board)
            if not choices:
                break
            result = mates(board, 2)
            assert result is mates_slowly(board, 2), board
            counted[result] += 1
            board.push(chance.choice(choices))
    assert min(counted.values()) > 10


def start_defects(start: Position) -> list:  # type: ignore[type-arg]
    return [defect.code for defect in start.defects()]


def test_the_other_side_is_asked_the_same_way() -> None:
    squares = position("3k5/4R4/9/9/9/9/9/9/8R/4K4 w").squares
    still = StillPosition(squares, (squares.index(1), squares.index(9)))
    assert threatens_mate(still, RED)
    assert not threatens_mate(still, BLACK)
    assert Played.of([Move.parse("i1h1")], position("3k5/4R4/9/9/9/9/9/9/8R/4K4 w")).kills(1)
