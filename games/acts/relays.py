"""Follow games that other programs send whole, again and again, as they grow: asked for (*relay*), or
pushed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import takewhile
from typing import Annotated, Any, Final, NamedTuple, NotRequired, TypedDict
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from games.acts.live import REPORTABLE, By, Written, report_outcome, write_game
from games.live.stream import Writer
from games.models import LiveGame, Relay
from games.policy import RecordAct
from games.queries.archives import Tables
from games.queries.live import game_id, games_by_table
from games.records.places import SIDES
from portal import outbox
from portal.accounts.models import User
from portal.policy import Denied, Refusal
from portal.web.fields import Field
from portal.webhooks.sending import MOST_URL, BadAddressError, FetchedFile, target_of
from tournaments.acts.frame import ROUND, ActResult, act, no_change, outside_transaction
from tournaments.models import Pairing, Round
from tournaments.policy import require
from tournaments.state.causes import ResultCause, allows, cause_outcome, is_known

FOLLOW: Final = "follow-relay"
# Seconds from one question to the next after many failures, and while nothing is to be asked.
SELDOM: Final = 60.0
# A game that has stood shorter for so long was taken back there; before that it may be a late copy.
SURELY_SHORTER: Final = timedelta(seconds=5)
MOST_UNPLACED: Final = 20
MOST_TAG: Final = 100
# By these a person knows a game again that fits no table.
HEADERS: Final = ("Round", "Board", "Table", "Red", "Black", "White", "GameId")
LONGEST_HEADER: Final = 60
# Round, table and game.
_GAME_NUMBER: Final = re.compile(r"[0-9]{1,4}[.:][0-9]{1,4}[.:]([0-9]{1,2})(?![0-9])")


class Followed(TypedDict):
    # Of the address that is asked; not there where none is.
    host: NotRequired[str]


@act(on=ROUND, right=RecordAct.FOLLOW_RELAY, name="follow_relay", done=_("address of running games"))
def _follow_relay(
    *, round_: Round, url: str, host: str, every: int, by: User, once: str
) -> ActResult[Followed]:
    relay = Relay.objects.filter(round=round_).first()
    before = {"server": urlsplit(relay.url).hostname or ""} if relay else {}
    if relay is not None and (relay.url, relay.every) == (url, every) and not relay.failures:
        return no_change({"host": host})
    Relay.objects.filter(round=round_).delete()
    if not url:
        return ActResult({}, before=before) if relay is not None else no_change({})
    Relay.objects.create(round=round_, url=url, every=every, by=by)
    ask_relay(round_)
    return ActResult({"host": host}, before=before, after={"server": host, "seconds": every})


@outside_transaction(_follow_relay)
def follow_relay(
    *,
    round_: Round,
    url: Annotated[
        str,
        Field(
            longest=MOST_URL,
            label=_("Address"),
            help=_("Of a PGN or SGF file of the whole round that grows while it is played. Empty: none."),
        ),
    ] = "",
    every: Annotated[int, Field(least=2, most=60, label=_("Ask every … seconds"))] = Relay.EVERY,
    by: User,
    once: str = "",
) -> Followed:
    """Ask an address for the games of the round from now on, or no longer where ``url`` is empty."""
    require(RecordAct.FOLLOW_RELAY, by=by, scope=round_)
    try:
        # Before any lock: names are asked for over the network.
        host = (target_of(url).url.hostname or "") if url else ""
    except BadAddressError as bad:
        raise Refusal(code_of(bad.code), field="url") from None
    # The same address again begins anew after failures.
    return _follow_relay(round_=round_, url=url, host=host, every=every, by=by, once=once)


def code_of(error: str) -> str:
    """Give the refusal that says of an address that is asked what ``error`` says of one sent to."""
    return _WORDED_APART.get(error, error)


_WORDED_APART: Final = {
    "webhook-private": "relay-private",
    "webhook-url": "relay-url",
    "webhook-too-large": "relay-too-large",
}


def ask_relay(round_: Round, delay: float = 0.0) -> None:
    outbox.enqueue(
        FOLLOW,
        key=f"relay:{round_.pk}",
        payload={"round": round_.pk},
        priority=outbox.RECORDS,
        delay=delay,
    )


class Place(NamedTuple):
    """Which game of which table."""

    pairing: Pairing
    game: int


class RoundTables:
    """Find the tables of a public round for games of files, in eight queries."""

    def __init__(self, round_: Round) -> None:
        self._round = round_
        self._tables = Tables(round_.section)
        self._names = SIDES[round_.section.game]
        self._games = games_by_table(round_)
        self._by_id = {
            game_id(pairing, game): Place(pairing, game)
            for pairing, games in self._games.values()
            for game in games
        }
        games = LiveGame.objects.filter(pairing__round=round_).order_by("pk")
        self._lines = {
            (key, game): line.split() for key, game, line in games.values_list("pairing", "game", "line")
        }

    # A file has the games of many tables in no order that counts.
    def find(self, sent: Mapping[str, Any]) -> Place:
        """Say where one of `games.live.reading.games_in` belongs, or raise as `Tables.find` does."""
        headers = sent["headers"]
        # By our name for it; else by players or board, and of a match by the number of the game (``Round
        # "5.12.2"``) or by who moves first: colours are exchanged in even games.
        place = self._by_id.get(headers.get("GameId") or headers.get("Name", ""))
        if place is None:
            place = self._placed(headers, sent["moves"])
        place.pairing.round = self._round
        return place

    def _placed(self, headers: Mapping[str, str], moves: Sequence[str]) -> Place:
        numbered = _GAME_NUMBER.search(headers.get("Round", ""))
        has_round = any(char.isdigit() for char in headers.get("Round", ""))
        # A file of one round says only at which board.
        complete = headers if has_round else {**headers, "Round": str(self._round.number)}
        first, second = self._names
        exchanged = {**complete, first: headers.get(second, ""), second: headers.get(first, "")}
        parity = 1 if all(headers.get(name, "").strip() for name in self._names) else None
        try:
            pairing = self._tables.find(complete, "")
        except Refusal as refusal:
            if parity is None:
                raise
            try:
                pairing, parity = self._tables.find(exchanged, ""), 0
            except Refusal:
                # What is wrong with it is said of the file as it stands.
                raise refusal from None
        if pairing.round_id != self._round.pk:
            raise Refusal("record-of-no-table")
        games = [
            game
            for game in self._games[pairing.pk].games
            if (parity is None or game % 2 == parity) and (numbered is None or game == int(numbered[1]))
        ]
        if not games:
            raise Refusal("record-of-no-game", table=pairing.table, game=numbered[1] if numbered else 2)
        return Place(pairing, self._one_of(pairing, games, moves))

    def _one_of(self, pairing: Pairing, games: Sequence[int], moves: Sequence[str]) -> int:
        """Choose among games where nothing says which it is."""
        # An earlier one of which it has more than half, else the one that is played.
        for game in games[:-1]:
            line = self._lines.get((pairing.pk, game), [])
            same = len(list(takewhile(lambda both: both[0] == both[1], zip(line, moves, strict=False))))
            if same * 2 > len(line):
                return game
        return games[-1]


def write_relayed(
    pairing: Pairing,
    sent: Mapping[str, Any],
    by: By,
    *,
    game: int = 1,
    start: str = "",
    back: bool = False,
    writer: Writer | None = None,
) -> Written:
    """Take one of `games.live.reading.games_in`, and propose the result that it says."""
    written = write_game(
        pairing=pairing,
        game=game,
        moves=sent["moves"],
        start=start or sent["start"],
        clocks=sent["clocks"],
        overtime=sent["overtime"],
        back=back,
        by=by,
        writer=writer,
    )
    value, cause, live = sent["result"], sent["cause"], written.live
    is_line = sent["fault"] is None and sent["moves"] == live.moves
    # What it says is a proposal to the referee; that it says nothing takes nothing back.
    if value not in REPORTABLE or live.over or not live.head or not is_line:
        return written
    section = pairing.round.section
    ending = ResultCause(cause)
    if not (
        allows(ending, cause_outcome(value, forfeit=False), section.game)
        and is_known(ending, section.rulebook)
    ):
        cause = ""
    place: dict[str, Any] = {"pairing": pairing, "game": game, "by": by}
    reported = report_outcome(value=value, cause=cause, writer=writer, **place)
    return Written(reported.live, written.answers, (*written.prompted, *reported.prompted))


@dataclass(frozen=True, slots=True)
class RelayedBefore:
    """What the game of a table was when it was last looked at."""

    digest: str
    # From when on it has been this.
    since: datetime
    # Whether it is shorter than the line.
    short: bool = False

    def as_json(self) -> list[Any]:
        return [self.digest, self.since.isoformat(), self.short]

    @classmethod
    def from_json(cls, stored: Sequence[Any] | None) -> RelayedBefore | None:
        """None where no game of the table was seen."""
        return cls(stored[0], datetime.fromisoformat(stored[1]), stored[2]) if stored else None


def take_answer(
    relay: Relay, fetched: FetchedFile, games: Sequence[Mapping[str, Any]] | None, now: datetime
) -> None:
    """Take what came of a question; no games mean that the answer is the one before."""
    relay.asked_at, relay.status = now, fetched.status
    if fetched.error:
        relay.failures += 1
        relay.error = code_of(fetched.error)
        relay.save()
        return
    relay.failures, relay.error, relay.answered_at = 0, "", now
    if games is not None:
        relay.tag, relay.digest = fetched.etag[:MOST_TAG], sha256(fetched.body).hexdigest()
        _write_games(relay, games, now)
    relay.save()


def _write_games(relay: Relay, games: Sequence[Mapping[str, Any]], now: datetime) -> None:
    tables = RoundTables(relay.round)
    placed: list[tuple[Place, Mapping[str, Any]]] = []
    unplaced = []
    for game in games:
        try:
            placed.append((tables.find(game), game))
        except Refusal as refusal:
            unplaced.append(_unplaced(game, refusal))
    of_place = Counter(place for place, _game in placed)
    for place, game in sorted(placed, key=lambda each: (each[0].pairing.table or 0, each[0].game)):
        if of_place[place] > 1:
            unplaced.append(_unplaced(game, Refusal("relay-two-games", table=place.pairing.table)))
            continue
        key = str(place.pairing.table) + (f".{place.game}" if place.game > 1 else "")
        before = RelayedBefore.from_json(relay.games.get(key))
        try:
            after = _write_one(relay, place, game, before, now)
        except Denied:
            unplaced.append(_unplaced(game, Refusal("relay-denied")))
        except Refusal as refusal:
            unplaced.append(_unplaced(game, refusal))
        else:
            relay.games[key] = after.as_json()
    relay.unplaced = unplaced[:MOST_UNPLACED]


def _write_one(
    relay: Relay, place: Place, game: Mapping[str, Any], before: RelayedBefore | None, now: datetime
) -> RelayedBefore:
    """Write a game unless it is as it was."""
    stated = (game["start"], *game["moves"], game["result"], game["cause"])
    digest = sha256(" ".join(stated).encode()).hexdigest()
    back = False
    if before is not None and before.digest == digest:
        back = before.short and now - before.since >= SURELY_SHORTER
        if not back:
            return before
    since = before.since if before is not None and before.digest == digest else now
    moves = game["moves"]
    if not moves and before is None:
        # It has not begun.
        return RelayedBefore(digest, since)
    written = write_relayed(place.pairing, game, relay.by, game=place.game, back=back, writer=Writer.PULLED)
    line = written.live.moves
    return RelayedBefore(
        digest, since, short=not back and len(moves) < len(line) and line[: len(moves)] == moves
    )


def _unplaced(game: Mapping[str, Any], refusal: Refusal) -> dict[str, Any]:
    headers = {name: game["headers"][name][:LONGEST_HEADER] for name in HEADERS if game["headers"].get(name)}
    return {"headers": headers, "code": refusal.code, "params": refusal.params}


def pause_after(relay: Relay) -> float:
    """Seconds until it is asked again."""
    return SELDOM if relay.failures >= Relay.PATIENT_AFTER else float(relay.every)
