"""Keep the running games of a round for all who read them: a process asks which have changed, and reads
those.

*delay*   what the public sees is the fold of the events that had arrived before it; they wait here until
          they have
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from operator import is_
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from django.db import connection
from django.utils import timezone

from games.live.playing import Weiqi
from games.live.stream import EventKind
from games.models import GameRecord, LiveEvent, LiveGame, RecordReading
from games.queries.live import game_of, games_by_table, moves_of_reading, start_of
from games.queries.public_live import PublicGame, PublicLine, public_game, public_round, setting_of
from games.weiqi.positions import write_position
from tournaments.models import Entry, ResultReport, Round, Section
from tournaments.queries.teams.matches import seat_of

# Seconds for which an answer about a round is good for everybody who asks.
FRESH: Final = 0.5
# Seconds for which one who asks for what is new has to get it.
CLAIM: Final = 1.0
# Seconds for which the others are told what there was, if the server is that slow: would all of them ask, it
# would not become quicker.
LATE: Final = 5.0
# Seconds after which every game is read anew: who plays may have got another name.
WHOLE: Final = 10.0
# So many at a time: whoever asks meanwhile waits, and a thousand games take as long as forty boards do.
ANEW_AT_ONCE: Final = 50
# Seconds after which a round that nobody reads is forgotten.
IDLE: Final = 600.0
MOST_ROUNDS: Final = 50
# Of a game that is known, what plies change.
READ: Final = ("head", "line", "certain_to", "clock_first", "clock_second", "overtime", "over")
T = TypeVar("T")
# Id of the pairing, number of its game.
GameKey = tuple[int, int]


class _Memo(Generic[T]):
    """Keep answers that are good for a moment: however many ask, it is asked for once."""

    def __init__(self, seconds: float, most: int) -> None:
        self._seconds, self._most = seconds, most
        self._lock = threading.Lock()
        self._answers: OrderedDict[Any, tuple[float, T]] = OrderedDict()
        self._claimed_at: dict[Any, float] = {}

    def look(self, key: Any) -> T | None:
        """Give what is known; None where nothing is, or where it is old."""
        now = time.monotonic()
        with self._lock:
            entry = self._answers.get(key)
            if entry is None or now - entry[0] > self._seconds + LATE:
                return None
            if now - entry[0] > self._seconds and now - self._claimed_at.get(key, 0.0) > CLAIM:
                # Whoever hears None is to ask for it: others are told what there was while one does.
                self._claimed_at[key] = now
                return None
        return entry[1]

    def get(self, key: Any, made: Callable[[], T | None]) -> T | None:
        with self._lock:
            entry = self._answers.get(key)
        if entry is not None and time.monotonic() - entry[0] < self._seconds:
            return entry[1]
        if (value := made()) is None:
            return None
        with self._lock:
            self._answers[key] = time.monotonic(), value
            self._answers.move_to_end(key)
            self._claimed_at.pop(key, None)
            while len(self._answers) > self._most:
                self._answers.popitem(last=False)
        return value

    def clear(self) -> None:
        with self._lock:
            self._answers.clear()
            self._claimed_at.clear()


class _Arrival(NamedTuple):
    """An event of a game as far as the public sees anything of it."""

    at: datetime
    kind: str
    ply: int
    move: str
    legal: bool | None
    clocks: tuple[int | None, int | None]
    overtime: Mapping[str, Any]


class _Delayed:
    """Fold the line that a game's events come to as they ripen."""

    def __init__(self) -> None:
        self.seen = 0
        self._waiting: deque[_Arrival] = deque()
        self._line: list[tuple[str, bool]] = []
        self._clocks: list[int | None] = [None, None]
        self._overtime: dict[str, Any] = {}

    def arrive(self, key: int, arrival: _Arrival) -> None:
        """The next event, in order."""
        self.seen = key
        self._waiting.append(arrival)

    def ripen(self, until: datetime) -> bool:
        """Take what had arrived by then, and say whether there was anything."""
        is_another = bool(self._waiting) and self._waiting[0].at <= until
        while self._waiting and self._waiting[0].at <= until:
            self._take(self._waiting.popleft())
        return is_another

    def _take(self, event: _Arrival) -> None:
        if event.kind == EventKind.BACK:
            del self._line[event.ply :]
        elif event.kind in (EventKind.PLY, EventKind.REPLACE):
            self._line[event.ply - 1 :] = [(event.move, bool(event.legal))]
        if event.kind in (EventKind.PLY, EventKind.REPLACE, EventKind.CLOCK):
            for side, seconds in enumerate(event.clocks):
                self._clocks[side] = self._clocks[side] if seconds is None else seconds
            self._overtime |= event.overtime

    def line(self) -> PublicLine:
        certain = next((n for n, (_, legal) in enumerate(self._line) if not legal), len(self._line))
        moves = [move for move, _ in self._line[:certain]]
        clocks = (self._clocks[0], self._clocks[1])
        return PublicLine(moves, certain < len(self._line), clocks, dict(self._overtime))


class RunningRound:
    """Keep the games of a round as somebody last read them; ``at_once``: without the delay, for the staff."""

    def __init__(self, *, at_once: bool = False) -> None:
        self._at_once = at_once
        self._lock = threading.Lock()
        self.read_at = self._whole_at = 0.0
        self._delay = 0
        self._outside: tuple[int, ...] = ()
        self._reports: dict[GameKey, ResultReport] = {}
        self._recorded: set[GameKey] = set()
        self._sights: dict[int, tuple[int, int | None]] = {}
        self._games: dict[int, LiveGame] = {}
        # Ids of games that are still to be read anew.
        self._aged: list[int] = []
        self._delayed: dict[int, _Delayed] = {}
        self._public_games: dict[int, PublicGame] = {}

    def read(self, round_: Round) -> list[PublicGame]:
        """List the games that have begun and have no accepted record yet, by table."""
        # Two queries; one more where plies have come, two where results or records have, and with a delay one
        # for the events that have.
        with self._lock:
            self.read_at = time.monotonic()
            delay = 0 if self._at_once else setting_of(round_.section).delay
            if not self._aged and self.read_at - self._whole_at > WHOLE:
                self._whole_at, self._outside, self._aged = self.read_at, (), list(self._games)
            self._forget(self._aged[:ANEW_AT_ONCE])
            del self._aged[:ANEW_AT_ONCE]
            if delay != self._delay:
                self._delay, self._delayed = delay, {}
                self._forget(list(self._games))
            changed = self._read_outside(round_) | self._read_games(round_)
            current = self._current()
            if delay:
                changed |= self._ripen([live for live in current if self._is_late(live)])
            for live in current:
                if live.pk in changed or live.pk not in self._public_games:
                    self._show(live)
            # Those that are as they were are the same objects.
            return [self._public_games[live.pk] for live in current]

    def _forget(self, keys: Sequence[int]) -> None:
        """Have games read anew; what has ripened of them stays."""
        for key in keys:
            self._sights[key] = _UNREAD
            self._games.pop(key, None)

    def _read_outside(self, round_: Round) -> set[int]:
        """Read results and accepted records; give the ids of the games of which something is another."""
        with connection.cursor() as cursor:
            cursor.execute(_OUTSIDE, [round_.pk, round_.pk])
            outside = cursor.fetchone()
        if outside == self._outside:
            return set()
        rows = ResultReport.objects.in_force().filter(pairing__round=round_)
        reports = {(row.pairing_id, row.game): row for row in rows}
        accepted = GameRecord.objects.filter(pairing__round=round_, acceptance__isnull=False)
        self._recorded = set(accepted.values_list("pairing", "game"))
        before, self._reports, self._outside = self._reports, reports, outside
        others = {key for key in before.keys() | reports.keys() if before.get(key) != reports.get(key)}
        return {live.pk for live in self._games.values() if (live.pairing_id, live.game) in others}

    def _read_games(self, round_: Round) -> set[int]:
        """Read the games; give the ids of those that have got events, or another table."""
        with connection.cursor() as cursor:
            cursor.execute(_SIGHTS, [round_.pk])
            sights = {key: (sight, table) for key, sight, table in cursor.fetchall()}
        changed = {key for key, sight in sights.items() if self._sights.get(key) != sight}
        same_table = {key for key in changed if key in self._games and self._sights[key][1] == sights[key][1]}
        if same_table:
            for key, *values in LiveGame.objects.filter(pk__in=same_table).values_list("pk", *READ):
                for name, value in zip(READ, values, strict=True):
                    setattr(self._games[key], name, value)
        if others := changed - same_table:
            people = ("pairing", "first__player", "second__player", "first__team", "second__team")
            self._games |= LiveGame.objects.select_related(*people).in_bulk(others)
        for gone in self._sights.keys() - sights.keys():
            for by_game in (self._games, self._public_games, self._delayed):
                by_game.pop(gone, None)
        self._sights = sights
        return changed

    def _current(self) -> list[LiveGame]:
        games = sorted(self._games.values(), key=lambda live: (live.pairing.table or 0, live.game, live.pk))
        # Who was put at a table later plays there now.
        by_game = {(live.pairing_id, live.game): live for live in games}
        return [live for key, live in by_game.items() if key not in self._recorded]

    def _is_late(self, live: LiveGame) -> bool:
        # The delay ends with the game.
        return bool(self._delay) and not live.over and (live.pairing_id, live.game) not in self._reports

    def _ripen(self, late: Sequence[LiveGame]) -> set[int]:
        """The ids of those that show more than before."""
        by_game = {live.pk: self._delayed.setdefault(live.pk, _Delayed()) for live in late}
        behind = [key for key, delayed in by_game.items() if delayed.seen < self._sights[key][0]]
        if behind:
            since = min(by_game[key].seen for key in behind)
            events = LiveEvent.objects.filter(live__in=behind, pk__gt=since).order_by("live", "seq")
            for key, event, first, second, *values in events.values_list(*_EVENT):
                if event > by_game[key].seen:
                    at, kind, ply, move, legal, overtime = values
                    arrival = _Arrival(at, kind, ply, move, legal, (first, second), overtime)
                    by_game[key].arrive(event, arrival)
        until = timezone.now() - timedelta(minutes=self._delay)
        return {key for key, delayed in by_game.items() if delayed.ripen(until)}

    def _show(self, live: LiveGame) -> None:
        was = self._public_games.get(live.pk)
        line = self._delayed[live.pk].line() if self._is_late(live) else None
        public = public_game(live, line, self._reports.get((live.pairing_id, live.game)), was)
        if was is None or _is_another(public, was):
            self._public_games[live.pk] = public


# Players are equal whatever they are called, so what they are called is compared.
def _is_another(public: PublicGame, was: PublicGame) -> bool:
    return public != was or [_printed_names(public.first), _printed_names(public.second)] != [
        _printed_names(was.first),
        _printed_names(was.second),
    ]


def _printed_names(entry: Entry) -> list[object]:
    player, team = entry.player, entry.team
    name = [player.name, player.native_name, player.federation_id]
    return [*name, team and team.name, team and team.native_name]


_UNREAD: Final = (0, None)
_EVENT: Final = (
    "live",
    "pk",
    "clock_first",
    "clock_second",
    "at",
    "kind",
    "ply",
    "move",
    "legal",
    "overtime",
)
# By game the id of its last event: asked twice a second, in SQL as `games.queries.live` does it.
_SIGHTS: Final = """
SELECT live.id, live.sight, pairing."table"
FROM games_livegame live JOIN tournaments_pairing pairing ON pairing.id = live.pairing_id
WHERE pairing.round_id = %s AND live.head > 0
"""
# What is another when a result or an accepted record is: reports are only ever added.
_OUTSIDE: Final = """
SELECT reports.many, accepted.many, accepted.last FROM (
    SELECT COUNT(*) AS many FROM tournaments_resultreport report
    JOIN tournaments_pairing pairing ON pairing.id = report.pairing_id WHERE pairing.round_id = %s
) reports, (
    SELECT COUNT(*) AS many, MAX(acceptance.id) AS last FROM games_recordacceptance acceptance
    JOIN games_gamerecord record ON record.id = acceptance.record_id
    JOIN tournaments_pairing pairing ON pairing.id = record.pairing_id WHERE pairing.round_id = %s
) accepted
"""


class _RunningRounds:
    """Those that somebody reads, by id and whether without the delay."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: dict[tuple[int, bool], RunningRound] = {}

    def of(self, key: int, *, at_once: bool) -> RunningRound:
        now = time.monotonic()
        with self._lock:
            # One that nobody has begun to read has no time yet.
            idle = [place for place, round_ in self._answers.items() if 0 < round_.read_at < now - IDLE]
            for place in idle:
                del self._answers[place]
            return self._answers.setdefault((key, at_once), RunningRound(at_once=at_once))

    def clear(self) -> None:
        with self._lock:
            self._answers.clear()


# A round's address: event, section, number.
RoundPlace = tuple[str, str, int]


class ReadRound(NamedTuple):
    """A round that is public, and its running games, by table."""

    round: Round
    games: list[PublicGame]


running = _RunningRounds()
rounds: _Memo[ReadRound] = _Memo(FRESH, MOST_ROUNDS)


def read_round(place: RoundPlace) -> ReadRound | None:
    """Read a public round as it stood at most half a second ago; None where none is public."""
    # Asked with its games: else every board would ask for itself whether it is public.
    return rounds.get(place, lambda: _read_round(place))


def _read_round(place: RoundPlace) -> ReadRound | None:
    round_ = public_round(*place)
    if round_ is None:
        return None
    return ReadRound(round_, running.of(round_.pk, at_once=False).read(round_))


def games_at_once(round_: Round) -> list[PublicGame]:
    """The running games of a round for its staff, as they stand."""
    return running.of(round_.pk, at_once=True).read(round_)


def are_still(round_place: RoundPlace, games: Sequence[PublicGame], place: slice) -> bool:
    """Say without a query whether these are the newest at their ``place`` among the games of the round."""
    read = rounds.look(round_place)
    # Nobody has asked for them within half a second, nor is asking now. Who asked had found the round public:
    # where it is no longer, this says no before long.
    if read is None:
        return False
    newest = read.games[place]
    return len(newest) == len(games) and all(map(is_, newest, games))


files: _Memo[list[PublicGame]] = _Memo(FRESH, MOST_ROUNDS)


def games_of_file(read: ReadRound) -> list[PublicGame]:
    """List for scripts and relays every game of a round by table, those too that nobody has begun."""
    # With the moves of the record those whose record is accepted.
    return files.get(read.round.pk, lambda: _games_of_file(read)) or []


def _games_of_file(read: ReadRound) -> list[PublicGame]:
    round_ = read.round
    games = {(live.table, live.game): live for live in read.games}
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
            games[pairing.table or 0, game] = public_game(live, None, results.get((pairing.pk, game)))
    return [games[place] for place in sorted(games)]
