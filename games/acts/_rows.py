"""Write rows that come with every ply, without what the ORM does around a statement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection, models


# To build a statement costs the ORM more than the database takes to run it (`tests.benchmarks.live_boards`).
def insert_row(row: models.Model) -> None:
    """Inserts it and gives it its key, as `save` would."""
    model = type(row)
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in _written_fields(model)
    ]
    with connection.cursor() as cursor:
        cursor.execute(_insert(model, connection.vendor), values)
        [row.pk] = cursor.fetchone()


def update_row(row: models.Model, names: Sequence[str]) -> None:
    """Writes these fields of it, at least one."""
    fields = [field for field in _written_fields(type(row)) if field.name in names]
    quote = connection.ops.quote_name
    assigned = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        # Names of our own columns, no text of anybody's.
        cursor.execute(f"UPDATE {quote(row._meta.db_table)} SET {assigned} WHERE id = %s", [*values, row.pk])  # noqa: S608


@cache
def _written_fields(model: type[models.Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


@cache
def _insert(model: type[models.Model], _vendor: str) -> str:
    quote = connection.ops.quote_name
    fields = _written_fields(model)
    columns = ", ".join(quote(field.column) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({marks}) RETURNING id"  # noqa: S608
