"""Live games: which one a table plays, and its stream again from what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.live.playing import PASS, Game, Weiqi, Xiangqi
from games.live.stream import Clocks, EventKind, Overtime, Stream, Writer
from games.live.stream import Event as StreamEvent
from games.models import GameRecord, LiveEvent, LiveGame
from games.rulebooks.findings import SIDES
from games.rulebooks.prompting import JUDGES, End
from games.rulebooks.weiqi import PRACTICE, REPETITION
from games.weiqi.settings import Settings
from games.weiqi.values import BLACK, WHITE, point_name
from games.xiangqi.fen import START_POSITION, read_fen
from portal.accounts.models import User
from tournaments.models import Entry, Event, Pairing, ResultReport, Round, Seat, Section
from tournaments.queries.clocks import last_reading
from tournaments.queries.seats import seated_pairings
from tournaments.queries.teams.matches import match_at, seat_of
from tournaments.state.clocks import OvertimeLeft


def players_of(pairing: Pairing, game: int) -> tuple[Entry, Entry] | None:
    """Say who moves first and second in a game of a table; None where not both sit there. One query."""
    seats = {seat.colour: seat.entry for seat in Seat.objects.filter(pairing=pairing).select_related("entry")}
    first, second = (seats.get(seat_of(side, game)) for side in (Seat.Colour.FIRST, Seat.Colour.SECOND))
    return (first, second) if first is not None and second is not None else None


class PlayersAndGame(NamedTuple):
    """Ids of who moves first and second in a game of a table, and of their live game, if it has begun."""

    first: int
    second: int
    live: int | None


def players_and_game(pairing: Pairing, game: int) -> PlayersAndGame | None:
    """Find them in one query; None where not both sit there."""
    # Asked with every ply: in SQL, as `standing_outside`.
    with connection.cursor() as cursor:
        colours = [seat_of(side, game) for side in (Seat.Colour.FIRST, Seat.Colour.SECOND)]
        cursor.execute(_PLAYERS_AND_GAME, [colours[1], game, pairing.pk, colours[0]])
        row = cursor.fetchone()
    return None if row is None else PlayersAndGame(*row)


_PLAYERS_AND_GAME: Final = """
SELECT seat.entry_id, opposite.entry_id, live.id
FROM tournaments_seat seat
JOIN tournaments_seat opposite ON opposite.pairing_id = seat.pairing_id AND opposite.colour = %s
LEFT JOIN games_livegame live ON live.pairing_id = seat.pairing_id AND live.game = %s
    AND live.first_id = seat.entry_id AND live.second_id = opposite.entry_id
WHERE seat.pairing_id = %s AND seat.colour = %s
"""


def rights_version(user: User, event: Event) -> tuple[tuple[object, ...], ...]:
    """Name in one query what an account's rights at an event of no organisation rest on."""
    # Whether it may sign in, whether it is a site administrator's, its roles there; in SQL, as
    # `standing_outside`.
    with connection.cursor() as cursor:
        cursor.execute(_RIGHTS, [event.pk, user.pk])
        return tuple(cursor.fetchall())


_RIGHTS: Final = """
SELECT account.is_active, account.is_superuser, membership.role, membership.may_pair
FROM portal_user account
LEFT JOIN tournaments_membership membership
    ON membership.user_id = account.id AND membership.event_id = %s
WHERE account.id = %s ORDER BY membership.id
"""


class GameSurroundings(NamedTuple):
    """What a running game does not know of itself: the state of its round, a result, an accepted record."""

    state: str
    has_result: bool
    has_record: bool


def standing_outside(live: LiveGame) -> GameSurroundings:
    """Find in one query what has ended a game from outside."""
    # Asked with every ply: to build the query costs fifty times what the database takes.
    with connection.cursor() as cursor:
        game = [live.pairing_id, live.game]
        cursor.execute(_OUTSIDE, [*game, ResultReport.Value.OPEN, *game, live.pairing_id])
        state, has_result, has_record = cursor.fetchone()
    return GameSurroundings(state, bool(has_result), bool(has_record))


_OUTSIDE: Final = """
SELECT round.state,
    EXISTS (
        SELECT 1 FROM tournaments_resultreport report
        WHERE report.pairing_id = %s AND report.game = %s AND report.value <> %s AND NOT EXISTS (
            SELECT 1 FROM tournaments_resultreport later WHERE later.supersedes_id = report.id
        )
    ),
    EXISTS (
        SELECT 1 FROM games_gamerecord record
        JOIN games_recordacceptance acceptance ON acceptance.record_id = record.id
        WHERE record.pairing_id = %s AND record.game = %s
    )
FROM tournaments_pairing pairing JOIN tournaments_round round ON round.id = pairing.round_id
WHERE pairing.id = %s
"""


def live_games(pairing: Pairing, game: int) -> QuerySet[LiveGame]:
    """The live games of a table's game, also those that others began there, the newest first."""
    return LiveGame.objects.filter(pairing=pairing, game=game).order_by("-pk")


class LastClocks(NamedTuple):
    """Seconds that both sides had left, as far as they are known, and after which ply, where that is said."""

    first: int | None
    second: int | None
    ply: int | None


def last_clocks(pairing: Pairing, game: int) -> LastClocks | None:
    """Find what was last noted of a game's clocks, with its plies or by the desk, in two queries."""
    noted = Q(clock_first__isnull=False) | Q(clock_second__isnull=False)
    live = live_games(pairing, game).filter(noted).first()
    reading = last_reading(pairing, game)
    if reading is None:
        return None if live is None else LastClocks(live.clock_first, live.clock_second, live.clock_ply)
    of_desk = LastClocks(reading.first, reading.second, reading.ply)
    if live is None:
        return of_desk
    is_newer = reading.at > live.changed_at if reading.ply is None else reading.ply >= live.clock_ply
    return of_desk if is_newer else LastClocks(live.clock_first, live.clock_second, live.clock_ply)


def live_of(pairing: Pairing, game: int, players: tuple[Entry, Entry]) -> LiveGame | None:
    """Find the live game of those who sit at the table, in one query."""
    first, second = players
    return live_games(pairing, game).filter(first=first, second=second).first()


def game_id(pairing: Pairing, game: int = 1) -> str:
    """Name a game for relays: ``cup/men/5/12``, with the game of a match behind it."""
    section = pairing.round.section
    place = f"{section.event.slug}/{section.slug}/{pairing.round.number}/{pairing.table}"
    return place if game == 1 else f"{place}/{game}"


class TableGames(NamedTuple):
    """A table of a round, and the numbers of its games: those with a result, and the one that is due."""

    pairing: Pairing
    games: tuple[int, ...]


def games_by_table(round_: Round, *, named: bool = False) -> dict[int, TableGames]:
    """Find a round's games by id of the pairing, the players loaded where they are ``named``, in three
    queries."""
    by_pairing = {}
    for pairing in seated_pairings([round_], explained=False, named=named):
        if pairing.table is not None:
            reports, due, _most = match_at(round_.section, pairing)
            games = (*(report.game for report in reports), *([due] if due else []))
            by_pairing[pairing.pk] = TableGames(pairing, games or (1,))
    return by_pairing


def with_outcome(games: QuerySet[LiveGame]) -> QuerySet[Any]:
    """Annotate each with ``has_result`` and ``has_record``: whether its game has a result, an accepted
    record."""
    of_game = {"pairing": OuterRef("pairing"), "game": OuterRef("game")}
    return games.annotate(
        has_result=Exists(ResultReport.objects.in_force().filter(**of_game)),
        has_record=Exists(GameRecord.objects.filter(**of_game, acceptance__isnull=False)),
    )


def start_of(section: Section, pairing: Pairing, fen: str = "") -> dict[str, Any]:
    """Say how a game of a table begins: ``fen`` in xiangqi, empty for the usual position; in weiqi the
    stones."""
    if section.game != Section.Game.WEIQI:
        return {"fen": fen}
    settings = Settings.of(section.options)
    # Free handicap stones are Black's first plies nowhere: Black puts them down, then White begins, and the
    # record says where they stand.
    stones = [point_name(point) for point in settings.fixed_stones(pairing.handicap)]
    return {"size": settings.size, "stones": stones, "first": "white" if stones else "black"}


def game_of(live: LiveGame) -> Game:
    """The game before its first ply, as the rulebook judges it."""
    start: Mapping[str, Any] = live.start
    if "size" in start:
        rulebook = live.rulebook if live.rulebook in REPETITION else PRACTICE
        first = WHITE if start["first"] == "white" else BLACK
        return Weiqi(rulebook, start["size"], first, start["stones"])
    position = read_fen(start["fen"])[0] if start.get("fen") else START_POSITION
    return Xiangqi(live.rulebook if live.rulebook in JUDGES else "", position or START_POSITION)


def stream_of(live: LiveGame) -> Stream:
    """Build the stream from its events, in one query."""
    return Stream(game_of(live), live.rulebook, online=live.online, events=events_of(live))


def events_of(live: LiveGame, since: int = 0) -> Iterator[StreamEvent]:
    """Read the events after number ``since``, in one query."""
    for row in live.events.filter(seq__gt=since).order_by("seq"):
        yield event_of(row)


def event_of(row: LiveEvent) -> StreamEvent:
    return StreamEvent(
        row.seq,
        EventKind(row.kind),
        row.ply,
        Writer(row.writer),
        move=row.move,
        legal=row.legal,
        key=row.key,
        clocks=Clocks(row.clock_first, row.clock_second),
        overtime=Overtime(*(OvertimeLeft.from_json(row.overtime.get(side)) for side in SIDES)),
        side=row.side,
        end=None if row.end is None else End(*row.end),
        reason=row.reason,
    )


@dataclass(frozen=True, slots=True)
class StreamDifference:
    """A ply at which a stream and a record are not alike; empty where one has no move there."""

    ply: int
    stream: str
    record: str


def differences(stream: Sequence[str], record: Sequence[str]) -> list[StreamDifference]:
    """Ply by ply, where they are not alike."""
    pairs = zip_longest(stream, record, fillvalue="")
    return [
        StreamDifference(ply, played, other)
        for ply, (played, other) in enumerate(pairs, 1)
        if played != other
    ]


def moves_of_reading(moves: Mapping[str, Sequence[str]]) -> list[str]:
    if "sgf" not in moves:
        return list(moves.get("iccs", ()))
    return [text[2:-1] or PASS for text in moves["sgf"]]


def differing_in(rounds: Iterable[Round]) -> dict[tuple[int, int], list[StreamDifference]]:
    """Find where accepted records have another game than was entered during play, in two queries."""
    lines = {
        (live.pairing_id, live.game): live.moves
        for live in LiveGame.objects.filter(pairing__round__in=list(rounds), head__gt=0).order_by("pk")
    }
    accepted = GameRecord.objects.filter(
        pairing__in={pairing for pairing, _ in lines}, acceptance__isnull=False
    ).order_by("pk")
    records = {
        (pairing, game): moves_of_reading(moves or {})
        for pairing, game, moves in accepted.values_list("pairing", "game", "reading__data__moves")
    }
    by_game = {key: differences(lines[key], moves) for key, moves in records.items() if key in lines}
    return {key: plies for key, plies in by_game.items() if plies}


def line_of(events: Iterable[LiveEvent]) -> list[LiveEvent]:
    """Fold the plies in force from events in order, each as the event that brought it; nothing is judged."""
    line: list[LiveEvent] = []
    for row in events:
        if row.kind == EventKind.BACK:
            del line[row.ply :]
        elif row.kind in (EventKind.PLY, EventKind.REPLACE):
            line[row.ply - 1 :] = [row]
    return line
