"""Openings by their first moves; what they are called stands in every book of openings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.records.detect import read
from games.wording.openings import OPENINGS
from games.xiangqi.fen import START_POSITION, Position
from games.xiangqi.openings import FirstMoves, Opening, Reply, opening_of
from games.xiangqi.values import BLACK, Move
from tests.games.facts import championship_games, moves_of

BOOK = {
    "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3": "central-cannon/screen-horses",
    "炮八平五 马2进3 马八进七 马8进7 车九平八 车1平2": "central-cannon/screen-horses",
    "炮二平五 马2进3 马二进三 炮8平6 车一平二 马8进7": "central-cannon/sandwiched-horses",
    "炮二平五 马8进7 马二进三 马2进1 车一平二 车9平8": "central-cannon/single-horse",
    "炮二平五 马8进7 马二进三 车9平8 马八进七 炮8平9": "central-cannon/three-step-tiger",
    "炮二平五 炮8平5 马二进三 马8进7": "central-cannon/same-direction-cannons",
    "炮八平五 炮2平5": "central-cannon/same-direction-cannons",
    "炮二平五 炮2平5": "central-cannon/opposite-direction-cannons",
    "炮二平五 马8进7 马二进三 车9平8 车一平二 炮2平5": "central-cannon/late-opposite-direction-cannons",
    "炮二平五": "central-cannon",
    "炮二平四": "palace-corner-cannon",
    "炮八平四": "cross-palace-cannon",
    "炮二平六": "cross-palace-cannon",
    "炮二平七": "golden-hook-cannon",
    "炮八平七": "pawn-base-cannon",
    "相三进五": "elephant",
    "相七进五": "elephant",
    "马二进三": "horse",
    "马八进九": "edge-horse",
    "兵七进一": "pawn",
    "兵七进一 炮2平3": "pawn/against-pawn-base-cannon",
    "兵三进一 炮8平7": "pawn/against-pawn-base-cannon",
    "兵七进一 卒7进1": "pawn/facing-pawns",
    "兵三进一 卒3进1": "pawn/facing-pawns",
    "兵一进一": "edge-pawn",
    "兵五进一": "central-pawn",
    "仕六进五": "advisor",
    "车一进一": "other",
}


@pytest.mark.parametrize("text", BOOK)
def test_a_line_of_the_books_has_its_name(text: str) -> None:
    (game,) = read(text.encode())
    assert game.faults == ()
    assert str(opening_of(game.moves)) == BOOK[text]


@pytest.mark.slow
@given(st.sampled_from(championship_games()))
def test_a_game_and_its_mirror_image_have_one_name(game: dict[str, list[str]]) -> None:
    turned = str.maketrans("abcdefghi", "ihgfedcba")
    mirrored = moves_of([text.translate(turned) for text in game["moves"]])
    assert opening_of(mirrored) == opening_of(moves_of(game["moves"]))


def test_every_game_of_the_championships_has_a_name_that_is_worded() -> None:
    collected = {opening_of(moves_of(game["moves"])) for game in championship_games()}
    assert None not in collected
    assert {str(item) for item in collected} <= set(OPENINGS)
    assert len(collected) > 5


def test_every_opening_is_worded_and_none_else() -> None:
    assert {*BOOK.values()} <= set(OPENINGS)
    for text in OPENINGS:
        first, _, reply = text.partition("/")
        assert str(Opening(FirstMoves(first), Reply(reply))) == text


def test_no_moves_and_other_starts_have_no_opening() -> None:
    assert opening_of(()) is None
    assert opening_of((Move.parse("h2e2"),), Position(START_POSITION.squares, BLACK)) is None
