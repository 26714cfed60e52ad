"""A correction for ratings alone: standings keep the result, files for rating offices take the other one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.exchange import h9
from tournaments.exchange.reading import TournamentFileError
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.exchange.trf.remarks import remarks_of
from tournaments.exchange.trf.writing import write
from tournaments.state.tournament import Entry, Game, Result, Tournament, history, points_by_number

GAME = Game(1, 1, 1, 2, Result.FIRST, rated=Result.SECOND)
EVENT = Tournament("fide-dutch", (Entry(1, "Ann Li"), Entry(2, "Bob Xu")), (GAME,), rounds=1)


def test_standings_keep_the_result() -> None:
    assert points_by_number(history(EVENT)) == {1: 2, 2: 0}


def test_the_cells_of_a_trf_have_what_is_rated_and_a_remark_says_it() -> None:
    lines = [line for line in write(EVENT, 26).data.decode().split("\r\n") if line.startswith("001")]
    assert [line[80:84].strip() for line in lines] == ["2.0", "0.0"]
    assert [line[91:99] for line in lines] == ["   2 w 0", "   1 b 1"]
    assert remarks_of(EVENT) == ["Rating correction @ Round 1: 1-2: 1-0 => 0-1"]


def test_an_egf_file_has_what_is_rated() -> None:
    rows = h9.write(replace(EVENT, game="weiqi")).data.decode().splitlines()
    assert [row.split()[-1] for row in rows if "Li" in row or "Xu" in row] == ["2-/b0", "1+/w0"]


def test_the_tournament_file_keeps_both() -> None:
    assert loads(dumps(EVENT)) == EVENT


@pytest.mark.parametrize(
    "game",
    [
        replace(GAME, rated=Result.FIRST),
        replace(GAME, rated=Result.NONE),
        replace(GAME, forfeit=True),
        replace(GAME, result=None),
    ],
)
def test_what_is_no_game_or_no_correction_is_refused(game: Game) -> None:
    with pytest.raises(TournamentFileError, match="rated"):
        loads(dumps(replace(EVENT, games=(game,))))
