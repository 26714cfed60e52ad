"""Matches of teams as games between the teams (T3), for what pairs and places players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tournaments.state.options import NONE, CarriedResult, Options
from tournaments.state.team_matches import (
    KNOCK_OUT,
    Alone,
    Primary,
    TeamEvent,
    TeamHistory,
    TeamMatch,
    TeamRules,
    carried_as_match,
    goes_on,
    match_and_board_points,
    team_history,
    was_played,
)
from tournaments.state.tournament import Absence, Bye, Entry, Game, GivenPoints, Result, Side, Tournament
from tournaments.state.tournament import history as appearances_of

# The systems that look at points.
BY_POINTS = ("wxc2015", "wmsg2008")


def as_tournament(event: TeamEvent, system: str, *, seed: str = "", options: Options = NONE) -> Tournament:
    """Make a tournament whose entries are the teams and whose games are the matches (T3)."""
    history = team_history(event)
    alone = [
        (row.round, n, row.alone) for n, rows in history.items() for row in rows if row.alone and row.round
    ]
    # For a Swiss of our own the points are those that rank the teams, penalties in them where pairing counts
    # these.
    tournament = Tournament(
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
        options=replace(options, carried=_carried(event), carried_matches=()),
        forbidden=tuple(sorted(event.forbidden)),
    )
    if system not in BY_POINTS:
        return tournament
    by_boards = event.rules.primary is Primary.BOARD
    counted = replace(tournament, points=event.rules.board_points) if by_boards else tournament
    return replace(counted, given=_given_points(event, history, counted))


def _carried(event: TeamEvent) -> tuple[CarriedResult, ...]:
    """Who has met in an earlier stage, and with which result."""
    rows = []
    for match in map(carried_as_match, (row for row in event.carried if not row.alone)):
        game = _as_game(event.rules, match, knock_out=False)
        if game.result is not None:
            rows.append(CarriedResult(game.first, game.second, str(game.result), game.forfeit))
    return tuple(rows)


def _given_points(event: TeamEvent, history: TeamHistory, counted: Tournament) -> tuple[GivenPoints, ...]:
    """What teams have for their rounds, where the result of the match as a game does not say it."""
    taken = _taken(event)
    seen = {
        (item.round, number): item.points for number, rows in appearances_of(counted).items() for item in rows
    }
    wanted = (
        GivenPoints(row.round, number, row.points(event.rules.primary) + taken.get((row.round, number), 0))
        for number, rows in history.items()
        for row in rows
    )
    return tuple(item for item in wanted if item.points != seen[item.round, item.number])


def _taken(event: TeamEvent) -> Mapping[tuple[int, int], int]:
    """By round and team, what was taken or given so that pairing counts it."""
    taken: dict[tuple[int, int], int] = {}
    for penalty in event.penalties:
        if penalty.pairing:
            key = penalty.round or event.rounds, penalty.team
            points = penalty.board if event.rules.primary is Primary.BOARD else penalty.match
            taken[key] = taken.get(key, 0) + points
    return taken


def _as_game(rules: TeamRules, match: TeamMatch, *, knock_out: bool) -> Game:
    result: Result | None = None
    if match.lost_by or (match.boards and all(board.result is not None for board in match.boards)):
        (ours, _), (theirs, _) = match_and_board_points(rules, match)
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
