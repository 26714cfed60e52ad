"""The search over cells of which only costs are known, without any picture: costs are made up here."""

from __future__ import annotations

import pytest

from games.scoresheets.costed import CostedCell, TypedCell
from games.scoresheets.layers import follow
from games.scoresheets.sheet import read_sheet
from games.xiangqi.values import Move
from tests.games.scoresheets.costed_sheets import GAME, cells


def moves(sheets: list[list[CostedCell]], fixed: dict[int, Move] | None = None) -> list[str]:
    return [str(ply.move) for ply in follow(sheets, fixed).plies]


@pytest.mark.slow
def test_sure_cells_give_the_game() -> None:
    game = follow([cells()])
    assert [str(ply.move) for ply in game.plies] == list(GAME)
    assert not any(ply.doubtful for ply in game.plies)
    assert game.lost_at is None


@pytest.mark.slow
def test_an_empty_cell_is_filled_in_once_the_piece_shows_itself() -> None:
    """Until then all moves are alike, and a person is asked."""
    game = follow([cells({11: None})])
    assert [str(ply.move) for ply in game.plies] == list(GAME)
    game = follow([cells({39: None})])
    assert game.plies[38].doubtful
    assert len(game.plies[38].candidates) > 1
    other = follow([cells({39: None}), cells()])
    assert not any(ply.doubtful for ply in other.plies)
    assert [str(ply.move) for ply in other.plies] == list(GAME)


@pytest.mark.slow
def test_a_cell_that_says_something_else_is_doubtful() -> None:
    game = follow([cells({11: {"K1+9": 0.0}})])
    assert game.plies[10].doubtful
    assert game.plies[10].costs[0] > 5


@pytest.mark.slow
def test_what_a_person_decides_is_played() -> None:
    first = follow([cells({39: None})]).plies[38]
    other = next(candidate.move for candidate in first.candidates if candidate.move != first.move)
    game = follow([cells({39: None})], {39: other})
    assert game.plies[38].move == other
    assert not game.plies[38].doubtful


@pytest.mark.slow
def test_texts_that_fit_no_game_are_lost() -> None:
    wrong = {ply: {"K1+9": 0.0} for ply in range(15, 41)}
    game = follow([cells(wrong)])
    assert game.lost_at is not None
    assert 4 <= game.lost_at <= 15
    assert all(ply.doubtful for ply in game.plies[14:])


def test_what_had_no_room_counts_as_doubt() -> None:
    """Cells that tell little, and a narrow search: its answer is sure of itself, and said to be lost."""
    vague = {
        ply: {
            f"{kind}{file}{way}{value}": 0.1
            for kind in "RHCPEA"
            for file in range(1, 10)
            for way in "+-="
            for value in range(1, 10)
        }
        for ply in range(1, 31)
    }
    assert follow([cells(vague)], widest=20).lost_at is not None


@pytest.mark.slow
def test_the_end_is_where_something_stands_last() -> None:
    empty = dict.fromkeys(range(31, 41))
    assert len(follow([cells(empty)]).plies) == 30


@pytest.mark.slow
@pytest.mark.parametrize("side", [0, 1])
def test_one_sheet_may_be_typed(side: int) -> None:
    """In another notation than the photographed one, with a slip in either."""
    texts = [*GAME]
    texts[6] = "?"
    typed = [
        TypedCell(cell)
        for cell in read_sheet("\n".join(f"{a} {b}" for a, b in zip(texts[::2], texts[1::2], strict=True)))
    ]
    sheets = [typed, cells({20: {}})]
    game = follow(sheets if side else sheets[::-1])
    assert [str(ply.move) for ply in game.plies] == list(GAME)
