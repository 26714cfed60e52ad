"""Running games as everybody may read them: moves, clocks and results, with the section's delay.

The public sees the line that the events come to which arrived before the delay, and of it nothing that is not
certain: no illegal ply, no prompt, no objection, nobody who writes. The delay ends with the game.

*line of a board*   what the wall needs of a game: the position, the last move, clocks, result
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from operator import is_
from typing import Any, Final, Generic, TypeVar, cast

from django.db.models import Max, Q
from django.utils import timezone

from games.live.playing import Weiqi
from games.live.stream import EventKind
from games.models import GameRecord, LiveEvent, LiveGame, LiveSetting, RecordReading
from games.queries.live import (
    game_of,
    games_by_table,
    line_of,
    moves_of_reading,
    start_of,
    with_outcome,
)
from games.rulebooks.findings import SIDES
from games.weiqi.positions import write_position
from games.xiangqi.fen import START_POSITION, Position, read_fen
from games.xiangqi.values import Move
from portal.published.pages import is_withheld
from tournaments.models import Entry, ResultReport, Round, Section
from tournaments.queries.public.public import path_of
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.queries.teams.matches import seat_of

ON_A_PAGE: Final = 200
FRESH: Final = 0.5
"""Seconds for which an answer about a round is good for everybody who asks."""
CLAIM: Final = 1.0
"""Seconds for which one who asks for what is new has to get it."""
REMEMBERED: Final = 2_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicGame:
    """A running game as far as it is public. ``start``: the first part of a FEN, in weiqi the rows of stones;
    ``position``: likewise, after ``moves``; ``clocks``: seconds left, ``overtime`` by side; ``stopped``: what
    follows is not certain, and not shown; ``result``: as tables have it, empty before, with how the game
    ended; ``over``: whether no more moves come."""

    table: int
    game: int
    first: Entry
    second: Entry
    start: str
    first_moves: str
    moves: Sequence[str]
    position: str
    clocks: tuple[int | None, int | None]
    stopped: bool
    result: str
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
        """``12 83 4k4/…/5K3 h2e2 760 185 1-0``: what the wall draws it from, a dash for what is not known."""
        last = self.moves[-1] if self.moves else "-"
        clocks = ["-" if clock is None else str(clock) for clock in self.clocks]
        return " ".join(
            [f"{self.table}.{self.game}", str(self.head), self.position, last, *clocks, self.result or "*"]
        )


def setting_of(section: Section) -> LiveSetting:
    """What a section has settled; where nothing was, its running games are not public."""
    setting = LiveSetting.objects.filter(section=section).first()
    return setting or LiveSetting(section=section, delay=5 if section.online else 0)


def public_round(event: str, section: str, number: int) -> Round | None:
    """A round whose running games the public may see; None where there is none. Three queries."""
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


class _Memo(Generic[T]):
    """Answers that are good for a moment: however many ask, it is asked for once."""

    def __init__(self, seconds: float, most: int) -> None:
        self._seconds, self._most = seconds, most
        self._lock = threading.Lock()
        self._known: OrderedDict[Any, tuple[float, T]] = OrderedDict()
        self._claimed_at: dict[Any, float] = {}

    def look(self, key: Any) -> T | None:
        """What is known. None where nothing is, or where it is old, and whoever hears so is to ask for it:
        others are told what there was while one does."""
        now = time.monotonic()
        with self._lock:
            entry = self._known.get(key)
            if entry is None or now - entry[0] > self._seconds + CLAIM:
                return None
            if now - entry[0] > self._seconds and now - self._claimed_at.get(key, 0.0) > CLAIM:
                self._claimed_at[key] = now
                return None
        return entry[1]

    def last(self, key: Any) -> T | None:
        """What was known last, however old."""
        with self._lock:
            entry = self._known.get(key)
        return entry and entry[1]

    def get(self, key: Any, made: Callable[[], T]) -> T:
        """What is known, or else is ``made``."""
        with self._lock:
            entry = self._known.get(key)
        if entry is not None and time.monotonic() - entry[0] < self._seconds:
            return entry[1]
        value = made()
        with self._lock:
            self._known[key] = time.monotonic(), value
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return value

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._known.clear()
            self._claimed_at.clear()


rounds: _Memo[list[PublicGame]] = _Memo(FRESH, 50)
_positions: _Memo[str] = _Memo(3600, REMEMBERED)


def games_of_round(round_: Round) -> list[PublicGame]:
    """The running games of a round by table, as they stood when somebody last asked, at most half a second
    ago."""
    return rounds.get(round_.pk, lambda: _with_what_was(round_.pk, public_games_of(round_)))


def _with_what_was(key: int, games: list[PublicGame]) -> list[PublicGame]:
    """The games, those that are as they were as the same objects: so it is known of them at a glance."""
    before = {(live.table, live.game): live for live in rounds.last(key) or ()}
    return [
        was if (was := before.get((live.table, live.game))) is not None and was == live else live
        for live in games
    ]


def are_still(round_key: int, games: Sequence[PublicGame], place: slice) -> bool:
    """Whether these are the newest at their ``place`` among the games of the round that somebody has asked
    for, half a second ago at most, or is asking for now. No query."""
    newest = rounds.look(round_key)
    if newest is None:
        return False
    newest = newest[place]
    return len(newest) == len(games) and all(map(is_, newest, games))


def public_games_of(round_: Round, *, at_once: bool = False) -> list[PublicGame]:
    """The games of a round that have begun and have no accepted record yet, by table; ``at_once``: without
    the delay, for the staff. Three queries without a delay, six with one."""
    delay = 0 if at_once else setting_of(round_.section).delay
    games = with_outcome(LiveGame.objects.filter(pairing__round=round_, head__gt=0))
    rows = list(
        games.select_related(*("pairing", "first__player", "second__player", "first__team", "second__team"))
        .filter(has_record=False)
        .order_by("pairing__table", "game", "pk")
    )
    # Who was put at the table later plays it now.
    current = {(live.pairing_id, live.game): live for live in rows}
    reports = ResultReport.objects.in_force().filter(pairing__round=round_)
    results = {(report.pairing_id, report.game): report for report in reports}
    late = [live for live in current.values() if delay and not (live.has_result or live.over)]
    lines = _delayed(late, timezone.now() - timedelta(minutes=delay)) if late else {}
    return [
        _public(live, lines.get(live.pk), results.get((live.pairing_id, live.game)))
        for live in current.values()
    ]


files: _Memo[list[PublicGame]] = _Memo(FRESH, 50)


def games_of_file(round_: Round) -> list[PublicGame]:
    """What scripts and relays are sent: every game of a round by table, those too that nobody has begun, and
    with the moves of the record those whose record is accepted."""
    return files.get(round_.pk, lambda: _games_of_file(round_))


def _games_of_file(round_: Round) -> list[PublicGame]:
    games = {(live.table, live.game): live for live in games_of_round(round_)}
    reports = ResultReport.objects.in_force().filter(pairing__round=round_)
    results = {(report.pairing_id, report.game): report for report in reports}
    accepted = GameRecord.objects.filter(
        pairing__round=round_, acceptance__isnull=False, reading__state=RecordReading.State.VALID
    ).order_by("pk")
    records = {
        (pairing, game): (moves_of_reading(moves or {}), start)
        for pairing, game, moves, start in accepted.values_list(
            "pairing", "game", "reading__data__moves", "reading__data__start_fen"
        )
    }
    for pairing, numbers in games_by_table(round_, named=True).values():
        seats = {seat.colour: seat.entry for seat in pairing.seated}
        for game in numbers:
            if (pairing.table, game) in games:
                continue
            first, second = (seats[seat_of(side, game)] for side in ("first", "second"))
            live = LiveGame(pairing=pairing, game=game, first=first, second=second)
            live.start = start_of(round_.section, pairing)
            moves, start = records.get((pairing.pk, game), ([], ""))
            if round_.section.game == Section.Game.XIANGQI:
                live.start = {"fen": start}
            elif moves and start != write_position(cast("Weiqi", game_of(live)).board):
                # Its stones stood elsewhere than the section puts them: its own file has it.
                moves = []
            live.line, live.head = " ".join(moves), len(moves)
            games[pairing.table or 0, game] = _public(live, None, results.get((pairing.pk, game)))
    return [games[place] for place in sorted(games)]


@dataclass(frozen=True, slots=True)
class _Line:
    moves: Sequence[str]
    stopped: bool
    clocks: tuple[int | None, int | None]
    overtime: Mapping[str, Any]


delayed_lines: _Memo[_Line] = _Memo(3600, REMEMBERED)
"""By game and the number of the last event that had arrived."""


def _delayed(games: Sequence[LiveGame], until: datetime) -> dict[int, _Line]:
    """What the events come to that had arrived by then. Two queries; what has got none since the last time is
    not folded anew."""
    arrived = LiveEvent.objects.filter(live__in=games, at__lte=until)
    last = dict(arrived.order_by().values_list("live").annotate(Max("seq")))
    changed = [key for key in last if delayed_lines.last((key, last[key])) is None]
    events: dict[int, list[LiveEvent]] = {}
    for row in arrived.filter(live__in=changed).order_by("live", "seq"):
        events.setdefault(row.live_id, []).append(row)
    lines = {live.pk: _folded([]) for live in games}
    for key, seq in last.items():
        lines[key] = delayed_lines.get((key, seq), partial(_folded, events.get(key, ())))
    return lines


def _folded(rows: Sequence[LiveEvent]) -> _Line:
    line = line_of(rows)
    certain = next((place for place, row in enumerate(line) if not row.legal), len(line))
    clocks: list[int | None] = [None, None]
    overtime: dict[str, Any] = {}
    for row in rows:
        if row.kind in (EventKind.PLY, EventKind.REPLACE, EventKind.CLOCK):
            clocks[0] = clocks[0] if row.clock_first is None else row.clock_first
            clocks[1] = clocks[1] if row.clock_second is None else row.clock_second
            overtime |= row.overtime
    moves = [row.move for row in line[:certain]]
    return _Line(moves, certain < len(line), (clocks[0], clocks[1]), overtime)


def _public(live: LiveGame, line: _Line | None, report: ResultReport | None) -> PublicGame:
    if line is None:
        certain = live.head if live.certain_to is None else live.certain_to
        clocks = (live.clock_first, live.clock_second)
        line = _Line(live.moves[:certain], live.certain_to is not None, clocks, live.overtime)
    start, first_moves = _start(live)
    key = (live.pairing_id, live.pk, " ".join(line.moves))
    position = _positions.get(key, lambda: _position(live, line.moves))
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
    return _public(live, None, None)


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
    """By table and game, what a side's clock showed after a ply of its own that is in force. One query."""
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
