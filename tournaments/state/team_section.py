"""Hold team matches as a file does; what the boards gave stands in `Tournament.games` alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.state.deciding import PlayedStep
from tournaments.state.line_ups import LineUp
from tournaments.state.lots import odd_begin
from tournaments.state.team_matches import (
    Board,
    PenaltyOfTeam,
    Team,
    TeamBye,
    TeamEvent,
    TeamMatch,
    TeamRules,
    board_points,
    goes_on,
    loses,
)
from tournaments.state.team_settings import DEFAULT, TeamSettings
from tournaments.state.tournament import FixedPair, ForbiddenPair, Game, Result, Side, Tournament

INVERTED = {
    Result.FIRST: Result.SECOND,
    Result.SECOND: Result.FIRST,
    Result.FIRST_HALF: Result.SECOND_HALF,
    Result.SECOND_HALF: Result.FIRST_HALF,
}
# By `SeatedMatch.lost_by`.
LOST: Mapping[str, frozenset[Side]] = {
    "": frozenset(),
    "first": frozenset({Side.FIRST}),
    "second": frozenset({Side.SECOND}),
    "both": frozenset(Side),
}


# Of the first team, and of the second.
LineUps = tuple[LineUp, LineUp]


@dataclass(frozen=True, slots=True)
class SeatedMatch:
    """Hold two teams at a table."""

    round: int
    table: int
    first: int
    second: int
    # Of the first team and of the second; None while nobody may know.
    line_ups: LineUps | None = None
    # Who has lost it without play, one of `LOST`.
    lost_by: str = ""
    # Who goes on from a level match of a knock-out and by what, where its boards do not say.
    decided_for: str = ""
    decided_by: str = ""
    # A letter for each board, F where the first team's player moved first, of a match that was played
    # elsewhere by other colours than those of its section.
    colours: str = ""
    steps: tuple[PlayedStep, ...] = ()
    # In UTC, where that is not when its round starts.
    starts_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class TeamSection:
    """``system``: by which the teams are paired; the games are counted by that of the `Tournament`. Rows are
    in their natural order."""

    system: str
    settings: TeamSettings = DEFAULT
    teams: tuple[Team, ...] = ()
    matches: tuple[SeatedMatch, ...] = ()
    byes: tuple[TeamBye, ...] = ()
    penalties: tuple[PenaltyOfTeam, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    forbidden_once: tuple[ForbiddenPair, ...] = ()
    fixed: tuple[FixedPair, ...] = ()

    @property
    def rounds_on_record(self) -> frozenset[int]:
        return frozenset(row.round for row in self.matches) | {row.round for row in self.byes}

    def unseated_in(self, round_number: int) -> list[int]:
        """The tables of the matches of which nobody may know yet who plays."""
        unseated = (row for row in self.matches if row.round == round_number and row.line_ups is None)
        return [match.table for match in unseated if not match.lost_by]

    @property
    def team_of(self) -> dict[int, int]:
        """The team of each member."""
        return {number: team.number for team in self.teams for number in team.members}


# A round, and the two who sit at a board, the smaller number first.
Places = tuple[int, int, int]


def team_event(tournament: Tournament) -> TeamEvent:
    """The matches with what their boards gave. Raises `ValueError` where no teams meet."""
    team_section = tournament.teams
    if team_section is None:
        raise ValueError("no section of teams")
    last: dict[Places, Game] = {}
    for game in sorted(tournament.games, key=lambda game: game.game):
        last[_places(game.round, game.first, game.second)] = game
    return TeamEvent(
        rules=team_section.settings.rules(tournament.points),
        teams=team_section.teams,
        rounds=tournament.rounds,
        matches=tuple(_match(match, last) for match in team_section.matches),
        byes=team_section.byes,
        penalties=team_section.penalties,
        forbidden=frozenset(team_section.forbidden),
        begins_first=odd_begin(tournament.seed),
        accelerated=team_section.settings.accelerated,
        fouls=tournament.fouls if team_section.settings.counts_fouls else (),
        carried=tournament.options.carried_matches,
    )


def _places(round_number: int, number: int | None, other: int | None) -> Places:
    return round_number, min(number or 0, other or 0), max(number or 0, other or 0)


def _match(match: SeatedMatch, games: Mapping[Places, Game]) -> TeamMatch:
    sides = match.line_ups or ((), ())
    return TeamMatch(
        round=match.round,
        table=match.table,
        first=match.first,
        second=match.second,
        boards=tuple(
            board_of(*both, games.get(_places(match.round, *both))) for both in zip(*sides, strict=True)
        ),
        lost_by=LOST[match.lost_by],
        decided_for=Side(match.decided_for) if match.decided_for else None,
        steps=match.steps,
    )


def board_of(ours: int | None, theirs: int | None, game: Game | None) -> Board:
    """Make a board of who sits at it and the last game there."""
    if ours is None or theirs is None:
        # A side that is empty has lost by forfeit, both have where both are.
        nobody = Result.NONE if ours is theirs else Result.SECOND if ours is None else Result.FIRST
        return Board(nobody, forfeit=True, players=(ours, theirs))
    if game is None:
        return Board(None, players=(ours, theirs))
    result, begins = game.result, game.first == ours
    if result is not None and not begins:
        result = INVERTED.get(result, result)
    return Board(result, game.forfeit, (ours, theirs), begins)


def forfeited(rules: TeamRules, match: TeamMatch) -> str:
    """Who has lost a match without play, or by too many boards that were forfeited: a key of `LOST`."""
    lost = loses(rules, match)
    return next(key for key, sides in LOST.items() if sides == lost)


def outcome(rules: TeamRules, match: TeamMatch, *, knock_out: bool = False) -> str:
    """Return who has won whatever open boards bring: ``first``, ``second``, ``level``, ``none``."""
    ours, theirs = (sum(points) for points in board_points(rules, match))
    if lost := loses(rules, match):
        # Both have lost it without play.
        return "none" if len(lost) == len(Side) else str(next(side for side in Side if side not in lost))
    if not match.boards:
        return ""
    points = rules.board_points
    open_ = sum(board.result is None for board in match.boards) * (points.win - points.loss)
    if abs(ours - theirs) > open_:
        return str(Side.FIRST if ours > theirs else Side.SECOND)
    if any(board.result is None for board in match.boards):
        return ""
    # In a knock-out who goes on.
    won = goes_on(rules, match) if knock_out else None
    return "level" if won is None else str(won[0])


def last_over(event: TeamEvent) -> int:
    """The last round up to which every board has a result; 0 for none."""
    rounds = {match.round for match in event.matches} | {bye.round for bye in event.byes}
    running = {
        match.round
        for match in event.matches
        if not match.lost_by and not (match.boards and all(board.result for board in match.boards))
    }
    return min(running, default=max(rounds, default=0) + 1) - 1


def in_natural_order(team_section: TeamSection) -> TeamSection:
    """The same with its rows in their natural order."""
    return replace(
        team_section,
        teams=tuple(sorted(team_section.teams, key=lambda team: team.number)),
        matches=tuple(sorted(team_section.matches, key=lambda match: (match.round, match.table))),
        byes=tuple(sorted(team_section.byes, key=lambda bye: (bye.round, bye.team))),
        penalties=tuple(
            sorted(
                team_section.penalties,
                key=lambda penalty: (penalty.round or 0, penalty.team, penalty.match, penalty.board),
            )
        ),
    )
