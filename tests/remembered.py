"""Worlds that many tests begin with are made once: the rows that making one wrote are written again for the
next test.

A `remembered` function is run the first time it is called in a given state of the database, and the rows that
are there afterwards and were not before are kept, with what it returned. Called in that state again, in a
later test, only those rows are written, which takes a hundredth of the time. The state is known by what led
to it: the rows before the test, told by the sequences of their tables, then remembered functions, one after
the other. Anything else that a test writes makes the state unknown until its end, and functions are run then.

Only in SQLite, whose sequences are taken back with the test's transaction; on PostgreSQL (``./go services``)
every function is run each time, so that run shows what remembering might hide.
"""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")
State = tuple[Any, ...]
Rows = dict[str, dict[int, tuple[Any, ...]]]
"""Table → row id → what stands in the row, as SQLite keeps it."""

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "ROLLBACK")


@dataclass(frozen=True)
class Made:
    """What a function has done: rows that went, rows that came or changed, and its result, pickled."""

    gone: dict[str, list[int]]
    came: Rows
    result: bytes


@dataclass
class Memory:
    """``state``: how this test's database came to be, None where that is unknown."""

    state: State | None = None
    made: dict[State, Made] = field(default_factory=dict)

    def watch(
        self, execute: Callable[..., Any], sql: str, params: Sequence[Any], many: bool, context: Any
    ) -> Any:
        """A wrapper of Django's for every statement."""
        word = sql.lstrip()[:9].upper()
        if word.startswith("BEGIN"):
            self.state = ()
        elif word.startswith(WRITES):
            self.state = None
        return execute(sql, params, many, context)

    def call(self, name: str, make: Callable[[], R], *details: object) -> R:
        """What ``make`` returns, and in the database what it does; ``details`` are what it depends on beside
        the database."""
        if self.state is None or not connection.in_atomic_block:
            return make()
        after = (*(self.state or (_sequences(),)), (name, *details))
        known = self.made.get(after)
        if known is None:
            before = _rows()
            answer = make()
            self.made[after] = _difference(before, _rows(), pickle.dumps(answer))
        else:
            _write(known)
            answer = pickle.loads(known.result)  # noqa: S301  our own, of this process
        self.state = after
        return answer


memory = Memory()


def _select(sql: str) -> list[tuple[Any, ...]]:
    return connection.connection.execute(sql).fetchall()


def _sequences() -> State:
    return tuple(_select("SELECT name, seq FROM sqlite_sequence ORDER BY name"))


@functools.cache
def _tables() -> dict[str, list[str]]:
    """The columns of each table; SQLite's own table of sequences is one of them."""
    names = [name for (name,) in _select("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {name: [row[1] for row in _select(f"PRAGMA table_info('{name}')")] for name in names}


def _rows() -> Rows:
    """A sign before a column's name keeps Python from reading a date into its text."""
    found: Rows = {}
    for table, columns in _tables().items():
        wanted = ", ".join(["rowid", *(f'+"{column}"' for column in columns)])
        found[table] = {row[0]: row[1:] for row in _select(f'SELECT {wanted} FROM "{table}"')}  # noqa: S608
    return found


def _difference(before: Rows, after: Rows, result: bytes) -> Made:
    gone = {table: [row for row in rows if row not in after[table]] for table, rows in before.items()}
    came = {
        table: {row: values for row, values in rows.items() if before[table].get(row) != values}
        for table, rows in after.items()
    }
    return Made(
        {t: rows for t, rows in gone.items() if rows}, {t: rows for t, rows in came.items() if rows}, result
    )


def _write(made: Made) -> None:
    run = connection.connection
    for table, rows in made.gone.items():
        run.executemany(f'DELETE FROM "{table}" WHERE rowid = ?', [(row,) for row in rows])  # noqa: S608
    for table, rows in made.came.items():
        columns = _tables()[table]
        names = ", ".join(["rowid", *(f'"{column}"' for column in columns)])
        marks = ", ".join("?" * (len(columns) + 1))
        # A row that stands there gives way, though its table takes no changes.
        sql = f'INSERT OR REPLACE INTO "{table}" ({names}) VALUES ({marks})'  # noqa: S608
        run.executemany(sql, [(row, *values) for row, values in rows.items()])


@contextmanager
def watching() -> Iterator[None]:
    """From here on worlds are remembered, in a database that can take its sequences back."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.execute_wrappers.append(memory.watch)
    try:
        yield
    finally:
        connection.execute_wrappers.remove(memory.watch)


def remembered(make: Callable[P, R]) -> Callable[P, R]:
    """For fixtures: what they are given must itself be remembered; what they return is pickled."""

    @functools.wraps(make)
    def called(*arguments: P.args, **named: P.kwargs) -> R:
        return memory.call(f"{make.__module__}.{make.__qualname__}", lambda: make(*arguments, **named))

    return called
