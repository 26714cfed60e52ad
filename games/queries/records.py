"""Records of tables."""

from __future__ import annotations

from games.models import GameRecord
from tournaments.models import Pairing


def record_key(record: GameRecord) -> str:
    """Under which key the outbox knows the reading of a record."""
    return f"read:record:{record.pk}"


def current_record(pairing: Pairing, game: int = 1) -> GameRecord | None:
    """The record in force of one game of a table."""
    records = GameRecord.objects.filter(pairing=pairing, game=game, superseded_by__isnull=True)
    return records.select_related("by", "source", "reading", "acceptance").first()
