"""The 2009 championships: the rule gives what really happened, where the specification says so."""

import pytest

from tests.tournaments.pairing.builders import championship
from tournaments.pairing import pair, verify


def pairs(rows):
    return {frozenset(row[-2:]) for row in rows}


@pytest.mark.parametrize(("round_number", "same"), [(1, 6), (2, 0), (3, 6), (4, 6), (5, 6), (6, 6), (7, 2)])
def test_world_championship_women_2009(round_number, same):
    tournament = championship("wxc2009_women")

    found = verify(tournament, round_number)

    assert len(pairs(found.expected.as_numbers()) & pairs(found.found)) == same


@pytest.mark.parametrize("round_number", [1, 4])
def test_whole_rounds_with_tables_and_colours(round_number):
    assert verify(championship("wxc2009_women"), round_number).ok


def test_the_colour_rule_differs_only_at_identical_histories():
    tournament = championship("wxc2009_women")
    turned = [
        (round_number, difference.params["first"], difference.params["second"])
        for round_number in (3, 4, 5, 6)
        for difference in verify(tournament, round_number).differences
    ]

    assert turned == [(3, 9, 4), (5, 12, 1), (6, 5, 8), (6, 12, 9)]


def test_asian_women_2009_is_the_berger_schedule():
    tournament = championship("axf2009_women")

    for round_number in range(1, 10):
        paired = pair(tournament, round_number)
        played = {(g.first, g.second) for g in tournament.games if g.round == round_number}
        assert {(p.first, p.second) for p in paired.pairs} == played
        assert [paired.bye] == [b.number for b in tournament.byes if b.round == round_number]
