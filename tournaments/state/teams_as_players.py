"""Matches of teams as games between the teams (T3), for what pairs and places players."""

from __future__ import annotations

from tournaments.state.team_matches import (
    KNOCK_OUT,
    Alone,
    TeamEvent,
    TeamMatch,
    TeamRules,
    goes_on,
    points_of,
    team_history,
    was_played,
)
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Side, Tournament


def as_tournament(event: TeamEvent, system: str, *, seed: str = "") -> Tournament:
    """The matches as games of a tournament whose entries are the teams (T3): what pairs players by ``system``
    pairs teams as well. Match points are the points, whatever ranks the teams: a Swiss that looks at points
    is not for those that board points rank.
    """
    history = team_history(event)
    alone = [(row.round, n, row.alone) for n, rows in history.items() for row in rows if row.alone]
    return Tournament(
        system=system,
        entries=tuple(
            Entry(
                number=team.number,
                name=team.name,
                federation=team.federation,
                withdrawn_after=team.withdrawn_after,
                absences=frozenset(team.absences),
            )
            for team in event.teams
        ),
        games=tuple(_as_game(event.rules, match, knock_out=system == KNOCK_OUT) for match in event.matches),
        # A full-point bye is one to the systems that know no other.
        byes=tuple(Bye(number, team) for number, team, kind in alone if kind in (Alone.BYE, Alone.FULL)),
        absences=tuple(
            Absence(number, team, half=kind is Alone.HALF)
            for number, team, kind in alone
            if kind in (Alone.HALF, Alone.ZERO)
        ),
        rounds=event.rounds,
        points=event.rules.match_points,
        seed=seed,
        forbidden=tuple(sorted(event.forbidden)),
    )


def _as_game(rules: TeamRules, match: TeamMatch, *, knock_out: bool) -> Game:
    result: Result | None = None
    if match.lost_by or (match.boards and all(board.result is not None for board in match.boards)):
        (ours, _), (theirs, _) = points_of(rules, match)
        both = Result.DRAW if ours else Result.NONE
        result = Result.FIRST if ours > theirs else Result.SECOND if theirs > ours else both
    # A level match may give nobody a point: nothing for a draw, or nobody at any board.
    if knock_out and result in (Result.DRAW, Result.NONE) and (won := goes_on(rules, match)):
        result = Result.FIRST if won[0] is Side.FIRST else Result.SECOND
    return Game(
        match.round,
        match.table,
        match.first,
        match.second,
        result,
        forfeit=result is not None and not was_played(match),
    )
