"""What a text says so far: what it offers next looks like what stands there."""

from __future__ import annotations

import pytest

from games.records.so_far import so_far, written


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
    found = so_far(text, chinese=chinese, traditional=traditional)
    assert found.fault is None
    assert offered in {one.text for one in found.following}


def test_moves_are_shown_in_the_readers_characters() -> None:
    game = so_far("1. H2+3 H8+7", chinese=True).game
    assert written(game, chinese=True) == ["1. 马二进三", "马８进７"]
    assert written(game, chinese=True, traditional=True) == ["1. 馬二進三", "馬８進７"]
    assert written(game, chinese=False, traditional=False) == ["1. H2+3", "H8+7"]
