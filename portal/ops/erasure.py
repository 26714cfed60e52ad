"""Forget a person: every room that may have written a name down blanks it, in one transaction.

*forgetter*   what a room does about it, registered by name in ``AppConfig.ready()``
*blanked*     what is left of a text that quoted the person: `MARK`, or nothing
*search*      what a room does before that, without any lock

This room knows no players: who is to be forgotten comes as a `ErasedPerson`. The whole story is in
``docs/guide/forgetting.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from django.db import connection

from portal.outbox.enqueueing import enqueue
from portal.outbox.work import PAPER, Handler, Work

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

    from portal.outbox.models import Job


# Stands in the journal and in reasons where a text quoted somebody who was forgotten.
MARK = "▮▮▮"
# The work that takes from the file of an SQLite database what was overwritten.
WIPE = "wipe"
# Seconds.
AGAIN_AFTER = 30.0


class Quotes(Protocol):
    """Recognises the person in texts."""

    def in_text(self, text: str) -> bool: ...

    def names(self, text: str) -> bool: ...

    def anywhere(self, value: Any) -> bool: ...


# By room and row: whether its bytes quote the person.
Searched = Mapping[str, Mapping[int, bool]]


class NotSearchedError(Exception):
    """Something came in after the search: search again, and then once more for what came in since."""


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    # The id of the player.
    person: int
    # What the person had to do with, as ``event:3``.
    scopes: frozenset[str]
    # The public addresses below which the name may stand.
    prefixes: tuple[str, ...]
    quotes: Quotes
    # What `search` came to.
    searched: Searched = field(default_factory=dict)

    def is_quoted_in(self, room: str, key: int) -> bool:
        """Say whether bytes quote the person, as `search` came to it; raise `NotSearchedError`."""
        try:
            return self.searched[room][key]
        except KeyError:
            raise NotSearchedError(f"{room}:{key}") from None

    def keys(self, kind: str) -> set[int]:
        return {int(key) for name, _, key in (scope.partition(":") for scope in self.scopes) if name == kind}


# Blanks what a room has written; returns how many rows.
Forgetter = Callable[[ErasedPerson], int]
_forgetters: dict[str, Forgetter] = {}
# Says of each row of a room's bytes whether it quotes the person; gets what an earlier search came to.
Search = Callable[[ErasedPerson, Mapping[int, bool]], Mapping[int, bool]]
_searches: dict[str, Search] = {}


def register_search(name: str, search: Search) -> None:
    """Have ``search`` called before the locks; called in ``AppConfig.ready()``."""
    _searches[name] = search


def search(who: ErasedPerson, earlier: Searched) -> Searched:
    """Have every room look through bytes of strangers; raise `Stopped` where too much is being read."""
    # Outside any transaction: which of them quote the person is asked of `portal.sandbox.parent`, and who
    # waits there keeps nobody else waiting.
    return {name: look(who, earlier.get(name, {})) for name, look in sorted(_searches.items())}


def register_eraser(name: str, forgetter: Forgetter) -> None:
    """Have ``forgetter`` called for everybody who is to be forgotten; called in ``AppConfig.ready()``."""
    _forgetters[name] = forgetter


def erase(who: ErasedPerson) -> dict[str, int]:
    """Have every room forget, in the caller's transaction; return how many rows each has blanked."""
    return {name: forgetter(who) for name, forgetter in sorted(_forgetters.items())}


def blank(rows: QuerySet[Any], columns: Mapping[str, Any], quotes: Quotes) -> int:
    """Put into ``columns`` what is to stand there where a column quotes the person; return how many rows."""
    changes_by_row = {}
    for row in rows.order_by("pk").values("pk", *columns).iterator(chunk_size=500):
        if changes := {name: left for name, left in columns.items() if quotes.anywhere(row[name])}:
            changes_by_row[row["pk"]] = changes
    for key, changes in changes_by_row.items():
        _model(rows)._base_manager.filter(pk=key).update(**changes)
    return len(changes_by_row)


def delete(rows: QuerySet[Any], columns: Iterable[str], quotes: Quotes) -> int:
    """Delete the rows that quote the person in one of ``columns``; return how many."""
    names = list(columns)
    keys = [
        row["pk"]
        for row in rows.order_by("pk").values("pk", *names).iterator(chunk_size=500)
        if any(quotes.anywhere(row[name]) for name in names)
    ]
    _model(rows)._base_manager.filter(pk__in=keys).delete()
    return len(keys)


def _model(rows: QuerySet[Any]) -> type[Model]:
    model: type[Model] = rows.model
    return model


class WipeHandler(Handler):
    """Write the file of SQLite anew."""

    def read(self, payload: dict[str, Any]) -> Work:
        return Work("", None)

    # What was overwritten still stands in unused corners of the file, and in its log. A PostgreSQL server
    # wipes that itself, in its own time (autovacuum).
    def compute(self, data: None) -> bool:
        """Say whether nothing is left."""
        if connection.vendor != "sqlite":
            return True
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy = cursor.fetchone()[0]
        # Something is, as long as somebody is reading an old state of the database.
        return not busy

    def write(self, job: Job, data: None, result: bool) -> dict[str, Any]:
        if not result:
            ask_for_wiping(delay=AGAIN_AFTER)
        return {"wiped": result}


def ask_for_wiping(*, delay: float = 0.0) -> None:
    """Have the database's file written anew, in the caller's transaction."""
    enqueue(WIPE, key=WIPE, payload={}, priority=PAPER, delay=delay)


ENDED = ("done", "refused", "failed", "superseded")


def journal(who: ErasedPerson) -> int:
    """Reasons, and what was before and after, at the events of the person."""
    from portal.journal.models import JournalEntry

    rows = JournalEntry.objects.filter(scope__in=who.scopes)
    return blank(rows, {"reason": MARK, "before": None, "after": None, "answer": None}, who.quotes)


def outbox(who: ErasedPerson) -> int:
    """Blank what became of jobs."""
    from portal.outbox.models import Job

    # The text of an error may hold whatever the job was about.
    ended = Job.objects.filter(state__in=ENDED)
    going = Job.objects.exclude(state__in=ENDED)
    return delete(ended, ("payload", "outcome"), who.quotes) + blank(going, {"outcome": None}, who.quotes)


def webhooks(who: ErasedPerson) -> int:
    """Messages, sent and waiting, and what their receivers answered."""
    from portal.webhooks.models import Delivery

    rows = Delivery.objects.filter(webhook__scope__in=who.scopes)
    return delete(rows, ("body", "last"), who.quotes)


def sessions(who: ErasedPerson) -> int:
    """Take forms that wait for a sign-in, and reports of an import, out of everybody's session."""
    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session

    cleaned = 0
    for key in list(Session.objects.order_by("pk").values_list("pk", flat=True)):
        session = SessionStore(key)
        quoting = [name for name, value in session.items() if who.quotes.anywhere(value)]
        for name in quoting:
            del session[name]
        if quoting:
            session.save()
            cleaned += 1
    return cleaned


def pages(who: ErasedPerson) -> int:
    """Delete the bytes of published pages and files at once; they are rendered anew."""
    from portal import published

    return sum(published.purge(prefix) for prefix in who.prefixes)


FORGETTERS: Mapping[str, Forgetter] = {
    "journal": journal,
    "outbox": outbox,
    "webhooks": webhooks,
    "sessions": sessions,
    "pages": pages,
}
