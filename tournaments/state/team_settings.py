"""How a section of team matches is played, as it is kept: one value, and what the rules take from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import Any

from tournaments.state.deciding import MOST_STEPS, Odds, Step, StepError
from tournaments.state.line_ups import Empty, LineUpRules, Order
from tournaments.state.points import Points, PointsError
from tournaments.state.team_matches import ColourModel, Decider, Primary, TeamRules, first_team_begins

MOST_BOARDS = 20
MOST_RESERVES = 12
MOST_DEADLINE = 7 * 24 * 60
MOST_HALF_BYES = 20
MOST_BOARD_GAMES = 60
FIRST_ROUNDS = ("", "cxa-2016")
_DECIMAL = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})?", re.ASCII)


class BoardMeasure(StrEnum):
    """By what the players of a board are ranked."""

    POINTS = "points"
    PER_CENT = "per-cent"
    PERFORMANCE = "performance"
    GAMES = "games"
    TEAM = "team-rank"


class TeamSettingError(ValueError):
    """A setting that cannot be; ``key`` says which one."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class TeamSettings:
    """Hold how teams meet, play and are counted in a section."""

    boards: int = 3
    reserves: int = 1
    order: str = Order.FREE
    empty: str = Empty.BOTTOM
    # Players whom a team must field; T1: 0 for half of the boards.
    least: int = 0
    # A letter for each board, F where the first team's player moves first; empty for F and S in turn.
    colours: str = ""
    primary: str = Primary.MATCH
    # Of a win, a draw and a loss.
    match_points: str = "2-1-0"
    # T2: what a team without an opponent scores: `win`, and a win on every board, or `draw`.
    bye: str = "win"
    # Which claims to a colour FIDE's Swiss for teams knows.
    model: str = ColourModel.STRONG
    # Of FIDE's Swiss for teams: whether the other points say who stands higher where colours are given.
    secondary_colours: bool = True
    # Baku acceleration (C.04.7).
    accelerated: bool = False
    # Of a knock-out, what decides a level match, in order.
    deciders: tuple[str, ...] = (Decider.BOARD_COUNT, Decider.TOP_BOARDS)
    # The decider boards that follow, as `deciding.Step` writes them.
    steps: tuple[str, ...] = ()
    # The criteria from the points on.
    tiebreaks: tuple[str, ...] = ("match-points", "board-points", "team-direct", "top-boards")
    # Minutes before the start of a round until which captains hand in line-ups; None: nobody does, and the
    # boards are seated with the pairing.
    deadline: int | None = None
    # Minutes before round 1 until which captains change their rosters; None: as long as line-ups do not rest
    # on them.
    roster_deadline: int | None = None
    # That a captain may ask for.
    half_byes: int = 0
    # So many boards that a team loses by forfeit cost it the match; 0: none do.
    forfeit_boards: int = 0
    # The board points of who wins a match by forfeit, as a decimal; empty: a win on every board.
    forfeit_points: str = ""
    # Match and board points of a team without an opponent, as `1-3`; empty: what `bye` says.
    bye_points: str = ""
    # Nobody reads a line-up before both are in or the deadline has passed.
    secret: bool = True
    # That rank a player in the list of a board, 0 for half of the rounds.
    board_games: int = 0
    # By what the lists by board are ordered.
    board_order: tuple[str, ...] = tuple(BoardMeasure)
    # Of our own Swiss systems, `cxa-2016`: the upper half draws its opponents from the lower half in round 1;
    # teams are then numbered by their ratings.
    first_round: str = ""

    def __post_init__(self) -> None:
        """Raises `TeamSettingError` for what cannot be."""
        if not 1 <= self.boards <= MOST_BOARDS:
            raise TeamSettingError("boards")
        for key, most in (
            ("reserves", MOST_RESERVES),
            ("least", self.boards),
            ("deadline", MOST_DEADLINE),
            ("roster_deadline", MOST_DEADLINE),
            ("half_byes", MOST_HALF_BYES),
            ("forfeit_boards", self.boards),
            ("board_games", MOST_BOARD_GAMES),
        ):
            if not 0 <= (getattr(self, key) or 0) <= most:
                raise TeamSettingError(key)
        if self.colours and (len(self.colours) != self.boards or set(self.colours) - set("FS")):
            raise TeamSettingError("colours")
        for key, choices in (
            ("order", Order),
            ("empty", Empty),
            ("primary", Primary),
            ("bye", ("win", "draw")),
            ("model", ColourModel),
            ("first_round", FIRST_ROUNDS),
        ):
            if getattr(self, key) not in tuple(choices):
                raise TeamSettingError(key)
        if set(self.deciders) - set(Decider) or len(set(self.deciders)) < len(self.deciders):
            raise TeamSettingError("deciders")
        if set(self.board_order) - set(BoardMeasure) or len(set(self.board_order)) < len(self.board_order):
            raise TeamSettingError("board_order")
        self._check_steps()
        if self.forfeit_points and not _DECIMAL.fullmatch(self.forfeit_points):
            raise TeamSettingError("forfeit_points")
        points = self.points
        if not points.win > points.draw >= points.loss:
            raise TeamSettingError("match_points")
        if self.bye_points and not self._bye_is_one(points):
            raise TeamSettingError("bye_points")
        if self.accelerated and (
            self.primary != Primary.MATCH or points.loss or points.win != 2 * points.draw
        ):
            # C.04.7 lends a win's points and half of them.
            raise TeamSettingError("accelerated")

    def _bye_is_one(self, points: Points) -> bool:
        """Whether it is two decimals, and the first one no more than a match gives."""
        parts = self.bye_points.split("-")
        if len(parts) != 2 or not all(map(_DECIMAL.fullmatch, parts)):
            return False
        match = Fraction(parts[0]) * points.unit
        return match.denominator == 1 and match <= points.win

    def _check_steps(self) -> None:
        if len(self.steps) > MOST_STEPS:
            raise TeamSettingError("steps")
        try:
            # Other players may sit at a decider board than before: no time is left to them.
            remaining = any(step.odds is Odds.REMAINING for step in self.decider_boards)
            if remaining or [str(step) for step in self.decider_boards] != list(self.steps):
                raise TeamSettingError("steps")
        except StepError:
            raise TeamSettingError("steps") from None

    @property
    def decider_boards(self) -> tuple[Step, ...]:
        return tuple(map(Step.parse, self.steps))

    @property
    def points(self) -> Points:
        """What a match gives. Raises `TeamSettingError`."""
        parts = self.match_points.split("-")
        try:
            return Points.parse(dict(zip(("win", "draw", "loss"), parts, strict=True)))
        except (PointsError, ValueError):
            raise TeamSettingError("match_points") from None

    @property
    def counts_fouls(self) -> bool:
        """Whether the fouls of its members rank a team."""
        return "team-fouls" in self.tiebreaks

    @property
    def most_members(self) -> int:
        return self.boards + self.reserves

    def first_team_begins(self, board: int) -> bool:
        return first_team_begins(self.colours, board)

    def weighed(self, board_points: Points) -> Points:
        """What a match gives, the rounds weighed as those of the boards are."""
        rounds = board_points.as_table().get("rounds", "")
        return Points.parse({**self.points.as_table(), "rounds": rounds}) if rounds else self.points

    def rules(self, board_points: Points) -> TeamRules:
        """As matches are counted. ``board_points``: what a board gives."""
        points = self.weighed(board_points)
        return TeamRules(
            boards=self.boards,
            colours=self.colours,
            primary=Primary(self.primary),
            match_points=points,
            board_points=board_points,
            bye=self.bye_of(board_points),
            model=ColourModel(self.model),
            secondary_colours=self.secondary_colours,
            deciders=tuple(map(Decider, self.deciders)),
            forfeit_boards=self.forfeit_boards,
            forfeit_points=self.won_without_play(board_points),
        )

    def bye_of(self, board_points: Points) -> tuple[int, int] | None:
        """Return match and board points of a team without an opponent; None: a draw's and half of all."""
        match, most = self.weighed(board_points), self.boards * board_points.win
        if self.bye_points:
            whole, on_boards = map(Fraction, self.bye_points.split("-"))
            # What the points of a board cannot hold is cut off: `bye_fits` tells.
            return int(whole * match.unit), min(int(on_boards * board_points.unit), most)
        return (match.win, most) if self.bye == "win" else None

    def bye_fits(self, board_points: Points) -> bool:
        """Whether the boards can give what a team without an opponent is to have."""
        if not self.bye_points:
            return True
        bye_value = Fraction(self.bye_points.split("-")[1]) * board_points.unit
        return bye_value.denominator == 1 and bye_value <= self.boards * board_points.win

    def won_without_play(self, board_points: Points) -> int | None:
        """Return the board points of a match that is won by forfeit; None: a win on every board."""
        if not self.forfeit_points:
            return None
        # What the points of a board cannot hold is cut off: `fits` tells.
        return min(int(Fraction(self.forfeit_points) * board_points.unit), self.boards * board_points.win)

    def fits(self, board_points: Points) -> bool:
        """Whether a match that is won by forfeit can give what is asked for."""
        won = self.won_without_play(board_points)
        return won is None or Fraction(won, board_points.unit) == Fraction(self.forfeit_points)

    def line_ups(self) -> LineUpRules:
        """As line-ups are checked."""
        return LineUpRules(self.boards, Order(self.order), Empty(self.empty), self.least or None)


DEFAULT = TeamSettings()
# The tables say who sits where: whoever is away leaves the own place empty.
SCHEVENINGEN = TeamSettings(empty=Empty.ANY)
KEYS = tuple(field.name for field in fields(TeamSettings))


def default_of(system: str) -> TeamSettings:
    """What a new section of team matches begins with."""
    return SCHEVENINGEN if system == "scheveningen" else DEFAULT


def team_settings_as_json(settings: TeamSettings) -> dict[str, Any]:
    """The form that `team_settings_from_json` reads."""
    return {
        key: list(value) if isinstance(value, tuple) else value for key, value in asdict(settings).items()
    }


def team_settings_from_json(stored: Mapping[str, Any]) -> TeamSettings:
    """What is not there has its default. Raises `TeamSettingError`."""
    values = {key: value for key, value in stored.items() if key in KEYS}
    for key in ("tiebreaks", "deciders", "steps", "board_order"):
        values[key] = tuple(values.get(key, getattr(DEFAULT, key)))
    return TeamSettings(**values)
