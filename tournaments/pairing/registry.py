"""Systems by name, and the one door to all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.pairing import finals, knockout, round_robin, scheveningen
from tournaments.pairing.digests import pairing_digest, pairing_input, tournament_from_input
from tournaments.pairing.dutch import pairing as dutch
from tournaments.pairing.dutch.pairing import pair_dutch
from tournaments.pairing.gotha import engine
from tournaments.pairing.of_teams import competition
from tournaments.pairing.swiss import Swiss
from tournaments.pairing.team_swiss import inputs as team_swiss
from tournaments.pairing.team_swiss.pairing import pair_teams
from tournaments.pairing.values import InputCode, PairedRound, PairingInputError
from tournaments.pairing.wmsg import WMSG2008
from tournaments.pairing.wxc import WXC2015
from tournaments.state.bracket import bracket_rounds
from tournaments.state.gc_disabled import gc_disabled
from tournaments.state.team_matches import TeamEvent
from tournaments.state.tournament import Tournament

FIDE_DUTCH = dutch.NAME
SWISS: Mapping[str, Swiss] = {system.name: system for system in (WXC2015, WMSG2008)}
ROUND_ROBINS = (round_robin.SINGLE, round_robin.DOUBLE)
# `pair` pairs players by these systems.
SYSTEMS = (*SWISS, FIDE_DUTCH, *ROUND_ROBINS, knockout.KNOCKOUT, *engine.SYSTEMS)
FIDE_TEAM = team_swiss.NAME
# It pairs teams by these.
TEAM_SYSTEMS = (*SWISS, FIDE_TEAM, *ROUND_ROBINS, knockout.KNOCKOUT, scheveningen.NAME)


def games_by(system: str) -> str:
    """Return the system by which the single games of teams are counted."""
    # As in a Swiss where only teams can be paired so, and in a knock-out.
    return WMSG2008.name if system not in SYSTEMS or system == knockout.KNOCKOUT else system


def pair(
    tournament: Tournament | TeamEvent,
    round_number: int,
    *,
    allow_rematch: bool = False,
    explain: bool = True,
    inputs: Mapping[str, Any] | None = None,
) -> PairedRound:
    """The pairing that the rules give for ``round_number``, from what was known before it.

    ``allow_rematch`` lifts "never a rematch" for this round: the number of rematches becomes item 0 of the
    key. Of a tournament in which teams meet the teams are paired, a `TeamEvent` by FIDE's Swiss. Without
    ``explain`` pairs carry neither reasons nor notices. ``inputs``: its `pairing_input`, where that is at
    hand.

    Raises `CannotPair` when the rules allow no pairing, `PairingInputError` when the tournament is not in a
    state from which this round can be paired.
    """
    with gc_disabled():
        if isinstance(tournament, Tournament):
            tournament = competition(tournament, round_number)
        paired = _paired(tournament, round_number, allow_rematch=allow_rematch, explain=explain)
        rests_on = inputs or pairing_input(tournament, round_number)
        return replace(paired, digest=pairing_digest(rests_on, paired, allow_rematch=allow_rematch))


def _paired(
    tournament: Tournament | TeamEvent, round_number: int, *, allow_rematch: bool, explain: bool
) -> PairedRound:
    if isinstance(tournament, TeamEvent):
        return pair_teams(tournament, round_number, allow_rematch=allow_rematch, explain=explain)
    if tournament.system in SWISS:
        system = SWISS[tournament.system]
        return finals.pair(system, tournament, round_number, allow_rematch=allow_rematch, explain=explain)
    if tournament.system == FIDE_DUTCH:
        return pair_dutch(tournament, round_number, allow_rematch=allow_rematch, explain=explain)
    if tournament.system in ROUND_ROBINS:
        return round_robin.pair_round_robin(tournament, round_number, explain=explain)
    if tournament.system == knockout.KNOCKOUT:
        return knockout.pair(tournament, round_number, explain=explain)
    if tournament.system == scheveningen.NAME:
        return scheveningen.pair(tournament, round_number, explain=explain)
    if tournament.system in engine.SYSTEMS:
        return engine.pair(tournament, round_number, allow_rematch=allow_rematch, explain=explain)
    raise PairingInputError(InputCode.UNKNOWN_SYSTEM, system=tournament.system)


def recompute(data: Mapping[str, Any], *, allow_rematch: bool = False) -> PairedRound:
    """The round that a stored `pairing_input` gives, without reasons. Raises as `pair` does."""
    if engine.is_input(data):
        with gc_disabled():
            paired = engine.recompute(data, allow_rematch=allow_rematch)
            return replace(paired, digest=pairing_digest(data, paired, allow_rematch=allow_rematch))
    position = team_swiss.event_from_input(data) if team_swiss.is_input(data) else tournament_from_input(data)
    return pair(position, data["round"], allow_rematch=allow_rematch, explain=False, inputs=data)


def rounds_of(system: str, players: int, *, elimination: str = "") -> int:
    """How many rounds a round robin or knock-out of so many players needs, or two teams by Scheveningen of
    so many each; in a Swiss the organiser decides. ``elimination``: `Options.elimination`.

    Raises `PairingInputError` for any other system.
    """
    if system == knockout.KNOCKOUT:
        return bracket_rounds(players, elimination)
    if system == scheveningen.NAME:
        return players
    if system not in ROUND_ROBINS:
        raise PairingInputError(InputCode.UNKNOWN_SYSTEM, system=system)
    return round_robin.rounds_needed(players, double=system == round_robin.DOUBLE)
