"""A time control goes out and comes back in every format that has room for one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.exchange import opengotha, tournament_file, trf
from tournaments.exchange.file_errors import FileErrorCode, TournamentFileError
from tournaments.state.time_control import TimeControl
from tournaments.state.tournament import Entry, Tournament

BARE = Tournament(
    system="wmsg2008", game="weiqi", rounds=3, entries=tuple(Entry(n, f"Player {n}") for n in (1, 2))
)
CONTROLS = [
    TimeControl(3600),
    TimeControl(5400, 30),
    TimeControl(1800, periods=1, period=30),
    TimeControl(1800, period=600, moves=25),
]


@pytest.mark.parametrize("control", CONTROLS)
def test_it_comes_back(control: TimeControl) -> None:
    whole = replace(BARE, time_control=control)
    again = tournament_file.loads(tournament_file.dumps(whole))
    assert again.time_control == control
    for version in (16, 26):
        tournament = trf.read(trf.write(whole, version).data).tournament
        assert tournament is not None
        assert tournament.time_control == control
    tournament = opengotha.read(opengotha.write(whole).data).tournament
    assert tournament is not None
    assert tournament.time_control == control


def test_a_line_that_nobody_can_read_is_handed_on() -> None:
    reading = trf.read(trf.write(BARE, headings={"122": "as the arbiter says"}).data)
    assert reading.tournament is not None
    assert reading.tournament.time_control is None
    assert reading.headings["122"] == "as the arbiter says"


def test_in_a_tournament_file_it_is_a_defect() -> None:
    with pytest.raises(TournamentFileError) as refused:
        tournament_file.loads(
            tournament_file.dumps(BARE).replace('"halves"', '"halves", "time_control": "x"')
        )
    assert [(defect.code, defect.place.path) for defect in refused.value.problems] == [
        (FileErrorCode.BAD_TIME_CONTROL, "time_control")
    ]
