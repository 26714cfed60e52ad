"""Berger tables: everybody once, colours even, nobody three times the same in the double schedule."""

from collections import defaultdict
from itertools import combinations, pairwise

import pytest

from tests.tournaments.pairing.builders import swiss, with_entry
from tournaments.pairing import CannotPair, NoticeCode, pair, rounds_of
from tournaments.pairing.round_robin import places, schedule_round
from tournaments.state.options import Options
from tournaments.state.tournament import Entry, Tournament


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


def meetings(federations, system="round-robin"):
    """Rounds in which players of one federation meet, by federation; one letter an entry."""
    entries = tuple(Entry(n, federation=f.strip(".")) for n, f in enumerate(federations, 1))
    tournament = Tournament(system, entries, options=Options(early_federation=True))
    counts = defaultdict(list)
    seen = set()
    for round_number in range(1, rounds_of("round-robin", len(entries)) + 1):
        for p in pair(tournament, round_number).pairs:
            first_one, other = entries[p.first - 1].federation, entries[p.second - 1].federation
            seen.add(frozenset((p.first, p.second)))
            if first_one and first_one == other:
                counts[first_one].append(round_number)
    assert len(seen) == len(entries) * (len(entries) - 1) // 2
    return dict(counts)


@pytest.mark.parametrize(
    ("federations", "expected"),
    [
        ("A..A", {"A": [1]}),
        ("AABBCCDD", {"A": [1], "B": [1], "C": [1], "D": [1]}),
        ("AAA.....", {"A": [1, 2, 3]}),
        ("A.......A", {"A": [1]}),
    ],
)
def test_with_early_federations_fellow_players_meet_in_the_first_rounds(federations, expected):
    assert meetings(federations) == expected


def test_early_federations_keep_everybody_meeting_everybody_in_a_large_field():
    result = meetings("CCCCVVVVMM" * 2)

    # By chance fellows would meet in round 10 of 19 on average.
    rounds = [round_number for mine in result.values() for round_number in mine]
    assert sum(rounds) / len(rounds) < 7.5


def test_without_the_option_numbers_are_places():
    entries = tuple(Entry(n, federation="A") for n in range(1, 7))
    assert places(Tournament("round-robin", entries)) == [1, 2, 3, 4, 5, 6]
