"""Worlds that many tests begin with are made once: the rows that making one wrote are written again for the
next test.

A `remembered` function is run the first time it is called with a given content of the database, and the rows
that are there afterwards and were not before are kept, with what it returned. Called with the same content
again, in a later test, only those rows are written, which takes a hundredth of the time.

Only in SQLite, whose sequences are taken back with the test's transaction; on PostgreSQL (``./go services``)
every function is run each time, so that run shows what remembering might hide.
"""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")
Rows = dict[str, dict[int, tuple[Any, ...]]]
"""Table → row id → what stands in the row, as SQLite keeps it."""


@dataclass(frozen=True)
class Made:
    """What a function has done: rows that went, rows that came or changed, and its result, pickled."""

    gone: dict[str, list[int]]
    came: Rows
    result: bytes


_made: dict[tuple[object, ...], Made] = {}


def remembered(make: Callable[P, R]) -> Callable[P, R]:
    """For fixtures: what they are given must be told by the database, what they return can be pickled."""

    @functools.wraps(make)
    def called(*arguments: P.args, **named: P.kwargs) -> R:
        return remember(f"{make.__module__}.{make.__qualname__}", lambda: make(*arguments, **named))

    return called


def remember(name: str, make: Callable[[], R], *details: object) -> R:
    """What ``make`` returns, and in the database what it does; ``details`` are what it depends on beside the
    database."""
    if connection.vendor != "sqlite":
        return make()
    before = _rows()
    key = (name, details, blake2b(pickle.dumps(before)).digest())
    known = _made.get(key)
    if known is None:
        answer = make()
        _made[key] = _difference(before, _rows(), pickle.dumps(answer))
    else:
        _write(known)
        answer = pickle.loads(known.result)  # noqa: S301  our own, of this process
    return answer


def _select(sql: str) -> list[tuple[Any, ...]]:
    connection.ensure_connection()
    return connection.connection.execute(sql).fetchall()


@functools.cache
def _questions() -> dict[str, tuple[list[str], str]]:
    """Of each table, its columns and how to ask for all of it; SQLite's own table of sequences is one. A sign
    before a column's name keeps Python from reading a date into its text."""
    found = {}
    for (table,) in _select("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"):
        columns = [row[1] for row in _select(f"PRAGMA table_info('{table}')")]
        wanted = ", ".join(["rowid", *(f'+"{column}"' for column in columns)])
        found[table] = columns, f'SELECT {wanted} FROM "{table}" ORDER BY rowid'  # noqa: S608
    return found


def _rows() -> Rows:
    return {
        table: {row[0]: row[1:] for row in _select(question)} for table, (_, question) in _questions().items()
    }


def _difference(before: Rows, after: Rows, result: bytes) -> Made:
    made = Made({}, {}, result)
    for table, rows in after.items():
        if gone := [row for row in before[table] if row not in rows]:
            made.gone[table] = gone
        if came := {row: values for row, values in rows.items() if before[table].get(row) != values}:
            made.came[table] = came
    return made


def _write(made: Made) -> None:
    run = connection.connection
    for table, rows in made.gone.items():
        run.executemany(f'DELETE FROM "{table}" WHERE rowid = ?', [(row,) for row in rows])  # noqa: S608
    for table, came in made.came.items():
        columns, _ = _questions()[table]
        names = ", ".join(["rowid", *(f'"{column}"' for column in columns)])
        marks = ", ".join("?" * (len(columns) + 1))
        # A row that stands there gives way, though its table takes no changes.
        sql = f'INSERT OR REPLACE INTO "{table}" ({names}) VALUES ({marks})'  # noqa: S608
        run.executemany(sql, [(row, *values) for row, values in came.items()])
