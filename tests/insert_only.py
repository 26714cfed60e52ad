"""Emptying the database between transactional tests, though some tables refuse to be emptied."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.core.management.commands import flush
from django.db import connection

DJANGOS = ("django_content_type", "auth_permission", "django_migrations")
"""Filled by Django itself; no world is told by them."""
INSERT_ONLY = (
    "portal.JournalEntry",
    "tournaments.RoundVersion",
    "tournaments.ResultReport",
    "tournaments.PlayerReport",
    "tournaments.ClockReading",
    "tournaments.Erasure",
    "tournaments.Foul",
    "tournaments.AppealDecision",
    "tournaments.SignedReport",
    "tournaments.Standing",
    "tournaments.AnnouncementText",
    "tournaments.Award",
    "tournaments.LineUp",
    "tournaments.LedgerRow",
    "tournaments.Receipt",
    "tournaments.TeamPenalty",
    "tournaments.SystemRules",
    "tournaments.CircuitVersion",
    "tournaments.ListVersion",
    "tournaments.ListInput",
    "tournaments.ListRow",
    "games.GameRecord",
    "games.BoardCount",
    "games.CountConsent",
    "games.Claim",
    "games.ColourDecision",
    "games.Scoresheets",
    "games.ProposalRuling",
    "games.LiveEvent",
    "games.FindingRuling",
)


def _postgresql(tables: list[str]) -> tuple[list[str], list[str]]:
    return (
        [f'ALTER TABLE "{table}" DISABLE TRIGGER USER' for table in tables],
        [f'ALTER TABLE "{table}" ENABLE TRIGGER USER' for table in tables],
    )


def _filled(tables: Iterable[str]) -> list[str]:
    """Those that have rows: emptying a table that has none takes as long as emptying a full one."""
    ask = (f"""SELECT '{table}' WHERE EXISTS (SELECT 1 FROM "{table}")""" for table in tables)  # noqa: S608  names of our own tables
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(ask))
        return [table for (table,) in cursor.fetchall()]


def _rows_away(tables: Iterable[str]) -> list[str]:
    """For PostgreSQL. Neither triggers nor foreign keys are asked: what refers to a row goes with it."""
    return ["SET LOCAL session_replication_role = replica", *(f'DELETE FROM "{table}"' for table in tables)]  # noqa: S608  names of our own tables


def _sqlite(tables: list[str]) -> tuple[list[str], list[str]]:
    """The triggers as the database has them, whatever migration made them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'")
        collected = [(name, sql) for table, name, sql in cursor.fetchall() if table in tables]
    return [f'DROP TRIGGER "{name}"' for name, _ in collected], [sql for _, sql in collected]


@contextmanager
def flushable() -> Iterator[None]:
    """Within, ``flush`` lays the triggers aside, empties the tables and puts the triggers back. What Django
    itself fills stays, and is not filled anew, which would take longer than everything else.

    It holds for the class: beside Playwright's event loop Django opens another connection in this thread.
    """
    operations = type(connection.ops)
    original: Callable[..., list[str]] = operations.sql_flush

    def sql_flush(self: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        tables = [table for table in tables if table not in DJANGOS]
        if not options.get("reset_sequences"):
            tables = _filled(tables)
            if connection.vendor == "postgresql":
                return _rows_away(tables)
        insert_only = [apps.get_model(label)._meta.db_table for label in INSERT_ONLY]
        insert_only = [table for table in insert_only if table in tables]
        aside, back = (_postgresql if connection.vendor == "postgresql" else _sqlite)(insert_only)
        return [*aside, *original(self, style, tables, **options), *back]

    fill = flush.emit_post_migrate_signal
    operations.sql_flush = sql_flush  # type: ignore[method-assign]
    flush.emit_post_migrate_signal = lambda *_: None
    try:
        yield
    finally:
        operations.sql_flush = original  # type: ignore[method-assign]
        flush.emit_post_migrate_signal = fill
