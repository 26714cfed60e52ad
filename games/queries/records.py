"""Records of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from games.models import GameRecord
from games.rulebooks.xiangqi_child import judged
from tournaments.models import Pairing, ResultReport, Round
from tournaments.queries.matches import games_at, match_at
from tournaments.queries.seats import seated_pairings


def judged_reading(data: dict[str, Any]) -> dict[str, Any]:
    """A stored reading with what the rulebooks find; one made before they judged is judged here, its moves
    being there. Nothing is stored anew: a reading stays what the worker found."""
    if "judged" in data or data["game"] != "xiangqi":
        return data
    return {**data, **judged(data["start_fen"], data["moves"]["iccs"])}


def record_key(record: GameRecord) -> str:
    """Under which key the outbox knows the reading of a record."""
    return f"read:record:{record.pk}"


def game_facts(record: GameRecord) -> dict[str, int | None]:
    """Table and, of a replay, game of a record, as the journal keeps them."""
    replay = {"game": record.game} if record.game > 1 else {}
    return {"table": record.pairing.table, **replay}


def record_place(round_: Round, table: int, game: int = 1) -> list[str | int]:
    """The arguments of the desk's addresses of a record: a replay is named, game 1 is not."""
    section = round_.section
    replay = [game] if game > 1 else []
    return [section.event.slug, section.slug, round_.number, table, *replay]


def current_record(pairing: Pairing, game: int = 1) -> GameRecord | None:
    """The record in force of one game of a table."""
    records = GameRecord.objects.filter(pairing=pairing, game=game, superseded_by__isnull=True)
    return records.select_related("by", "by_entry__player", "source", "reading", "acceptance__by").first()


def has_game(pairing: Pairing, round_: Round, game: int) -> bool:
    """Whether the table has that game: one with a result, the one that is due, or one with a record."""
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
    """What the public sees: the last record that was accepted, also while a correction of it waits."""
    records = GameRecord.objects.filter(pairing=pairing, game=game, acceptance__isnull=False)
    return records.select_related("reading", "acceptance").order_by("-pk").first()


def accepted_games(round_: Round) -> list[tuple[int, int]]:
    """Table and game of every accepted record of a round, in order."""
    records = GameRecord.objects.filter(pairing__round=round_, acceptance__isnull=False)
    return sorted({(table or 0, game) for table, game in records.values_list("pairing__table", "game")})


@dataclass(frozen=True, slots=True)
class InForce:
    """The record in force of a table's game, in short."""

    table: int
    game: int
    accepted: bool


def records_in_force(round_: Round) -> list[InForce]:
    """Of every game of a round of which anything was handed in. One query."""
    records = GameRecord.objects.filter(pairing__round=round_, superseded_by__isnull=True)
    rows = records.values_list("pairing__table", "game", "acceptance")
    return [InForce(table or 0, game, acceptance is not None) for table, game, acceptance in rows]


def records_version(round_: Round) -> str:
    """Changes with every record that comes in and every one that is accepted. One query."""
    found = GameRecord.objects.filter(pairing__round=round_).aggregate(
        records=Count("pk"), accepted=Count("acceptance")
    )
    return f"{found['records']}.{found['accepted']}"


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to a result; ``owes``: the side that hands its record in."""

    pairing: int
    table: int
    game: int
    owes: str


def played_games(round_: Round) -> list[Played]:
    """The games of a round by table and game. The winner enters the game; after a draw Red does (WXC 4.2)."""
    reports = ResultReport.objects.in_force().filter(pairing__round=round_, forfeit=False)
    rows = list(
        reports.order_by("pairing__table", "game").values_list(
            "pk", "pairing", "pairing__table", "game", "value"
        )
    )
    if any(game > 1 for _, _, _, game, _ in rows):
        # A correction of an earlier game may have ended the match before it.
        matches = (match_at(round_.section, pairing)[0] for pairing in seated_pairings([round_]))
        counting = {report.pk for reports in matches for report in reports}
        rows = [row for row in rows if row[0] in counting]
    return [Played(pairing, table or 0, game, _owing(value)) for _, pairing, table, game, value in rows]


def _owing(value: str) -> str:
    return "second" if value == ResultReport.Value.SECOND else "first"


def owed(round_: Round) -> tuple[int, list[Played]]:
    """How many games of a round were played to a result, and those of them without a record."""
    played = played_games(round_)
    there = {(record.table, record.game) for record in records_in_force(round_)}
    return len(played), [game for game in played if (game.table, game.game) not in there]
