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

from django.db import connection, transaction

P = ParamSpec("P")
R = TypeVar("R")
Rows = dict[str, dict[Any, tuple[Any, ...]]]
"""Table → what tells a row → the row, as SQLite keeps it."""
DJANGOS = ("django_content_type", "auth_permission", "django_migrations")
"""Filled by Django itself, with other numbers after each emptying; no world is told by them."""


@dataclass(frozen=True)
class Made:
    """What a function has done: rows that went, rows that came or changed, and its result, pickled."""

    gone: dict[str, list[Any]]
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


@dataclass(frozen=True)
class Table:
    """How all rows of a table are asked for, each with what tells it first; how one is removed and written. A
    sign before a column's name keeps Python from reading a date into its text."""

    ask: str
    remove: str
    write: str

    @classmethod
    def of(cls, name: str, columns: list[str]) -> Table:
        quoted = [f'"{column}"' for column in columns]
        asked, into = (", ".join(["rowid", *names]) for names in ([f"+{one}" for one in quoted], quoted))
        marks = ", ".join("?" * (len(columns) + 1))
        return cls(
            f'SELECT {asked} FROM "{name}" ORDER BY rowid',  # noqa: S608  names come from the schema
            f'DELETE FROM "{name}" WHERE rowid = ?',  # noqa: S608
            f'INSERT INTO "{name}" ({into}) VALUES ({marks})',  # noqa: S608
        )


SEQUENCES = Table(
    f"SELECT name, seq FROM sqlite_sequence WHERE name NOT IN {DJANGOS} ORDER BY name",  # noqa: S608  our names
    "DELETE FROM sqlite_sequence WHERE name = ?",
    "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)",
)
"""Of SQLite's own table of sequences; it has no key."""


@functools.cache
def _tables() -> dict[str, Table]:
    found = {}
    for (name,) in _select("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"):
        if name not in DJANGOS:
            columns = [row[1] for row in _select(f"PRAGMA table_info('{name}')")]
            found[name] = SEQUENCES if name == "sqlite_sequence" else Table.of(name, columns)
    return found


def _rows() -> Rows:
    return {name: {row[0]: row for row in _select(table.ask)} for name, table in _tables().items()}


def _difference(before: Rows, after: Rows, result: bytes) -> Made:
    made = Made({}, {}, result)
    for table, rows in after.items():
        if gone := [row for row in before[table] if row not in rows]:
            made.gone[table] = gone
        if came := {row: values for row, values in rows.items() if before[table].get(row) != values}:
            made.came[table] = came
    return made


def _write(made: Made) -> None:
    with transaction.atomic():  # whose end asks whether every row that is named is there
        for name, table in _tables().items():
            changed = made.came.get(name, {})
            run = connection.connection.executemany
            run(table.remove, [(key,) for key in (*made.gone.get(name, ()), *changed)])
            run(table.write, changed.values())
