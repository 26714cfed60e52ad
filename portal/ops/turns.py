"""Taking turns where there is no row to lock."""

from __future__ import annotations

from django.db import connection


def take_turn(name: str) -> None:
    """Wait, within a transaction, until nobody else has the turn of this ``name``; it is over with the
    transaction."""
    if connection.vendor != "postgresql":
        # SQLite has one writer: who writes has had to wait already.
        return
    # What the next statement reads is what whoever had the turn before has committed.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
