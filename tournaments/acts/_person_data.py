"""All that is kept of a person, for whoever asks for it (the right of access): the rows that belong to the
person, and the texts that quote the name. What erasing blanks or deletes is here before, but for copies that
are made of it, archives of games that wait to be read, and what only a file of somebody else's game says."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Model, Q, QuerySet

from portal.journal.models import JournalEntry
from tournaments.acts.register._erasure import _applications_of, _rows_of, all_names, events_of
from tournaments.exchange.ratings.rating_matches import matching_name_key
from tournaments.models import Entry, Event, ListedPlayer, Pairing, Player
from tournaments.state.anonymous import Quoted

APPS = ("portal", "tournaments", "games")
# Left out: they are copies of what stands here, or wait to be deleted. Staff see their own `portal.User`.
COPIES = frozenset(
    {
        *("portal.Job", "portal.Rendered", "portal.Picture", "portal.Delivery", "portal.User"),
        *("tournaments.Backup", "tournaments.KeptEvent", "tournaments.Restoration", "tournaments.Paper"),
        "tournaments.SearchKey",
        *("tournaments.SentList", "tournaments.Standing", "tournaments.RoundVersion", "tournaments.Erasure"),
    }
)
# Columns that say nothing about anybody.
HIDDEN = frozenset({"secret_digest", "salt", "once", "digest", "answer"})
# Rows that belong to several people: what hangs on them is about the others too, so it is not followed.
SHARED = frozenset({"tournaments.Team", "tournaments.Match"})
# A file is repeated as text up to this size.
MOST_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class KeptRow:
    """``table``: as in the program; ``quoted``: a text about the person in a row of somebody else."""

    table: str
    key: int
    columns: dict[str, Any]
    quoted: bool

    def document(self) -> dict[str, Any]:
        return {"table": self.table, "id": self.key, "quoted": self.quoted, **self.columns}


def data_of_person(player: Player) -> list[KeptRow]:
    """The person of ``player``, at every event of this site; first what belongs to the person."""
    names, events = all_names(player), events_of(player)
    others = Player.objects.filter(event__in=events).exclude(person=player.person_id)
    quotes = Quoted.of(names, [name for pair in others.values_list("name", "native_name") for name in pair])
    rows_of_person = _rows_that_belong(player, names)
    data_rows = [
        KeptRow(label, row.pk, _columns(row), quoted=False)
        for label, rows in rows_of_person.items()
        for row in rows.values()
    ]
    entries = [f"entry:{key}" for key in rows_of_person.get("tournaments.Entry", {})]
    data_rows += [
        KeptRow("portal.JournalEntry", row.pk, _columns(row), quoted=False)
        for row in JournalEntry.objects.filter(target__in=entries).order_by("pk")
    ]
    have = {(row.table, row.key) for row in data_rows}
    data_rows += [row for row in _quoting(quotes, events, names) if (row.table, row.key) not in have]
    return data_rows


def _rows_that_belong(player: Player, names: list[str]) -> dict[str, dict[int, Model]]:
    """By label and key: the person, and whatever hangs on it, on its entries, applications and games."""
    seeds: list[QuerySet[Any]] = [
        _rows_of(player.person_id),
        Player.objects.filter(person=player.person_id),
        _applications_of(player, names),
        ListedPlayer.objects.filter(
            Q(key__in={matching_name_key(name) for name in names}) | Q(native__in=names)
        ),
        Pairing.objects.filter(seats__entry__in=Entry.objects.filter(player__person=player.person_id)),
    ]
    rows_by_table: dict[str, dict[int, Model]] = {}
    waiting: deque[tuple[type[Model], list[Model]]] = deque((rows.model, list(rows)) for rows in seeds)
    while waiting:
        model, rows = waiting.popleft()
        label = model._meta.label
        table_rows = rows_by_table.setdefault(label, {})
        fresh = [row for row in rows if row.pk not in table_rows]
        table_rows |= {row.pk: row for row in fresh}
        if not fresh or label in SHARED:
            continue
        for relation in model._meta.related_objects:
            of: Any = relation.related_model
            if of._meta.app_label in APPS and of._meta.label not in COPIES and not relation.many_to_many:
                hanging = of._base_manager.filter(**{f"{relation.field.name}__in": [row.pk for row in fresh]})
                waiting.append((of, list(hanging.order_by("pk"))))
    return {label: rows for label, rows in rows_by_table.items() if rows}


def _quoting(quotes: Quoted, events: list[Event], names: list[str]) -> Iterator[KeptRow]:
    """Yield the columns of other rows that quote the person."""
    for model in apps.get_models():
        label = model._meta.label
        if model._meta.app_label not in APPS or label in COPIES:
            continue
        texts = [
            field.attname
            for field in model._meta.concrete_fields
            if isinstance(field, (models.CharField, models.TextField, models.JSONField))
            and not field.choices
            and field.name not in HIDDEN
        ]
        if not texts:
            continue
        path = _path_to_event(model)
        rows = model._base_manager.order_by("pk")
        if path is not None:
            rows = rows.filter(Q(**{f"{path}__in": [event.pk for event in events]}))
        for key, *values in rows.values_list("pk", *texts).iterator(chunk_size=500):
            columns = {
                name: value
                # What belongs to no event is searched whole, where a part of a name would find many others.
                for name, value in zip(texts, values, strict=True)
                if value and (quotes.anywhere(value) if path is not None else _has_name(quotes, value))
            }
            if columns and path is None:
                # A game of a collection in which the person played.
                columns |= _columns(rows.get(pk=key))
            if columns:
                yield KeptRow(label, key, columns, quoted=True)


def _has_name(quotes: Quoted, value: Any) -> bool:
    if isinstance(value, str):
        return quotes.names(value)
    if isinstance(value, dict):
        return any(_has_name(quotes, part) for part in value.values())
    return isinstance(value, list) and any(_has_name(quotes, part) for part in value)


def _path_to_event(model: type[Model]) -> str | None:
    """The shortest way from a row to its event, ``round__section__event``; None where there is none."""
    if model is Event:
        return "pk"
    ways: deque[tuple[str, type[Model]]] = deque([("", model)])
    visited = {model}
    while ways:
        way, here = ways.popleft()
        for field in here._meta.concrete_fields:
            to: Any = field.related_model
            if to is Event:
                return f"{way}{field.name}"
            if to and to not in visited and to._meta.app_label in APPS and not field.null:
                visited.add(to)
                ways.append((f"{way}{field.name}__", to))
    return None


def _columns(row: Model) -> dict[str, Any]:
    return {
        field.attname: _plain(getattr(row, field.attname))
        for field in row._meta.concrete_fields
        if field.name not in HIDDEN
        and not field.primary_key
        and getattr(row, field.attname) not in (None, "")
    }


def _plain(value: Any) -> Any:
    """As JSON has it; of bytes the text, or how many there are."""
    if isinstance(value, (bytes, memoryview)):
        raw = bytes(value)
        try:
            return raw[:MOST_BYTES].decode()
        except UnicodeDecodeError:
            return f"{len(raw)} bytes"
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return value if isinstance(value, (bool, int, float, str, list, dict, type(None))) else str(value)
