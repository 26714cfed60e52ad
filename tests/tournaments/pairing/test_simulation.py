"""Made-up tournaments are the same for the same seed and are honest tournament files."""

import pytest

from tournaments.exchange import tournament_file
from tournaments.pairing import SYSTEMS, PairingInputError, verify
from tournaments.pairing.simulation import Mishaps, simulate
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.options import Options


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


@pytest.mark.slow
@pytest.mark.parametrize("system", [system for system in SYSTEMS if system not in GO_SYSTEMS])
def test_trouble_makes_absences_withdrawals_and_forfeits_and_every_round_verifies(system):
    trouble = Mishaps(absences=0.15, withdrawals=0.05, forfeits=0.2)
    options = Options(best_of=3, third_place=True) if system == "knock-out" else Options()
    tournament = simulate(24, 4, system, 11, grouping="columns", options=options, trouble=trouble)

    assert tournament_file.loads(tournament_file.dumps(tournament)) == tournament
    assert tournament.absences
    assert any(entry.withdrawn_after for entry in tournament.entries)
    forfeits = [game for game in tournament.games if game.forfeit]
    assert 0 < len(forfeits) < len(tournament.games)
    assert all(verify(tournament, number).ok for number in range(1, 5))
    # Nobody sits down in a round for which he or she is absent or gone.
    seated = {(game.round, number) for game in tournament.games for number in (game.first, game.second)}
    assert not seated & {(row.round, row.number) for row in tournament.absences}
    gone = {entry.number: entry.withdrawn_after for entry in tournament.entries if entry.withdrawn_after}
    assert all(number <= gone.get(who, number) for number, who in seated)


def test_without_trouble_nothing_but_the_results_is_drawn():
    assert simulate(20, 3, "wxc2015", 5, trouble=Mishaps()) == simulate(20, 3, "wxc2015", 5)


@pytest.mark.parametrize(("players", "system"), [(1, "wxc2015"), (8, "dutch")])
def test_what_cannot_be_simulated(players, system):
    with pytest.raises(PairingInputError):
        simulate(players, 1, system)
