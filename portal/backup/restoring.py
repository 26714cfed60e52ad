"""Turn a file back into rows, with ids of this site, in the caller's transaction: all or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError
from django.db.models import Field, ForeignKey, Model

from portal.accounts.models import User
from portal.backup.archive import BackupFault, Reader, damaged
from portal.backup.exporting import ACTORS, USER, mark_of
from portal.backup.tables import FACTS, KINDS, MANY, RESTORED, Ids, Subject, Table, is_actor, tables
from portal.web.dates import check_showable

MARKS = re.compile(r"[0-9a-f]{64}")
# What comes of a row that is not of the shape that its table has.
UNFIT = (
    *(ValidationError, IntegrityError, DataError, ValueError, TypeError, KeyError),
    *(AttributeError, OverflowError),
)


class Restoring:
    """Restore one backup; after `run`, ``ids`` knows what became of each row."""

    # ``changes``: by table values that every row of it gets here, as the address of the event; ``prefix``:
    # where its pages stand here.
    def __init__(self, reader: Reader, *, prefix: str, changes: Mapping[str, Mapping[str, Any]]) -> None:
        self.reader = reader
        self.changes = changes
        self.ids = Ids((str(reader.manifest["subject"]["prefix"]), prefix))

    def run(self) -> None:
        """Restore every row; where it raises `BackupFault`, the caller's transaction must be rolled back."""
        unknown = set(self.reader.tables()) - {ACTORS, *(table.member for table in tables())}
        if unknown:
            raise BackupFault("backup-newer", release=str(self.reader.manifest.get("release", "?"))[:40])
        self._each(ACTORS, self._learn_actor)
        for table in tables():
            self._each(table.member, partial(self._restore, table))

    def _each(self, member: str, take: Callable[[dict[str, Any]], None]) -> None:
        for number, row in enumerate(self.reader.lines(member), start=1):
            try:
                take(row)
            except UNFIT:
                raise damaged(f"{member}:{number}") from None

    def finish(self, subject: Subject) -> None:
        """What else belongs to a restoring, said by the apps."""
        for after in RESTORED:
            after(subject)

    def _learn_actor(self, row: Mapping[str, Any]) -> None:
        """Find the account of this site, or make one that nobody can sign in with, which only says a name."""
        old, username, name, mark = row["id"], str(row["username"]), str(row["name"]), str(row["mark"])
        if not MARKS.fullmatch(mark):
            # With another end the name of an account that somebody has would come out.
            raise ValueError(mark)
        ours = self.reader.is_ours
        same = User.objects.filter(pk=old).first() if ours and isinstance(old, int) else None
        if same is None or mark_of(same) != mark:
            # Those of a file that anybody may have written are that file's own: nothing is put into the mouth
            # of somebody whom another one speaks of.
            if not ours:
                mark = sha256(f"{self.reader.manifest['digest']} {mark}".encode()).hexdigest()
            same, _ = User.objects.get_or_create(
                username=f"{username[:80]}.{mark[:12]}",
                defaults={"first_name": name[:150], "is_active": False, "password": "!"},
            )
        self.ids.learn(USER, old, same.pk)

    def _restore(self, table: Table, row: dict[str, Any]) -> None:
        model = table.model
        old = row.pop("id")
        columns = {column.attname: column for column in table.columns()}
        carried = table.carry(row, self.ids) if table.carry else row
        if carried is None:
            return
        row = carried
        if unknown := set(row) - set(columns):
            raise BackupFault("backup-newer", release=f"{table.name}.{min(unknown)}")
        values = {name: self._value(columns[name], value) for name, value in row.items()}
        values |= {**table.without, **self.changes.get(table.name, {})}
        there = self._there(table, old, values)
        if there is None:
            there = model(**values)
            # As `loaddata` writes: the times are those of the file, not of now.
            there.save_base(raw=True, force_insert=True)
            self.ids.made(table.label, old)
        self.ids.learn(table.label, old, there.pk)

    def _there(self, table: Table, old: Any, values: dict[str, Any]) -> Model | None:
        if not table.natural:
            return None
        key = table.model._meta.pk
        if key is not None and key.name == table.natural:
            values[table.natural] = key.to_python(old)
        return table.model._base_manager.filter(**{table.natural: values[table.natural]}).first()

    def _value(self, column: Field[Any, Any], value: Any) -> Any:
        """Take one value as the column does, checked: a file is not to be believed. Raise ValidationError."""
        if isinstance(column, ForeignKey):
            if value is None:
                return None
            label = USER if is_actor(column) else column.remote_field.model._meta.label
            new = self.ids.of(label, value)
            if new is None:
                raise ValidationError("a row that is not there")
            return new
        if column.get_internal_type() == "BinaryField":
            return self.reader.value(value)
        typed = column.to_python(value)
        if typed is None or (typed == "" and column.blank):
            # Whether nothing may stand there the database knows.
            return typed
        if column.choices and typed not in dict(column.flatchoices):
            raise ValidationError("no choice")
        if isinstance(typed, datetime):
            check_showable(typed)
        # `run_validators` takes every empty text.
        for check in column.validators:
            check(typed)
        return typed


def target_here(text: str, ids: Ids) -> str:
    """Write ``round:12`` with the id of this site; ``round:0`` for what was not carried."""
    kind, colon, key = text.partition(":")
    if not colon or kind not in KINDS or not key.isdigit():
        return text
    return f"{kind}:{ids.of(KINDS[kind], int(key)) or 0}"


def facts_with_local_ids(value: Any, ids: Ids) -> Any:
    """Facts of the journal, or parameters of a page, with the ids of this site."""
    if not isinstance(value, dict):
        return value
    return {name: _fact(FACTS[name], item, ids) if name in FACTS else item for name, item in value.items()}


def _fact(label: str, value: Any, ids: Ids) -> Any:
    if label.endswith(MANY) and isinstance(value, int):
        return value
    label = label.removesuffix(MANY)
    if isinstance(value, list):
        return [_fact(label, item, ids) for item in value]
    if isinstance(value, dict):
        return {str(ids.of(label, int(key)) or 0): item for key, item in value.items() if key.isdigit()}
    return (ids.of(label, value) or 0) if isinstance(value, int) and not isinstance(value, bool) else value
