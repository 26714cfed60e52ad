"""Write down what was done, by whom, when, from where and why. Insert-only; the only audit trail there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError

from portal.accounts.models import User
from portal.journal.models import ONE_REQUEST, JournalEntry
from portal.journal.origin import current_origin


class OnceReusedError(ValueError):
    """A ``once`` key that this person has already used for another act or another target."""


def remembered_answer(
    *, by: User | None, once: str, act: str, target: str, party: str = ""
) -> dict[str, Any] | None:
    """Give the answer that ``by``, or else ``party``, got for ``once``; None when it is new."""
    if not once or (by is None and not party):
        return None
    # After the act's lock is taken: of two equal requests at one moment, the second waits for the lock and
    # then finds the first one's answer.
    entry = JournalEntry.objects.filter(by=by, party=party, once=once).first()
    if entry is None:
        return None
    # ``target`` may be empty for acts that create it.
    if entry.act != act or (target and entry.target != target):
        raise OnceReusedError(once)
    return entry.answer or {}


def record(
    act: str,
    *,
    by: User | None,
    scope: str,
    target: str,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    once: str = "",
    answer: dict[str, Any] | None = None,
    party: str = "",
    follows: bool = False,
    of: Any = None,
) -> JournalEntry:
    """Write one act into the journal; ``scope``, ``target`` and ``party`` read ``kind:id``, as
    ``round:12``."""
    undone = current_undoing()
    try:
        entry = JournalEntry.objects.create(
            by=by,
            party=party,
            origin=current_origin(),
            act=act,
            scope=scope,
            target=target,
            before=before,
            after=after,
            reason=reason or (undone.reason if undone else ""),
            once=once if by is not None or party else "",
            answer=answer,
            # One that follows comes of another act, whose entry is the one that undoes.
            undoes=undone.entry if undone and not follows else None,
        )
    except IntegrityError as error:
        # The transaction of the act is lost, as it should be: another request with the key was first.
        if ONE_REQUEST not in str(error):
            raise
        raise OnceReusedError(once) from error
    for listener in _listeners:
        listener(entry, of)
    return entry


Listener = Callable[[JournalEntry, Any], None]
_listeners: list[Listener] = []


def register_listener(listener: Listener) -> None:
    """Have ``listener`` called with each entry, in the transaction of its act; called in
    ``AppConfig.ready()``."""
    if listener not in _listeners:
        _listeners.append(listener)


@dataclass(frozen=True, slots=True)
class Undoing:
    entry: JournalEntry
    # Why, also where the inverse act itself asks for none.
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
