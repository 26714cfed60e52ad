"""Worlds that many tests begin with are made once: the rows that making one wrote are written again for the
next test.

A `remembered` function is run the first time it is called with a given content of the database, and the rows
that are there afterwards and were not before are kept, with what it returned. Called with the same content
again, in a later test or in another process of the same run, only those rows are written, which takes a
hundredth of the time. Rows get the numbers they had, and the next ones those that would have come then:
sequences, which may run on over the end of a test, tell nothing about a world and are set with it.

Where ``QIYUAN_FORGET`` is set every function is run each time: ``QIYUAN_FORGET=1 ./go services`` shows what
remembering might hide.
"""

from __future__ import annotations

import functools
import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from django.db import connection, transaction

from tests import machine
from tests.insert_only import DJANGOS
from tournaments.models.search_tables import FTS

P = ParamSpec("P")
R = TypeVar("R")
Rows = dict[str, dict[Any, Any]]
"""Table → what tells a row → the row, as the database writes it."""


@dataclass(frozen=True)
class Made:
    """What a function has done: rows that went, rows that came or changed, where the sequences stood then,
    and its result, pickled."""

    gone: dict[str, list[Any]]
    came: Rows
    sequences: dict[str, int | None]
    result: bytes


_made: dict[str, Made] = {}


def remembered(make: Callable[P, R]) -> Callable[P, R]:
    """For fixtures: what they are given must be told by the database, what they return can be pickled."""

    @functools.wraps(make)
    def called(*arguments: P.args, **named: P.kwargs) -> R:
        return remember(f"{make.__module__}.{make.__qualname__}", lambda: make(*arguments, **named))

    return called


def remember(name: str, make: Callable[[], R], *details: object) -> R:
    """What ``make`` returns, and in the database what it does; ``details`` are what it depends on beside the
    database."""
    if os.environ.get("QIYUAN_FORGET"):
        return make()
    connection.ensure_connection()
    database = _Postgres() if connection.vendor == "postgresql" else _Sqlite()
    before = database.rows()
    key = blake2b(pickle.dumps((connection.vendor, name, details, before))).hexdigest()
    existing = _remembered(key)
    if existing is None:
        answer = make()
        gone, came = _difference(before, database.rows())
        _keep(key, Made(gone, came, database.sequences(), pickle.dumps(answer)))
    else:
        with transaction.atomic():  # whose end asks whether every row that is named is there
            database.write(existing, before)
        answer = pickle.loads(existing.result)  # noqa: S301  our own, of this process
    return answer


def _file(key: str) -> Path:
    return machine.folder_of_run() / "worlds" / key


def _remembered(key: str) -> Made | None:
    if key not in _made and _file(key).exists():
        _made[key] = pickle.loads(_file(key).read_bytes())  # noqa: S301  of this run
    return _made.get(key)


def _keep(key: str, made: Made) -> None:
    """For this process, and for those that share the tests with it."""
    _made[key] = made
    _file(key).parent.mkdir(exist_ok=True)
    begun = _file(f"{key}-{os.getpid()}")
    begun.write_bytes(pickle.dumps(made))
    begun.replace(_file(key))


def _difference(before: Rows, after: Rows) -> tuple[dict[str, list[Any]], Rows]:
    gone, came = {}, {}
    for table, rows in after.items():
        if missing := [row for row in before[table] if row not in rows]:
            gone[table] = missing
        if new := {row: values for row, values in rows.items() if before[table].get(row) != values}:
            came[table] = new
    return gone, came


def _old(made: Made, before: Rows, table: str) -> list[Any]:
    """What tells the rows that go, or that others take the place of."""
    changed = (row for row in made.came.get(table, ()) if row in before[table])
    return [*made.gone.get(table, ()), *changed]


@dataclass(frozen=True)
class _Table:
    """How all rows of a table are asked for, each with what tells it first; how one is removed and written. A
    sign before a column's name keeps Python from reading a date into its text."""

    ask: str
    remove: str
    write: str

    @classmethod
    def of(cls, name: str, columns: list[str]) -> _Table:
        quoted = [f'"{column}"' for column in columns]
        arguments, into = (
            ", ".join(["rowid", *names]) for names in ([f"+{item}" for item in quoted], quoted)
        )
        marks = ", ".join("?" * (len(columns) + 1))
        return cls(
            f'SELECT {arguments} FROM "{name}" ORDER BY rowid',  # noqa: S608  names come from the schema
            f'DELETE FROM "{name}" WHERE rowid = ?',  # noqa: S608  names of our own tables
            f'INSERT INTO "{name}" ({into}) VALUES ({marks})',  # noqa: S608  names of our own tables
        )


class _Sqlite:
    def rows(self) -> Rows:
        filled = {name for (name,) in _select(_sqlite_question())}
        return {
            name: {row[0]: row for row in _select(table.ask)} if name in filled else {}
            for name, table in _sqlite_tables().items()
        }

    def sequences(self) -> dict[str, int | None]:
        return dict(_select(f"SELECT name, seq FROM sqlite_sequence WHERE name NOT IN {DJANGOS}"))  # noqa: S608  names of our own tables

    def write(self, made: Made, before: Rows) -> None:
        run = connection.connection.executemany
        tables = _sqlite_tables()
        for name in {*made.gone, *made.came}:
            if old := _old(made, before, name):
                run(tables[name].remove, [(key,) for key in old])
            run(tables[name].write, made.came.get(name, {}).values())
        run("DELETE FROM sqlite_sequence WHERE name = ?", [(name,) for name in self.sequences()])
        run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", made.sequences.items())


def _select(sql: str) -> list[tuple[Any, ...]]:
    return connection.connection.execute(sql).fetchall()


@functools.cache
def _sqlite_tables() -> dict[str, _Table]:
    values = {}
    for (name,) in _select("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"):
        # The index of words is kept up by the triggers of its table.
        if name not in (*DJANGOS, "sqlite_sequence") and not name.startswith(FTS):
            columns = [row[1] for row in _select(f"PRAGMA table_info('{name}')")]
            values[name] = _Table.of(name, columns)
    return values


@functools.cache
def _sqlite_question() -> str:
    """Which tables have rows: most have none, and one question costs less than one for each."""
    each = (f"""SELECT '{name}' WHERE EXISTS (SELECT 1 FROM "{name}")""" for name in _sqlite_tables())  # noqa: S608  names of our own tables
    return " UNION ALL ".join(each)


class _Postgres:
    """Rows are taken and given as PostgreSQL's own text of them."""

    def rows(self) -> Rows:
        by_key: Rows = {name: {} for name in _postgres_keys()}
        for name, key, row in _select(_postgres_question()):
            by_key[name][key] = row
        return by_key

    def sequences(self) -> dict[str, int | None]:
        return dict(_select("SELECT quote_ident(sequencename), last_value FROM pg_sequences"))

    def write(self, made: Made, before: Rows) -> None:
        run = connection.connection.execute
        for name, key in _postgres_keys().items():
            changed = made.came.get(name, {})
            if old := _old(made, before, name):
                run(f'DELETE FROM "{name}" WHERE "{key}"::text = ANY(%s)', [old])  # noqa: S608  names of our own tables
            if changed:
                rows = f'INSERT INTO "{name}" SELECT (row).* FROM unnest(%s::text[]::"{name}"[]) AS row'  # noqa: S608  names of our own tables
                run(rows, [list(changed.values())])
        names, values = list(made.sequences), list(made.sequences.values())
        run(
            "SELECT setval(name::regclass, coalesce(value, 1), value IS NOT NULL)"
            " FROM unnest(%s::text[], %s::bigint[]) AS stood(name, value)",
            [names, values],
        )


@functools.cache
def _postgres_keys() -> dict[str, str]:
    """Table → its column of keys."""
    keys = {}
    with connection.cursor() as cursor:
        for name in sorted({*connection.introspection.table_names(cursor)} - {*DJANGOS}):
            key = connection.introspection.get_primary_key_column(cursor, name)
            assert key is not None, name
            keys[name] = key
    return keys


@functools.cache
def _postgres_question() -> str:
    each = (
        f"""SELECT '{name}' AS "table", "{key}"::text AS "key", "{name}"::text FROM "{name}" """  # noqa: S608  names of our own tables
        for name, key in _postgres_keys().items()
    )
    return f"{' UNION ALL '.join(each)} ORDER BY 1, 2"
