"""Berger tables: everybody once, colours even, nobody three times the same in the double schedule."""

from itertools import combinations, pairwise

import pytest

from tests.tournaments.pairing.builders import swiss, with_entry
from tournaments.pairing import CannotPair, NoticeCode, pair, rounds_of
from tournaments.pairing.round_robin import schedule_round


def whole(players, *, double):
    system = "double-round-robin" if double else "round-robin"
    return [schedule_round(players, r, double=double) for r in range(1, rounds_of(system, players) + 1)]


@pytest.mark.parametrize("players", range(2, 15))
def test_everybody_meets_everybody_once(players):
    met = [frozenset(pair) for rows in whole(players, double=False) for pair in rows]

    size = players + players % 2
    assert sorted(map(sorted, met)) == [list(two) for two in combinations(range(1, size + 1), 2)]


@pytest.mark.parametrize("players", range(2, 15))
def test_colours_are_even_to_one_game(players):
    rows = [pair for rows in whole(players, double=False) for pair in rows if max(pair) <= players]

    for place in range(1, players + 1):
        firsts = sum(first == place for first, _ in rows)
        seconds = sum(second == place for _, second in rows)
        assert abs(firsts - seconds) <= 1


@pytest.mark.parametrize("players", range(3, 15))
def test_double_reverses_colours_and_never_gives_one_three_times_running(players):
    rounds = whole(players, double=True)
    games = [pair for rows in rounds for pair in rows]

    assert len(games) == len(set(games))
    assert {(second, first) for first, second in games} == set(games)
    for place in range(1, players + 1):
        sides = [
            "free" if max(pair) > players else pair.index(place)
            for rows in rounds
            for pair in rows
            if place in pair
        ]
        assert not any(
            a == b == c != "free"
            for (a, b), (_, c) in zip(pairwise(sides), pairwise(sides[1:]), strict=False)
        )


def test_published_table_for_six():
    assert [schedule_round(6, r, double=False) for r in range(1, 6)] == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


def test_odd_field_has_a_free_player():
    paired = pair(swiss(5, system="round-robin"), 1)

    assert (paired.bye, paired.free) == (1, ())
    assert paired.as_numbers() == ((1, 2, 5), (2, 3, 4))


def test_the_opponent_of_a_withdrawn_player_is_free_and_the_schedule_stays():
    tournament = with_entry(swiss(6, system="round-robin"), 3, withdrawn_after=1)

    paired = pair(tournament, 2)

    assert paired.as_numbers() == ((1, 6, 4), (2, 1, 2))
    assert (paired.bye, paired.free) == (None, (5,))
    assert [notice.code for notice in paired.notices] == [NoticeCode.FREE_OPPONENT]


def test_beyond_the_schedule():
    with pytest.raises(CannotPair) as refusal:
        pair(swiss(6, system="round-robin"), 6)

    assert (refusal.value.code, refusal.value.params) == ("no-such-round", {"round": 6, "rounds": 5})
