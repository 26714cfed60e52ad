"""Positions, moves made and taken back, and what the board knows after each."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.xiangqi.board import Board, Illegal, IllegalMoveError
from games.xiangqi.fen import START, FenError, FileErrorCode, Position, read_fen
from games.xiangqi.moves import Ending, ending, legal_moves, perft
from games.xiangqi.values import RED, Move
from tests.games.facts import championship_games, perft_positions


def state(board: Board) -> tuple[Any, ...]:
    return (
        bytes(board.squares), board.side, board.check, board.quiet, board.key, dict(board.seen),
        list(board.kings), list(board.history), board.fen(),
    )  # fmt: skip


def random_board(seed: int, plies: int) -> Board:
    chance = random.Random(seed)
    board = Board()
    for _ in range(plies):
        moves = legal_moves(board)
        if not moves:
            break
        board.play(chance.choice(moves))
    return board


def play(board: Board, moves: str) -> Board:
    for text in moves.split():
        board.play(Move.parse(text))
    return board


def test_the_start() -> None:
    board = Board()
    assert board.fen() == START
    assert (board.side, board.check, board.quiet, board.repetition) == (RED, False, 0, 1)
    assert len(legal_moves(board)) == 44


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"), [entry for entry in perft_positions() if entry[2] <= 20_000]
)
def test_counts_of_small_trees(fen: str, depth: int, nodes: int) -> None:
    board = Board.from_fen(fen)
    before = state(board)
    assert perft(board, depth) == nodes
    assert state(board) == before


@pytest.mark.long
@pytest.mark.parametrize(
    ("fen", "depth", "nodes"), [entry for entry in perft_positions() if entry[2] > 20_000]
)
def test_counts_of_large_trees(fen: str, depth: int, nodes: int) -> None:
    assert perft(Board.from_fen(fen), depth) == nodes


def test_counts_from_the_start() -> None:
    assert [perft(Board(), depth) for depth in range(4)] == [1, 44, 1920, 79666]


@given(st.integers(0, 10_000), st.integers(0, 120))
def test_taking_back_restores_everything(seed: int, plies: int) -> None:
    chance = random.Random(seed)
    board = Board()
    states = [state(board)]
    for _ in range(plies):
        moves = legal_moves(board)
        if not moves:
            break
        board.play(chance.choice(moves))
        states.append(state(board))
    while len(states) > 1:
        assert state(board) == states.pop()
        board.pop()
    assert state(board) == states[0]


@given(st.integers(0, 10_000), st.integers(0, 150))
def test_what_is_kept_is_what_a_fresh_look_finds(seed: int, plies: int) -> None:
    board = random_board(seed, plies)
    fresh = Board(board.position())
    assert (fresh.check, fresh.key, fresh.kings) == (board.check, board.key, board.kings)
    assert legal_moves(fresh) == legal_moves(board)
    assert Position.parse(board.fen()) == board.position()
    copied = board.copy()
    assert state(copied) == state(board)
    for _ in board.history:
        copied.pop()
    assert copied.fen() == START


@given(st.integers(0, 3000), st.integers(0, 100))
def test_a_move_is_legal_if_it_is_among_the_legal_moves(seed: int, plies: int) -> None:
    board = random_board(seed, plies)
    legal = set(legal_moves(board))
    pieces = [
        square for square in range(90) if board.squares[square] and board.squares[square] >> 3 == board.side
    ]
    for origin in pieces:
        for target in range(90):
            assert board.is_legal(Move(origin, target)) == (Move(origin, target) in legal)


def test_fen_in_other_letters() -> None:
    other = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r"
    assert Board.from_fen(other).fen() == START
    assert Board.from_fen("3k5/9/9/9/9/9/9/9/9/4K4 b - - 7 31").fen() == "3k5/9/9/9/9/9/9/9/9/4K4 b - - 7 31"


@pytest.mark.parametrize(
    ("fen", "defects"),
    [
        ("", {FileErrorCode.NOT_FEN}),
        ("3k5/9/9/9/9/9/9/9/4K4 w", {FileErrorCode.RANK_COUNT}),
        ("3k6/8/9/9/9/9/9/9/9/4K4 w", {FileErrorCode.RANK_LENGTH}),
        ("3k5/9/9/4x4/9/9/9/9/9/4K4 q", {FileErrorCode.UNKNOWN_PIECE, FileErrorCode.UNKNOWN_SIDE}),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - x 1", {FileErrorCode.BAD_COUNTER}),
        ("9/9/9/9/9/9/9/9/9/4K4 w", {FileErrorCode.NO_GENERAL}),
        ("3k5/9/9/9/9/9/9/RRR6/9/4K4 w", {FileErrorCode.TOO_MANY}),
        ("3k5/9/9/9/9/9/9/4A4/9/A3K4 w", {FileErrorCode.MISPLACED}),
        ("3k5/9/9/9/9/9/9/9/P8/4K4 w", {FileErrorCode.MISPLACED}),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", {FileErrorCode.FACING}),
        ("3k5/9/9/9/9/9/9/9/9/3RK4 w", {FileErrorCode.CAN_CAPTURE_GENERAL}),
    ],
)
def test_each_defect_of_a_position_is_named(fen: str, defects: set[FileErrorCode]) -> None:
    assert {defect.code for defect in read_fen(fen)[1]} == defects
    with pytest.raises(FenError) as raised:
        Position.parse(fen)
    assert {defect.code for defect in raised.value.defects} == defects


def test_several_defects_are_all_named() -> None:
    position, defects = read_fen("RRR6/9/9/9/9/9/9/PPPPPP3/9/9 w")
    assert position is not None
    assert sorted((defect.code, defect.text) for defect in defects) == sorted(
        [("no-general", "K"), ("no-general", "k"), ("too-many", "R"), ("too-many", "P")]
        + [("misplaced", f"{file}2") for file in "abcdef"]
    )


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        (START, "a4a5", Illegal.EMPTY),
        (START, "a9a8", Illegal.WRONG_SIDE),
        (START, "a0b0", Illegal.OWN_PIECE),
        (START, "a0b1", Illegal.NOT_ITS_WAY),
        (START, "a0a5", Illegal.BLOCKED),
        (START, "h2h8", Illegal.BLOCKED),
        (START, "h2h7", Illegal.NO_SCREEN),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", Illegal.FACING),
        ("4k4/9/9/9/4r4/9/9/9/4A4/4K4 w", "e1d2", Illegal.INTO_CHECK),
        ("4k4/4r4/9/9/9/9/9/9/9/3AK4 w", "d0e1", None),
        ("3k5/4r4/9/9/9/P8/9/9/9/4K4 w", "a4a5", Illegal.STILL_IN_CHECK),
    ],
)
def test_why_a_move_may_not_be_made(fen: str, move: str, reason: Illegal | None) -> None:
    board = Board.from_fen(fen)
    before = state(board)
    if reason is None:
        assert board.is_legal(Move.parse(move))
    else:
        with pytest.raises(IllegalMoveError) as raised:
            board.play(Move.parse(move))
        assert raised.value.reason is reason
    assert state(board) == before


def test_repetition_counts_from_the_last_capture() -> None:
    board = play(Board(), "h2e2 h9g7 e2h2 g7h9")
    assert (board.repetition, board.quiet) == (2, 4)
    play(board, "h2h9 i9h9")
    assert (board.repetition, board.quiet) == (1, 0)
    play(board, "b2c2 h9i9 c2b2 i9h9")
    assert board.repetition == 2


def test_the_key_tells_the_side_to_move() -> None:
    fen = "3k5/9/9/9/9/9/9/9/9/4K4"
    assert Board.from_fen(f"{fen} w").key != Board.from_fen(f"{fen} b").key
    assert Board.from_fen(f"{fen} w").passed().key == Board.from_fen(f"{fen} b").key


@pytest.mark.parametrize(
    ("fen", "end"),
    [
        (START, Ending.UNDECIDED),
        ("3k5/3R5/3R5/9/9/9/9/9/9/4K4 b", Ending.MATE),
        ("3k5/9/4P4/9/9/9/9/9/9/4K4 b", Ending.UNDECIDED),
        ("3k5/2P6/3P5/9/9/9/9/9/9/4K4 b", Ending.STALEMATE),
    ],
)
def test_how_it_stands(fen: str, end: Ending) -> None:
    assert ending(Board.from_fen(fen)) is end


def test_championship_games_end_as_their_records_say() -> None:
    for game in championship_games():
        board = play(Board(), " ".join(game["moves"]))
        assert str(ending(board)) == game["ending"]
        if game["ending"] == "mate":
            assert game["result"] == ("0-1" if board.side == RED else "1-0")


def test_a_general_is_never_captured() -> None:
    board = Board.from_fen("3k5/9/9/9/9/9/9/9/9/3RK4 b").passed()
    assert board.side == RED
    with pytest.raises(IllegalMoveError) as raised:
        board.play(Move.parse("d0d9"))
    assert raised.value.reason is Illegal.GENERAL


def test_values_print_and_read_back() -> None:
    move = Move.parse("H2E2")
    assert (str(move), repr(move)) == ("h2e2", "Move.parse('h2e2')")
    assert repr(Board()) == f"Board.from_fen({START!r})"
    for text in ("", "h2", "h2e", "j2e2", "h2e22"):
        with pytest.raises(ValueError, match="not a move"):
            Move.parse(text)
