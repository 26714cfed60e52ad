"""Give running games as everybody may read them: moves, clocks and results, with the section's delay.

*line of a board*   what the wall needs of a game: the position, the last move, clocks, result
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Q

from games.live.playing import Weiqi
from games.live.stream import EventKind
from games.models import LiveEvent, LiveGame, LiveSetting
from games.queries.live import (
    game_of,
)
from games.rulebooks.findings import SIDES
from games.weiqi.positions import write_position
from games.xiangqi.fen import START_POSITION, Position, read_fen
from games.xiangqi.values import Move
from portal.published.pages import is_withheld
from tournaments.models import Entry, ResultReport, Round, Section
from tournaments.queries.public.public import path_of
from tournaments.queries.public.public_state import PUBLIC_STATES

ON_A_PAGE: Final = 200


# The public sees the line that the events come to which arrived before the delay, and of it nothing that is
# not certain: no illegal ply, no prompt, no objection, nobody who writes. The delay ends with the game.
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicGame:
    """A running game as far as it is public."""

    table: int
    game: int
    first: Entry
    second: Entry
    # The first part of a FEN, in weiqi the rows of stones.
    start: str
    first_moves: str
    moves: Sequence[str]
    # Likewise, after the moves.
    position: str
    # Seconds left, by side.
    clocks: tuple[int | None, int | None]
    # What follows is not certain, and not shown.
    stopped: bool
    # As tables have it, empty before.
    result: str
    # Whether no more moves come.
    over: bool
    forfeit: bool = False
    cause: str = ""
    article: str = ""
    margin: int | None = None
    overtime: Mapping[str, Any] = field(default_factory=dict)

    @property
    def head(self) -> int:
        """How many plies are shown."""
        return len(self.moves)

    def as_line(self) -> str:
        """Write ``12 83 4k4/…/5K3 h2e2 760 185 1-0`` for the wall, a dash for what is not known."""
        last = self.moves[-1] if self.moves else "-"
        clocks = ["-" if clock is None else str(clock) for clock in self.clocks]
        return " ".join(
            [f"{self.table}.{self.game}", str(self.head), self.position, last, *clocks, self.result or "*"]
        )


def setting_of(section: Section) -> LiveSetting:
    """Find what a section has settled; where nothing was, its running games are not public."""
    setting = LiveSetting.objects.filter(section=section).first()
    return setting or LiveSetting(section=section, delay=5 if section.online else 0)


def public_round(event: str, section: str, number: int) -> Round | None:
    """Find a round whose running games the public may see, in three queries; None where there is none."""
    rounds = Round.objects.filter(
        section__event__slug=event,
        section__slug=section,
        number=number,
        state__in=PUBLIC_STATES,
        section__live_setting__public=True,
    ).exclude(section__state=Section.State.DRAFT)
    round_ = rounds.select_related("section__event", "section__live_setting").first()
    if round_ is None or is_withheld(f"{path_of(round_.section)}round/{number}/"):
        return None
    return round_


@dataclass(frozen=True, slots=True)
class PublicLine:
    """What is certain of a game's line."""

    moves: Sequence[str]
    # More stands behind an illegal ply.
    stopped: bool
    clocks: tuple[int | None, int | None]
    overtime: Mapping[str, Any]


def public_game(
    live: LiveGame, line: PublicLine | None, report: ResultReport | None, was: PublicGame | None = None
) -> PublicGame:
    # The one that stands.
    if line is None:
        certain = live.head if live.certain_to is None else live.certain_to
        clocks = (live.clock_first, live.clock_second)
        line = PublicLine(live.moves[:certain], live.certain_to is not None, clocks, live.overtime)
    start, first_moves = _start(live)
    is_as_it_was = was is not None and (was.start, was.moves) == (start, line.moves)
    # To play a line through costs most: what was shown before serves while it is the same.
    position = was.position if was is not None and is_as_it_was else _position(live, line.moves)
    return PublicGame(
        table=live.pairing.table or 0,
        game=live.game,
        first=live.first,
        second=live.second,
        start=start,
        first_moves=first_moves,
        moves=line.moves,
        position=position,
        clocks=line.clocks,
        overtime=line.overtime,
        stopped=line.stopped,
        result=report.value if report else "",
        over=bool(report or live.over),
        forfeit=bool(report and report.forfeit),
        cause=report.cause if report else "",
        article=report.article if report else "",
        margin=report.detail.get("margin") if report else None,
    )


def game_before_first_ply(live: LiveGame) -> PublicGame:
    """A game that nobody has begun, which is not stored."""
    return public_game(live, None, None)


def _start(live: LiveGame) -> tuple[str, str]:
    """The position before ply 1, and whose turn it is."""
    game = game_of(live)
    if isinstance(game, Weiqi):
        return write_position(game.board).split()[0], live.start["first"]
    fen = live.start.get("fen") or ""
    start = (read_fen(fen)[0] if fen else None) or START_POSITION
    return start.placement(), "second" if start.side else "first"


def _position(live: LiveGame, moves: Sequence[str]) -> str:
    """Plies that were found legal, made on the board."""
    game = game_of(live)
    if isinstance(game, Weiqi):
        for text in moves:
            game.push(text)
        return write_position(game.board).split()[0]
    fen = live.start.get("fen") or ""
    position = (read_fen(fen)[0] if fen else None) or START_POSITION
    squares = bytearray(position.squares)
    for text in moves:
        move = Move.parse(text)
        squares[move.target], squares[move.origin] = squares[move.origin], 0
    return Position(bytes(squares), 0).placement()


def clocks_of_round(round_: Round) -> dict[tuple[int, int], dict[int, tuple[str, int]]]:
    """Find by table and game what a side's clock showed after each own ply that is in force, in one query."""
    noted = ~Q(clock_first=None, clock_second=None) | Q(kind__in=(EventKind.BACK, EventKind.REPLACE))
    rows = LiveEvent.objects.filter(noted, live__pairing__round=round_).order_by("live", "seq")
    by_game: dict[tuple[int, int], dict[int, tuple[str, int]]] = {}
    for row in rows.select_related("live__pairing"):
        clocks = by_game.setdefault((row.live.pairing.table or 0, row.live.game), {})
        if row.kind in (EventKind.BACK, EventKind.REPLACE):
            first_cut = row.ply + (row.kind == EventKind.BACK)
            for ply in [ply for ply in clocks if ply >= first_cut]:
                del clocks[ply]
        side = (_side_of(row.live) + row.ply - 1) % 2
        seconds = (row.clock_first, row.clock_second)[side]
        if row.kind != EventKind.BACK and seconds is not None:
            clocks[row.ply] = SIDES[side], seconds
    return by_game


def _side_of(live: LiveGame) -> int:
    """Who makes ply 1."""
    if "size" in live.start:
        return int(live.start["first"] == "white")
    fen = live.start.get("fen") or ""
    position = read_fen(fen)[0] if fen else None
    return position.side if position else 0
