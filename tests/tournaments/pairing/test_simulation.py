"""Made-up tournaments are the same for the same seed and are honest tournament files."""

import pytest

from tournaments.exchange import tournament_file
from tournaments.pairing import PairingInputError
from tournaments.pairing.simulation import simulate


@pytest.mark.parametrize("system", ["wxc2015", "wmsg2008", "round-robin", "double-round-robin"])
@pytest.mark.parametrize("players", [7, 8])
def test_same_seed_same_file_and_it_round_trips(system, players):
    tournament = simulate(players, 3, system, "a seed")

    assert simulate(players, 3, system, "a seed") == tournament
    assert simulate(players, 3, system, "another") != tournament
    assert tournament_file.loads(tournament_file.dumps(tournament)) == tournament
    assert tournament.last_round == 3
    assert tournament.rounds > 3


def test_federations_and_groups():
    tournament = simulate(54, 0, federations=20, total_rounds=9)

    assert len({entry.federation for entry in tournament.entries}) == 20
    assert [entry.number for entry in tournament.entries] == list(range(1, 55))
    assert {entry.group for entry in tournament.entries} == {1, 2}
    assert tournament.rounds == 9


@pytest.mark.parametrize(("players", "system"), [(1, "wxc2015"), (8, "dutch")])
def test_what_cannot_be_simulated(players, system):
    with pytest.raises(PairingInputError):
        simulate(players, 1, system)
