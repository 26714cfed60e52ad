"""Section 3 and the refusals: who gets the bye, and who is named when a round cannot be paired."""

from dataclasses import replace

import pytest

from tests.tournaments.pairing.builders import swiss, with_entry
from tournaments.pairing import CannotPair, PairingInputError, pair
from tournaments.state.tournament import FixedPair


def refusal_of(tournament, round_number, **options):
    with pytest.raises(CannotPair) as refusal:
        pair(tournament, round_number, **options)
    return str(refusal.value.code), dict(refusal.value.params)


@pytest.mark.parametrize(("system", "bye"), [("wmsg2008", 4), ("wxc2015", 3)])
def test_lowest_score_then_the_largest_number_or_the_last_by_rank(system, bye):
    # 3 and 4 lost, 5 had the bye; in even rounds the larger number stands higher by rank.
    assert pair(swiss(5, "1-3 1-0, 2-4 1-0, bye 5", system=system), 2).bye == bye


@pytest.mark.parametrize("system", ["wmsg2008", "wxc2015"])
def test_in_odd_rounds_the_largest_number_is_the_last_by_rank(system):
    two = swiss(7, "1-2 1/2, 3-4 1/2, 5-6 1/2, bye 7", "1-3 1/2, 2-4 1/2, 5-7 1/2, bye 6", system=system)
    assert pair(two, 3).bye == 5


@pytest.mark.parametrize(("system", "bye"), [("wmsg2008", 2), ("wxc2015", 1)])
def test_a_forfeit_win_counts_as_a_bye_had(system, bye):
    assert pair(swiss(5, "1-3 0-1f, 2-4 0-1f, bye 5", system=system), 2).bye == bye


def test_a_second_bye_only_when_everybody_has_had_one():
    tournament = swiss(3, "bye 1, 2-3 1-0", "bye 2, 1-3 1-0", "bye 3, 1-2 1-0")

    paired = pair(tournament, 4, allow_rematch=True)

    assert paired.bye == 3
    assert [notice.code for notice in paired.notices] == ["second-bye"]


def test_candidates_of_whom_none_leaves_a_pairing():
    tournament = swiss(3, "1-2 1-0, absent 3", "1-3 1-0, absent 2", "2-3 1-0, absent 1")

    # One of any two can have the bye, and the other then has nobody left to meet.
    assert refusal_of(tournament, 4) == ("no-pairing", {"players": [2, 3]})


def test_a_player_who_has_met_everybody_is_named_alone():
    tournament = swiss(6, "1-2 1-0", "1-3 1-0", "1-4 1-0", "1-5 1-0", "1-6 1-0")

    assert refusal_of(tournament, 6) == ("no-pairing", {"players": [1]})


def test_three_who_can_only_meet_the_same_two():
    # 1 to 4 have met each other; 5 and 6 have met nobody: of four only two can get an opponent.
    tournament = swiss(6, "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0")

    code, params = refusal_of(tournament, 4)

    assert code == "no-pairing"
    assert len(params["players"]) == 3
    assert set(params["players"]) <= {1, 2, 3, 4}


def test_lifting_the_rule_allows_as_few_rematches_as_possible():
    tournament = swiss(4, "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0")
    assert refusal_of(tournament, 4)[0] == "no-pairing"

    paired = pair(tournament, 4, allow_rematch=True)

    assert paired.rematches == 2
    assert all(any(n.code == "rematch" for n in p.notices) for p in paired.pairs)


def test_nobody_left():
    tournament = with_entry(with_entry(swiss(2, "1-2 1-0"), 1, withdrawn_after=1), 2, withdrawn_after=1)

    assert refusal_of(tournament, 2) == ("nobody", {"round": 2})


def test_one_player_left_has_the_bye():
    paired = pair(with_entry(swiss(2, "1-2 1-0"), 1, withdrawn_after=1), 2)

    assert (paired.pairs, paired.bye) == ((), 2)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"fixed": (FixedPair(2, 1, 2),)}, "fixed-met"),
        ({"fixed": (FixedPair(2, 1, 3),), "forbidden": ((3, 1),)}, "fixed-forbidden"),
        ({"fixed": (FixedPair(2, 1, 3), FixedPair(2, 3, 4))}, "fixed-twice"),
        ({"fixed": (FixedPair(2, 1, 9),)}, "fixed-absent"),
    ],
)
def test_fixed_pairs_that_contradict(changes, code):
    tournament = replace(swiss(4, "1-2 1-0, 3-4 1-0"), **changes)

    assert refusal_of(tournament, 2)[0] == code


def test_a_fixed_pair_keeps_its_colours_and_its_place_in_the_key():
    tournament = replace(swiss(6, "1-2 1-0, 3-4 1-0, 5-6 1-0"), fixed=(FixedPair(2, 1, 4),))

    paired = pair(tournament, 2)

    assert (1, 4) in {(p.first, p.second) for p in paired.pairs}
    assert {frozenset((p.first, p.second)) for p in paired.pairs} >= {frozenset((3, 5)), frozenset((2, 6))}


@pytest.mark.parametrize(
    ("tournament", "round_number", "code"),
    [
        (swiss(4), 2, "round-missing"),
        (swiss(4, rounds=3), 4, "bad-round"),
        (swiss(4), 0, "bad-round"),
        (swiss(4, system="dutch"), 1, "unknown-system"),
    ],
)
def test_no_basis_for_pairing(tournament, round_number, code):
    with pytest.raises(PairingInputError) as error:
        pair(tournament, round_number)

    assert error.value.code == code


def test_a_missing_result_is_named():
    tournament = swiss(4, "1-2 1-0, 3-4 1-0")
    games = (replace(tournament.games[0], result=None), *tournament.games[1:])

    with pytest.raises(PairingInputError) as error:
        pair(replace(tournament, games=games), 2)

    assert error.value.params == {"round": 1, "table": 1, "first": 1, "second": 2}
