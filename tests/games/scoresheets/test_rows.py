"""Rows that a writer skipped or wrote twice, without any picture."""

from __future__ import annotations

import pytest

from games.scoresheets.costed import CostedCell
from games.scoresheets.layers import follow
from games.scoresheets.photographed import follow_sheets, settled_game
from games.scoresheets.rows import follow_rows
from tests.games.scoresheets.costed_sheets import GAME, cells

ROW = 14
"""The ply, from 1, before which a row is skipped or stands again: that of row 8."""


def skipped() -> list[CostedCell]:
    return cells()[:ROW] + cells()[ROW + 2 :]


def twice() -> list[CostedCell]:
    return cells()[:ROW] + cells()[ROW - 2 :]


@pytest.mark.slow
@pytest.mark.parametrize("side", [0, 1])
def test_a_row_that_one_sheet_skips_is_told_by_the_other(side: int) -> None:
    sheets = [skipped(), cells()] if side == 0 else [cells(), skipped()]
    aligned = follow_rows(sheets)
    assert [str(ply.move) for ply in aligned.game.plies] == list(GAME)
    assert aligned.places[side][ROW - 1 : ROW + 3] == (ROW, None, None, ROW + 1)
    assert aligned.moved == [side == 0, side == 1]
    # A person looks at what was skipped, and at nothing else.
    doubtful = [number for number, ply in enumerate(aligned.game.plies, 1) if ply.doubtful]
    assert doubtful == [ROW + 1, ROW + 2]


@pytest.mark.slow
@pytest.mark.parametrize("beside", [False, True])
def test_a_row_that_stands_twice_is_left_out(beside: bool) -> None:
    aligned = follow_rows([twice(), cells()] if beside else [twice()])
    assert [str(ply.move) for ply in aligned.game.plies] == list(GAME)
    assert len(aligned.game.plies) == len(GAME)
    # Either of the two may be the one that is left out.
    assert aligned.game.plies[ROW].doubtful or aligned.game.plies[ROW - 2].doubtful
    assert aligned.game.lost_at is None


@pytest.mark.slow
def test_a_row_that_a_sheet_alone_skips_is_lost_and_said_to_be() -> None:
    """From where its texts can be played no longer: before, it is a legal game without that row."""
    game = follow_rows([skipped()]).game
    assert game.lost_at is not None
    assert all(ply.doubtful for ply in game.plies[game.lost_at - 1 :])


@pytest.mark.slow
def test_a_sheet_that_fits_is_followed_once() -> None:
    aligned = follow_rows([cells()])
    assert aligned.game == follow([cells()])
    assert aligned.moved == [False]


@pytest.mark.slow
def test_what_was_skipped_is_missed_and_every_cell_keeps_its_picture() -> None:
    sheets = {
        side: ("english", [cell.costs for cell in of_sheet])
        for side, of_sheet in (("first", cells()), ("second", skipped()))
    }
    answer = follow_sheets(sheets, {})
    assert answer["empty"] == {"first": [], "second": [ROW + 1, ROW + 2]}
    assert answer["places"]["second"][ROW : ROW + 3] == [None, None, ROW + 1]
    assert "first" not in answer["places"]
    assert settled_game(answer)["sheets"]["second"]["missed"] == [ROW + 1, ROW + 2]
