"""What must hold at any size: order of the file, rematches, colours, no swap better by the key."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles.bracket_rule import Oracle
from tournaments.pairing import CannotPair, input_digest, pair, pairing_input, tournament_from_input, verify
from tournaments.pairing.simulation import simulate
from tournaments.state.tournament import Game, Kind, Result, Side, history

SWISS = st.sampled_from(["wxc2015", "wmsg2008"])
OTHERS = ("round-robin", "double-round-robin", "knock-out")


@st.composite
def tournaments(draw, most=60):
    players = draw(st.integers(6, most))
    rounds = draw(st.integers(1, min(7, players // 2 - 1)))
    try:
        tournament = simulate(players, rounds, draw(SWISS), draw(st.integers(0, 10**6)))
    except CannotPair:
        tournament = simulate(players, 1, "wxc2015", 1)
    return replace(tournament, grouping=draw(st.sampled_from(["halves", "columns"])))


@pytest.mark.slow
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_the_file_changes_nothing(tournament, chance):
    def shuffled(rows):
        return tuple(chance.sample(rows, len(rows)))

    other = replace(
        tournament,
        entries=shuffled(tournament.entries),
        games=shuffled(tournament.games),
        byes=shuffled(tournament.byes),
    )
    round_number = tournament.last_round + 1

    assert pair(other, round_number) == pair(tournament, round_number)
    assert pairing_input(other, round_number) == pairing_input(tournament, round_number)


@given(st.sampled_from(OTHERS), st.integers(4, 24), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_nor_in_a_schedule_or_a_bracket(system, players, seed, chance):
    tournament = simulate(players, 2, system, seed)
    other = replace(
        tournament,
        entries=tuple(chance.sample(tournament.entries, players)),
        games=tuple(chance.sample(tournament.games, len(tournament.games))),
        byes=tuple(chance.sample(tournament.byes, len(tournament.byes))),
    )
    for round_number in range(1, min(3, tournament.rounds) + 1):
        assert pair(other, round_number) == pair(tournament, round_number)
        assert pairing_input(other, round_number) == pairing_input(tournament, round_number)


@given(st.sampled_from(OTHERS), st.integers(3, 14), st.integers(0, 10**6))
def test_a_schedule_and_a_bracket_bring_two_together_as_often_as_they_should(system, players, seed):
    rounds = simulate(players, 0, system, seed).rounds
    tournament = simulate(players, rounds, system, seed)
    games = [game for game in tournament.games if game.game == 1]
    met = Counter(frozenset((game.first, game.second)) for game in games)

    if system == "knock-out":
        assert set(met.values()) == {1}
        assert len(met) == players - 1
        return
    assert set(met.values()) == {1 if system == "round-robin" else 2}
    assert len(met) == players * (players - 1) // 2
    for number in range(1, players + 1):
        firsts = sum(game.first == number for game in games)
        seconds = sum(game.second == number for game in games)
        assert abs(firsts - seconds) <= (0 if system == "double-round-robin" else 1)


@given(tournaments())
def test_everybody_once_and_nobody_twice(tournament):
    paired = pair(tournament, tournament.last_round + 1)

    seated = [number for p in paired.pairs for number in (p.first, p.second)]
    seated += [paired.bye] if paired.bye else []
    assert sorted(seated) == [entry.number for entry in tournament.entries]
    before = {frozenset((g.first, g.second)) for g in tournament.games}
    assert not before & {frozenset((p.first, p.second)) for p in paired.pairs}
    assert [p.table for p in paired.pairs] == list(range(1, len(paired.pairs) + 1))


@pytest.mark.slow
@given(tournaments(most=40))
def test_no_exchange_of_two_players_is_better_by_the_key(tournament):
    round_number = tournament.last_round + 1
    paired = pair(tournament, round_number)
    oracle = Oracle(tournament, round_number)
    pairs = [(p.first, p.second) for p in paired.pairs]
    key = oracle.key(pairs)

    for (a, b), (c, d) in combinations(pairs, 2):
        collected = [p for p in pairs if p not in ((a, b), (c, d))]
        for swapped in ([(a, c), (b, d)], [(a, d), (b, c)]):
            if oracle.legal([*collected, *swapped]):
                assert oracle.key([*collected, *swapped]) > key


@pytest.mark.parametrize("seed", range(3))
def test_wxc_colours_stay_balanced_through_a_championship(seed):
    seen = history(simulate(54, 9, "wxc2015", seed))

    for appearances in seen.values():
        sides = [a.side for a in appearances if a.kind is Kind.PLAYED]
        balance = sides.count(Side.FIRST) - sides.count(Side.SECOND)
        assert abs(balance) <= 2
        assert not any(a is b is c for a, b, c in zip(sides, sides[1:], sides[2:], strict=False))


@pytest.mark.parametrize("seed", range(3))
def test_wmsg_gives_black_to_the_smaller_balance(seed):
    tournament = simulate(54, 9, "wmsg2008", seed)
    for game in tournament.games:
        seen = history(tournament.until(game.round - 1))
        balances = [
            sum({Side.FIRST: 1, Side.SECOND: -1}[a.side] for a in seen[number] if a.kind is Kind.PLAYED)
            for number in (game.first, game.second)
        ]
        assert balances[0] <= balances[1]


@pytest.mark.slow
@given(tournaments(most=30))
def test_the_stored_input_alone_gives_the_same_pairing(tournament):
    round_number = tournament.last_round + 1
    again = tournament_from_input(pairing_input(tournament, round_number))

    assert pair(again, round_number) == pair(tournament, round_number)
    assert input_digest(again, round_number) == input_digest(tournament, round_number)


@given(tournaments(most=30))
def test_every_simulated_round_verifies(tournament):
    for round_number in range(1, tournament.last_round + 1):
        assert verify(replace(tournament, grouping="halves"), round_number).ok


@pytest.mark.parametrize("system", ["wxc2015", "wmsg2008"])
@pytest.mark.parametrize(("players", "rounds"), [(12, 9), (8, 7), (20, 15)])
def test_late_rounds_answer_or_refuse_and_never_repeat_a_game(players, rounds, system):
    for seed in range(3):
        tournament = simulate(players, 1, system, seed, total_rounds=rounds)
        for round_number in range(2, rounds + 1):
            try:
                paired = pair(tournament, round_number, explain=False)
            except CannotPair:
                # Nobody may doubt a refusal: the largest set of pairs among those who have not met is short.
                assert not can_all_play(tournament)
                break
            tournament = with_results(tournament, paired)
        met = [frozenset((g.first, g.second)) for g in tournament.games]
        assert len(met) == len(set(met))


def can_all_play(tournament):
    """Whether anybody could pair this field without a rematch, found by plain search."""
    numbers = [entry.number for entry in tournament.entries]
    met = {frozenset((g.first, g.second)) for g in tournament.games}

    def search(left):
        if not left:
            return True
        first, *others = left
        return any(
            frozenset((first, other)) not in met and search([n for n in others if n != other])
            for other in others
        )

    return search(numbers)


def with_results(tournament, paired):
    games = [
        Game(paired.round, p.table, p.first, p.second, Result.FIRST if p.first < p.second else Result.SECOND)
        for p in paired.pairs
    ]
    return replace(tournament, games=(*tournament.games, *games))
