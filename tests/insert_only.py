"""Emptying the database between transactional tests, though some tables refuse to be emptied."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection

from portal.immutable import create_statements, drop_statements

INSERT_ONLY = (
    "portal.JournalEntry",
    "tournaments.RoundVersion",
    "tournaments.ResultReport",
    "tournaments.PlayerReport",
    "tournaments.Foul",
    "tournaments.Standing",
    "games.GameRecord",
    "games.BoardCount",
    "games.CountConsent",
    "games.Claim",
    "games.Scoresheets",
    "games.ProposalRuling",
)


@contextmanager
def flushable() -> Iterator[None]:
    """Within, ``flush`` lays the triggers aside, empties the tables and puts the triggers back.

    It holds for the class: beside Playwright's event loop Django opens another connection in this thread.
    """
    operations = type(connection.ops)
    original: Callable[..., list[str]] = operations.sql_flush

    def sql_flush(self: Any, *args: Any, **kwargs: Any) -> list[str]:
        tables = [apps.get_model(label)._meta.db_table for label in INSERT_ONLY]
        vendor = connection.vendor
        return [
            *(statement for table in tables for statement in drop_statements(vendor, table)),
            *original(self, *args, **kwargs),
            *(statement for table in tables for statement in create_statements(vendor, table)),
        ]

    operations.sql_flush = sql_flush  # type: ignore[method-assign]
    try:
        yield
    finally:
        operations.sql_flush = original  # type: ignore[method-assign]
