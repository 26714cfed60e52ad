"""Berger tables: everybody once, colours even, nobody three times the same in the double schedule."""

import json
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from tests.tournaments.pairing.builders import swiss, with_entry
from tournaments.exchange import tournament_file
from tournaments.exchange.trf import write
from tournaments.pairing import CannotPair, NoticeCode, pair, pairing_input, recompute, rounds_of
from tournaments.pairing.round_robin import places, schedule, schedule_round
from tournaments.standings.ranking import standings
from tournaments.state.options import CarriedResult, Options
from tournaments.state.tournament import Entry, Game, Result, Tournament


def carried(groups, system="round-robin"):
    """Everybody of a group has met in it; the first number has won."""
    rows = tuple(CarriedResult(a, b, "1-0") for group in groups for a, b in combinations(group, 2))
    entries = tuple(Entry(number) for number in range(1, sum(map(len, groups)) + 1))
    return Tournament(system, entries, options=Options(carried=rows))


@pytest.mark.parametrize(
    ("groups", "rounds"),
    [
        ([[1, 3], [2, 4]], 2),
        ([[1, 4, 5], [2, 3, 6]], 3),
        ([[1, 8], [2, 7], [3, 6], [4, 5]], 6),
        ([[1, 2, 3, 4], [5, 6, 7, 8]], 4),
        ([[1, 2], [3, 4], [5, 6]], 5),
        ([[1, 2, 3], [4, 5]], 4),
        ([[1, 2, 3]], 0),
    ],
)
def test_who_has_met_in_an_earlier_stage_does_not_meet_again(groups, rounds):
    tournament = carried(groups)
    everybody = range(1, len(tournament.entries) + 1)
    planned = schedule(tournament)
    met = [frozenset(pair) for here in planned for pair in here if max(pair) in everybody]
    before = {frozenset((row.first, row.second)) for row in tournament.options.carried}

    assert len(planned) == rounds
    assert sorted(map(sorted, [*met, *before])) == [list(two) for two in combinations(everybody, 2)]
    if rounds:
        paired = pair(tournament, 1)
        seated = [number for row in paired.pairs for number in (row.first, row.second)]
        assert sorted([*seated, *paired.free, *([paired.bye] if paired.bye else [])]) == [*everybody]
        assert recompute(json.loads(json.dumps(pairing_input(tournament, 1)))).digest == paired.digest


def test_of_two_games_in_a_double_round_robin_one_was_carried():
    planned = schedule(carried([[1, 2], [3, 4]], "double-round-robin"))
    met = Counter(frozenset(two) for here in planned for two in here)

    assert met[frozenset((1, 2))] == met[frozenset((3, 4))] == 1
    assert {met[frozenset((1, other))] for other in (3, 4)} == {2}


def test_what_is_carried_counts_in_points_and_between_those_who_are_level():
    tournament = replace(carried([[1, 3], [2, 4]]), tiebreaks=("direct", "sonneborn-berger", "progressive"))
    games = tuple(
        Game(number, table, *two, Result.DRAW)
        for number, here in enumerate(schedule(tournament), 1)
        for table, two in enumerate(here, 1)
    )
    whole_table = standings(replace(tournament, games=games))
    first_row = next(row for row in whole_table.rows if row.number == 1)

    assert {row.number: row.points for row in whole_table.rows} == {1: 4, 2: 4, 3: 2, 4: 2}
    assert [term.round for term in first_row.arithmetic["points"]] == [0, 1, 2]
    assert first_row.tiebreaks["progressive"] == 3 + 4
    text = tournament_file.dumps(replace(tournament, games=games))
    assert standings(tournament_file.loads(text)).ranks == whole_table.ranks
    writing = write(replace(tournament, games=games))
    assert [loss.params["count"] for loss in writing.losses if loss.code == "carried"] == [2]


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


@pytest.mark.slow
def test_early_federations_keep_everybody_meeting_everybody_in_a_large_field():
    result = meetings("CCCCVVVVMM" * 2)

    # By chance fellows would meet in round 10 of 19 on average.
    rounds = [round_number for mine in result.values() for round_number in mine]
    assert sum(rounds) / len(rounds) < 7.5


def test_without_the_option_numbers_are_places():
    entries = tuple(Entry(n, federation="A") for n in range(1, 7))
    assert places(Tournament("round-robin", entries)) == [1, 2, 3, 4, 5, 6]
