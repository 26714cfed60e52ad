"""Say as data which rows belong to a subject: the apps say it, exporting and restoring read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import BinaryField, Field, ForeignKey, Model, QuerySet


@dataclass(frozen=True, slots=True)
class Subject:
    """What is backed up."""

    # Its id.
    key: int
    # What the journal knows it by (``event:3``).
    scope: str
    # Its public pages stand below (``e/cup/``).
    prefix: str


class Ids:
    """Say what the ids in a backup are here, and the addresses."""

    def __init__(self, moved: tuple[str, str] = ("", "")) -> None:
        self._new: set[tuple[str, Any]] = set()
        self._ids: dict[tuple[str, Any], Any] = {}
        self._there, self._here = moved

    def path(self, path: str) -> str:
        """Give an address of the subject's here; raise ValueError for another's."""
        if not path.startswith(self._there):
            raise ValueError(path)
        return self._here + path.removeprefix(self._there)

    def learn(self, label: str, old: Any, new: Any) -> None:
        self._ids[label, old] = new

    def made(self, label: str, old: Any) -> None:
        """The row was not here before this restoring."""
        self._new.add((label, old))

    def is_new(self, label: str, old: Any) -> bool:
        return (label, old) in self._new

    def first(self, label: str) -> Any:
        """The id there of the first row of a model, None where there was none yet."""
        return next((old for model, old in self._ids if model == label), None)

    def of(self, label: str, old: Any) -> Any:
        """None for a row that was not in the backup."""
        return self._ids.get((label, old))


Carry = Callable[[dict[str, Any], Ids], dict[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one model."""

    name: str
    label: str
    rows: Callable[[Subject], QuerySet[Any]]
    # Columns that are not carried, by name what stands there after a restoring.
    without: Mapping[str, Any] = field(default_factory=dict)
    # A column by which a row that is here already is the same.
    natural: str = ""
    # Makes what ids stand inside values those of this site, and of an earlier release's columns those of this
    # one; None: the row is left out.
    carry: Carry | None = None
    # Asked for once for each backup, it makes of a row, by its id, what is carried of it.
    tell: Callable[[Subject], Callable[[Any, dict[str, Any]], dict[str, Any]]] | None = None

    @property
    def member(self) -> str:
        return f"{self.name}.jsonl"

    @property
    def model(self) -> type[Model]:
        return apps.get_model(self.label)

    def columns(self) -> list[Field[Any, Any]]:
        """What is carried of a row besides its id."""
        fields = self.model._meta.concrete_fields
        return [field for field in fields if not field.primary_key and field.name not in self.without]

    def files(self) -> list[Field[Any, Any]]:
        """Columns whose values are members of their own."""
        return [column for column in self.columns() if isinstance(column, BinaryField)]


def is_actor(column: Field[Any, Any]) -> bool:
    return (
        isinstance(column, ForeignKey) and column.remote_field.model._meta.label == settings.AUTH_USER_MODEL
    )


Restored = Callable[[Subject], None]

# Behind a model's name: a list of ids, or a table by id; a number alone is how many.
MANY = "*"
TABLES: list[tuple[int, Table]] = []
KINDS: dict[str, str] = {}
FACTS: dict[str, str] = {}
RESTORED: list[Restored] = []


def register_backup(place: int, tables: Sequence[Table]) -> None:
    """Have ``tables`` in backups, those of a smaller ``place`` first: a row comes after what it names."""
    names = {table.name for _, table in TABLES}
    TABLES.extend((place, table) for table in tables if table.name not in names)
    TABLES.sort(key=lambda row: row[0])


def register_ids(kinds: Mapping[str, str], facts: Mapping[str, str]) -> None:
    """Say which model an id belongs to: in texts like ``round:12``, and under a name among facts and
    parameters."""
    KINDS.update(kinds)
    FACTS.update(facts)


def register_restored(after: Restored) -> None:
    """Have ``after`` called with the new subject, in the transaction of a restoring, when all rows are
    there."""
    if after not in RESTORED:
        RESTORED.append(after)


def tables() -> list[Table]:
    return [table for _, table in TABLES]
