"""Criteria of European go: worked values of a real tournament, definitions, the arithmetic behind."""

from dataclasses import replace

import pytest

from tests.tournaments.exchange.congresses import JUVISY, juvisy
from tests.tournaments.pairing.gotha.builders import CATEGORIES, PROFILES, SWISS, played
from tournaments.standings.gotha import arithmetic, table
from tournaments.state.gotha.criteria import CRITERIA, Criteria, criterion_text
from tournaments.state.gotha.values import MCMAHON, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Bye

EVENT = juvisy().event
NUMBERS = {player.surname: player.number for player in EVENT.players}


def value(name, criterion, event=EVENT, after=4):
    return criterion_text(criterion, Criteria(event, after).column(criterion)[NUMBERS[name]])


def test_the_order_and_the_values_that_opengotha_wrote():
    rows = table(EVENT, 4).rows
    written = [line.split()[1:9] for line in JUVISY["h9"] if not line.startswith(";")]
    players = {player.number: player for player in EVENT.players}
    assert [
        [
            players[row.number].surname,
            *(criterion_text(*pair) for pair in zip(EVENT.criteria, row.values, strict=True)),
        ]
        for row in rows
    ] == [[surname, *values] for surname, _, _, _, _, *values in written]
    assert [row.place for row in rows] == list(range(1, 20))


@pytest.mark.parametrize(
    ("name", "criterion", "worked"),
    [
        *(("Minieri", "SOSM", "128"), ("Minieri", "SODOSM", "128"), ("Pinchard", "SOSM", "115")),
        *(("Daguenet", "MMS", "33"), ("Daguenet", "SOSM", "132"), ("Daguenet", "SOSOSM", "512")),
        *(("Vargas", "MMS", "26"), ("Vargas", "SOSM", "99")),
    ],
)
def test_worked_values(name, criterion, worked):
    assert value(name, criterion) == worked


def test_the_arithmetic_of_a_value():
    parts = arithmetic(EVENT, 4, NUMBERS["Pinchard"], "SOSM")
    opponents = [NUMBERS[name] for name in ("Moscardo", "Li", "Nemo", "Minieri")]
    assert [(p.opponent, p.value // 2, p.handicap_points // 2) for p in parts] == [
        *zip(opponents, (28, 33, 31, 36), (-1, -4, -4, -4), strict=True)
    ]
    assert [p.total // 2 for p in arithmetic(EVENT, 4, NUMBERS["Daguenet"], "SOSM")] == [36, 32, 32, 32]
    assert [p.total // 2 for p in arithmetic(EVENT, 4, NUMBERS["Daguenet"], "SOSOSM")] == [128, 128, 128, 128]


SUMS = [
    *("SOSW", "SOSWM1", "SOSWM2", "SOSM", "SOSMM1", "SOSMM2"),
    *("SODOSW", "SODOSM", "SOSOSW", "SOSOSM", "CUSSW", "CUSSM"),
    *("NBW", "MMS", "EXT", "EXR"),
]


@pytest.mark.parametrize("criterion", SUMS)
@pytest.mark.parametrize("seed", range(4))
def test_the_arithmetic_makes_the_value(criterion, seed):
    event = played(13, 4, seed, PROFILES[seed % 2])
    event = replace(event, scoring=replace(event.scoring, unplayed_half=seed > 1))
    column = Criteria(event, 4).column(criterion)
    for number, wanted in column.items():
        assert sum(part.total for part in arithmetic(event, 4, number, criterion)) == wanted


def test_what_adds_no_rounds_up():
    with pytest.raises(ValueError, match="adds no rounds"):
        arithmetic(EVENT, 4, 1, "RATING")


def small(*games, size=3, byes=(), like=SWISS, **event):
    """A, B, C …, all 1 dan."""
    players = tuple(GoPlayer(i, chr(64 + i), rank=0) for i in range(1, size + 1))
    return replace(like, players=players, games=games, byes=byes, **event)


def column(event, after, criterion):
    times = {"SODOSW": 4, "SODOSM": 4}.get(criterion, 2)
    return [value / times for _, value in sorted(Criteria(event, after).column(criterion).items())]


def test_sums_without_the_smallest_terms():
    games = GoGame(1, 1, 1, 2, GoOutcome.WHITE), GoGame(2, 1, 1, 3, GoOutcome.BLACK)
    assert column(small(*games), 1, "SOSW-1") == [0, 0, 0]
    event = small(*games, byes=(Bye(1, 3),))
    assert column(event, 2, "NBW") == [1, 0, 2]
    assert column(event, 2, "SOSW") == [2, 1, 1]
    assert column(event, 2, "SOSWM1") == [2, 1, 1]
    assert column(event, 2, "SOSW-2") == [0, 0, 0]


def test_rounds_without_a_pairing():
    event = small(GoGame(1, 1, 1, 2, GoOutcome.WHITE), byes=(Bye(1, 3),), like=MCMAHON)
    assert column(event, 1, "SOSM") == [30, 31, 30]  # the own start
    assert column(event, 1, "SOSW") == [0, 1, 0]
    assert column(event, 1, "SODOSM") == [30, 0, 0]
    assert column(event, 1, "SOSOSM") == [31, 30, 30]
    assert column(replace(event, games=()), 1, "CUSSM") == [30, 30, 31]


def test_games_that_were_not_played_as_half_points():
    games = GoGame(1, 1, 1, 2, GoOutcome.WHITE, by_default=True), GoGame(2, 1, 1, 3, GoOutcome.WHITE)
    event = small(*games, byes=(Bye(1, 3),))
    assert column(event, 2, "SOSW") == [1, 2, 2]
    event = replace(event, scoring=replace(event.scoring, unplayed_half=True))
    assert column(event, 2, "NBW") == [2, 0, 1]  # the own score stays
    assert column(event, 2, "SOSW") == [1 + 0.5, 1.5, 1.5]


def test_exploits():
    """Even against somebody two grades stronger: 3 times the wins."""
    players = (GoPlayer(1, "A", rank=-2), GoPlayer(2, "B", rank=0), GoPlayer(3, "C", rank=1))
    games = GoGame(1, 1, 1, 2, GoOutcome.WHITE), GoGame(2, 1, 2, 3, GoOutcome.WHITE), GoGame(2, 2, 1, 1)
    event = replace(CATEGORIES, players=players, games=games[:2])
    assert column(event, 2, "EXT") == [3, 0, 0]
    assert column(event, 2, "EXR") == [3, 0, 0]
    values = replace(games[0], handicap=1)
    assert column(replace(event, games=(values,)), 1, "EXT") == [0, 0, 0]
    lost = replace(games[0], outcome=GoOutcome.BLACK, handicap=0)
    assert column(replace(event, games=(lost,)), 1, "EXT") == [3, 0, 0]
    assert column(replace(event, games=(lost,)), 1, "EXR") == [0, 0, 0]


def ranked(event, after):
    return [(row.place, row.number, row.values[-1]) for row in table(event, after).rows]


CYCLE = (
    GoGame(1, 1, 1, 2, GoOutcome.WHITE),
    GoGame(2, 1, 2, 3, GoOutcome.WHITE),
    GoGame(3, 1, 3, 1, GoOutcome.WHITE),
)
LINE = (
    GoGame(1, 1, 1, 2, GoOutcome.BLACK),
    GoGame(2, 1, 2, 3, GoOutcome.WHITE),
    GoGame(3, 1, 3, 1, GoOutcome.BLACK),
)


def test_simple_direct_confrontation():
    assert ranked(small(*LINE, criteria=("RANK", "SDC")), 3) == [(1, 2, 4), (2, 1, 2), (3, 3, 0)]
    open_game = replace(LINE[2], by_default=True)
    assert ranked(small(*LINE[:2], open_game, criteria=("RANK", "SDC")), 3) == [
        (1, 1, 0),
        (1, 2, 0),
        (1, 3, 0),
    ]
    assert ranked(small(*LINE[:2], criteria=("RANK", "SDC")), 3)[2] == (1, 3, 0)


def test_direct_confrontation_with_cycles():
    assert ranked(small(*CYCLE, criteria=("RANK", "DC")), 3) == [(1, 1, 0), (1, 2, 0), (1, 3, 0)]
    assert ranked(small(*LINE[:2], criteria=("RANK", "DC")), 3) == [(1, 2, 1), (2, 1, 0), (2, 3, 0)]
    beaten = GoGame(4, 1, 4, 1, GoOutcome.WHITE)  # 4 beat one of the cycle, so stands above all of it
    assert ranked(small(*CYCLE, beaten, size=4, criteria=("RANK", "DC")), 4) == [
        *((1, 4, 1), (2, 1, 0), (2, 2, 0), (2, 3, 0))
    ]


def test_those_who_never_played_are_listed_apart():
    made = table(small(GoGame(1, 1, 3, 1, GoOutcome.WHITE), size=4), 1)
    assert [row.number for row in made.rows] == [3, 1]
    assert made.apart == (2, 4)


def test_equal_in_all_share_a_place_and_stand_by_name():
    made = table(small(GoGame(1, 1, 1, 2, GoOutcome.EQUAL), byes=(Bye(1, 3),), criteria=("NBW",)), 1)
    assert [(row.place, row.number) for row in made.rows] == [(1, 3), (2, 1), (2, 2)]


def test_how_values_are_read():
    assert [criterion_text("SOSM", n) for n in (0, 1, 2, 257)] == ["0", "½", "1", "128½"]
    assert [criterion_text("SODOSM", n) for n in (1, 2, 3, 4, 5)] == ["¼", "½", "¾", "1", "1¼"]
    assert (criterion_text("RANK", -3), criterion_text("RATING", 2105)) == ("-3", "2105")


@pytest.mark.parametrize("criterion", [*CRITERIA, "STS", "CPS", "SOSM-1"])
def test_every_criterion_has_a_value_for_everybody(criterion):
    event = replace(played(9, 2, 1), criteria=("MMS", criterion))
    assert set(Criteria(event, 2).values()) == {p.number for p in event.players}
