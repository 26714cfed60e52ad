"""Write a subject into a file, row by row: memory does not grow with the number of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from hashlib import sha256
from typing import IO, Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from portal.accounts.models import User
from portal.backup.archive import Writer
from portal.backup.tables import FACTS, KINDS, Subject, Table, is_actor, tables
from portal.published.renderers import release

ACTORS = "portal/actors.jsonl"
USER = "portal.User"


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything within as of one moment; in a transaction of the caller's it is that one's."""
    fresh = not connection.in_atomic_block
    with transaction.atomic():
        if fresh and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def write_backup(subject: Subject, file: IO[bytes], *, about: Mapping[str, Any]) -> str:
    """Write the backup of ``subject`` into ``file``, and give its digest; ``about`` stands in the
    manifest."""
    writer = Writer(file)
    actors: set[int] = set()
    with one_moment():
        for table in tables():
            writer.lines(table.member, _rows(table, subject, actors))
            _write_files(writer, table, subject)
        writer.lines(ACTORS, map(_actor, User.objects.filter(pk__in=actors).order_by("pk")))
    return writer.close({"made_at": timezone.now().isoformat(), "release": release(), "subject": dict(about)})


def _rows(table: Table, subject: Subject, actors: set[int]) -> Iterator[dict[str, Any]]:
    columns, files = table.columns(), table.files()
    rows = table.rows(subject).order_by("pk")
    names = [column.attname for column in columns if column not in files]
    tell = table.tell(subject) if table.tell else lambda _key, row: row
    for row in rows.values("pk", *names).iterator(chunk_size=500):
        key = row.pop("pk")
        written = tell(key, row)
        for column in columns:
            if column in files:
                written[column.attname] = _member_of(table, key, column.attname)
            elif is_actor(column) and written[column.attname] is not None:
                actors.add(written[column.attname])
        actors.update(_people_in(written))
        yield {"id": key, **{name: _plain(value) for name, value in written.items()}}


def _people_in(row: Mapping[str, Any]) -> Iterator[int]:
    """Accounts that a row of the journal mentions."""
    for value in row.values():
        if isinstance(value, str) and value.startswith("user:") and KINDS.get("user") == USER:
            # A reason that somebody typed may begin like that as well.
            if (key := value.removeprefix("user:")).isdecimal():
                yield int(key)
        elif isinstance(value, dict):
            yield from (
                item for name, item in value.items() if FACTS.get(name) == USER and isinstance(item, int)
            )


def _write_files(writer: Writer, table: Table, subject: Subject) -> None:
    for column in table.files():
        files = table.rows(subject).order_by("pk").values_list("pk", column.attname)
        for key, body in files.iterator(chunk_size=50):
            writer.value(_member_of(table, key, column.attname), bytes(body))


def _member_of(table: Table, key: Any, name: str) -> str:
    return f"{table.name}/{key}.{name}"


def _plain(value: Any) -> Any:
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def _actor(user: User) -> dict[str, Any]:
    """Carry of an account what it is called, and by what its own site knows it again."""
    return {
        "id": user.pk,
        # Never an address, which a name may be.
        "username": user.username.partition("@")[0],
        "name": str(user).partition("@")[0],
        "mark": mark_of(user),
    }


def mark_of(user: User) -> str:
    """Mark an account: equal for one account of one site, and for no other."""
    # Nobody outside knows the moment it was made.
    return sha256(f"{user.pk} {user.username} {user.date_joined.isoformat()}".encode()).hexdigest()
