"""McMahon and its Swiss among the systems that the project pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.pairing.gotha import inputs
from tournaments.pairing.gotha.inputs import FORMAT, event_from_input
from tournaments.pairing.gotha.inputs import pairing_input as gotha_pairing_input
from tournaments.pairing.gotha.rounds import DrawnRound, draw
from tournaments.pairing.gotha.verifying import Deviation
from tournaments.pairing.gotha.verifying import verify as check
from tournaments.pairing.values import InputCode, PairedRound, PairingInputError
from tournaments.pairing.values import Pair as PairOfRound
from tournaments.state.gotha.of_tournament import OUTCOMES, event_before, gotha_event, has_rank, round_points
from tournaments.state.gotha.ranks import rank_text
from tournaments.state.gotha.settings import (
    MCMAHON_SYSTEM,
    SYSTEMS,
    GoSettings,
)
from tournaments.state.gotha.values import GoGame, GoOutcome
from tournaments.state.tournament import Absence, Entry, Game, Result, Tournament

__all__ = ["SYSTEMS", "input_of", "is_input", "pair", "recompute", "tournament_from"]

_RESULTS = {outcome: result for result, outcome in OUTCOMES.items()}


def pair(
    tournament: Tournament, round_number: int, *, allow_rematch: bool = False, explain: bool = True
) -> PairedRound:
    """Pair a round by the value of each pair. Raises `CannotPair` and `PairingInputError`."""
    for game in tournament.games:
        if game.round < round_number and game.result is None:
            params = {"round": game.round, "table": game.table, "first": game.first, "second": game.second}
            raise PairingInputError(InputCode.RESULT_MISSING, **params)
    event = event_before(tournament, round_number)
    if tournament.system == MCMAHON_SYSTEM:
        there = {player.number for player in event.to_be_paired(round_number)}
        # A McMahon score begins with a strength: of whom nobody knows it the input is refused.
        unknown = [e.number for e in tournament.entries if e.number in there and not has_rank(e)]
        if unknown:
            raise PairingInputError(InputCode.NO_GRADE, players=unknown)
    drawn = draw(event, round_number, allow_rematch=allow_rematch)
    return _as_round(drawn, tournament.system, explain=explain)


def deviations(tournament: Tournament, round_number: int) -> tuple[Deviation, ...]:
    """How the round on record differs, by sums: of several pairings with the greatest any will do (M11)."""
    before, played = event_before(tournament, round_number), gotha_event(tournament)
    event = replace(
        before,
        games=(*before.games, *(game for game in played.games if game.round == round_number)),
        byes=(*before.byes, *(bye for bye in played.byes if bye.round == round_number)),
    )
    return check(event, round_number).deviations


def _as_round(drawn: DrawnRound, system: str, *, explain: bool) -> PairedRound:
    return PairedRound(
        round=drawn.round,
        system=system,
        pairs=tuple(
            PairOfRound(p.table, p.black, p.white, p.grounds if explain else (), handicap=p.handicap)
            for p in drawn.pairs
        ),
        bye=drawn.bye,
        rematches=drawn.rematches,
        bye_reasons=(drawn.bye_ground,) if explain and drawn.bye_ground else (),
    )


def input_of(tournament: Tournament, round_number: int) -> dict[str, Any]:
    """As the other systems' input, with the system's name."""
    event = event_before(tournament, round_number)
    return {"system": tournament.system, **gotha_pairing_input(event, round_number)}


def is_input(data: Mapping[str, Any]) -> bool:
    return bool(data.get("format") == FORMAT)


def recompute(data: Mapping[str, Any], *, allow_rematch: bool = False) -> PairedRound:
    """The round of a stored input, without reasons."""
    return _as_round(inputs.recompute(data, allow_rematch=allow_rematch), data["system"], explain=False)


def tournament_from(data: Mapping[str, Any]) -> Tournament:
    """Return what was known before the round."""
    event, _ = event_from_input(data)
    n = data["round"]
    settings = GoSettings(event.scoring, event.handicaps, event.weights)
    # Names decide lots and are not in it: `recompute` pairs from the input itself.
    return Tournament(
        system=data["system"],
        rounds=event.rounds,
        entries=tuple(
            Entry(
                player.number,
                rating=player.rating,
                grade=rank_text(player.rank),
                mms_correction=player.mms_correction,
                absences=frozenset({n}) & player.away,
            )
            for player in event.players
        ),
        games=tuple(
            Game(
                game.round,
                game.table,
                first=game.black,
                second=game.white,
                # What was open then, or cannot be entered here, is an adjourned game.
                result=Result.NONE if _is_open(game) else _RESULTS[game.outcome],
                adjourned=_is_open(game),
                forfeit=game.by_default and not _is_open(game),
                handicap=game.handicap,
            )
            for game in event.games
        ),
        byes=event.byes,
        absences=tuple(
            Absence(number, player.number)
            for player in event.players
            for number in sorted(player.away)
            if number < n
        ),
        game="weiqi",
        tiebreaks=event.criteria,
        points=round_points(settings),
        fixed=event.fixed,
    )


def _is_open(game: GoGame) -> bool:
    return game.is_odd or game.outcome is GoOutcome.UNKNOWN
