"""Keep the stream of one game: events, insert-only; the line is their fold.

*line*        the plies in force; *head*: how many
*writer*      who sends plies; a lower one never overwrites a higher one's
*objection*   another move than the line's, by a writer who may not replace it: kept, and changes nothing
*certain to*  the ply before an illegal one, which is kept as it was played: nothing is judged beyond it
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from games.live.playing import Game, RefusedMoveError, Weiqi
from games.rulebooks.findings import Finding, Kind
from games.rulebooks.prompting import CALLED, REPORTED, Change, End, end_by, is_applied
from games.rulebooks.registry import is_automatic
from tournaments.state.clocks import ClockTextError, OvertimeLeft

# Seconds; what is noted stays below.
LONGEST_CLOCK: Final = 100 * 3600
# Seconds within which a player's device may take its own last ply back.
OWN_BACK: Final = 10
BY_RESULT: Final = "result"
BY_RECORD: Final = "record"
# Why a stream is over that its own plies have not ended; what is on its way is kept beside the line.
FROM_OUTSIDE: Final = frozenset({BY_RESULT, BY_RECORD})
# Characters of a text that says how much of it is left.
LONGEST_OVERTIME: Final = 20
TIME_ARTICLES: Final = {"tiantian2020": "4", "wxc2015": "3"}


class Writer(StrEnum):
    """Who sends plies."""

    REFEREE = "referee"
    DESK = "desk"
    TABLE = "table"
    PLAYER = "player"
    TOKEN = "token"  # noqa: S105 - a kind of writer
    PULLED = "pulled"


RANKS: Final = {
    Writer.REFEREE: 5,
    Writer.DESK: 4,
    Writer.TABLE: 3,
    Writer.PLAYER: 2,
    Writer.TOKEN: 1,
    Writer.PULLED: 1,
}


class EventKind(StrEnum):
    PLY = "ply"
    BACK = "back"
    REPLACE = "replace"
    OBJECTION = "objection"
    CLOCK = "clock"
    FLAG = "flag"
    OVER = "over"
    REOPEN = "reopen"
    OVERTURN = "overturn"
    CALL = "call"
    OUTCOME = "outcome"


class Clocks(NamedTuple):
    """Whole seconds that remain, by side; None where not noted."""

    first: int | None = None
    second: int | None = None


NO_CLOCKS: Final = Clocks()
NO_READINGS: Final[Mapping[int, int]] = MappingProxyType({})
NO_OVERTIMES: Final[Mapping[int, str]] = MappingProxyType({})


class Overtime(NamedTuple):
    """What is left of it, by side; None where the main time is not over, or nobody noted it."""

    first: OvertimeLeft | None = None
    second: OvertimeLeft | None = None


NO_OVERTIME: Final = Overtime()


@dataclass(frozen=True, slots=True)
class Event:
    """One row of the stream."""

    seq: int
    kind: EventKind
    ply: int
    writer: Writer
    move: str = ""
    # Of a move: None where nothing certain stands before it.
    legal: bool | None = None
    key: str = ""
    clocks: Clocks = NO_CLOCKS
    overtime: Overtime = NO_OVERTIME
    # Of a flag: 0 first, 1 second.
    side: int | None = None
    # Of an ``over`` or an ``outcome``: None where it does not say the result.
    end: End | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlyItem:
    """One ply of a request."""

    ply: int
    move: str
    key: str = ""
    clock_first: object = None
    clock_second: object = None
    # As people write it, ``3 × 30 s`` or ``15 / 25``.
    overtime_first: object = None
    overtime_second: object = None
    # The ``seq`` that a writer has seen who wants to replace what stands.
    seen: int | None = None


class Code(StrEnum):
    """What became of an item."""

    TAKEN = "taken"
    REPLACED = "replaced"
    THERE = "already-there"
    ILLEGAL_KEPT = "illegal-kept"
    ILLEGAL = "illegal"
    DISABLED = "disabled"
    UNREADABLE = "unreadable"
    OTHER_MOVE = "another-move-stands"
    MISSING = "ply-missing"
    OVER = "over"
    NOT_ALLOWED = "not-allowed"


STATUS: Final = {
    Code.TAKEN: 200,
    Code.REPLACED: 200,
    Code.THERE: 200,
    Code.ILLEGAL_KEPT: 200,
    Code.ILLEGAL: 422,
    Code.DISABLED: 422,
    Code.UNREADABLE: 422,
    Code.OTHER_MOVE: 409,
    Code.MISSING: 409,
    Code.OVER: 409,
    Code.NOT_ALLOWED: 403,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an item."""

    code: Code
    # After it.
    head: int
    move: str = ""
    stands: Standing | None = None
    reason: str = ""
    legal: tuple[str, ...] = ()
    clocks_refused: tuple[str, ...] = ()
    end: End | None = None

    @property
    def status(self) -> int:
        return STATUS[self.code]

    @property
    def is_refused(self) -> bool:
        """Whether the items behind it are not looked at."""
        return self.status >= 400


class Standing(NamedTuple):
    """A ply of the line: its move, the event that brought it, who sent it."""

    move: str
    legal: bool | None
    seq: int
    writer: Writer


class Stream:
    """Decide what becomes of each request to one game."""

    def __init__(self, game: Game, rulebook: str, *, online: bool, events: Iterable[Event] = ()) -> None:
        self.game, self.rulebook, self.online = game, rulebook, online
        self.line: list[Standing] = []
        self.objections: list[Event] = []
        self.over: Event | None = None
        self.flagged: Finding | None = None
        self.called: Finding | None = None
        self.reported: Finding | None = None
        self.seq = 0
        # Until whoever stores them takes them away. Who stores the events decides nothing, and has the same
        # stream again by folding them.
        self.new: list[Event] = []
        self.prompted: list[Finding] = []
        self.withdrawn: list[Finding] = []
        self._raised: tuple[Finding, ...] = ()
        self._answers: dict[str, Answer] = {}
        self._judged = 0
        self.follow(events)

    def follow(self, events: Iterable[Event]) -> None:
        """Fold events that others have stored meanwhile."""
        for event in events:
            self._fold(event)
            if event.key:
                self._answers[event.key] = self._answer_of(event)
        # They are neither new nor prompted here.
        self.prompted, self.withdrawn = [], []

    def take_new(self) -> list[Event]:
        """Hand the events since the last time to whoever stores them; prompts begin anew."""
        taken, self.new = self.new, []
        self.prompted, self.withdrawn = [], []
        return taken

    @property
    def head(self) -> int:
        """How many plies are in force."""
        return len(self.line)

    @property
    def certain_to(self) -> int | None:
        """Give the ply before the first illegal one; None: all are certain."""
        return self._judged if self._judged < self.head else None

    @property
    def standing(self) -> tuple[Finding, ...]:
        """Give the prompts that stand: of the rulebook, of an illegal ply not dealt with, of a flag."""
        stands = self.game.prompts()
        if self.certain_to is not None:
            stood = self.line[self.certain_to]
            error = self._try(stood.move)
            if error is not None:
                stands = (*stands, self.game.foul(self.certain_to + 1, error))
        beside = (self.flagged, self.called, self.reported)
        return (*stands, *(finding for finding in beside if finding is not None))

    def meant(self, item: PlyItem) -> PlyItem:
        """Give the item with its move as squares or points, or raise `UnreadableMoveError`."""
        # What is answered by its key already stays as it is.
        if item.key and item.key in self._answers:
            return item
        cut = self.line[max(item.ply, 1) - 1 : self._judged]
        # Notation is read on the board as it stood before the ply.
        if cut:
            self.game.back(item.ply - 1)
        try:
            return replace(item, move=self.game.meant(item.move))
        finally:
            for played in cut:
                self.game.push(played.move)

    def write(self, items: Sequence[PlyItem], writer: Writer) -> list[Answer]:
        """Take plies in turn, up to the first that is refused; what stands before it stays."""
        answers: list[Answer] = []
        for item in items:
            answer = self._answers.get(item.key) if item.key else None
            if answer is None:
                answer = self._write(item, writer)
                # What was refused without a trace may be sent again, and be right then.
                if item.key and (not answer.is_refused or (self.new and self.new[-1].key == item.key)):
                    self._answers[item.key] = answer
            answers.append(answer)
            if answer.is_refused:
                break
        return answers

    def write_game(
        self,
        moves: Sequence[str],
        writer: Writer,
        *,
        back: bool = False,
        clocks: Mapping[int, int] = NO_READINGS,
        overtime: Mapping[int, str] = NO_OVERTIMES,
    ) -> list[Answer]:
        """Take a whole game so far; from the first other move on it replaces the line."""
        same = 0
        while same < min(len(moves), self.head) and moves[same] == self.line[same].move:
            same += 1
        if same == len(moves):
            # A beginning of the line is a late copy, no take-back, unless it is said to be.
            if back and same < self.head and self.over is None:
                return [self.back(same, writer)]
            return [Answer(Code.THERE, self.head)]
        items = []
        for ply, move in enumerate(moves[same:], same + 1):
            seen = self.seq if ply == same + 1 <= self.head else None
            side = ("first", "second")[self.game.side(ply)]
            left = {f"clock_{side}": clocks.get(ply), f"overtime_{side}": overtime.get(ply)}
            items.append(PlyItem(ply, move, seen=seen, **left))  # type: ignore[arg-type]
        return self.write(items, writer)

    def back(self, ply: int, writer: Writer, *, age: float | None = None) -> Answer:
        """Take the line back to so many plies."""
        if not 0 <= ply < self.head:
            return Answer(Code.THERE if ply == self.head else Code.MISSING, self.head)
        if self.over is not None and RANKS[writer] < RANKS[Writer.TABLE]:
            return Answer(Code.OVER, self.head, end=self.over.end)
        last = self.line[-1]
        # A player's device: its own last ply, and only for a moment.
        if writer is Writer.PLAYER and (
            ply != self.head - 1 or last.writer is not writer or age is None or age > OWN_BACK
        ):
            return Answer(Code.NOT_ALLOWED, self.head, stands=last)
        is_lower = RANKS[writer] < max(RANKS[p.writer] for p in self.line[ply:])
        if is_lower and RANKS[writer] < RANKS[Writer.TABLE]:
            return Answer(Code.NOT_ALLOWED, self.head, stands=last)
        if self.over is not None:
            self._add(EventKind.REOPEN, self.head, writer)
        self._add(EventKind.BACK, ply, writer)
        return Answer(Code.TAKEN, self.head)

    def flag(self, side: int, writer: Writer) -> Answer:
        """Note that a side's time is over: it loses by the rulebook's article, at once where its rules
        act."""
        if self.over is not None:
            return Answer(Code.OVER, self.head, end=self.over.end)
        self._add(EventKind.FLAG, self.head, writer, side=side)
        end = End("1-0" if side else "0-1", "time", TIME_ARTICLES.get(self.rulebook, ""))
        if self.flagged is not None:
            self.prompted.append(self.flagged)
        if self.online and is_automatic(self.rulebook):
            self._add(EventKind.OVER, self.head, writer, end=end)
        return Answer(Code.TAKEN, self.head, end=end)

    def call(self, writer: Writer) -> Answer:
        """Call the referee to the table; each call is a card of its own."""
        self._add(EventKind.CALL, self.head, writer)
        if self.called is not None:
            self.prompted.append(self.called)
        return Answer(Code.TAKEN, self.head)

    def report(self, end: End, writer: Writer) -> Answer:
        """Note with what the table says its game ended: a card for the referee, until somebody plays on."""
        if self.over is not None and self.over.reason in FROM_OUTSIDE:
            return Answer(Code.OVER, self.head, end=self.over.end)
        if self.reported is not None and end_by(self.reported) == end:
            return Answer(Code.THERE, self.head, end=end)
        self._add(EventKind.OUTCOME, self.head, writer, end=end)
        if self.reported is not None:
            self.prompted.append(self.reported)
        return Answer(Code.TAKEN, self.head, end=end)

    def close(self, writer: Writer, reason: str = BY_RESULT) -> None:
        """Take no more plies: a result was entered, or a record accepted."""
        if self.over is None:
            self._add(EventKind.OVER, self.head, writer, reason=reason)

    def reopen(self, writer: Writer) -> None:
        """Take plies again: the result was taken back, or nobody has to wait for it any more."""
        if self.over is not None:
            self._add(EventKind.REOPEN, self.head, writer)

    def overturn(self, writer: Writer, reason: str) -> None:
        """Take the end back; the series by which it came stays silent until it has ended."""
        if self.over is not None:
            self._add(EventKind.OVERTURN, self.head, writer, reason=reason)

    def _write(self, item: PlyItem, writer: Writer) -> Answer:
        if self.over is not None and not self._reopens(writer):
            if self.over.reason in FROM_OUTSIDE:
                self._object(item, writer)
            return Answer(Code.OVER, self.head, item.move, end=self.over.end)
        if item.ply > self.head + 1 or item.ply < 1:
            return Answer(Code.MISSING, self.head, item.move)
        noted = _noted(item)
        if item.ply <= self.head:
            return self._meet(item, writer, noted)
        return self._play(item, writer, noted)

    def _reopens(self, writer: Writer) -> bool:
        """Whether a ply of the writer is more than the two passes that ended the game."""
        return self.over is not None and self.over.reason == "passes" and RANKS[writer] >= RANKS[Writer.TABLE]

    def _meet(self, item: PlyItem, writer: Writer, noted: _Noted) -> Answer:
        """A ply for which a move stands already."""
        stands = self.line[item.ply - 1]
        if stands.move == item.move:
            if noted.clocks != NO_CLOCKS or noted.overtime != NO_OVERTIME:
                times = {"clocks": noted.clocks, "overtime": noted.overtime}
                self._add(EventKind.CLOCK, item.ply, writer, key=item.key, **times)
            return Answer(Code.THERE, self.head, item.move, stands, clocks_refused=noted.refused)
        cut = self.line[item.ply - 1 :]
        has_seen = item.seen is not None and item.seen >= max(p.seq for p in cut)
        if has_seen and RANKS[writer] >= max(RANKS[p.writer] for p in cut):
            return self._play(item, writer, noted)
        self._object(item, writer)
        return Answer(Code.OTHER_MOVE, self.head, item.move, stands)

    def _object(self, item: PlyItem, writer: Writer) -> None:
        """Keep a move beside the line."""
        objection = (item.ply, item.move, writer)
        # A relay sends the same again and again, which is one.
        if item.key or not any((row.ply, row.move, row.writer) == objection for row in self.objections):
            self._add(EventKind.OBJECTION, item.ply, writer, move=item.move, key=item.key)

    def _play(self, item: PlyItem, writer: Writer, noted: _Noted) -> Answer:
        """A ply at the end of the line, or in place of what stands from there on."""
        replaces = item.ply <= self.head
        certain = self._judged >= item.ply - 1
        cut = self.line[item.ply - 1 :]
        if certain and replaces:
            self.game.back(item.ply - 1)
        try:
            barred = self.game.disabled().get(item.move) if certain and self.online else None
            error = self._try(item.move) if certain else None
            legal = tuple(self.game.legal()) if error is not None and writer is Writer.PLAYER else ()
        finally:
            if certain and replaces:
                for p in cut[: self._judged - item.ply + 1]:
                    self.game.push(p.move)
        # What a platform let pass was played all the same.
        if barred is not None and writer in (Writer.PLAYER, Writer.TABLE, Writer.DESK):
            return Answer(Code.DISABLED, self.head, item.move, reason=barred.code)
        if error is not None and writer is Writer.PLAYER:
            return Answer(Code.ILLEGAL, self.head, item.move, reason=error.reason, legal=legal)
        if self.over is not None:
            self._add(EventKind.REOPEN, self.head, writer)
        kind = EventKind.REPLACE if replaces else EventKind.PLY
        legality = None if not certain else error is None
        self._add(
            *(kind, item.ply, writer),
            move=item.move,
            legal=legality,
            key=item.key,
            clocks=noted.clocks,
            overtime=noted.overtime,
        )
        if error is not None:
            self.prompted.append(self.game.foul(item.ply, error))
            return Answer(
                Code.ILLEGAL_KEPT, self.head, item.move, reason=error.reason, clocks_refused=noted.refused
            )
        code = Code.REPLACED if replaces else Code.TAKEN
        end = self._end(writer) if certain else None
        return Answer(code, self.head, item.move, clocks_refused=noted.refused, end=end)

    def _try(self, move: str) -> RefusedMoveError | None:
        """Why the move is illegal after what is certain."""
        try:
            self.game.push(move)
        except RefusedMoveError as error:
            return error
        self.game.back(len(self.game) - 1)
        return None

    def _end(self, writer: Writer) -> End | None:
        """Closes the stream where the board, or a rule that acts, has ended the game with the last ply."""
        ending = self.game.ending()
        if ending is not None:
            wins = "1-0" if self.game.side(self.head) == 0 else "0-1"
            end = None if ending == "passes" else End(wins, ending, "")
            self._add(EventKind.OVER, self.head, writer, end=end, reason=ending)
            return end
        for finding in self._raised:
            if is_applied(finding, online=self.online):
                self._add(EventKind.OVER, self.head, writer, end=end_by(finding), reason=finding.code)
                return end_by(finding)
        return None

    def _add(
        self,
        kind: EventKind,
        ply: int,
        writer: Writer,
        **more: object,
    ) -> None:
        event = replace(Event(self.seq + 1, kind, ply, writer), **more)  # type: ignore[arg-type]
        self.new.append(event)
        self._fold(event)

    def _fold(self, event: Event) -> None:
        self.seq = event.seq
        if event.kind is EventKind.OBJECTION:
            self.objections.append(event)
        elif event.kind is EventKind.OVER:
            self.over = event
        elif event.kind is EventKind.FLAG:
            article = TIME_ARTICLES.get(self.rulebook, "")
            self.flagged = Finding(self.rulebook, article, Kind.LOSS, "time", event.side, event.ply, {})
        elif event.kind is EventKind.CALL:
            call = f"call {event.seq}"
            self.called = Finding(self.rulebook, call, Kind.WARNING, CALLED, None, event.ply, {})
        elif event.kind is EventKind.OUTCOME:
            self.reported = self._reported(event)
        elif event.kind in (EventKind.REOPEN, EventKind.OVERTURN):
            self.over = self.flagged = self.reported = None
        elif event.kind is EventKind.BACK:
            self.reported = None
            self._cut(event.ply)
        elif event.kind in (EventKind.PLY, EventKind.REPLACE):
            self.reported = None
            self._cut(event.ply - 1)
            self.line.append(Standing(event.move, event.legal, event.seq, event.writer))
            if event.legal:
                self._note(self.game.push(event.move))
                self._judged = event.ply

    def _reported(self, event: Event) -> Finding | None:
        """Make a finding of no rulebook of what the table said."""
        if event.end is None:
            return None
        result, cause, article = event.end
        book = self.rulebook or ("weiqi" if isinstance(self.game, Weiqi) else "")
        loser = {"1-0": 1, "0-1": 0}.get(result)
        kind = Kind.DRAW if loser is None else Kind.LOSS
        evidence = {"result": result, "ended": cause, "by": article}
        # Numbered: each is a card of its own.
        return Finding(book, f"table {event.seq}", kind, REPORTED, loser, event.ply, evidence)

    def _cut(self, ply: int) -> None:
        if ply >= self.head:
            return
        del self.line[ply:]
        self.objections = [p for p in self.objections if p.ply <= ply + 1]
        if self._judged > ply:
            self._note(self.game.back(ply))
            self._judged = ply

    def _note(self, change: Change) -> None:
        self._raised = change.raised
        self.prompted += change.raised
        self.withdrawn += change.over

    def _answer_of(self, event: Event) -> Answer:
        if event.kind is EventKind.CLOCK:
            return Answer(Code.THERE, self.head, event.move)
        if event.legal is False:
            return Answer(Code.ILLEGAL_KEPT, self.head, event.move)
        if event.kind is EventKind.OBJECTION:
            if self.over is not None:
                return Answer(Code.OVER, self.head, event.move, end=self.over.end)
            return Answer(Code.OTHER_MOVE, self.head, event.move, self.line[event.ply - 1])
        code = Code.REPLACED if event.kind is EventKind.REPLACE else Code.TAKEN
        return Answer(code, self.head, event.move)


class _Noted(NamedTuple):
    """What an item says of the clocks."""

    clocks: Clocks
    overtime: Overtime
    # Texts that cannot be read: the ply is taken all the same.
    refused: tuple[str, ...]


def _noted(item: PlyItem) -> _Noted:
    clocks: list[int | None] = []
    overtime: list[OvertimeLeft | None] = []
    refused: list[str] = []
    for value in (item.clock_first, item.clock_second):
        is_seconds = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LONGEST_CLOCK
        clocks.append(value if is_seconds else None)  # type: ignore[arg-type]
        if value is not None and not is_seconds:
            refused.append(str(value)[:20])
    for value in (item.overtime_first, item.overtime_second):
        try:
            overtime.append(OvertimeLeft.parse(str(value)[:LONGEST_OVERTIME]) if value is not None else None)
        except ClockTextError as error:
            overtime.append(None)
            refused.append(error.text)
    return _Noted(Clocks(*clocks), Overtime(*overtime), tuple(refused))
