"""What must hold for every series: the moves before it, left and right, and the colours change nothing."""

import random

import pytest

from games.rulebooks import axf
from games.rulebooks.findings import NO_QUESTION
from games.rulebooks.registry import RULEBOOKS
from games.xiangqi.board import Board
from games.xiangqi.fen import START_POSITION, FileErrorCode, Position
from games.xiangqi.moves import legal_moves
from games.xiangqi.values import Move
from tests.games.rulebooks.facts import diagrams, moves, play, position, seen_otherwise
from tests.games.rulebooks.series import back, generated

OTHER = {"first-wins": "second-wins", "second-wins": "first-wins", "draw": "draw", "none": "none"}
STARTS = [START_POSITION] + [
    start for diagram in diagrams() if not (start := position(diagram["position"])).defects()
]


def series(seed: int, each: int) -> list[tuple[Position, list[Move], Position, list[Move]]]:
    return [
        (item.start, item.lead, item.at, item.cycle * 2)
        for number, start in enumerate(STARTS)
        for item in generated(seed + number, each, start, 30)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_what_was_played_before_a_cycle_never_changes_its_verdict(seed: int) -> None:
    decided = 0
    for start, lead, at, cycle in series(seed, 30):
        alone = axf.last_verdict(play(at, cycle))
        assert axf.last_verdict(play(start, lead + cycle)) == alone
        decided += alone != "draw"
    assert decided > 20, "the series have to hold something to judge"


@pytest.mark.slow
@pytest.mark.parametrize("turn", [False, True], ids=["mirrored", "sides changed over"])
def test_left_and_right_and_the_sides_are_alike(turn: bool) -> None:
    for start, lead, _, cycle in series(500, 3):
        wanted = axf.last_verdict(play(start, lead + cycle))
        assert wanted != "none"
        other = axf.last_verdict(play(*seen_otherwise(start, lead + cycle, turn=turn)))
        assert other == (OTHER[wanted] if turn else wanted)


def quiet_moves_before(start: Position, chance: random.Random) -> tuple[Position, list[Move]] | None:
    """A position two plies before ``start``, and one quiet move of each side that leads there."""
    for _ in range(40):
        squares, line = bytearray(start.squares), list[Move]()
        for side in (1 - start.side, start.side):
            board = Board(Position(bytes(squares), side), allowed=frozenset(FileErrorCode))
            ways = [move for move in legal_moves(board) if not squares[move.target]]
            if not ways:
                break
            way = chance.choice(ways)
            squares[way.target], squares[way.origin] = squares[way.origin], 0
            line.insert(0, back(way))
        before = Position(bytes(squares), start.side)
        if len(line) < 2 or before.defects():
            continue
        board = Board(before)
        if all(_played(board, move) for move in line) and board.position().squares == start.squares:
            return before, line
    return None


def _played(board: Board, move: Move) -> bool:
    if not board.is_legal(move):
        return False
    board.play(move)
    return True


@pytest.mark.slow
def test_a_quiet_move_before_a_diagram_never_changes_its_verdict() -> None:
    chance = random.Random(7)
    compared = 0
    for diagram in diagrams():
        start = position(diagram["position"])
        line = moves(diagram["lead"]) + moves(diagram["cycle"]) * 2
        wanted = axf.last_verdict(play(start, line))
        for _ in range(4):
            result = quiet_moves_before(start, chance)
            if result is None:
                continue
            before, first = result
            played = play(before, first + line)
            assert axf.last_verdict(played) == wanted, (diagram, first)
            compared += 1
    assert compared > 250


@pytest.mark.slow
@pytest.mark.parametrize("turn", [False, True], ids=["mirrored", "sides changed over"])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_rulebook_finds_the_same_seen_otherwise(name: str, turn: bool) -> None:
    """Diagrams and generated series, long enough for every limit of repetition."""
    lines = [
        (position(diagram["position"]), moves(diagram["lead"]) + moves(diagram["cycle"]) * 6)
        for diagram in diagrams()[::3]
        if diagram["cycle"]
    ]
    lines += [(start, lead + cycle * 4) for start, lead, _, cycle in series(900, 1)]
    result = 0
    for start, line in lines:
        wanted = findings_in_words(name, start, line)
        other = findings_in_words(name, *seen_otherwise(start, line, turn=turn))
        sides = {None: None, 0: 1, 1: 0} if turn else {None: None, 0: 0, 1: 1}
        assert other == [(*message, sides[side]) for *message, side in wanted]
        result += len(wanted)
    assert result > 50


def findings_in_words(name: str, start: Position, line: list[Move]) -> list[tuple[object, ...]]:
    findings_found = RULEBOOKS[name].findings(play(start, line), NO_QUESTION)
    return [(item.article, item.kind, item.code, item.ply, item.side) for item in findings_found]
