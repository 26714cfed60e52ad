"""How a section of team matches is played, as it is kept: one value, and what the rules take from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from tournaments.state.line_ups import Empty, LineUpRules, Order
from tournaments.state.points import Points, PointsError
from tournaments.state.team_matches import Primary, TeamRules

MOST_BOARDS = 20
MOST_RESERVES = 12


class TeamSettingError(ValueError):
    """A setting that cannot be; ``key`` says which one."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class TeamSettings:
    """``least``: players whom a team must field, 0 for half of the boards (T1). ``colours``: a letter for
    each board, F where the first team's player moves first; empty for F and S in turn. ``match_points``: of a
    win, a draw and a loss, as ``2-1-0``. ``bye``: as what a team without an opponent scores, ``win`` (and a
    win on every board) or ``draw`` (T2). ``tiebreaks``: the criteria from the points on."""

    boards: int = 3
    reserves: int = 1
    order: str = Order.FREE
    empty: str = Empty.BOTTOM
    least: int = 0
    colours: str = ""
    primary: str = Primary.MATCH
    match_points: str = "2-1-0"
    bye: str = "win"
    tiebreaks: tuple[str, ...] = ("match-points", "board-points", "team-direct", "top-boards")

    def __post_init__(self) -> None:
        """Raises `TeamSettingError` for what cannot be."""
        if not 1 <= self.boards <= MOST_BOARDS:
            raise TeamSettingError("boards")
        if not 0 <= self.reserves <= MOST_RESERVES:
            raise TeamSettingError("reserves")
        if not 0 <= self.least <= self.boards:
            raise TeamSettingError("least")
        if self.colours and (len(self.colours) != self.boards or set(self.colours) - set("FS")):
            raise TeamSettingError("colours")
        for key, known in (
            ("order", Order),
            ("empty", Empty),
            ("primary", Primary),
            ("bye", ("win", "draw")),
        ):
            if getattr(self, key) not in tuple(known):
                raise TeamSettingError(key)
        points = self.points
        if not points.win > points.draw >= points.loss:
            raise TeamSettingError("match_points")

    @property
    def points(self) -> Points:
        """What a match gives. Raises `TeamSettingError`."""
        parts = self.match_points.split("-")
        try:
            return Points.parse(dict(zip(("win", "draw", "loss"), parts, strict=True)))
        except (PointsError, ValueError):
            raise TeamSettingError("match_points") from None

    @property
    def most_members(self) -> int:
        return self.boards + self.reserves

    def first_team_begins(self, board: int) -> bool:
        """Whether the first team's player moves first on ``board``."""
        return self.colours[board - 1] == "F" if self.colours else board % 2 == 1

    def rules(self, board_points: Points) -> TeamRules:
        """As matches are counted. ``board_points``: what a board gives."""
        points = self.points
        won = points.win, self.boards * board_points.win
        return TeamRules(
            boards=self.boards,
            colours=self.colours,
            primary=Primary(self.primary),
            match_points=points,
            board_points=board_points,
            bye=won if self.bye == "win" else None,
        )

    def line_ups(self) -> LineUpRules:
        """As line-ups are checked."""
        return LineUpRules(self.boards, Order(self.order), Empty(self.empty), self.least or None)


DEFAULT = TeamSettings()
KEYS = tuple(field.name for field in fields(TeamSettings))


def as_json(settings: TeamSettings) -> dict[str, Any]:
    """The form that `from_json` reads."""
    return {
        key: list(value) if isinstance(value, tuple) else value for key, value in asdict(settings).items()
    }


def from_json(kept: Mapping[str, Any]) -> TeamSettings:
    """What is not there has its default. Raises `TeamSettingError`."""
    known = {key: value for key, value in kept.items() if key in KEYS}
    known["tiebreaks"] = tuple(known.get("tiebreaks", DEFAULT.tiebreaks))
    return TeamSettings(**known)
