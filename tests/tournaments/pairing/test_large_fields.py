"""Fields beyond what can be listed: the counted way equals the weighted search, and no exchange is better."""

import gc
import random
from dataclasses import replace

import pytest

from tests.oracles.bracket_rule import Oracle
from tests.oracles.random_states import random_state
from tests.tournaments.pairing.builders import swiss
from tournaments.pairing import CannotPair, colour_need, floating, pair, weighted_matching
from tournaments.pairing.entering import paired_state
from tournaments.pairing.fast_path import pair_evenly
from tournaments.pairing.registry import SWISS
from tournaments.pairing.simulation import simulate
from tournaments.pairing.swiss import problem_of
from tournaments.pairing.within_group import _List
from tournaments.standings.ranking import standings
from tournaments.state.tournament import FixedPair

SYSTEMS = pytest.mark.parametrize("system", ["wxc2015", "wmsg2008"])
GROUPINGS = pytest.mark.parametrize("grouping", ["halves", "columns"])


def strangers(tournament, chance, count):
    """Fixed pairs of players who have not met."""
    met = {frozenset((g.first, g.second)) for g in tournament.games}
    numbers = [entry.number for entry in tournament.entries]
    chance.shuffle(numbers)
    pairs = [p for p in zip(numbers[::2], numbers[1::2], strict=False) if frozenset(p) not in met]
    return tuple(FixedPair(tournament.last_round + 1, *p) for p in pairs[:count])


@GROUPINGS
@pytest.mark.parametrize("fixed", [0, 3])
def test_counting_gives_what_the_weighted_search_gives(grouping, fixed):
    counted = 0
    for seed in range(6):
        chance = random.Random(seed)
        tournament = replace(simulate(48, 3 + seed, "wmsg2008", seed), grouping=grouping)
        tournament = replace(tournament, fixed=strangers(tournament, chance, fixed))
        entering = paired_state(tournament, tournament.last_round + 1)
        problem = problem_of(SWISS["wmsg2008"], entering, entering.processing_order()).without_excess()
        for group in problem.groups:
            held = {i for both in problem.ease.fixed for i in group if both >> i & 1}
            whole = {i for i in held if (problem.allowed[i].bit_length() - 1) in held}
            residents = [i for i in group if i in whole or i not in held]
            residents = residents[: len(residents) // 2 * 2]
            if whole - set(residents) or not residents:
                continue
            even = pair_evenly(problem, residents)
            if even is not None:
                counted += 1
                slow = _List(problem, residents).decide()
                assert even == [(choice.player, choice.opponent) for choice in slow]
    assert counted > 10


@pytest.mark.parametrize("rounds", [3, 5, 8, 11])
@pytest.mark.parametrize("fixed", [0, 3])
def test_choosing_in_turn_gives_what_weights_give(monkeypatch, rounds, fixed):
    for seed in range(4):
        tournament = simulate(54 + seed % 2, rounds, "wxc2015", seed)
        tournament = replace(tournament, fixed=strangers(tournament, random.Random(seed), fixed))
        chosen = outcome(tournament, rounds + 1, False)
        with monkeypatch.context() as patch:
            patch.setattr(colour_need, "_by_choice", lambda *_: None)
            assert outcome(tournament, rounds + 1, False) == chosen


@pytest.mark.slow
def test_weights_settled_a_few_players_at_a_time_give_the_same(monkeypatch):
    states = [random_state(seed) for seed in range(150)]
    wide = [outcome(*state) for state in states]
    monkeypatch.setattr(colour_need, "_by_choice", lambda *_: None)
    monkeypatch.setattr(weighted_matching, "MOST_BITS", 0)
    assert [outcome(*state) for state in states] == wide


@pytest.mark.slow
@SYSTEMS
@GROUPINGS
def test_no_exchange_of_two_pairs_in_a_large_field_is_better(system, grouping):
    tournament = replace(simulate(201, 4, system, 7), grouping=grouping)
    tournament = replace(tournament, fixed=strangers(tournament, random.Random(1), 2))
    paired = pair(tournament, 5)
    oracle = Oracle(tournament, 5)
    pairs = [(p.first, p.second) for p in paired.pairs]
    key = oracle.key(pairs)
    chance = random.Random(system)
    tried = 0
    while tried < 120:
        place = chance.randrange(len(pairs))
        near = [i for i in range(max(place - 12, 0), min(place + 12, len(pairs))) if i != place]
        (a, b), (c, d) = first_one, other = pairs[place], pairs[chance.choice(near)]
        collected = [p for p in pairs if p not in (first_one, other)]
        for swapped in ([(a, c), (b, d)], [(a, d), (b, c)]):
            if oracle.legal([*collected, *swapped]):
                tried += 1
                assert oracle.key([*collected, *swapped]) > key


@SYSTEMS
@pytest.mark.slow
def test_thousands_are_paired_without_a_rematch(system):
    tournament = simulate(3001, 4, system, 2)
    paired = pair(tournament, 5, explain=False)

    before = {frozenset((g.first, g.second)) for g in tournament.games}
    now = {frozenset((p.first, p.second)) for p in paired.pairs}
    assert len(now) == 1500
    assert not before & now


def test_without_room_in_the_weights_players_are_settled_one_by_one_and_alike(monkeypatch):
    """Item d by chunks of positions and one position at a time must agree."""
    states = [random_state(seed) for seed in range(150)]
    wide = [outcome(*state) for state in states]
    real = floating._General._last_in_order

    def narrow(self, count):
        with monkeypatch.context() as patch:
            patch.setattr(floating, "MOST_BITS", 0)
            return real(self, count)

    monkeypatch.setattr(floating._General, "_last_in_order", narrow)
    assert [outcome(*state) for state in states] == wide


def outcome(tournament, round_number, allow):
    try:
        return pair(tournament, round_number, allow_rematch=allow, explain=False).as_numbers()
    except Exception as error:  # noqa: BLE001 - the refusal itself is the outcome
        return str(error)


@pytest.mark.parametrize("working", [True, False])
def test_the_garbage_collector_is_left_as_it_was(working):
    cyclic = swiss(4, "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0")
    was = gc.isenabled()
    try:
        (gc.enable if working else gc.disable)()
        pair(simulate(8, 1, "wxc2015", 1), 2)
        with pytest.raises(CannotPair):
            pair(cyclic, 4)
        assert gc.isenabled() is working
    finally:
        (gc.enable if was else gc.disable)()


@pytest.mark.slow
@pytest.mark.parametrize("system", ["wxc2015", "wmsg2008"])
def test_pairing_and_standings_make_no_reference_cycles(system):
    """Why the collector may rest: it would find nothing."""
    tournament = simulate(200, 4, system, 1)
    pair(tournament, 5)
    standings(tournament)
    gc.collect()
    pair(tournament, 5)
    standings(tournament)
    assert gc.collect() == 0
