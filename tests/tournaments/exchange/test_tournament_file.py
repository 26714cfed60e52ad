"""The tournament file: it comes back as it went, and every defect is named with its place."""

import json
from dataclasses import replace

import pytest

from tests.oracles.random_states import random_state
from tests.tournaments.pairing.builders import FIXTURES
from tournaments.exchange.reading import PARTICULARS
from tournaments.exchange.tournament_file import (
    TournamentFileError,
    dumps,
    from_tournament,
    loads,
    to_tournament,
)
from tournaments.state.points import Points
from tournaments.state.tournament import ForbiddenPair, Foul, Result, Superseded
from tournaments.wording.exchange import problem_text, problems_text

SMALL = {
    "format": "qiyuan-tournament/1",
    "system": "wxc2015",
    "rounds": 3,
    "entries": [{"number": 1, "name": "A"}, {"number": 2, "name": "B"}, {"number": 3, "name": "C"}],
    "results": [{"round": 1, "table": 1, "first": 1, "second": 2, "result": "1-0"}, {"round": 1, "bye": 3}],
}


def changed(**changes):
    return {**SMALL, **changes}


def entries(*rows):
    return changed(entries=[{"number": 1}, {"number": 2}, {"number": 3}, *rows])


def results(*rows):
    return changed(results=[*SMALL["results"], *rows])


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.json")), ids=lambda path: path.stem)
def test_fixtures_come_back_letter_by_letter(path):
    text = path.read_text(encoding="utf-8")

    assert dumps(loads(text)) == text


@pytest.mark.slow
def test_everything_a_tournament_can_hold_comes_back():
    states = [loads(dumps(random_state(seed)[0])) for seed in range(60)]
    for tournament in (state for state in states if state.games):
        game = replace(
            tournament.games[0],
            history=(Superseded(Result.DRAW, 2), Superseded(Result.NONE, 3, forfeit=True)),
            result=None,
            forfeit=False,
        )
        first = replace(
            tournament.entries[0],
            native_name="陳",
            federation="CHN",
            team="CHN 2",
            group=2,
            rating=-5,
            categories=("ncnv", "women"),
            **{key: f"{key} 棋" for key in PARTICULARS},
        )
        rich = replace(
            tournament,
            entries=(first, *tournament.entries[1:]),
            games=(game, *tournament.games[1:]),
            fouls=(Foul(1, first.number, "technical"),),
            name="Tên",
            seed="s|1",
            official=((1, True), (2, False)),
            tiebreaks=("buchholz", "lot"),
            forbidden_once=(ForbiddenPair(2, game.second, game.first),),
            points=Points.parse({"win": "1", "draw": "0.5", "loss": "0", "absence": "0.25"}),
        )
        assert loads(dumps(rich)) == rich
        assert dumps(loads(dumps(rich))) == dumps(rich)
        assert to_tournament(from_tournament(rich)) == rich


def test_the_order_of_rows_means_nothing():
    turned = changed(entries=SMALL["entries"][::-1], results=SMALL["results"][::-1])

    assert to_tournament(turned) == to_tournament(SMALL)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "expected an object, found list"),
        ({}, "system is missing (and 2 more)"),
        (changed(sytem="x", Rounds=1), "unknown keys: Rounds, sytem"),
        (
            changed(format="qiyuan-tournament/2"),
            "format: qiyuan-tournament/2 is not one of: qiyuan-tournament/1",
        ),
        (
            changed(system="swiss"),
            "system: swiss is not one of: wxc2015, wmsg2008, fide-dutch, round-robin, ",
        ),
        (changed(grouping="thirds"), "grouping: thirds is not one of: halves, columns"),
        (changed(entries=[]), "entries: there are no entries (and 3 more)"),
        (changed(entries={}), "entries: expected a list, found object"),
        (changed(rounds="3"), "rounds: expected a whole number, found text"),
        (changed(rounds=True), "rounds: expected a whole number, found boolean"),
        (changed(rounds=-1), "rounds: -1 is not between 0 and 10000"),
        (changed(official={"0": True}), "official: unknown keys: 0"),
        (changed(official={"01": True}), "official: unknown keys: 01"),
        (changed(official={"1": 1}), "official.1: expected true or false, found integer"),
        (changed(official=[1]), "official: expected an object, found list"),
        (changed(name=7), "name: expected text, found integer"),
        (changed(name="\ud800"), "name: the text is not valid Unicode"),
        (changed(name="x" * 501), "name: the text is longer than 500 characters"),
        (changed(points={"win": "1", "draw": "2"}), "points: points: a win must not give less than a draw"),
        (changed(points={"win": "two"}), "points: points: win is 'two', not a number"),
        (changed(points={"wins": "2"}), "points: unknown keys: wins"),
        (changed(points={"win": 0.5}), "points.win: expected text, found number"),
        (entries({"number": 3}), "entries[3].number: two entries have number 3"),
        (entries({"name": "D"}), "entries[3]: number is missing"),
        (entries({"number": 0}), "entries[3].number: 0 is not between 1 and 1000000"),
        (entries({"number": 4, "group": 3}), "entries[3].group: 3 is not between 1 and 2"),
        (entries({"number": 4, "absences": [1, "2"]}), "entries[3].absences[1]: expected a whole number"),
        (entries({"number": 4, "age": 9}), "entries[3]: unknown keys: age"),
        (entries(None), "entries[3]: expected an object, found null"),
        (results({"round": 2, "first": 1, "second": 9}), "results[2]: no entry has number 9"),
        (
            results({"round": 2, "first": 1, "second": 1}),
            "results[2]: number 1 is paired with itself",
        ),
        (results({"round": 2}), "results[2]: first is missing (and 1 more)"),
        (results({"round": 2, "bye": 9}), "results[2]: no entry has number 9"),
        (results({"round": 2, "bye": 1, "absent": 2}), "results[2]: a row is a game, a bye or an absence"),
        (results({"round": 1, "first": 3, "second": 2}), "results[2]: number 2 appears twice in round 1"),
        (results({"round": 1, "absent": 3}), "results[2]: number 3 appears twice in round 1"),
        (results({"round": 2, "bye": 1}, {"round": 2, "bye": 2}), "results[3]: a second bye in round 2"),
        (
            results({"round": 4, "first": 1, "second": 2}),
            "results[2]: round 4, but the tournament has 3 rounds",
        ),
        (
            results(
                {"round": 2, "table": 1, "first": 1, "second": 3},
                {"round": 2, "table": 1, "first": 2, "second": 3},
            ),
            "results[3]: table 1 of round 2 has two pairs",
        ),
        (
            results({"round": 2, "first": 1, "second": 3, "result": "2-0"}),
            "results[2].result: 2-0 is not one of:",
        ),
        (
            results({"round": 2, "first": 1, "second": 3, "result": "1/2", "forfeit": True}),
            "results[2]: a forfeit cannot be a draw",
        ),
        (
            results({"round": 2, "first": 1, "second": 3, "forfeit": 1}),
            "results[2].forfeit: expected true or false",
        ),
        (
            results({"round": 2, "first": 1, "second": 3, "game": 2}),
            "results[2]: round 2, table 0: game 2 without the games before it",
        ),
        (
            results({"round": 2, "first": 1, "second": 3}, {"round": 2, "first": 3, "second": 1, "game": 2}),
            "results[3]: a second game between the same players, which wxc2015 does not allow",
        ),
        (
            results(
                {
                    "round": 2,
                    "first": 1,
                    "second": 3,
                    "history": [
                        {"result": "1-0", "until_round": 3},
                        {"result": "0-1", "until_round": 3},
                    ],
                }
            ),
            "results[2].history: until_round must increase",
        ),
        (changed(forbidden=[[1, 2, 3]]), "forbidden[0]: a forbidden pair must be a list of two numbers"),
        (changed(forbidden=[[1, 7]]), "forbidden[0]: no entry has number 7"),
        (changed(forbidden=[{"round": 2}]), "forbidden[0]: pair is missing"),
        (changed(forbidden=[{"pair": [1, 2]}]), "forbidden[0]: round is missing"),
        (
            changed(forbidden=[{"round": 2, "pair": [1]}]),
            "forbidden[0].pair: a forbidden pair must be a list",
        ),
        (changed(forbidden=[{"round": 2, "pair": [1, 7]}]), "forbidden[0]: no entry has number 7"),
        (changed(forbidden=[{"round": 2, "pair": [3, 3]}]), "forbidden[0]: number 3 is paired with itself"),
        (
            changed(forbidden=[{"round": 9, "pair": [1, 2]}]),
            "forbidden[0]: round 9, but the tournament has 3",
        ),
        (changed(forbidden=[{"round": 2, "pair": [1, 2], "why": "x"}]), "forbidden[0]: unknown keys: why"),
        (changed(fixed=[{"round": 2, "first": 1}]), "fixed[0]: second is missing"),
        (
            changed(fixed=[{"round": 2, "first": 1, "second": 2}, {"round": 2, "first": 3, "second": 1}]),
            "fixed[1]: number 1 is in two fixed pairs of round 2",
        ),
        (changed(fouls=[{"round": 1, "number": 1, "kind": "rude"}]), "fouls[0].kind: rude is not one of:"),
        (changed(fouls=[{"round": 1, "number": 9, "kind": "other"}]), "fouls[0]: no entry has number 9"),
    ],
)
def test_each_defect_is_one_sentence_with_its_place(data, sentence):
    with pytest.raises(TournamentFileError) as error:
        loads(json.dumps(data))

    assert problems_text(error.value.problems).startswith(sentence)
    assert "\n" not in problems_text(error.value.problems)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"system": "wxc2015",\n "entries": [,]}', "line 2, column 14: not JSON: Expecting value"),
        ('{"system": "a", "system": "b"}', "the key system appears twice in one object"),
        ('{"rounds": NaN}', "NaN is not a number"),
        ('{"rounds": ' + "9" * 5000 + "}", "a number has too many digits"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_json(text, sentence):
    with pytest.raises(TournamentFileError) as error:
        loads(text)

    assert problems_text(error.value.problems) == sentence


def test_a_pair_forbidden_for_one_round_stands_beside_those_forbidden_for_good():
    tournament = to_tournament(changed(forbidden=[{"round": 2, "pair": [3, 1]}, [1, 2]]))

    assert from_tournament(tournament)["forbidden"] == [[1, 2], {"round": 2, "pair": [3, 1]}]
    assert [sorted(tournament.forbidden_in(number)) for number in (1, 2, 3)] == [
        [(1, 2)],
        [(1, 2), (1, 3)],
        [(1, 2)],
    ]


def test_every_defect_is_kept():
    with pytest.raises(TournamentFileError) as error:
        to_tournament(changed(entries=[{"number": "1"}, {"number": 2, "rating": "x"}], rounds=None))

    assert [problem_text(defect) for defect in error.value.problems] == [
        "entries[0].number: expected a whole number, found text",
        "entries[1].rating: expected a whole number, found text",
        "rounds: expected a whole number, found null",
    ]


def test_a_byte_order_mark_is_no_fault():
    assert loads("\ufeff" + json.dumps(SMALL)) == to_tournament(SMALL)
