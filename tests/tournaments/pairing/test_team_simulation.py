"""Made-up tournaments of teams are the same for the same seed, and honest files whose rounds verify; another
program pairs and counts FIDE's as we do."""

from __future__ import annotations

import pytest

from tests.oracles import gacrux_teams
from tests.tournaments.pairing.commands import run
from tournaments.exchange import tournament_file, trf
from tournaments.pairing import PairingInputError, pair, verify
from tournaments.pairing.registry import TEAM_SYSTEMS
from tournaments.pairing.team_simulation import TeamMishaps, simulate_teams
from tournaments.standings.team_tiebreaks import TeamField
from tournaments.state.team_matches import Primary
from tournaments.state.team_section import team_event
from tournaments.state.team_settings import TeamSettings
from tournaments.state.tournament import Tournament

TROUBLE = TeamMishaps(
    absences=0.06,
    withdrawals=0.04,
    byes=0.5,
    matches=0.08,
    forfeits=0.08,
    empty=0.1,
    substitutions=0.4,
    penalties=0.05,
)
SWISS = [system for system in TEAM_SYSTEMS if system != "scheveningen"]


def made(seed: int, *, rounds: int = 3) -> Tournament:
    model, secondary = "A" if seed % 2 else "B", bool(seed % 3)
    settings = TeamSettings(boards=2 + seed % 3, bye="draw", model=model, secondary_colours=secondary)
    return simulate_teams(9 + seed % 5, rounds, "fide-team", seed, settings=settings, trouble=TROUBLE)


@pytest.mark.parametrize("system", SWISS)
def test_same_seed_same_file_it_round_trips_and_every_round_verifies(system: str) -> None:
    tournament = simulate_teams(8, 3, system, 7, trouble=TROUBLE)
    assert tournament == simulate_teams(8, 3, system, 7, trouble=TROUBLE)
    assert tournament != simulate_teams(8, 3, system, 8, trouble=TROUBLE)
    assert tournament_file.loads(tournament_file.dumps(tournament)) == tournament
    assert all(verify(tournament, number).ok for number in (1, 2, 3))


def test_everything_that_can_happen_does() -> None:
    tournament = simulate_teams(60, 8, "fide-team", 1, trouble=TROUBLE)
    section = tournament.teams
    assert section is not None
    assert section.penalties
    assert {match.lost_by for match in section.matches} == {"", "first", "second", "both"}
    line_ups = [side for match in section.matches for side in match.line_ups or ()]
    assert any(None in side for side in line_ups)
    assert any(number % 4 == 0 for side in line_ups for number in side if number)
    assert any(game.forfeit for game in tournament.games)
    assert any(team.withdrawn_after for team in section.teams)
    assert {str(kind) for team in section.teams for kind in team.absences.values()} == {"Z", "H", "F"}


@pytest.mark.slow
def test_another_program_pairs_and_counts_them_as_we_do() -> None:
    for seed in range(40):
        tournament = made(seed)
        section = tournament.teams
        assert section is not None
        text = trf.write(tournament).data.decode()
        totals = TeamField(team_event(tournament), 3)
        for code, of in (("MPTS", Primary.MATCH), ("GPTS", Primary.BOARD)):
            ours = {number: totals.total(number, of) for number in totals.rows}
            assert gacrux_teams.values(text, 3, code) == ours, (seed, code)
        paired = pair(tournament, 4, explain=False)
        points = "mp+gp" if section.settings.secondary_colours else "mp"
        system = ["fideteam", f"type{section.settings.model.lower()}", points]
        pairs = {(first, second) for _, first, second in paired.as_numbers()}
        assert gacrux_teams.paired(text, 4, system) == (pairs, paired.bye or 0), seed


def test_what_cannot_be_simulated() -> None:
    for teams, system in ((1, "fide-team"), (8, "fide-dutch")):
        with pytest.raises(PairingInputError):
            simulate_teams(teams, 1, system)


def test_the_command_writes_a_file_of_teams() -> None:
    wanted = ("--teams", "6", "--boards", "2", "--rounds", "2", "--seed", "5")
    text = run("simulate", *wanted, "--system", "fide-team", "--format", "trf26")[1]
    tournament = trf.read(text.encode()).tournament
    assert tournament is not None
    assert tournament.teams is not None
    assert (tournament.teams.system, len(tournament.teams.teams), tournament.last_round) == (
        "fide-team",
        6,
        2,
    )
    for system in ("fide-dutch", "mcmahon"):
        assert "does not pair teams" in run("simulate", *wanted, "--system", system)[2]
