"""What an event still lacks before its federations take it."""

from dataclasses import replace

import pytest

from tests.tournaments.standings.builders import played
from tournaments.exchange.congress.submission import (
    LackCode,
    SubmissionFederation,
    SubmissionTable,
    submission_lacks,
)
from tournaments.state.gotha.event_info import EventInfo, Time
from tournaments.state.tournament import Entry

COMPLETE = Entry(
    1,
    name="Dupont Jean",
    given_name="Jean",
    federation="FRA",
    club="Lyon",
    grade="3d",
    rating=2300,
    pins=(("egf", "12345678"), ("ffg", "1234567"), ("aga", "4711")),
)
THERE = EventInfo("Open", location="Lyon", country="FR", rating_class="A", time=Time(60))
ALL = list(SubmissionFederation)
SECOND = replace(COMPLETE, number=2, pins=(("egf", "23456781"), ("ffg", "7654321"), ("aga", "12")))


def lacking(
    arguments=SubmissionFederation.EGD, *, games=("1>2",), occasion=THERE, closed=1, drawn=False, **second
):
    """Codes of what is lacking with two players, the second of whom is changed."""
    two = replace(SECOND, **({"name": "Roe Jo", "given_name": "Jo"} | second))
    tournament = replace(played(*games, entries=(COMPLETE, two, replace(two, number=3))), rounds=1)
    return submission_lacks(tournament, occasion, arguments, closed)


@pytest.mark.parametrize("federation", ALL)
def test_what_is_complete_lacks_nothing_and_nobody_asks_about_who_never_played(federation):
    assert lacking(federation) == ()
    tournament = replace(played("1>2", entries=(COMPLETE, SECOND, Entry(3))), rounds=1)
    assert submission_lacks(tournament, THERE, federation, 1) == ()


@pytest.mark.parametrize(
    ("federation", "changed", "code", "refused"),
    [
        (SubmissionFederation.EGD, {"pins": ()}, LackCode.NO_NUMBER, False),
        (SubmissionFederation.EGD, {"pins": (("egf", "123"),)}, LackCode.BAD_NUMBER, True),
        (SubmissionFederation.EGD, {"federation": ""}, LackCode.NO_PLAYER_COUNTRY, True),
        (SubmissionFederation.EGD, {"club": " "}, LackCode.NO_CLUB, False),
        (SubmissionFederation.EGD, {"grade": ""}, LackCode.NO_GRADE, True),
        (SubmissionFederation.EGD, {"grade": "12d"}, LackCode.BAD_GRADE, True),
        (SubmissionFederation.EGD, {"grade": "35k"}, LackCode.BAD_GRADE, True),
        (SubmissionFederation.EGD, {"grade": "strong"}, LackCode.BAD_GRADE, True),
        (SubmissionFederation.EGD, {"rating": 3200}, LackCode.BAD_RATING, False),
        (SubmissionFederation.EGD, {"given_name": ""}, LackCode.NO_GIVEN_NAME, False),
        (SubmissionFederation.FFG, {"pins": ()}, LackCode.NO_NUMBER, False),
        (SubmissionFederation.AGA, {"pins": ()}, LackCode.NO_NUMBER, True),
        (SubmissionFederation.AGA, {"pins": (("aga", "x1"),)}, LackCode.BAD_NUMBER, True),
    ],
)
def test_a_player_who_lacks_something(federation, changed, code, refused):
    [lack] = lacking(federation, **changed)
    assert (lack.code, lack.refused, lack.players) == (code, refused, (2,))


def test_names_have_to_be_in_latin_letters():
    tournament = replace(played("1>2", entries=(COMPLETE, replace(SECOND, name="陈 Jean"))), rounds=1)
    assert [lack.code for lack in submission_lacks(tournament, THERE, SubmissionFederation.EGD, 1)] == [
        LackCode.NOT_LATIN
    ]


def test_only_french_players_have_a_licence():
    assert lacking(SubmissionFederation.FFG, pins=(), federation="GER") == ()


def test_games_and_rounds_that_are_not_over():
    open_, games = lacking(games=("1?2",), closed=0)
    assert (open_.code, open_.rounds) == (LackCode.ROUNDS_OPEN, (1,))
    assert (games.code, games.tables) == (LackCode.GAMES_OPEN, (SubmissionTable(1, 1),))
    tournament = played("1=2", entries=(COMPLETE, SECOND))
    tournament = replace(tournament, rounds=1, games=(replace(tournament.games[0], adjourned=True),))
    assert [lack.code for lack in submission_lacks(tournament, THERE, SubmissionFederation.AGA, 1)] == [
        LackCode.GAMES_OPEN
    ]


def test_the_american_report_knows_no_draw():
    [lack] = lacking(SubmissionFederation.AGA, games=("1=2",))
    assert (lack.code, lack.tables) == (LackCode.DRAWS, (SubmissionTable(1, 1),))
    assert lacking(SubmissionFederation.EGD, games=("1=2",)) == ()


@pytest.mark.parametrize(
    ("changed", "codes"),
    [
        ({"rating_class": ""}, [LackCode.CLASS_UNCONFIRMED]),
        ({"rating_class": "", "time": Time(10)}, [LackCode.TIME_TOO_SHORT]),
        ({"rating_class": "X"}, [LackCode.TIME_TOO_SHORT]),
        ({"rating_class": "C", "time": Time(10)}, []),
        ({"country": ""}, [LackCode.NO_COUNTRY]),
        ({"location": ""}, [LackCode.NO_TOWN]),
    ],
)
def test_the_event_itself(changed, codes):
    assert [lack.code for lack in lacking(occasion=replace(THERE, **changed))] == codes
    others = [lack.code for lack in lacking(SubmissionFederation.FFG, occasion=replace(THERE, **changed))]
    assert others == [code for code in codes if code is LackCode.NO_TOWN]


@pytest.mark.parametrize("federation", ALL)
def test_two_players_with_one_number_are_named(federation):
    twins = replace(COMPLETE, number=2), replace(COMPLETE, number=3)
    tournament = replace(played("1>2", entries=(COMPLETE, *twins)), rounds=1)
    [lack] = submission_lacks(tournament, THERE, federation, 1)
    # The third has not played.
    assert (lack.code, lack.refused, lack.players) == (LackCode.SHARED_NUMBER, True, (1, 2))
