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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournaments.state import deciding
from tournaments.state.options import CarriedMatch
from tournaments.state.points import Points
from tournaments.state.tournament import Foul, Result, Side, decided

MOST_RANK = 999
MOST_STRENGTH = 9_999
SHORT_NAME = 5
# In this system a level match must be decided.
KNOCK_OUT = "knock-out"


def first_team_begins(colours: str, board: int) -> bool:
    """Tell whether the first team's player moves first on ``board``."""
    # Without colours of its own first and second alternate.
    return colours[board - 1] == "F" if colours else board % 2 == 1


class Primary(StrEnum):
    MATCH = "match"
    BOARD = "board"


class ColourModel(StrEnum):
    """Which wishes for a colour FIDE's team Swiss knows (C.04.6, Types A and B)."""

    STRONG = "A"
    STRONG_AND_MILD = "B"
    NONE = "none"


class Decider(StrEnum):
    """What decides a match with equal board points from its own boards (FIDE C.07, 12)."""

    BOARD_COUNT = "board-count"  # the numbers of the boards times the points on them: the lower sum
    TOP_BOARDS = "top-boards"  # the points on board 1, then 2, …
    BOTTOM_OUT = "bottom-out"  # the points without the last board, the last two, …


class Alone(StrEnum):
    """Why a team plays no match in a round: FIDE's kinds of bye."""

    BYE = "U"  # the bye of the pairing
    FULL = "F"
    HALF = "H"
    ZERO = "Z"


@dataclass(frozen=True, slots=True)
class TeamRules:
    """Hold how matches are played and counted."""

    boards: int
    # A letter a board, F where the first team's player moves first.
    colours: str = ""
    primary: Primary = Primary.MATCH
    match_points: Points = field(default_factory=Points)
    board_points: Points = field(default_factory=Points)
    # Match and board points of the bye; None: a draw's and half of all.
    bye: tuple[int, int] | None = None
    model: ColourModel = ColourModel.STRONG
    secondary_colours: bool = True
    # What decides a level match of a knock-out, in order.
    deciders: tuple[Decider, ...] = ()
    # So many boards that a team loses by forfeit cost it the match, whatever the others give; 0: none do.
    forfeit_boards: int = 0
    # The board points of who wins a match that the other side has lost without play; None: a win on every
    # board.
    forfeit_points: int | None = None

    def first_team_begins(self, board: int) -> bool:
        return first_team_begins(self.colours, board)

    def in_round(self, number: int) -> TeamRules:
        """As matches of this round are counted: `Points.weights` are those of the boards."""
        if not self.board_points.weights:
            return self
        weight = self.board_points.weight(number)
        match, board = self.match_points.in_round(number), self.board_points.in_round(number)
        return replace(
            self,
            match_points=match,
            board_points=board,
            # The units are so fine that nothing is cut.
            bye=None if self.bye is None else (int(self.bye[0] * weight), int(self.bye[1] * weight)),
            forfeit_points=None if self.forfeit_points is None else int(self.forfeit_points * weight),
        )

    def alone(self, kind: Alone) -> tuple[int, int]:
        """Match and board points of a round without a match."""
        match, board = self.match_points, self.board_points
        halves = self.boards * board.half
        if kind is Alone.BYE:
            return (match.draw, halves) if self.bye is None else self.bye
        if kind is Alone.FULL:
            return match.win, self.boards * board.win
        return (match.draw, halves) if kind is Alone.HALF else (match.absence, 0)


@dataclass(frozen=True, slots=True)
class Team:
    """A team by its ``number``; ``members``: entry numbers in the order of the roster; ``last_rank``: at the
    last event, where ranks there number the teams; ``short_name``: five characters; ``strength``: a rating,
    None for the mean of those at the boards."""

    number: int
    name: str = ""
    federation: str = ""
    members: tuple[int, ...] = ()
    withdrawn_after: int | None = None
    absences: Mapping[int, Alone] = field(default_factory=dict, hash=False)
    native_name: str = ""
    last_rank: int | None = None
    short_name: str = ""
    captain: str = ""
    strength: int | None = None

    def plays_in(self, round_number: int) -> bool:
        """Whether the team is to be paired in this round."""
        if self.withdrawn_after is not None and round_number > self.withdrawn_after:
            return False
        return round_number not in self.absences


@dataclass(frozen=True, slots=True)
class Board:
    """One game of a match, its result as the first **team** has it: `Result.FIRST` when that team's player
    won, whoever moved first. Empty on one side: a forfeit. ``result`` None: not known yet. ``begins``:
    whether that team's player moved first."""

    result: Result | None
    forfeit: bool = False
    players: tuple[int | None, int | None] = (None, None)
    begins: bool = True


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams at a table. ``boards`` from 1. ``lost_by``: who has lost the match without play; both sides
    when neither came. ``decided_for``: who goes on from a level match by what was played or drawn beside its
    boards; ``steps``: its decider boards as they were played."""

    round: int
    table: int
    first: int
    second: int
    boards: tuple[Board, ...] = ()
    lost_by: frozenset[Side] = frozenset()
    decided_for: Side | None = None
    steps: tuple[deciding.PlayedStep, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamBye:
    round: int
    team: int


@dataclass(frozen=True, slots=True)
class PenaltyOfTeam:
    """Points taken (negative) or given. ``round`` None: after the last. ``pairing``: pairing counts it."""

    team: int
    match: int
    board: int
    round: int | None = None
    pairing: bool = True


@dataclass(frozen=True, slots=True)
class TeamEvent:
    """A competition of team matches. ``forbidden``, ``fixed``: pairs that the chief arbiter has ruled on for
    the round to be paired, the first team of a fixed one first. ``begins_first``: the colour drawn for odd
    numbers, True the first. ``accelerated``: Baku acceleration (C.04.7). ``fouls``: of members, where they
    rank teams. ``carried``: what counts of earlier stages, as round 0."""

    rules: TeamRules
    teams: tuple[Team, ...]
    rounds: int
    matches: tuple[TeamMatch, ...] = ()
    byes: tuple[TeamBye, ...] = ()
    penalties: tuple[PenaltyOfTeam, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    fixed: tuple[tuple[int, int], ...] = ()
    begins_first: bool = True
    accelerated: bool = False
    fouls: tuple[Foul, ...] = ()
    carried: tuple[CarriedMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamRound:
    """What one team did in one round, or in round 0 what is carried; there ``scheduled`` None is a team that
    is not here. ``boards``: its points board by board; ``side`` None: no match, or none
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


def match_and_board_points(rules: TeamRules, match: TeamMatch) -> tuple[tuple[int, int], tuple[int, int]]:
    """Match and board points of the first team, then of the second one; boards without a result give none."""
    per_board = board_points(rules, match)
    ours, theirs = (sum(points) for points in per_board)
    win, draw, loss = (getattr(rules.match_points, key) for key in ("win", "draw", "loss"))
    if lost_by := loses(rules, match):
        gained = [0 if side in lost_by else win for side in Side]
        return (gained[0], ours), (gained[1], theirs)
    if not any(board.result is not None for board in match.boards):
        return (0, 0), (0, 0)
    if ours == theirs:
        # Nobody at any board: neither side has drawn anything.
        both = draw if ours or was_played(match) else 0
        return (both, ours), (both, theirs)
    return ((win, ours), (loss, theirs)) if ours > theirs else ((loss, ours), (win, theirs))


def loses(rules: TeamRules, match: TeamMatch) -> frozenset[Side]:
    """Who has lost a match without play, or by too many boards that were forfeited."""
    if match.lost_by or not rules.forfeit_boards:
        return match.lost_by
    by_side = {Side.FIRST: (Result.SECOND, Result.NONE), Side.SECOND: (Result.FIRST, Result.NONE)}
    return frozenset(
        side
        for side, lost in by_side.items()
        if sum(board.forfeit and board.result in lost for board in match.boards) >= rules.forfeit_boards
    )


def board_points(rules: TeamRules, match: TeamMatch) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points of the first team board by board, and of the second."""
    points = rules.board_points
    # Lost without play: a win on every board for the others, or as many points as the rules say, from board 1
    # on.
    if match.lost_by:
        full, none = _without_play(rules), (0,) * rules.boards
        return (
            none if Side.FIRST in match.lost_by else full,
            none if Side.SECOND in match.lost_by else full,
        )
    rows = [points_on(points, board) for board in match.boards]
    return tuple(row[0] for row in rows), tuple(row[1] for row in rows)


def _without_play(rules: TeamRules) -> tuple[int, ...]:
    win, forfeit_points = rules.board_points.win, rules.forfeit_points
    return tuple(
        win if forfeit_points is None else max(0, min(win, forfeit_points - i * win))
        for i in range(rules.boards)
    )


def points_on(points: Points, board: Board) -> tuple[int, int]:
    """What one board gives the first team, and the second; nothing while it has no result."""
    lost = 0 if board.forfeit else points.loss
    match board.result:
        case Result.FIRST:
            return points.win, lost
        case Result.SECOND:
            return lost, points.win
        case Result.DRAW:
            first, second = points.drawn
            return (first, second) if board.begins else (second, first)
        case Result.NONE:
            return lost, lost
        case Result.FIRST_HALF | Result.SECOND_HALF:
            draw = points.drawn[board.begins is not (board.result is Result.FIRST_HALF)]
            return (draw, lost) if board.result is Result.FIRST_HALF else (lost, draw)
    return 0, 0


def goes_on(rules: TeamRules, match: TeamMatch) -> tuple[Side, str | None] | None:
    """Return who has won a match of a knock-out, and what decided it; None while nobody has, or both have
    lost.

    Where the board points are level: a decider, its decider boards (`deciding.BY_STEPS`), or None where it
    was `TeamMatch.decided_for`."""
    ours, theirs = board_points(rules, match)
    if lost_by := loses(rules, match):
        winners = [side for side in Side if side not in lost_by]
        return (winners[0], None) if winners else None
    if len(match.boards) < rules.boards or any(board.result is None for board in match.boards):
        return None
    if sum(ours) != sum(theirs):
        return (Side.FIRST if sum(ours) > sum(theirs) else Side.SECOND), None
    for decider in rules.deciders:
        we_decide, other = (_decides(decider, points) for points in (ours, theirs))
        if we_decide != other:
            return (Side.FIRST if we_decide > other else Side.SECOND), decider
    if (ahead := decided(match.steps)) is not None:
        return ahead, deciding.BY_STEPS
    return None if match.decided_for is None else (match.decided_for, None)


def is_level(rules: TeamRules, match: TeamMatch) -> bool:
    """Tell whether a match of a knock-out is over and its boards do not tell who goes on."""
    over = bool(match.boards) and all(board.result is not None for board in match.boards)
    # Whoever was said to go on: that is the question here.
    return over and not loses(rules, match) and goes_on(rules, replace(match, decided_for=None)) is None


def plays_on(rules: TeamRules, match: TeamMatch) -> bool:
    """Whether its boards have left a match of a knock-out level: its decider boards count then."""
    return is_level(rules, replace(match, steps=()))


def _decides(decider: Decider, points: Sequence[int]) -> tuple[int, ...]:
    """What a decider makes of one side's boards; the greater wins."""
    match decider:
        case Decider.BOARD_COUNT:
            return (-sum(number * gained for number, gained in enumerate(points, 1)),)
        case Decider.TOP_BOARDS:
            return tuple(points)
    return tuple(sum(points[:last]) for last in range(len(points) - 1, 0, -1))


def was_played(match: TeamMatch) -> bool:
    return not match.lost_by and any(b.result is not None and not b.forfeit for b in match.boards)


def board_text(board: Board, *, by_side: bool = False) -> str:
    """``1-0``, the first team's points first; ``x`` behind it where nobody played, ``s`` where its player
    moved second and draws depend on it."""
    return f"{board.result or '*'}{'x' if board.forfeit else ''}{'s' if by_side and not board.begins else ''}"


def board_from(text: str) -> Board:
    """As `board_text` writes it. Raises `ValueError`."""
    value = text.rstrip("xs")
    behind = text.removeprefix(value)
    return Board(None if value == "*" else Result(value), forfeit="x" in behind, begins="s" not in behind)


def carried_as_match(row: CarriedMatch) -> TeamMatch:
    """A match of an earlier stage, as of round 0. Raises `ValueError`."""
    sides = Side if row.lost_by == "both" else map(Side, filter(None, [row.lost_by]))
    return TeamMatch(0, 0, row.first, row.second, tuple(map(board_from, row.boards)), frozenset(sides))


TeamHistory = dict[int, list[TeamRound]]


def team_history(event: TeamEvent, before: int | None = None) -> TeamHistory:
    """Return what each team did, in order of rounds, by number; only rounds before ``before``."""
    rows: dict[int, dict[int, TeamRound]] = defaultdict(dict)
    for match in event.matches:
        for number, row in _sides(event.rules.in_round(match.round), match):
            rows[match.round][number] = row
    for bye in event.byes:
        rows[bye.round][bye.team] = _alone(event.rules, bye.round, Alone.BYE)
    history: TeamHistory = {team.number: [] for team in event.teams}
    for carried in event.carried:
        if carried.alone:
            history[carried.first].append(_alone(event.rules, 0, Alone(carried.alone)))
            continue
        for number, row in _sides(event.rules, carried_as_match(carried)):
            if number in history:
                history[number].append(row)
    for round_number in sorted(rows):
        if before is not None and round_number >= before:
            break
        for team in event.teams:
            # On record for others only: a zero-point bye, or the absence that the team has asked for.
            asked_for = _alone(event.rules, round_number, team.absences.get(round_number, Alone.ZERO))
            history[team.number].append(rows[round_number].get(team.number, asked_for))
    return history


def _sides(rules: TeamRules, match: TeamMatch) -> Iterable[tuple[int, TeamRound]]:
    per_board = board_points(rules, match)
    played = was_played(match)
    scores = match_and_board_points(rules, match)
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
                # 0: of a match that is carried, a team that is not here.
                opponent=(other or None) if played else None,
                scheduled=other or None,
                side=side if played else None,
                boards=boards,
                won_by_forfeit=won,
            ),
        )


def _alone(rules: TeamRules, round_number: int, kind: Alone) -> TeamRound:
    match, board = rules.in_round(round_number).alone(kind)
    return TeamRound(round_number, match, board, alone=kind)
