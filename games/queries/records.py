"""Records of tables."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import GameRecord
from tournaments.models import Pairing, ResultReport, Round


def record_key(record: GameRecord) -> str:
    """Under which key the outbox knows the reading of a record."""
    return f"read:record:{record.pk}"


def current_record(pairing: Pairing, game: int = 1) -> GameRecord | None:
    """The record in force of one game of a table."""
    records = GameRecord.objects.filter(pairing=pairing, game=game, superseded_by__isnull=True)
    return records.select_related("by", "source", "reading", "acceptance__by").first()


def records_of(pairing: Pairing, game: int = 1) -> QuerySet[GameRecord]:
    """Every record of one game of a table, the newest first, without what was handed in."""
    records = GameRecord.objects.filter(pairing=pairing, game=game)
    return records.select_related("by", "reading", "acceptance__by").defer("reading__data").order_by("-pk")


def accepted_record(pairing: int, game: int = 1) -> GameRecord | None:
    """What the public sees: the last record that was accepted, also while a correction of it waits."""
    records = GameRecord.objects.filter(pairing=pairing, game=game, acceptance__isnull=False)
    return records.select_related("reading", "acceptance").order_by("-pk").first()


def accepted_games(round_: Round) -> list[tuple[int, int]]:
    """Table and game of every accepted record of a round, in order."""
    records = GameRecord.objects.filter(pairing__round=round_, acceptance__isnull=False)
    return sorted({(table or 0, game) for table, game in records.values_list("pairing__table", "game")})


def tables_with_record(round_: Round) -> set[int]:
    """The tables of a round of which anything was handed in."""
    tables = GameRecord.objects.filter(pairing__round=round_).values_list("pairing__table", flat=True)
    return {table for table in tables if table}


def owed(round_: Round) -> tuple[int, list[tuple[int, int, str]]]:
    """How many games of a round were played to a result, and (pairing, table, side) of those without a
    record: the winner enters the game; after a draw Red does (WXC 4.2)."""
    played = (
        ResultReport.objects.in_force()
        .filter(pairing__round=round_, forfeit=False, game=1)
        .order_by("pairing__table")
    )
    results = list(played.values_list("pairing", "pairing__table", "value"))
    there = tables_with_record(round_)
    return len(results), [
        (pairing, table or 0, "second" if value == ResultReport.Value.SECOND else "first")
        for pairing, table, value in results
        if table not in there
    ]
