"""Undoing: the inverse act is done like any other, and its entry in the journal names the one it undoes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from portal.journal.models import JournalEntry


@dataclass(frozen=True, slots=True)
class Undoing:
    """``reason``: why, also where the inverse act itself asks for none."""

    entry: JournalEntry
    reason: str


_now: ContextVar[Undoing | None] = ContextVar("undoing", default=None)


@contextmanager
def undoing(entry: JournalEntry, reason: str) -> Iterator[None]:
    """What is recorded inside undoes ``entry``."""
    token = _now.set(Undoing(entry, reason))
    try:
        yield
    finally:
        _now.reset(token)


def current_undoing() -> Undoing | None:
    return _now.get()
