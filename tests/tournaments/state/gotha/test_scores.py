"""Grades, start scores, scores after rounds, handicaps: the examples of the rules."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.pairing.gotha.builders import CATEGORIES
from tournaments.state.gotha.choices import values_of, with_values
from tournaments.state.gotha.event_info import EventInfo, Overtime, Time, class_of
from tournaments.state.gotha.handicap import (
    stones,
    stones_on_board,
    strength,
)
from tournaments.state.gotha.ranks import (
    is_clamped,
    rank_of,
    rank_of_rating,
    rank_text,
    rating_of_aga,
    rating_of_rank,
)
from tournaments.state.gotha.scores import gotha_scores
from tournaments.state.gotha.settings import PROFILES, Handicaps
from tournaments.state.gotha.values import MCMAHON, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Bye


@pytest.mark.parametrize(
    ("grade", "rank"),
    [
        *((" 4K", -4), ("1d", 0), ("9D", 8), ("30k", -30), ("12", -12), ("1 k", -1)),
        *(("1p", 6), ("3P", 6), ("4p", 7), ("6p", 7), ("7p", 8), ("9p", 8), ("35k", -30), ("12d", 8)),
    ],
)
def test_grades(grade, rank):
    assert rank_of(grade) == rank
    assert is_clamped(grade) == (grade in ("35k", "12d"))


@pytest.mark.parametrize("grade", ["", "0k", "k", "4x", "-4k", "100k", "1dan"])
def test_what_is_no_grade(grade):
    with pytest.raises(ValueError, match="is no grade"):
        rank_of(grade)


def test_ranks_and_ratings():
    assert [rank_of_rating(r) for r in (2100, 2049, 2050, 1950, 100, 9000)] == [0, -1, 0, -1, -20, 8]
    assert all(
        rank_of_rating(rating_of_rank(rank)) == rank_of(rank_text(rank)) == rank for rank in range(-30, 9)
    )
    assert (rating_of_aga(5.4), rating_of_aga(-13.66602)) == (2490, 783)
    with pytest.raises(ValueError, match="no AGA rating"):
        rating_of_aga(0.5)


def start(rank, correction=0, **scoring):
    event = replace(MCMAHON, scoring=replace(MCMAHON.scoring, **scoring))
    return event.start(GoPlayer(1, "A", rank=rank, mms_correction=correction))


def test_start_scores():
    """Bar 4d, floor 20k."""
    assert [start(rank) for rank in (6, 5, 3, 2, 1, 0, -1, -7, -10, -20, -25)] == [
        *(33, 33, 33, 32, 31, 30, 29, 23, 20, 10, 10)
    ]
    assert start(6, 1) == 34  # super-group
    assert start(2, zero=0) == 2


def one_player(games=(), byes=(), away=(), **scoring):
    """3 dan against 3 dan, after four rounds."""
    players = (GoPlayer(1, "A", rank=2, away=frozenset(away)), GoPlayer(2, "B", rank=2))
    event = replace(MCMAHON, players=players, games=tuple(games), byes=tuple(byes), rounds=5)
    return gotha_scores(replace(event, scoring=replace(event.scoring, **scoring)), 4)[1]


@pytest.mark.parametrize(("away", "mms2"), [((), 64), ((2,), 64), ((2, 3), 66), ((2, 3, 4), 66)])
def test_absences_are_rounded_down_together(away, mms2):
    """A loss and three absences: 32 + floor(3 · ½) = 33."""
    score = one_player([GoGame(1, 1, 1, 2, GoOutcome.BLACK)], away=away)
    assert (score.mms2[-1], score.nbw2[-1]) == (mms2, 0)


def test_half_points_of_games_are_never_rounded():
    assert one_player([GoGame(1, 1, 1, 2, GoOutcome.EQUAL)], away=(2,)).mms2[-1] == 65
    assert one_player(away=(2,), round_down=False).mms2[-1] == 65
    assert one_player([GoGame(1, 1, 1, 2, GoOutcome.EQUAL)], [Bye(2, 1)]).nbw2[-1] == 3


def test_who_was_there_and_not_paired_gets_nothing():
    assert one_player().mms2 == [64] * 5
    assert one_player(byes=[Bye(1, 1)]).mms2 == [64, 66, 66, 66, 66]


@pytest.mark.parametrize(
    ("outcome", "points"),
    [
        (GoOutcome.WHITE, 2),
        (GoOutcome.BLACK, 0),
        (GoOutcome.EQUAL, 1),
        (GoOutcome.BOTH_WIN, 2),
        (GoOutcome.BOTH_LOSE, 0),
    ],
)
@pytest.mark.parametrize("by_default", [False, True])
def test_results(outcome, points, by_default):
    assert one_player([GoGame(1, 1, 1, 2, outcome, by_default)]).nbw2[-1] == points
    assert one_player([GoGame(1, 1, 1, 2)]).nbw2[-1] == 0


def test_floats_and_colours():
    games = (
        GoGame(1, 1, 1, 2, GoOutcome.WHITE),
        GoGame(2, 1, 1, 2, GoOutcome.BLACK, by_default=True),  # down, by default
        GoGame(3, 1, 2, 1, GoOutcome.EQUAL, handicap=2),  # level again
    )
    event = replace(MCMAHON, players=(GoPlayer(1, "A", rank=2), GoPlayer(2, "B", rank=2)), games=games)
    first_one, other = gotha_scores(event, 3).values()
    assert (first_one.down, first_one.up, other.down, other.up) == (1, 0, 0, 1)
    assert (first_one.balance, other.balance) == (2, -2)  # the handicap game does not count


def test_handicaps():
    settings = Handicaps()

    def handicap_between(first, other):
        return stones(
            settings, *(strength(settings, GoPlayer(0, "", rank=0), 2 * mms) for mms in (first, other))
        )

    assert handicap_between(28, 23) == 4
    assert handicap_between(28, 20) == 7
    assert handicap_between(33, 32) == 0
    assert handicap_between(20, 12) == 7
    assert handicap_between(12, 20) == -7
    assert handicap_between(24, 23) == 0
    assert stones(Handicaps(correction=-1), 0, 0) == 0
    assert stones(Handicaps(correction=-1), 0, -1) == 2
    assert stones(Handicaps(ceiling=0), 0, -9) == 0
    assert strength(Handicaps(by_mms=False, threshold=8), GoPlayer(0, "", rank=-3), 999) == -3


def test_stones_on_the_board():
    assert [stones_on_board(n) for n in (0, 1, 2, 9)] == [0, 0, 2, 9]


def test_categories():
    assert [CATEGORIES.category(GoPlayer(1, "A", rank=rank)) for rank in (3, 0, -1, -5, -6)] == [
        0,
        0,
        1,
        1,
        2,
    ]


@pytest.mark.parametrize(
    ("time", "adjusted", "internet", "wanted"),
    [
        (Time(60, Overtime.BYO_YOMI, byo_yomi=30), Fraction(165, 2), False, "A"),
        (Time(45, Overtime.FISCHER, fischer=15), Fraction(75), False, "A"),
        (Time(75, Overtime.CANADIAN, moves=15, canadian=300), Fraction(95), False, "A"),
        (Time(60, Overtime.CANADIAN, moves=15, canadian=300), Fraction(80), False, "A"),
        (Time(40, Overtime.FISCHER, fischer=20), Fraction(80), False, "B"),
        (Time(40, Overtime.FISCHER, fischer=20), Fraction(80), True, "D"),
        (Time(60), Fraction(60), False, "B"),
        (Time(25), Fraction(25), False, "X"),
        (Time(30), Fraction(30), False, "C"),
        (Time(10, Overtime.BYO_YOMI, byo_yomi=120), Fraction(100), False, "X"),
    ],
)
def test_adjusted_time_and_class(time, adjusted, internet, wanted):
    assert time.adjusted == adjusted
    assert class_of(EventInfo(time=time, internet=internet)) == wanted


def test_groups_of_clubs_as_lines():
    chosen = with_values(
        PROFILES["mcmahon"], "mcmahon", {"clubs_groups": "Lyon, Grenoble\n\nJena、 Bad  Berka"}
    )
    assert set(chosen.clubs_groups) == {frozenset({"Lyon", "Grenoble"}), frozenset({"Jena", "Bad Berka"})}
    lines = values_of(chosen, "mcmahon")["clubs_groups"]
    assert lines == "Bad Berka, Jena\nGrenoble, Lyon"
    assert (
        with_values(chosen, "mcmahon", {"clubs_groups": lines, "bar": "3d"}).clubs_groups
        == chosen.clubs_groups
    )
    swiss = "swiss-opengotha"
    # OpenGotha's Swiss knows no such groups until there are some.
    assert with_values(PROFILES[swiss], swiss, {"clubs_groups": lines}).weights.clubs_group == 2
