"""Round 1 in which the upper half draws its opponents from the lower half (CXA 2016)."""

from dataclasses import replace

import pytest

from tests.tournaments.pairing.builders import swiss, with_entry
from tournaments.pairing import CannotPair, ReasonCode, pair
from tournaments.pairing.digests import pairing_input, tournament_from_input
from tournaments.state.lots import lot_digest
from tournaments.state.options import Options
from tournaments.state.tournament import FixedPair

HALVES = Options(first_round="cxa-2016")


def drawn(players, system="wxc2015", **changes):
    return swiss(players, system=system, options=HALVES, seed="dice 3 5 1", **changes)


@pytest.mark.parametrize("system", ["wxc2015", "wmsg2008"])
def test_the_upper_half_in_order_meets_the_lots_of_the_lower_half(system):
    paired = pair(drawn(18, system), 1)

    lots = sorted(range(10, 19), key=lambda number: lot_digest("dice 3 5 1", "first-round", str(number), ""))
    assert [tuple(sorted((p.first, p.second))) for p in paired.pairs] == list(
        zip(range(1, 10), lots, strict=True)
    )
    for item in paired.pairs:
        upper, lower = sorted((item.first, item.second))
        # Sum odd: the upper team is first; even: the lower one.
        assert item.first == (upper if (upper + lower) % 2 else lower)
        codes = [reason.code for reason in item.reasons]
        assert codes == [ReasonCode.HALVES, ReasonCode.COLOUR_SUM]
        assert item.reasons[1].params == {"player": item.first, "sum": upper + lower}


def test_the_input_of_round_1_gives_the_same_pairing_and_that_of_round_2_knows_nothing_of_it():
    tournament = drawn(8)
    stored = pairing_input(tournament, 1)

    assert pair(tournament_from_input(stored), 1) == pair(tournament, 1)
    other = pairing_input(replace(tournament, seed="another"), 1)
    assert other != stored
    first = pair(tournament, 1)
    games = ", ".join(f"{p.first}-{p.second} 1-0" for p in first.pairs)
    later = drawn(8)
    later = replace(later, games=swiss(8, games).games)
    assert "options" not in pairing_input(later, 2)
    assert pair(later, 2).pairs == pair(replace(later, options=Options()), 2).pairs


def test_absent_bye_and_fixed_pairs_come_first_and_the_halves_are_of_the_others():
    tournament = with_entry(drawn(9, fixed=(FixedPair(1, 2, 1),)), 4, absences=frozenset({1}))
    paired = pair(tournament, 1)

    seated = [tuple(sorted((p.first, p.second))) for p in paired.pairs]
    assert (1, 2) in seated
    assert {min(numbers) for numbers in seated} == {1, 3, 5, 6}
    assert next(p for p in paired.pairs if {p.first, p.second} == {1, 2}).first == 2
    assert pair(drawn(7), 1).bye == 7


def test_a_forbidden_pair_gives_the_next_lot_and_who_may_meet_nobody_else_stays_in_the_half():
    plain = [tuple(sorted((p.first, p.second))) for p in pair(drawn(8), 1).pairs]
    first_one, other = plain[0]
    collected = [
        tuple(sorted((p.first, p.second))) for p in pair(drawn(8, forbidden=((first_one, other),)), 1).pairs
    ]
    assert (first_one, other) not in collected
    assert {min(p) for p in collected} == {1, 2, 3, 4}

    barred = tuple((1, number) for number in range(5, 9))
    collected = [tuple(sorted((p.first, p.second))) for p in pair(drawn(8, forbidden=barred), 1).pairs]
    assert collected[0] == (1, 2)
    with pytest.raises(CannotPair):
        pair(drawn(4, forbidden=((1, 2), (1, 3), (1, 4))), 1)
