"""Scheveningen tables by counting."""

from collections import Counter

import pytest

from tournaments.pairing import CannotPair, pair, recompute
from tournaments.pairing.digests import pairing_input
from tournaments.pairing.scheveningen import scheveningen
from tournaments.pairing.values import PairingInputError
from tournaments.state.tournament import Entry, Tournament


@pytest.mark.parametrize("players", range(1, 25))
def test_everybody_meets_the_whole_other_team_once_and_sides_are_even(players):
    met = Counter()
    firsts = Counter()
    for number in range(1, players + 1):
        rows = scheveningen(players, number)
        assert sorted(ours for ours, _, _ in rows) == list(range(1, players + 1))
        assert sorted(theirs for _, theirs, _ in rows) == list(range(1, players + 1))
        met.update((ours, theirs) for ours, theirs, _ in rows)
        firsts.update(("ours", row[0]) if row[2] else ("theirs", row[1]) for row in rows)
        lead = abs(2 * sum(first for _, _, first in rows) - players)
        assert lead <= (0 if players % 4 == 0 else 1 if players % 2 else 2)
    assert set(met.values()) == {1}
    assert len(met) == players**2
    for team in ("ours", "theirs"):
        for place in range(1, players + 1):
            assert abs(2 * firsts[team, place] - players) <= players % 2


@pytest.mark.parametrize("number", [0, 5, -1])
def test_a_round_that_is_none(number):
    with pytest.raises(ValueError, match=f"round {number} of 4"):
        scheveningen(4, number)


def two(*teams: int, **gone: int) -> Tournament:
    return Tournament(system="scheveningen", entries=tuple(Entry(number, **gone) for number in teams))


def test_the_two_teams_meet_round_after_round():
    paired = pair(two(2, 1), 3)
    assert (paired.as_numbers(), paired.bye, paired.free) == (((1, 1, 2),), None, ())
    assert recompute(pairing_input(two(2, 1), 3)).digest == paired.digest


def test_another_number_of_teams_and_nobody_there():
    with pytest.raises(PairingInputError, match="two-teams"):
        pair(two(1, 2, 3), 1)
    with pytest.raises(CannotPair, match="nobody"):
        pair(two(1, 2, withdrawn_after=0), 1)
