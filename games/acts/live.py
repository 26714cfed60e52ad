"""Write the stream of a live game: one ply, many, a whole game so far, take-backs, flags."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, cast

from django.db import transaction
from django.utils import timezone

from games.acts._rows import insert_row, update_row
from games.acts.rulings_by_rule import await_ruling, end_to_enter
from games.live.playing import UnreadableMoveError
from games.live.stream import (
    BY_RECORD,
    BY_RESULT,
    FROM_OUTSIDE,
    NO_CLOCKS,
    NO_OVERTIME,
    NO_OVERTIMES,
    NO_READINGS,
    Answer,
    Code,
    EventKind,
    PlyItem,
    Stream,
    Writer,
)
from games.live.stream import Event as StreamEvent
from games.models import LiveEvent, LiveGame, TableLink
from games.models.live import LONGEST_KEY
from games.policy import RecordAct
from games.queries.live import (
    events_of,
    game_of,
    players_and_game,
    rights_version,
    standing_outside,
    start_of,
)
from games.queries.records import has_game
from games.rulebooks.findings import SIDES, Finding, plain
from games.rulebooks.prompting import End
from games.wording.live import PREFIX, answer_params
from games.xiangqi.fen import read_fen
from portal import journal
from portal.accounts.models import User
from portal.policy import Denied, Permission, Refusal
from tournaments.acts.common import scope_of
from tournaments.acts.results import check_cause
from tournaments.models import Event, Pairing, PlayerLink, ResultReport, Round
from tournaments.policy import acts_of, require, round_permits
from tournaments.queries.private_link_scope import PrivateLink, as_it_stands

By = User | PlayerLink | TableLink
# Plies of one request; a whole game so far may have more.
MOST_ITEMS: Final = 600
# Results of games that were played, as a table says them.
REPORTABLE: Final = (ResultReport.Value.FIRST, ResultReport.Value.DRAW, ResultReport.Value.SECOND)
# Games whose stream a process keeps folded, so that a ply costs the same at move 200 as at move 20; one that
# is not among them is folded anew from its events. A game at ply 100 takes some 150 kB: as much as all boards
# of a large hall need, and only while they are played.
REMEMBERED: Final = 1_000


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a request."""

    live: LiveGame
    # To its plies in turn.
    answers: tuple[Answer, ...]
    # What the request brought up.
    prompted: tuple[Finding, ...]


class _Streams:
    """Streams as far as this process has folded them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._by_game: OrderedDict[int, Stream] = OrderedDict()

    # One that is being written is taken out, so that no two threads share one, and comes back only when what
    # it says is committed.
    def take(self, key: int) -> Stream | None:
        """Hands it out to one writer."""
        with self._lock:
            return self._by_game.pop(key, None)

    def keep(self, key: int, stream: Stream) -> None:
        """Take a stream back; who has not been used for longest goes."""
        with self._lock:
            self._by_game[key] = stream
            while len(self._by_game) > self._most:
                self._by_game.popitem(last=False)


streams = _Streams(REMEMBERED)


class _Accounts:
    """Accounts with what they may do at an event."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._by_rights: OrderedDict[tuple[object, ...], User] = OrderedDict()

    def as_it_stands(self, by: User, event: Event) -> User:
        """Do as `private_link_scope.as_it_stands`, for an account without program and organisation."""
        # What a right rests on is read with every ply; to find out what it comes to costs more than all else
        # about one.
        key = (by.pk, event.pk, rights_version(by, event))
        with self._lock:
            fresh = self._by_rights.get(key)
        if fresh is None:
            fresh = cast("User", as_it_stands(by, RecordAct.SEND_PLIES, event=event))
            fresh.granted = {event.pk: acts_of(fresh, event)}
            with self._lock:
                self._by_rights[key] = fresh
                while len(self._by_rights) > self._most:
                    self._by_rights.popitem(last=False)
        return fresh


_accounts = _Accounts(REMEMBERED)


def write_plies(
    *, pairing: Pairing, items: Sequence[PlyItem], by: By, game: int = 1, start: str = ""
) -> Written:
    """Take plies in any notation in turn, up to the first that is refused.

    ``start`` is the FEN from which a game of xiangqi begins, where it is not the usual position; it counts
    with
    the first ply alone.
    """
    if len(items) > MOST_ITEMS:
        raise Refusal("live-too-many", field="plies", most=MOST_ITEMS)

    def write(stream: Stream, writer: Writer) -> list[Answer]:
        answers: list[Answer] = []
        for item in items:
            try:
                meant = stream.meant(replace(item, key=_stored_key(by, item.key)))
            except UnreadableMoveError as error:
                text = item.move[:LONGEST_KEY]
                answers.append(Answer(Code.UNREADABLE, stream.head, text, legal=error.candidates))
                break
            answers += stream.write([meant], writer)
            if answers[-1].is_refused:
                break
        return answers

    return _written(pairing, game, by, write, start=start)


def write_game(
    *,
    pairing: Pairing,
    moves: Sequence[str],
    by: By,
    game: int = 1,
    start: str = "",
    back: bool = False,
    clocks: Mapping[int, int] = NO_READINGS,
    overtime: Mapping[int, str] = NO_OVERTIMES,
    writer: Writer | None = None,
) -> Written:
    """Take a whole game so far, its moves as squares or points; what begins as the line does is skipped.

    With ``back`` what is shorter than the line takes it back. ``clocks``, ``overtime``: by ply, what remains
    to
    whoever made it.
    """
    return _written(
        pairing,
        game,
        by,
        lambda stream, usual: stream.write_game(
            moves, writer or usual, back=back, clocks=clocks, overtime=overtime
        ),
        start=start,
    )


def take_back(*, pairing: Pairing, ply: int, by: By, game: int = 1, reason: str = "") -> Written:
    """Take the line back to so many plies; what is cut stays in the table."""

    def back(stream: Stream, writer: Writer) -> list[Answer]:
        age = None
        if writer is Writer.PLAYER and stream.line:
            last = LiveEvent.objects.get(live__pairing=pairing, live__game=game, seq=stream.line[-1].seq)
            age = (timezone.now() - last.at).total_seconds()
        return [stream.back(ply, writer, age=age)]

    return _written(pairing, game, by, back, journalled="take_back_plies", reason=reason)


def note_flag(*, pairing: Pairing, side: int, by: By, game: int = 1) -> Written:
    """Note that a side's time is over; 0 is first."""
    return _written(pairing, game, by, lambda stream, writer: [stream.flag(side, writer)])


def call_referee(*, pairing: Pairing, by: By, game: int = 1) -> Written:
    """Call a referee to the table, also before its first ply."""
    return _written(pairing, game, by, lambda stream, writer: [stream.call(writer)])


def report_outcome(
    *,
    pairing: Pairing,
    value: str,
    by: By,
    game: int = 1,
    cause: str = "",
    writer: Writer | None = None,
) -> Written:
    """Note how the table says its game ended, ``value`` as results have it; a referee enters it."""
    if value not in REPORTABLE:
        raise Refusal("unknown-result", field="value", value=value)
    ending = check_cause(pairing.round.section, value, forfeit=False, cause=cause)
    end = End("1/2-1/2" if value == ResultReport.Value.DRAW else value, cause, ending.article)
    return _written(pairing, game, by, lambda stream, usual: [stream.report(end, writer or usual)])


def overturn_end(*, pairing: Pairing, by: By, game: int = 1, reason: str) -> Written:
    """Let the game go on although a rule has ended it; that series is silent until it is over."""

    def overturn(stream: Stream, writer: Writer) -> list[Answer]:
        stream.overturn(writer, reason)
        return []

    return _written(pairing, game, by, overturn, reason=reason)


def writer_of(by: By, pairing: Pairing) -> Writer:
    """Say as who somebody writes."""
    if isinstance(by, TableLink):
        return Writer.TABLE
    if isinstance(by, PlayerLink):
        return Writer.PLAYER
    # What is played by a program counts less than what the desk has typed.
    if by.token is not None:
        return Writer.TOKEN
    event = pairing.round.section.event
    return Writer.REFEREE if RecordAct.ACCEPT_RECORD in acts_of(by, event) else Writer.DESK


def _written(
    pairing: Pairing,
    game: int,
    by: By,
    write: Callable[[Stream, Writer], list[Answer]],
    *,
    start: str = "",
    journalled: str = "",
    reason: str = "",
) -> Written:
    """Write in the one frame of all writing: right, lock, stream as it stands, ``write``, rows."""
    # The one exception to the frame of acts: plies are too many for the journal and the lock of a round. What
    # the frame promises holds by other means: one transaction under the lock of the game's own row, rights
    # read anew within it, an answer to the same key again, and a row that says who sent what, and when.
    with transaction.atomic():
        live, outcome = _locked(_opened(pairing, game, start), pairing)
        round_ = live.pairing.round
        by = _as_it_stands(by, live.pairing)
        writer = writer_of(by, live.pairing)
        stream = streams.take(live.pk)
        if stream is None or stream.seq > live.seq:
            stream = Stream(game_of(live), live.rulebook, online=live.online)
        if stream.seq < live.seq:
            stream.follow(events_of(live, stream.seq))
        _heed(outcome, stream)
        if live.online and not outcome and stream.over is not None and _is_taken_back(live):
            stream.overturn(Writer.REFEREE, "")
        answers = write(stream, writer)
        prompted = tuple(stream.prompted)
        events = stream.take_new()
        if events:
            _store(live, stream, events, by, reason)
            if any(event.kind is EventKind.OVER for event in events) and end_to_enter(live) is not None:
                await_ruling(live)
        if journalled and isinstance(by, User) and any(event.kind is EventKind.BACK for event in events):
            journal.record(
                journalled,
                by=by,
                scope=scope_of(round_.section.event),
                target=f"round:{round_.pk}",
                after={"table": pairing.table, "plies": stream.head},
                reason=reason,
            )
        transaction.on_commit(lambda: streams.keep(live.pk, stream))
    return Written(live, tuple(answers), prompted)


def refusal_of(live: LiveGame, answer: Answer, ply: int) -> Refusal:
    at = ""
    if answer.stands is not None:
        stood = LiveEvent.objects.get(live=live, seq=answer.stands.seq)
        at = f"{stood.at:%H:%M:%S} UTC"
    params = answer_params(answer, ply=ply, over=live.over, at=at)
    return Refusal(PREFIX + answer.code, field="plies" if answer.status == 422 else "", **params)


def _opened(pairing: Pairing, game: int, start: str) -> int:
    """Id of the live game of those who sit at the table, which begins with the first ply."""
    if pairing.table is None:
        raise Refusal("bye-has-no-game")
    players = players_and_game(pairing, game)
    if players is None:
        raise Refusal("live-no-players", table=pairing.table)
    if players.live is not None:
        return players.live
    round_ = pairing.round
    if not has_game(pairing, round_, game):
        raise Refusal("record-of-no-game", table=pairing.table, game=game)
    section = round_.section
    if start and read_fen(start)[0] is None:
        raise Refusal("live-bad-start", field="start")
    # Of two who send the first ply at one moment the second finds the row that the first has made.
    made, _new = LiveGame.objects.get_or_create(
        pairing=pairing,
        game=game,
        first_id=players.first,
        second_id=players.second,
        defaults={
            "rulebook": section.rulebook,
            "online": section.online,
            "start": start_of(section, pairing, start),
        },
    )
    return made.pk


def _locked(key: int, pairing: Pairing) -> tuple[LiveGame, str]:
    """Lock the game, read it afresh, and say what has ended it from outside: `BY_RECORD`, `BY_RESULT` or
    nothing."""
    # No lock of its round: a hall writes in all its games at once.
    live = LiveGame.objects.select_for_update().get(pk=key)
    # As it was loaded, but for the state of its round: what else a ply needs of a section stays while it is
    # played.
    live.pairing = pairing
    outside = standing_outside(live)
    pairing.round.state = Round.State(outside.state)
    return live, BY_RECORD if outside.has_record else BY_RESULT if outside.has_result else ""


def _as_it_stands(by: By, pairing: Pairing) -> By:
    """Read who writes anew, if it is still allowed."""
    right = RecordAct.SEND_PLIES
    round_: Round = pairing.round
    if isinstance(by, TableLink):
        fresh = TableLink.objects.filter(pk=by.pk, revoked_at=None).first()
        if fresh is None or (fresh.section_id, fresh.table) != (round_.section_id, pairing.table):
            raise Denied(right)
        if round_permits(right, round_) is Permission.REFUSED:
            raise Refusal("state", act=str(right), state=round_.state, round=round_.number)
        return fresh
    event = round_.section.event
    if isinstance(by, User) and by.token is None and event.organisation_id is None:
        writer: User | PrivateLink = _accounts.as_it_stands(by, event)
    else:
        writer = as_it_stands(by, right, event=event)
    require(right, by=writer, scope=round_, target=pairing)
    if isinstance(writer, User):
        return writer
    if not isinstance(writer, PlayerLink):
        raise Denied(right)
    if not round_.section.online:
        # In a hall a player's device is no place to follow the own game on.
        raise Refusal("live-not-online")
    return writer


def _heed(outcome: str, stream: Stream) -> None:
    """A result that was entered meanwhile has ended the game, one that was taken back reopens it."""
    if outcome:
        stream.close(Writer.DESK, outcome)
    elif stream.over is not None and stream.over.reason in FROM_OUTSIDE:
        stream.reopen(Writer.DESK)


def _is_taken_back(live: LiveGame) -> bool:
    """Whether people have taken the result back with which a rule ended the game."""
    reports = ResultReport.objects.filter(pairing=live.pairing, game=live.game, superseded_by__isnull=True)
    return reports.filter(value=ResultReport.Value.OPEN).exists()


def _stored_overtime(event: StreamEvent) -> dict[str, Any]:
    """By side, as far as it was noted."""
    both = zip(SIDES, event.overtime, strict=True)
    return {side: left.as_json() for side, left in both if left is not None}


def _stored_key(by: By, key: str) -> str:
    # Two writers may choose the same key, and a name may stand in one.
    return sha256(f"{_party(by)} {key}".encode()).hexdigest()[:32] if key else ""


def _party(by: By) -> str:
    if isinstance(by, User):
        return f"token:{by.token.pk}" if by.token is not None else f"user:{by.pk}"
    return f"table:{by.pk}" if isinstance(by, TableLink) else f"entry:{by.entry_id}"


def _store(live: LiveGame, stream: Stream, events: Sequence[StreamEvent], by: By, reason: str) -> None:
    """The events as rows, and what they come to in the row of the game."""
    author: dict[str, Any] = {
        "by": by if isinstance(by, User) else None,
        "by_entry": by.entry if isinstance(by, PlayerLink) else None,
        "link": by if isinstance(by, TableLink) else None,
    }
    rows = [
        LiveEvent(
            live=live,
            seq=event.seq,
            kind=event.kind,
            ply=event.ply,
            move=event.move,
            legal=event.legal,
            clock_first=event.clocks.first,
            clock_second=event.clocks.second,
            overtime=_stored_overtime(event),
            side=event.side,
            end=None if event.end is None else list(event.end),
            writer=event.writer,
            key=event.key,
            reason=event.reason or reason,
            **author,
        )
        for event in events
    ]
    for row in rows:
        insert_row(row)
    over = stream.over
    stands: dict[str, Any] = {
        "seq": stream.seq,
        "head": stream.head,
        "line": " ".join(ply.move for ply in stream.line),
        "certain_to": stream.certain_to,
        "prompts": [plain(finding) for finding in stream.standing],
        "objections": [[row.ply, row.move, row.seq] for row in stream.objections],
        "over": "" if over is None else over.reason or "ended",
        "end": None if over is None or over.end is None else list(over.end),
        "sight": rows[-1].pk,
        "changed_at": timezone.now(),
    }
    for event in events:
        if event.clocks != NO_CLOCKS or event.overtime != NO_OVERTIME:
            first, second = event.clocks
            stands |= {} if first is None else {"clock_first": first}
            stands |= {} if second is None else {"clock_second": second}
            stands |= {
                "clock_ply": event.ply,
                "overtime": stands.get("overtime", live.overtime) | _stored_overtime(event),
            }
    changed = [name for name, value in stands.items() if getattr(live, name) != value]
    for name in changed:
        setattr(live, name, stands[name])
    update_row(live, changed)
