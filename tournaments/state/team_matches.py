"""Teams that meet teams: matches of several boards, and what a team brings into each round.

Vocabulary:

*match*         two teams in one round; *board* one game of it, counted from 1.
*match points*, *board points*   what a match gives for its result as a whole, and the sum of its boards
                (FIDE's "game points").
*first team*    the team whose player moves first on board 1.
*primary*       the points that rank and pair the teams; the other ones are *secondary*.
*played*        a match with at least one board played over the board. An unplayed one gives no colour.

Sources: FIDE C.04.6 and C.07 of 2026; Chinese xiangqi competition rules of 2011, 13.2 and 13.3.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Side, Tournament


class Primary(StrEnum):
    MATCH = "match"
    BOARD = "board"


class ColourModel(StrEnum):
    """Which wishes for a colour FIDE's team Swiss knows (C.04.6, Types A and B)."""

    STRONG = "A"
    STRONG_AND_MILD = "B"
    NONE = "none"


class Alone(StrEnum):
    """Why a team plays no match in a round: FIDE's kinds of bye."""

    BYE = "U"  # the bye of the pairing
    FULL = "F"
    HALF = "H"
    ZERO = "Z"


@dataclass(frozen=True, slots=True)
class TeamRules:
    """How matches are played and counted. ``colours``: a letter a board, F where the first team's player
    moves first. ``bye``: match and board points of the bye; `None`: a draw's and half of all."""

    boards: int
    colours: str = ""
    primary: Primary = Primary.MATCH
    match_points: Points = field(default_factory=Points)
    board_points: Points = field(default_factory=Points)
    bye: tuple[int, int] | None = None
    model: ColourModel = ColourModel.STRONG
    secondary_colours: bool = True

    def first_team_begins(self, board: int) -> bool:
        """Whether the first team's player moves first on ``board``."""
        return self.colours[board - 1] == "F" if self.colours else board % 2 == 1

    def alone(self, kind: Alone) -> tuple[int, int]:
        """Match and board points of a round without a match."""
        match, board = self.match_points, self.board_points
        halves = self.boards * board.draw
        if kind is Alone.BYE:
            return (match.draw, halves) if self.bye is None else self.bye
        if kind is Alone.FULL:
            return match.win, self.boards * board.win
        return (match.draw, halves) if kind is Alone.HALF else (match.absence, 0)


@dataclass(frozen=True, slots=True)
class Team:
    """A team by its ``number``; ``members``: entry numbers in the order of the roster."""

    number: int
    name: str = ""
    federation: str = ""
    members: tuple[int, ...] = ()
    withdrawn_after: int | None = None
    absences: Mapping[int, Alone] = field(default_factory=dict, hash=False)

    def plays_in(self, round_number: int) -> bool:
        """Whether the team is to be paired in this round."""
        if self.withdrawn_after is not None and round_number > self.withdrawn_after:
            return False
        return round_number not in self.absences


@dataclass(frozen=True, slots=True)
class Board:
    """One game of a match, its result as the first **team** has it: `Result.FIRST` when that team's player
    won, whoever moved first. Empty on one side: a forfeit. ``result`` None: not known yet."""

    result: Result | None
    forfeit: bool = False
    players: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams at a table. ``boards`` from 1. ``lost_by``: who has lost the match without play; both sides
    when neither came."""

    round: int
    table: int
    first: int
    second: int
    boards: tuple[Board, ...] = ()
    lost_by: frozenset[Side] = frozenset()


@dataclass(frozen=True, slots=True)
class TeamBye:
    round: int
    team: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken (negative) or given. ``round`` None: after the last. ``pairing``: pairing counts it."""

    team: int
    match: int
    board: int
    round: int | None = None
    pairing: bool = True


@dataclass(frozen=True, slots=True)
class TeamEvent:
    """A competition of team matches. ``begins_first``: the colour drawn for odd numbers, True the first.
    ``accelerated``: Baku acceleration (C.04.7)."""

    rules: TeamRules
    teams: tuple[Team, ...]
    rounds: int
    matches: tuple[TeamMatch, ...] = ()
    byes: tuple[TeamBye, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    begins_first: bool = True
    accelerated: bool = False


@dataclass(frozen=True, slots=True)
class TeamRound:
    """What one team did in one round. ``boards``: its points board by board; ``side`` None: no match, or none
    that was played. ``scheduled``: the opponent of the pairing, though the match was forfeited."""

    round: int
    match_points: int
    board_points: int
    opponent: int | None = None
    scheduled: int | None = None
    side: Side | None = None
    boards: tuple[int, ...] = ()
    alone: Alone | None = None
    won_by_forfeit: bool = False

    @property
    def played(self) -> bool:
        return self.opponent is not None

    def points(self, primary: Primary) -> int:
        return self.match_points if primary is Primary.MATCH else self.board_points


def points_of(rules: TeamRules, match: TeamMatch) -> tuple[tuple[int, int], tuple[int, int]]:
    """Match and board points of the first team, then of the second one; boards without a result give none."""
    per_board = board_points(rules, match)
    ours, theirs = (sum(points) for points in per_board)
    win, draw, loss = (getattr(rules.match_points, key) for key in ("win", "draw", "loss"))
    if match.lost_by:
        gained = [0 if side in match.lost_by else win for side in Side]
        return (gained[0], ours), (gained[1], theirs)
    if not any(board.result is not None for board in match.boards):
        return (0, 0), (0, 0)
    if ours == theirs:
        # Nobody at any board: neither side has drawn anything.
        both = draw if ours or _played(match) else 0
        return (both, ours), (both, theirs)
    return ((win, ours), (loss, theirs)) if ours > theirs else ((loss, ours), (win, theirs))


def board_points(rules: TeamRules, match: TeamMatch) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of the first team board by board, and of the second. A match that is lost without play gives
    the other team a win on every board."""
    points = rules.board_points
    if match.lost_by:
        full, none = (points.win,) * rules.boards, (0,) * rules.boards
        return (
            none if Side.FIRST in match.lost_by else full,
            none if Side.SECOND in match.lost_by else full,
        )
    rows = [_board(points, board) for board in match.boards]
    return tuple(row[0] for row in rows), tuple(row[1] for row in rows)


def _board(points: Points, board: Board) -> tuple[int, int]:
    lost = 0 if board.forfeit else points.loss
    match board.result:
        case Result.FIRST:
            return points.win, lost
        case Result.SECOND:
            return lost, points.win
        case Result.DRAW:
            return points.draw, points.draw
        case Result.NONE:
            return lost, lost
    return 0, 0


def _played(match: TeamMatch) -> bool:
    return not match.lost_by and any(b.result is not None and not b.forfeit for b in match.boards)


TeamHistory = dict[int, list[TeamRound]]


def team_history(event: TeamEvent, before: int | None = None) -> TeamHistory:
    """What each team did, in order of rounds, by number; only rounds before ``before`` if it is given.

    A round that is on record for others only counts as a zero-point bye, or as the absence that the team has
    asked for.
    """
    rows: dict[int, dict[int, TeamRound]] = defaultdict(dict)
    for match in event.matches:
        for number, row in _sides(event.rules, match):
            rows[match.round][number] = row
    for bye in event.byes:
        rows[bye.round][bye.team] = _alone(event.rules, bye.round, Alone.BYE)
    history: TeamHistory = {team.number: [] for team in event.teams}
    for round_number in sorted(rows):
        if before is not None and round_number >= before:
            break
        for team in event.teams:
            asked_for = _alone(event.rules, round_number, team.absences.get(round_number, Alone.ZERO))
            history[team.number].append(rows[round_number].get(team.number, asked_for))
    return history


def _sides(rules: TeamRules, match: TeamMatch) -> Iterable[tuple[int, TeamRound]]:
    per_board = board_points(rules, match)
    played = _played(match)
    scores = points_of(rules, match)
    for side, number, other, points, boards in zip(
        Side, (match.first, match.second), (match.second, match.first), scores, per_board, strict=True
    ):
        # Won on forfeited boards alone is won by forfeit as well.
        won = not played and points[0] == rules.match_points.win
        yield (
            number,
            TeamRound(
                round=match.round,
                match_points=points[0],
                board_points=points[1],
                opponent=other if played else None,
                scheduled=other,
                side=side if played else None,
                boards=boards,
                won_by_forfeit=won,
            ),
        )


def _alone(rules: TeamRules, round_number: int, kind: Alone) -> TeamRound:
    match, board = rules.alone(kind)
    return TeamRound(round_number, match, board, alone=kind)


def as_tournament(event: TeamEvent, system: str, *, seed: str = "") -> Tournament:
    """The matches as games of a tournament whose entries are the teams (T3): what pairs players by ``system``
    pairs teams as well. Match points are the points.

    Raises `ValueError` where board points are primary: results of matches do not tell them.
    """
    if event.rules.primary is not Primary.MATCH:
        raise ValueError("board points rank these teams; match results do not hold them")
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
        games=tuple(_as_game(event.rules, match) for match in event.matches),
        byes=tuple(Bye(number, team) for number, team, kind in alone if kind is Alone.BYE),
        absences=tuple(Absence(number, team) for number, team, kind in alone if kind is not Alone.BYE),
        rounds=event.rounds,
        points=event.rules.match_points,
        seed=seed,
        forbidden=tuple(sorted(event.forbidden)),
    )


def _as_game(rules: TeamRules, match: TeamMatch) -> Game:
    result: Result | None = None
    if match.lost_by or all(board.result is not None for board in match.boards):
        (ours, _), (theirs, _) = points_of(rules, match)
        both = Result.DRAW if ours else Result.NONE
        result = Result.FIRST if ours > theirs else Result.SECOND if theirs > ours else both
    return Game(
        match.round,
        match.table,
        match.first,
        match.second,
        result,
        forfeit=result is not None and not _played(match),
    )
