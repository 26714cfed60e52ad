"""Records of tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Count, Q, QuerySet

from games.models import BoardCount, Claim, ColourDecision, GameRecord, LiveGame, RecordReading, Scoresheets
from portal import outbox
from portal.outbox import Job
from tournaments.models import Entry, Pairing, ResultReport, Round, Seat
from tournaments.queries.seats import seated_pairings
from tournaments.queries.teams.matches import games_at, match_at, seat_of


def record_key(record: GameRecord) -> str:
    """Under which key the outbox knows the reading of a record."""
    return f"read:record:{record.pk}"


def game_facts(record: GameRecord) -> dict[str, int | None]:
    """Table and, of a replay, game of a record, as the journal keeps them."""
    replay = {"game": record.game} if record.game > 1 else {}
    return {"table": record.pairing.table, **replay}


def round_place(round_: Round) -> list[str | int]:
    """The arguments of the desk's addresses of a round."""
    section = round_.section
    return [section.event.slug, section.slug, round_.number]


def record_place(round_: Round, table: int, game: int = 1) -> list[str | int]:
    """Give the arguments of the desk's addresses of a record: a replay is named, game 1 is not."""
    return [*round_place(round_), table, *([game] if game > 1 else [])]


def current_record(pairing: Pairing, game: int = 1) -> GameRecord | None:
    records = GameRecord.objects.filter(pairing=pairing, game=game, superseded_by__isnull=True)
    return records.select_related("by", "by_entry__player", "source", "reading", "acceptance__by").first()


def reading_of(record: GameRecord) -> tuple[RecordReading | None, Job | None]:
    """Find what the reader made of it, and the job while it has not; no query where it is there already."""
    if (there := getattr(record, "reading", None)) is not None:
        return there, None
    return outbox.left_by(RecordReading.objects.filter(record=record).first, record_key(record))


def has_game(pairing: Pairing, round_: Round, game: int) -> bool:
    """Say whether the table has that game: one with a result, the one that is due, or one with a record."""
    if game == 1 or GameRecord.objects.filter(pairing=pairing, game=game).exists():
        return True
    return game in games_at(round_, pairing.table or 0)


def records_of(pairing: Pairing, game: int = 1) -> QuerySet[GameRecord]:
    """Every record of one game of a table, the newest first, without what was handed in."""
    records = GameRecord.objects.filter(pairing=pairing, game=game)
    return (
        records.select_related("by", "by_entry__player", "reading", "acceptance__by")
        .defer("reading__data")
        .order_by("-pk")
    )


def accepted_record(pairing: int, game: int = 1) -> GameRecord | None:
    """Find what the public sees: the last record that was accepted, also while a correction of it waits."""
    records = GameRecord.objects.filter(pairing=pairing, game=game, acceptance__isnull=False)
    return records.select_related("reading", "acceptance").order_by("-pk").first()


def pairings_at(places: Collection[tuple[int, int]]) -> QuerySet[Pairing]:
    """Find those at these places, at least one, each the id of a round and a table."""
    return Pairing.objects.filter(reduce(or_, (Q(round=key, table=table) for key, table in places)))


def _of(rounds: Iterable[Round], among: QuerySet[Pairing] | None) -> Q:
    """Select what belongs to these rounds, and only to pairings ``among`` those where they are named."""
    of_rounds = Q(pairing__round__in=list(rounds))
    return of_rounds if among is None else of_rounds & Q(pairing__in=among)


def accepted_games(
    rounds: Iterable[Round], among: QuerySet[Pairing] | None = None
) -> list[tuple[int, int, int]]:
    """List id of the round, table and game of every accepted record of these rounds, in order; one query."""
    records = GameRecord.objects.filter(_of(rounds, among), acceptance__isnull=False)
    rows = records.values_list("pairing__round", "pairing__table", "game")
    return sorted({(key, table or 0, game) for key, table, game in rows})


@dataclass(frozen=True, slots=True)
class InForce:
    """The record in force of a table's game, in short."""

    round: int
    table: int
    game: int
    accepted: bool


def records_in_force(rounds: Iterable[Round], among: QuerySet[Pairing] | None = None) -> list[InForce]:
    """List the record in force of every game of these rounds that has one; ``round`` is an id. One query."""
    records = GameRecord.objects.filter(_of(rounds, among), superseded_by__isnull=True)
    rows = records.values_list("pairing__round", "pairing__table", "game", "acceptance")
    return [InForce(key, table or 0, game, acceptance is not None) for key, table, game, acceptance in rows]


def records_version(round_: Round) -> str:
    """Name the records of a round and its colours, so that any change changes it; one query, or two."""
    totals = GameRecord.objects.filter(pairing__round=round_).aggregate(
        records=Count("pk"), accepted=Count("acceptance")
    )
    version = f"{totals['records']}.{totals['accepted']}"
    if not round_.section.first_move:
        return version
    return f"{version}.{ColourDecision.objects.filter(pairing__round=round_).count()}"


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A game that was played to a result."""

    round: int
    pairing: int
    table: int
    game: int
    # The side that hands its record in.
    owes: str


def played_games(rounds: Iterable[Round], among: QuerySet[Pairing] | None = None) -> list[PlayedTable]:
    """List the games of these rounds by table and game; ``round`` is an id."""
    by_id = {round_.pk: round_ for round_ in rounds}
    reports = ResultReport.objects.in_force().filter(_of(by_id.values(), among), forfeit=False)
    rows = list(
        reports.order_by("pairing__round__number", "pairing__table", "game").values_list(
            "pk", "pairing__round", "pairing", "pairing__table", "game", "value"
        )
    )
    replayed = {row[1] for row in rows if row[4] > 1}
    if replayed:
        # A correction of an earlier game may have ended the match before it.
        pairings = seated_pairings(by_id[key] for key in replayed)
        matches = (match_at(by_id[pairing.round_id].section, pairing)[0] for pairing in pairings)
        counting = {report.pk for reports in matches for report in reports}
        rows = [row for row in rows if row[1] not in replayed or row[0] in counting]
    return [
        PlayedTable(key, pairing, table or 0, game, owing_side(value))
        for _, key, pairing, table, game, value in rows
    ]


def owing_side(value: str) -> str:
    """The side that hands in the record of a game with this result (WXC 4.2)."""
    return "second" if value == ResultReport.Value.SECOND else "first"


@dataclass(frozen=True, slots=True)
class Owed:
    """A game without a record."""

    played: PlayedTable
    # Who owes it.
    debtor: Entry
    other: Entry


def owed_by(round_: Round) -> tuple[int, list[Owed]]:
    """Give `owed_records` with the players, in one query more."""
    count, missing = owed_records(round_)
    seats = Seat.objects.filter(pairing__in=[played.pairing for played in missing])
    sitting = {
        (seat.pairing_id, seat.colour): seat.entry
        for seat in seats.select_related("entry__player__federation")
    }
    owed_games = []
    for played in missing:
        other = "first" if played.owes == "second" else "second"
        debtor, opponent = (
            sitting[played.pairing, seat_of(side, played.game)] for side in (played.owes, other)
        )
        owed_games.append(Owed(played, debtor, opponent))
    return count, owed_games


def owed_records(round_: Round) -> tuple[int, list[PlayedTable]]:
    """Count the games of a round that were played to a result, and list those of them without a record."""
    played = played_games([round_])
    there = {(record.table, record.game) for record in records_in_force([round_])}
    return len(played), [game for game in played if (game.table, game.game) not in there]


def tables_with_games(rounds: Sequence[Round]) -> set[int]:
    """Find pairings with a record, scoresheets, a count, a claim or a game that runs, in one query each."""
    return {
        pairing
        for model in (GameRecord, Scoresheets, BoardCount, Claim, LiveGame)
        for pairing in model.objects.filter(pairing__round__in=rounds).values_list("pairing", flat=True)
    }
