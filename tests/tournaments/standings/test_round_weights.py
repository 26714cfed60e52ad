"""Rounds that count double or half: by hand, through files, and as another program counts them."""

from dataclasses import replace

import pytest

from tests.tournaments.standings.builders import played
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.tournament_file import TournamentFileError, dumps, loads, to_tournament
from tournaments.exchange.trf import read, write
from tournaments.pairing import pair
from tournaments.pairing.simulation import Mishaps, simulate
from tournaments.pairing.verifying import verify
from tournaments.standings import c07
from tournaments.standings.ranking import standings
from tournaments.standings.tiebreaks import CRITERIA, value_text
from tournaments.state.points import Points, WeightsError
from tournaments.state.tournament import Game, Result, Tournament, history, points_by_number

HALVES = {"win": "1", "draw": "0.5", "loss": "0"}
TABLE = HALVES | {"rounds": "2: 2, 3: 0.5"}
POINTS = Points.parse(TABLE)


def texts(tournament: Tournament, keys: tuple[str, ...], after: int) -> dict[int, dict[str, str]]:
    table = standings(replace(tournament, tiebreaks=keys), after)
    return {
        row.number: {key: value_text(key, row.tiebreaks[key], tournament.points) for key in keys}
        for row in table.rows
    }


def test_the_table_is_read_as_it_is_written() -> None:
    assert POINTS.as_table() == TABLE | {"absence": "0"}
    assert Points.parse(POINTS.as_table()) == POINTS
    assert Points.parse(HALVES | {"rounds": "3:1/2; 2×2，4: 1"}) == POINTS
    assert Points.parse(HALVES | {"rounds": ""}) == Points.parse(HALVES)
    double, half = POINTS.in_round(2), POINTS.in_round(3)
    assert [POINTS.text(value) for value in (double.win, double.draw, half.win, half.draw)] == [
        *("2", "1", "0.5", "0.25"),
    ]
    assert (POINTS.in_round(1), POINTS.worth(3)) == (POINTS, 3.5)


@pytest.mark.parametrize("text", ["2", "0: 2", "2: 0", "2: 11", "2: 1.3", "2: 2, 2: 3", "2: x"])
def test_weights_that_cannot_be(text: str) -> None:
    with pytest.raises(WeightsError):
        Points.parse(HALVES | {"rounds": text})
    with pytest.raises(WeightsError):
        Points.parse({"win": "1", "draw": "0.125", "loss": "0", "absence": "0.125", "rounds": "2: 0.5"})


def test_points_and_tie_breaks_by_hand() -> None:
    # 1: 1 + 2·½ + ½·1, 2: 0 + 2·1 + ½·½, 3: 1 + 2·½ + 0, 4: 0 + 0 + ½·½.
    tournament = played("1>2 3>4", "1=3 2>4", "1>3 2=4", points=POINTS, system="wmsg2008")
    scores = points_by_number(history(tournament))
    assert {n: POINTS.text(value) for n, value in scores.items()} == {
        1: "2.5",
        2: "2.25",
        3: "2",
        4: "0.25",
    }
    keys = ("progressive", "wins", "sos", "sodos", "fide-sonneborn", "fide-wins", "standard-points")
    of_first = texts(tournament, keys, 3)[1]
    assert of_first == {
        "progressive": "5.5",
        "wins": "2",
        # 2.25 and 2 twice; won against 2 and 3 and drawn with 3, whatever those rounds count.
        "sos": "6.25",
        "sodos": "5.25",
        # 2.25 × 1 + 2 × 1 + 2 × ½.
        "fide-sonneborn": "5.25",
        "fide-wins": "2",
        "standard-points": "2.5",
    }


def test_byes_and_absences_count_as_their_round_does() -> None:
    points = Points.parse(TABLE | {"absence": "0.5"})
    tournament = played("1>2 3b 4h", "1=2 3a 4b", "1>2 3h 4a", points=points)
    scores = points_by_number(history(tournament))
    assert {n: points.text(value) for n, value in scores.items()} == {
        # 3: 1 + 2·½ + ½·½, 4: ½ + 2·1 + ½·½.
        1: "2.5",
        2: "1",
        3: "2.25",
        4: "2.75",
    }


@pytest.mark.parametrize("system", ["wxc2015", "wmsg2008"])
def test_a_round_is_paired_by_the_points_that_count_and_verified(system: str) -> None:
    # Who won in round 2 alone is ahead of who won in round 1 alone.
    played_twice = simulate(16, 2, system, 3, total_rounds=4)
    tournament = replace(played_twice, points=Points.parse({"rounds": "2: 2"}))
    third, plain = pair(tournament, 3), pair(played_twice, 3)
    assert third.as_numbers() != plain.as_numbers()
    games = (Game(3, *numbers, Result.FIRST) for numbers in third.as_numbers())
    again = loads(dumps(replace(tournament, games=(*tournament.games, *games))))
    assert again.points == tournament.points
    assert verify(again, 3).ok
    assert not verify(replace(again, points=Points()), 3).ok


@pytest.mark.parametrize("system", ["knock-out", "fide-dutch"])
def test_a_file_of_another_system_with_weights_is_refused(system: str) -> None:
    data = {
        "system": system,
        "points": {"rounds": "2: 2"},
        "results": [],
        "entries": [{"number": 1}, {"number": 2}],
    }
    with pytest.raises(TournamentFileError) as refused:
        to_tournament(data)
    assert [(str(p.code), p.place.path) for p in refused.value.problems] == [
        ("rounds-count-once", "points.rounds")
    ]


@pytest.mark.parametrize("seed", range(6))
def test_a_trf_says_it(seed: int) -> None:
    trouble = Mishaps(absences=0.1, byes=0.5, forfeits=0.1) if seed % 2 else Mishaps()
    made = simulate(9 + seed, 4, "wxc2015", seed, total_rounds=4, trouble=trouble)
    tournament = replace(made, points=POINTS)
    writing = write(tournament, 26)
    again = read(writing.data).tournament
    assert again.points == POINTS
    assert history(again) == history(tournament)
    assert LossCode.POINTS not in {loss.code for loss in writing.losses}
    assert LossCode.POINTS in {loss.code for loss in write(tournament, 16).losses}


def test_records_299_that_are_no_weight_stay_a_loss() -> None:
    tournament = replace(simulate(8, 2, "wxc2015", 1, total_rounds=2), points=POINTS)
    lines = write(tournament, 26).data.decode().splitlines()
    # Somebody who won in round 2 is left out.
    cut = [line[:-5] if line.startswith("299 W") else line for line in lines]
    assert cut != lines
    reading = read("\r\n".join(cut).encode())
    assert not reading.tournament.points.weights
    assert LossCode.ABNORMAL_POINTS in {loss.code for loss in reading.losses}


@pytest.mark.parametrize("seed", range(6))
def test_every_round_double_is_a_table_that_gives_twice_as_much(seed: int) -> None:
    trouble = Mishaps(absences=0.1, withdrawals=0.05, byes=0.5, forfeits=0.1)
    made = simulate(10 + seed, 5, "wxc2015", seed, total_rounds=5, trouble=trouble)
    rounds = ", ".join(f"{number}: 2" for number in range(1, 6))
    double = replace(made, points=Points.parse(HALVES | {"rounds": rounds}))
    twice = replace(made, points=Points.parse({"win": "2", "draw": "1", "loss": "0"}))
    # Koya with half points more means points, not games.
    keys = [key for key in (*c07.all_keys(), *CRITERIA) if "limit" not in key]
    assert texts(double, tuple(keys), 5) == texts(twice, tuple(keys), 5)
