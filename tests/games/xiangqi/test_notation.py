"""Moves as text: what is written, everything that is accepted, and the three causes of error."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.xiangqi.board import Board
from games.xiangqi.moves import legal_moves
from games.xiangqi.notation import (
    AmbiguousError,
    NoSuchMoveError,
    UnreadableError,
    chinese,
    chinese_traditional,
    coordinates,
    english,
    find_move,
    iccs,
    signless,
)
from games.xiangqi.values import PAWN, Move

# Red soldiers; the general stands aside so that nothing is pinned.
TWO = "3k5/9/9/2P6/2P6/9/9/9/9/4K4 w"
THREE = "3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w"
FOUR = "3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w"
FIVE = "2P2k3/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w"
TWO_FILES = "3k5/9/6P2/2P3P2/2P6/9/9/9/9/4K4 w"
THREE_AND_TWO = "3k5/9/2P6/2P3P2/2P3P2/9/9/9/9/4K4 w"
BLACK_THREE = "3k5/9/9/9/9/2p6/2p6/2p6/9/4K4 b"


def read(fen: str, text: str) -> str:
    return str(find_move(Board.from_fen(fen), text))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *((text, "h2e2") for text in ("C2=5", "c2=5", "C2.5", "Ｃ２＝５", "C2=5!", "C2=5+", "炮二平五")),
        *((text, "h2e2") for text in ("砲二平五", "包二平五", "炮二平五!?")),
        *((text, "h0g2") for text in ("H2+3", "N2+3", "n2+3", "馬二進三", "马二进三", "傌二上三")),
        *((text, "g0e2") for text in ("E3+5", "B3+5", "M3+5", "相三进五", "象三進五")),
        *((text, "g3g4") for text in ("P3+1", "S3+1", "兵三进一", "卒三進一")),
        *((text, "f0e1") for text in ("A4+5", "G4+5", "仕四进五", "士四進五")),
        *((text, "e0e1") for text in ("K5+1", "G5+1", "帅五进一", "將五進一", "将五上一")),
        ("R1+1", "i0i1"),
        ("俥一进一", "i0i1"),
    ],
)
def test_every_variant_of_a_plain_move(text: str, move: str) -> None:
    assert str(find_move(Board(), text)) == move


@pytest.mark.parametrize("text", ["马8进7", "馬８進７", "傌8上7", "H8+7", "H8＋7"])
def test_black_counts_from_its_own_right(text: str) -> None:
    board = Board()
    board.play(Move.parse("h2e2"))
    assert str(find_move(board, text)) == "h9g7"


@pytest.mark.parametrize("dash", ["-", "‐", "–", "—", "−", "－", "﹣"])
def test_every_dash_is_a_step_back(dash: str) -> None:
    assert read("3k5/9/9/9/9/9/4R4/9/9/4K4 w", f"R5{dash}1") == "e3e2"


TANDEM = "3k5/9/9/4R4/9/9/4R4/C8/9/C3K4 w"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *((text, "e6d6") for text in ("R+=6", "+R=6", "fR=6", "FR=6", "前车平六", "前車平六", "车前平六")),
        *((text, "e3d3") for text in ("R-=6", "-R=6", "rR=6", "bR=6", "后车平六", "後車平六")),
        *((text, "a2a3") for text in ("C++1", "+C+1", "fC+1", "前炮进一")),
        *((text, "a0b0") for text in ("C-=8", "-C=8", "后炮平八")),
        ("C--1", "a0"),
    ],
)
def test_two_on_a_file(text: str, move: str) -> None:
    if len(move) == 2:
        with pytest.raises(NoSuchMoveError):
            read(TANDEM, text)
        return
    assert read(TANDEM, text) == move


def test_a_place_is_written_even_if_only_one_can_move_so() -> None:
    board = Board.from_fen(TANDEM)
    assert english(board.squares, Move.parse("a2a9")) == "C++7"
    assert chinese(board.squares, Move.parse("a2a9")) == "前炮进七"
    assert str(find_move(board, "C9+7")) == "a2a9"


def test_a_plain_form_that_fits_two_is_ambiguous() -> None:
    with pytest.raises(AmbiguousError) as raised:
        read(TANDEM, "R5=6")
    assert {str(move) for move in raised.value.candidates} == {"e6d6", "e3d3"}


def sideways(fen: str) -> list[tuple[str, str]]:
    """What is written for each soldier's move to the right, in both languages."""
    board = Board.from_fen(fen)
    step = 10 if board.side == 0 else -10
    moves = sorted(
        (
            move
            for move in legal_moves(board)
            if move.target - move.origin == step and board.squares[move.origin] & 7 == PAWN
        ),
        key=lambda move: (move.origin // 10 * -step, move.origin % 10 * -step),
    )
    return [(english(board.squares, move), chinese(board.squares, move)) for move in moves]


@pytest.mark.parametrize(
    ("fen", "written"),
    [
        (TWO, [("P+=6", "前兵平六"), ("P-=6", "后兵平六")]),
        (THREE, [("P+=6", "前兵平六"), ("P7=6", "中兵平六"), ("P-=6", "后兵平六")]),
        (FOUR, [("++=6", "前兵平六"), ("P+=6", "二兵平六"), ("P-=6", "三兵平六"), ("--=6", "后兵平六")]),
        (
            FIVE,
            [
                ("++=6", "前兵平六"),
                ("P+=6", "二兵平六"),
                ("P7=6", "三兵平六"),
                ("P-=6", "四兵平六"),
                ("--=6", "后兵平六"),
            ],
        ),
        (TWO_FILES, [("3+=2", "前三平二"), ("3-=2", "后三平二"), ("7+=6", "前七平六"), ("7-=6", "后七平六")]),
        (
            THREE_AND_TWO,
            [
                ("3+=2", "前三平二"),
                ("3-=2", "后三平二"),
                ("7+=6", "前七平六"),
                ("77=6", "中七平六"),
                ("7-=6", "后七平六"),
            ],
        ),
        (BLACK_THREE, [("P+=2", "前卒平２"), ("P3=2", "中卒平２"), ("P-=2", "后卒平２")]),
    ],
)
def test_soldiers_on_a_file_are_written_as_the_rules_say(fen: str, written: list[tuple[str, str]]) -> None:
    assert sideways(fen) == written


@pytest.mark.parametrize("fen", [TWO, THREE, FOUR, FIVE, TWO_FILES, THREE_AND_TWO, BLACK_THREE, TANDEM])
def test_what_is_written_reads_back(fen: str) -> None:
    board = Board.from_fen(fen)
    for move in legal_moves(board):
        assert find_move(board, english(board.squares, move)) == move
        for write in (chinese, chinese_traditional):
            assert find_move(board, write(board.squares, move)) == move


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        (TWO, "17=6", "c6d6"),
        (TWO, "27=6", "c5d5"),
        (TWO, "1P=6", "c6d6"),
        (TWO, "Pa=6", "c6d6"),
        (TWO, "Pb=6", "c5d5"),
        (TWO, "前七平六", "c6d6"),
        (TWO, "前兵七平六", "c6d6"),
        (THREE, "2P=6", "c6d6"),
        (THREE, "Pc=6", "c5d5"),
        (THREE, "二兵平六", "c6d6"),
        (FOUR, "一兵平六", "c8d8"),
        (FOUR, "四兵平六", "c5d5"),
        (FIVE, "五兵平六", "c5d5"),
        (FIVE, "3P=6", "c7d7"),
        (FIVE, "Pe=6", "c5d5"),
        (TWO_FILES, "Pa=2", "g7h7"),
        (TWO_FILES, "Pd=6", "c5d5"),
        (TWO_FILES, "13=2", "g7h7"),
        (TWO_FILES, "P+=2", "g7h7"),
        (TWO_FILES, "前兵三平二", "g7h7"),
        (TWO_FILES, "前兵平二", "g7h7"),
        (THREE_AND_TWO, "37=6", "c5d5"),
        (THREE_AND_TWO, "中7平6", "c6d6"),
        (BLACK_THREE, "一卒平2", "c2b2"),
        (BLACK_THREE, "中3平2", "c3b3"),
        (BLACK_THREE, "三卒平2", "c4b4"),
    ],
)
def test_other_dialects_are_read(fen: str, text: str, move: str) -> None:
    assert str(find_move(Board.from_fen(fen), text, any_numerals=True)) == move


@pytest.mark.parametrize(
    ("fen", "text", "moves"),
    [
        (TWO_FILES, "P++1", {"c6c7", "g7g8"}),
        (TWO_FILES, "前兵进一", {"c6c7", "g7g8"}),
        (TWO, "P7=6", {"c6d6", "c5d5"}),
        (FOUR, "P7=6", {"c8d8", "c7d7", "c6d6", "c5d5"}),
    ],
)
def test_ambiguity_names_all_candidates(fen: str, text: str, moves: set[str]) -> None:
    with pytest.raises(AmbiguousError) as raised:
        read(fen, text)
    assert {str(move) for move in raised.value.candidates} == moves


@pytest.mark.parametrize(
    "text", ["", "x", "C2", "C2=0", "C0=5", "炮二平", "炮平二五", "Q1+1", "hello", "=" * 50]
)
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(UnreadableError):
        find_move(Board(), text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("C3=5", "no-such-piece"),
        ("R+=5", "piece-does-not-move-so"),
        ("H2+5", "piece-does-not-move-so"),
        ("炮8平5", "wrong-side"),
        ("马８进７", "wrong-side"),
    ],
)
def test_readable_but_no_such_move(text: str, code: str) -> None:
    with pytest.raises(NoSuchMoveError) as raised:
        find_move(Board(), text)
    assert raised.value.code == code


def test_general_or_advisor_by_legality() -> None:
    fen = "3k5/9/9/9/9/9/9/9/4K4/3A1A3 w"
    assert read(fen, "G5+1") == "e1e2"
    with pytest.raises(NoSuchMoveError):
        read(fen, "G5+9")


@pytest.mark.parametrize(
    ("token", "written"),
    [
        ("C25", "C2=5"),
        ("c25!", "c2=5"),
        ("炮25", "炮2平5"),
        ("车９八", "车9平八"),
        # What goes along no rank, what names one of two in a file, and what has its sign.
        ("H87", "H87"),
        ("马87", "马87"),
        ("前车5", "前车5"),
        ("C2=5", "C2=5"),
        ("C2+51", "C2+51"),
    ],
)
def test_beside_moves_with_signs_the_missing_one_is_that_along_the_rank(token: str, written: str) -> None:
    assert signless.with_sign(token) == written


def test_coordinates() -> None:
    move = Move.parse("h2e2")
    assert iccs(move) == "H2-E2"
    for text in ("h2e2", "H2E2", "h2-e2", "H2-E2", "Ｈ２－Ｅ２"):
        assert coordinates.read(text, 0) == move
    assert coordinates.read("h3e3", 1) == move
    assert coordinates.read("h3h10", 1) == Move.parse("h2h9")
    assert coordinates.first_rank(["h3e3", "h8e8"]) is None
    assert coordinates.first_rank(["h3e3", "h10g8"]) == 1
    assert coordinates.first_rank(["h3e3", "i0i1"]) == 0
    assert coordinates.first_rank(["H2-E2"]) == 0
    with pytest.raises(UnreadableError):
        coordinates.read("h2", 0)
    with pytest.raises(NoSuchMoveError):
        coordinates.read("a0b5", 0)


@given(st.integers(0, 5000), st.integers(0, 150))
def test_every_legal_move_survives_every_notation(seed: int, plies: int) -> None:
    chance = random.Random(seed)
    board = Board()
    for _ in range(plies):
        moves = legal_moves(board)
        if not moves:
            break
        board.push(chance.choice(moves))
    for move in legal_moves(board):
        assert find_move(board, english(board.squares, move)) == move
        assert find_move(board, chinese(board.squares, move)) == move
        assert find_move(board, chinese_traditional(board.squares, move)) == move
        assert coordinates.read(coordinates.write(move, 1), 1) == move
        assert coordinates.read(iccs(move), 0) == move
