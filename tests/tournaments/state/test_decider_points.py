"""Decider games that give points: armageddon for a half, in a round robin and in a Swiss."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.exchange.reading import TournamentFileError
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.exchange.trf.reading import read
from tournaments.exchange.trf.writing import write
from tournaments.pairing import pair, verify
from tournaments.standings.ranking import standings
from tournaments.state.deciding import PlayedStep, Step, StepGame
from tournaments.state.options import Options
from tournaments.state.points import Points, PointsError
from tournaments.state.tournament import Entry, Game, Result, Tournament, history, points_by_number

ARMAGEDDON = "one; 1; even; lot; second-wins; 10 min + 2 s / 7 min + 2 s"
TABLE = {"win": "3", "draw": "1", "loss": "0", "decider": "0.5"}
D, F, S = Result.DRAW, Result.FIRST, Result.SECOND


def decided_by(first: int, second: int, result: Result | None, *, begins: bool) -> tuple[PlayedStep, ...]:
    return (PlayedStep(Step.parse(ARMAGEDDON), begins, (StepGame(first, second, result),)),)


def norway(system: str = "round-robin", **table: str) -> Tournament:
    """1 and 2 draw, 2 has Red in the armageddon and draws again: 1, who has Black, has won it. 3 beats 4."""
    return Tournament(
        system=system,
        entries=tuple(Entry(number, f"P{number}") for number in range(1, 5)),
        games=(
            Game(1, 1, 1, 2, D, steps=decided_by(1, 2, D, begins=False)),
            Game(1, 2, 3, 4, F),
        ),
        rounds=3,
        points=Points.parse(TABLE | table),
        options=Options(steps=(ARMAGEDDON,)),
        tiebreaks=("wins", "sodos"),
    )


@pytest.mark.parametrize("system", ["round-robin", "double-round-robin", "wxc2015", "wmsg2008"])
def test_who_wins_the_armageddon_has_half_a_point_further(system: str) -> None:
    event = norway(system)
    seen = history(event)
    texts = {number: event.points.text(value) for number, value in points_by_number(seen).items()}
    assert texts == {1: "1.5", 2: "1", 3: "3", 4: "0"}
    # The game stays a draw.
    assert [row.won for row in seen[1]] == [False]
    assert [row.number for row in standings(event, 1).rows] == [3, 1, 2, 4]


def test_one_that_is_not_over_gives_nothing_yet_and_a_won_game_none_at_all() -> None:
    event = norway()
    waiting = replace(event.games[0], steps=decided_by(1, 2, None, begins=False))
    assert points_by_number(history(replace(event, games=(waiting,))))[1] == event.points.draw
    won = replace(event.games[0], result=S)
    assert points_by_number(history(replace(event, games=(won,))))[1] == 0


def test_without_points_for_it_it_gives_none() -> None:
    event = norway(decider="0")
    assert event.points.decider is None
    assert points_by_number(history(event)) == {1: 1, 2: 1, 3: 3, 4: 0}


def test_a_round_that_counts_twice_counts_its_deciders_twice() -> None:
    event = norway(rounds="1: 2")
    assert event.points.text(points_by_number(history(event))[1]) == "3"


def test_a_draw_and_its_decider_give_no_more_than_a_win() -> None:
    assert (
        Points.parse({"win": "1", "draw": "0.5", "loss": "0", "decider": "0.5"}).as_table()["decider"]
        == "0.5"
    )
    with pytest.raises(PointsError, match="decider games"):
        Points.parse(TABLE | {"decider": "2.5"})


def test_the_file_keeps_it_and_the_next_round_rests_on_it() -> None:
    event = norway("wxc2015")
    assert loads(dumps(event)) == event
    paired = pair(event, 2)
    assert {frozenset(row[1:3]) for row in paired.as_numbers()} == {frozenset((3, 1)), frozenset((2, 4))}
    on = replace(
        event,
        games=(*event.games, *(Game(2, row[0], row[1], row[2]) for row in paired.as_numbers())),
    )
    assert verify(on, 2).ok


def test_other_systems_refuse_it() -> None:
    text = dumps(norway()).replace('"round-robin"', '"fide-dutch"').replace('"options"', '"gone"')
    with pytest.raises(TournamentFileError, match="decider"):
        loads(text)


def test_trf26_says_whose_draw_gave_more() -> None:
    written = write(norway(), 26)
    assert [line.split() for line in written.data.decode().splitlines() if line.startswith("299")] == [
        ["299", "D", "1.5", "001", "1"]
    ]
    assert read(written.data).tournament is not None
