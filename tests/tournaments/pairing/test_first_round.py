"""Round 1: WXC 2.1 and 2.2, R7; WMSG 1."""

from dataclasses import replace

import pytest

from tests.tournaments.pairing.builders import swiss, with_entry
from tournaments.pairing import CannotPair, NoticeCode, ReasonCode, pair
from tournaments.state.tournament import Entry, FixedPair, Tournament


def field(*federations, system="wxc2015"):
    entries = [
        Entry(number, federation=federation, group=1 if number % 2 else 2)
        for number, federation in enumerate(federations, start=1)
    ]
    return Tournament(system, tuple(entries))


def test_neighbours_meet_and_red_alternates():
    paired = pair(swiss(8), 1)

    assert paired.as_numbers() == ((1, 1, 2), (2, 4, 3), (3, 5, 6), (4, 8, 7))


def test_wmsg_gives_first_to_the_smaller_number_and_ignores_nations():
    paired = pair(field("CHN", "CHN", "CHN", "VIE", system="wmsg2008"), 1)

    assert paired.as_numbers() == ((1, 1, 2), (2, 3, 4))


def test_one_federation_swaps_with_the_nearest_later_table():
    paired = pair(field("CHN", "CHN", "CHN", "VIE", "GER", "USA"), 1)

    # Table 1 would take 4 from table 2, but then table 2 held 3 and 2, both CHN: so it takes 6.
    assert paired.as_numbers() == ((1, 1, 6), (2, 4, 3), (3, 2, 5))
    assert paired.pairs[0].reasons[0].code is ReasonCode.FEDERATION_SWAP
    assert paired.pairs[0].reasons[0].params == {"player": 2, "partner": 6, "federation": "CHN"}


def test_last_table_swaps_with_the_nearest_earlier():
    paired = pair(field("GER", "USA", "VIE", "FRA", "CHN", "CHN"), 1)

    assert paired.as_numbers() == ((1, 1, 2), (2, 6, 3), (3, 4, 5))


def test_more_than_half_of_one_federation_leaves_the_fewest_clashes_and_names_them():
    paired = pair(field("CHN", "CHN", "CHN", "CHN", "VIE", "CHN"), 1)

    clashes = [
        notice.params
        for p in paired.pairs
        for notice in p.notices
        if notice.code is NoticeCode.SAME_FEDERATION
    ]
    assert len(clashes) == 2


def test_absentees_are_left_out_first():
    paired = pair(with_entry(swiss(7), 3, absences=frozenset({1})), 1)

    assert paired.as_numbers() == ((1, 1, 2), (2, 5, 4), (3, 6, 7))


def test_the_largest_number_has_the_bye():
    assert pair(swiss(5), 1).bye == 5


def test_fixed_and_forbidden_pairs():
    tournament = replace(swiss(8), fixed=(FixedPair(1, 7, 2),), forbidden=((3, 1),))

    paired = pair(tournament, 1)

    # Without 2 and 7 the neighbours are 1-3 (forbidden), 4-5, 6-8; the larger numbers 3 and 5 change places.
    assert paired.as_numbers() == ((1, 1, 5), (2, 7, 2), (3, 3, 4), (4, 8, 6))


def test_forbidden_pairs_that_no_exchange_resolves():
    tournament = replace(swiss(4), forbidden=((1, 2), (1, 4), (2, 4)))

    with pytest.raises(CannotPair) as refusal:
        pair(tournament, 1)
    assert refusal.value.params["players"] == [1, 2]

    searched = pair(replace(swiss(4), forbidden=((1, 2), (1, 4))), 1)
    assert searched.as_numbers() == ((1, 1, 3), (2, 4, 2))
    assert searched.pairs[0].reasons[0].code is ReasonCode.ROUND_ONE_SEARCH
