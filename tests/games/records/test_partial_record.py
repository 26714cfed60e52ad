"""What a text says so far: what it offers next looks like what stands there."""

from __future__ import annotations

import pytest

from games.records.partial_record import so_far, with_taps, written_moves


@pytest.mark.parametrize(
    ("text", "chinese", "traditional", "offered"),
    [
        ("", False, False, "H2+3"),
        ("", True, False, "马二进三"),
        ("", True, True, "馬二進三"),
        ("1. C2=5 ", True, True, "H8+7"),
        ("1. 炮二平五 ", False, False, "马８进７"),
        ("1. 炮二平五 ", True, True, "馬８進７"),
        ("1. 馬二進三 ", True, False, "馬８進７"),
        ("1. 马二进三 ", True, True, "马８进７"),
        ("1. h0g2 ", True, True, "H9-G7"),
    ],
)
def test_moves_are_offered_as_the_text_writes_them(
    text: str, chinese: bool, traditional: bool, offered: str
) -> None:
    far = so_far(text, chinese=chinese, traditional=traditional)
    assert far.fault is None
    assert offered in {item.text for item in far.following}


def test_moves_are_shown_in_the_readers_characters() -> None:
    game = so_far("1. H2+3 H8+7", chinese=True).game
    assert written_moves(game, chinese=True) == ["1. 马二进三", "马８进７"]
    assert written_moves(game, chinese=True, traditional=True) == ["1. 馬二進三", "馬８進７"]
    assert written_moves(game, chinese=False, traditional=False) == ["1. H2+3", "H8+7"]


@pytest.mark.parametrize(
    ("text", "ahead", "tidied"),
    [
        ("1. C2=5 H9-G7 H0-G2", 2, "1. C2=5 H8+7\n2. H2+3"),
        ("炮二平五 H9-G7 H0-G2", 2, "炮二平五 马８进７ 马二进三"),
        ("1. 炮二平五 馬８進７ H0-G2 I9-H9", 2, "1. 炮二平五 馬８進７\n2. 馬二進三 車９平８"),
        ("H2-E2 H9-G7", 1, "H2-E2 H9-G7"),
        ("H2-E2 H9-G7", 2, "1. C2=5 H8+7"),
        ("H2-E2 H9-G7", 7, "1. C2=5 H8+7"),
        # Who typed squares keeps them.
        ("1. C2=5 H9-G7 H0-G2", 1, "1. C2=5 H9-G7\n2. H0-G2"),
        ("1. C2=5 H9-G7 H0-G2", 0, "1. C2=5 H9-G7 H0-G2"),
        # From the first that does not follow on, all stays, in its order.
        ("1. C2=5 H9-G7 H0-H5 I9-H9", 3, "1. C2=5 H8+7 H0-H5 I9-H9"),
        ("1. C2=5 H9-H5 H0-G2", 2, "1. C2=5 H9-H5 H0-G2"),
        ("1. C2=9 H9-G7", 1, "1. C2=9 H9-G7"),
        ("1. C2=5 H9-G7 rubbish", 2, "1. C2=5 H8+7 rubbish"),
        ("", 3, ""),
        (" ", 2, " "),
    ],
)
def test_taps_ahead_of_the_reader_are_written_like_the_rest(text: str, ahead: int, tidied: str) -> None:
    assert with_taps(text, ahead, chinese=False) == tidied


def test_what_was_tapped_as_squares_is_offered_as_squares() -> None:
    far = so_far("1. C2=5 H9-H5", chinese=False)
    assert far.fault is not None
    assert "H9-G7" in far.fault.candidates
