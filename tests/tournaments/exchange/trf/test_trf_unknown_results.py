"""``?`` in a TRF26: a game without a result, which counts what record 162 gives it by X."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.exchange.conversion import LossCode
from tournaments.exchange.trf import read, write
from tournaments.state.tournament import Result, Tournament, history, points_by_number

FILE = (Path(__file__).resolve().parents[3] / "fixtures/tournaments/unknown_results.trf").read_bytes()
X = b"    X 0.5"


def points(tournament: Tournament) -> list[str]:
    return [tournament.points.text(s) for s in points_by_number(history(tournament)).values()]


def second_round(tournament: Tournament) -> set[tuple[Result | None, bool]]:
    return {(game.result, game.adjourned) for game in tournament.games if game.round == 2}


def test_they_are_adjourned_games_that_count_what_the_file_says() -> None:
    reading = read(FILE)

    assert reading.problems == ()
    assert {loss.code for loss in reading.losses} == {LossCode.SYSTEM}
    assert reading.tournament is not None
    assert second_round(reading.tournament) == {(Result.DRAW, True)}
    assert points(reading.tournament) == ["1.5", "0.5", "1.5", "0.5"]


@pytest.mark.parametrize(
    ("old", "new", "result", "totals"),
    [
        # Without X they count as a draw.
        (X, b"", (Result.DRAW, True), ["1.5", "0.5", "1.5", "0.5"]),
        # In the last round a game that counts nothing is one that is still played.
        (X, b"    X 0.0", (None, False), ["1", "0", "1", "0"]),
        # A blank beside the sign is the same game.
        (b"     1 w ?", b"     1 w", (Result.DRAW, True), ["1.5", "0.5", "1.5", "0.5"]),
    ],
)
def test_siblings(old: bytes, new: bytes, result: tuple[Result | None, bool], totals: list[str]) -> None:
    tournament = read(FILE.replace(old, new)).tournament

    assert tournament is not None
    assert result in second_round(tournament)
    assert points(tournament) == totals


def test_before_the_last_round_a_game_that_counts_nothing_is_adjourned_as_well() -> None:
    third = (b"1.5    1     2 w 1     3 b ?", b"2.0    1     2 w 1     3 b ?  0000 - U")
    tournament = read(FILE.replace(X, b"    X 0.0").replace(*third)).tournament

    assert tournament is not None
    assert second_round(tournament) == {(Result.NONE, True)}


def test_a_value_that_no_adjourned_game_has_is_told() -> None:
    losses = {loss.code: loss.place.text for loss in read(FILE.replace(X, b"    X 1.0")).losses}
    assert losses[LossCode.POINTS] == "X 1"
    assert LossCode.POINTS_DIFFER in losses


def test_a_result_on_one_side_only_is_a_contradiction() -> None:
    assert read(FILE.replace(b"     3 b ?", b"     3 b 1")).tournament is None


def test_they_are_written_as_they_were_read() -> None:
    tournament = read(FILE).tournament
    assert tournament is not None
    writing = write(tournament)

    assert b"X 0.5" in writing.data
    assert writing.data.count(b" ?\r\n") == 4
    assert writing.lost(LossCode.ADJOURNED) is None
    again = read(writing.data).tournament
    assert again is not None
    assert again.games == tournament.games


def test_trf16_has_no_unknown_results_and_says_so() -> None:
    tournament = read(FILE).tournament
    assert tournament is not None
    writing = write(tournament, 16)

    assert b"?" not in writing.data
    assert writing.lost(LossCode.ADJOURNED) is not None


def test_a_game_that_is_still_played_would_count_as_an_adjourned_one_and_stays_blank() -> None:
    tournament = read(FILE).tournament
    assert tournament is not None
    games = [
        replace(game, result=None, adjourned=False) if (game.round, game.first) == (2, 3) else game
        for game in tournament.games
    ]
    again = read(write(replace(tournament, games=tuple(games))).data).tournament

    assert again is not None
    assert second_round(again) == {(None, False), (Result.DRAW, True)}
