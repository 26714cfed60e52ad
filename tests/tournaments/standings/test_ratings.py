"""Ratings: the published examples, to a millionth."""

from dataclasses import replace

import pytest

from tests.tournaments.standings.builders import played
from tournaments.ratings.gor import bonus, change, con, expected_score
from tournaments.standings.ratings import estimates, newcomer_rating, rating_preview
from tournaments.state.gotha.values import MCMAHON, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Entry


@pytest.mark.parametrize(
    ("game", "awaited", "after"),
    [
        ((2100, 2100, 1, 0), 0.5, 2109.306246),
        ((2100, 2100, 0, 0), 0.5, 2091.725310),
        ((2100, 2100, 0.5, 0), 0.5, 2100.515778),
        ((2100, 2200, 1, 0), 0.352269, 2111.903492),
        ((2100, 2200, 0, 0), 0.352269, 2094.322556),
        ((2674.564, 2611.051, 0, 0), 0.663075, 2670.456171),
        ((100, 100, 1, 0), 0.5, 147.724253),
        ((1500, 2000, 1, -5), 0.434336, 1521.025972),
        ((2000, 1500, 0, 5), 0.565664, 1989.450965),
    ],
)
def test_one_game(game, awaited, after):
    mine, opponent, score, values = game
    assert expected_score(mine, opponent, values) == pytest.approx(awaited, abs=1e-6)
    assert mine + change(mine, opponent, score, values) == pytest.approx(after, abs=1e-6)


def test_factors():
    assert con(2100) == pytest.approx(17.580936, abs=1e-6)
    assert bonus(2100) == pytest.approx(0.515778, abs=1e-6)
    assert con(100) == pytest.approx(84.448506, abs=1e-6)
    assert bonus(100) == pytest.approx(5.5, abs=1e-6)


@pytest.mark.parametrize(
    ("rating_class", "after"),
    [("A", 2109.306246), ("B", 2106.979685), ("C", 2104.653123), ("D", 2102.326561)],
)
def test_the_class_weighs(rating_class, after):
    made = estimates(event(GoGame(1, 1, 1, 2, GoOutcome.WHITE)), rating_class, {1: 2100, 2: 2100})
    assert made[1].after == pytest.approx(after, abs=1e-6)


def event(*games, grades=("1D", "1D", "")):
    players = tuple(GoPlayer(i, chr(64 + i), grade=grade, rating=2100) for i, grade in enumerate(grades, 1))
    return replace(MCMAHON, players=players, games=games)


def test_all_games_count_from_the_ratings_before():
    item = change(2100, 2100, 1)
    games = GoGame(1, 1, 1, 2, GoOutcome.WHITE), GoGame(2, 1, 2, 1, GoOutcome.BLACK)
    made = estimates(event(*games), "A", {1: 2100, 2: 2100})
    assert made[1].after == pytest.approx(2100 + 2 * item)
    assert [row.round for row in made[1].games] == [1, 2]
    assert list(estimates(event(*games), "A", {}, rounds=[1])[1].games) == list(made[1].games[:1])


def test_only_games_over_the_board_count():
    games = GoGame(1, 1, 1, 2, GoOutcome.WHITE, by_default=True), GoGame(2, 1, 1, 2)
    assert estimates(event(*games), "A", {}) == {}


def test_newcomers_begin_at_their_grade():
    made = estimates(event(GoGame(1, 1, 1, 2, GoOutcome.WHITE), grades=("4k", "3p")), "A", {})
    assert [(made[n].before, made[n].newcomer) for n in (1, 2)] == [(1700, True), (2760, True)]
    assert newcomer_rating("1p") == 2700


def test_nobody_falls_below_the_floor():
    made = estimates(event(GoGame(1, 1, 1, 2, GoOutcome.BLACK)), "A", {1: -900, 2: -900})
    assert made[1].after == -900
    assert made[2].after > -900


def test_who_is_beyond_the_scale_has_still_an_expectation():
    assert 0 <= expected_score(-5000, 9999) < expected_score(9999, -5000) <= 1
    assert change(9999, 2000, 0) == pytest.approx(0)


def test_what_is_not_rated():
    with pytest.raises(ValueError, match="not rated"):
        estimates(event(), "X", {})


def go(*rounds, system="round-robin", **more):
    """One with a rating, one with a grade, one with neither, one whose rating goes before the odd grade."""
    entries = (
        Entry(1, rating=2100),
        Entry(2, grade="1d"),
        Entry(3),
        Entry(4, rating=1500, grade="strong"),
    )
    return replace(played(*rounds, system=system, entries=entries), game="weiqi", **more)


def test_a_preview_is_of_any_system_and_leaves_out_whose_strength_nobody_knows():
    result = rating_preview(go("2>1 3>4", "1>4 2f>3"), "A")
    assert result.unrated == (3,)
    first_one, two, four = (result.estimates[number] for number in (1, 2, 4))
    assert (two.before, two.newcomer, first_one.newcomer) == (2100, True, False)
    assert two.after == pytest.approx(2109.306246, abs=1e-6)
    assert [(row.round, row.opponent, row.score) for row in first_one.games] == [(1, 2, 0), (2, 4, 1)]
    assert [row.round for row in four.games] == [2]
    assert set(result.estimates) == {1, 2, 4}


def test_a_handicap_is_given_by_white_and_an_adjourned_game_waits():
    t = go("4>1", "2=1")
    t = replace(t, games=(replace(t.games[0], handicap=5), replace(t.games[1], adjourned=True)))
    result = rating_preview(t, "B")
    assert result.adjourned == 1
    assert [(n, row.handicap) for n in (1, 4) for row in result.estimates[n].games] == [(1, 5), (4, -5)]
    assert result.estimates[4].after == pytest.approx(1500 + change(1500, 2100, 1, -5, 0.75))


def test_a_newcomer_begins_at_the_declared_grade():
    t = go("2>1")
    first_one, two, *others = t.entries
    t = replace(t, entries=(first_one, replace(two, declared_grade="2d"), *others))
    assert rating_preview(t, "A").estimates[2].before == 2200
    t = replace(t, entries=(first_one, replace(two, declared_grade="strong"), *others))
    assert rating_preview(t, "A").estimates[2].before == 2100
