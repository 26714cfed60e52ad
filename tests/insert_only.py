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
    "tournaments.Foul",
    "tournaments.Standing",
)


@contextmanager
def flushable() -> Iterator[None]:
    """Within, ``flush`` lays the triggers aside, empties the tables and puts the triggers back."""
    original: Callable[..., list[str]] = connection.ops.sql_flush

    def sql_flush(*args: Any, **kwargs: Any) -> list[str]:
        tables = [apps.get_model(label)._meta.db_table for label in INSERT_ONLY]
        vendor = connection.vendor
        return [
            *(statement for table in tables for statement in drop_statements(vendor, table)),
            *original(*args, **kwargs),
            *(statement for table in tables for statement in create_statements(vendor, table)),
        ]

    connection.ops.sql_flush = sql_flush  # type: ignore[method-assign]
    try:
        yield
    finally:
        connection.ops.sql_flush = original  # type: ignore[method-assign]
