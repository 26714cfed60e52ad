"""Two releases work side by side on one database while machines are updated one after the other: a migration
expands what the release before knows, and takes nothing away."""

from __future__ import annotations

import pytest
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

BEFORE = {"portal": 15, "tournaments": 69, "games": 9}
"""By app the number up to which migrations are from before the promise, also what branches still bring."""
TAKES_AWAY = (
    operations.DeleteModel,
    operations.RenameModel,
    operations.RemoveField,
    operations.RenameField,
    operations.AlterModelTable,
    operations.AlterUniqueTogether,
    operations.AddConstraint,
)
"""What the release before could trip over: what it reads or writes is gone, or is refused."""


def hurts(operation: Operation, made: set[str]) -> str:
    """Why the release before could not go on; empty where it can. ``made``: models and columns
    (``model.column``) of this migration, which it does not know."""
    of = getattr(operation, "model_name", getattr(operation, "name", "")).lower()
    if isinstance(operation, operations.CreateModel):
        made.add(operation.name.lower())
        return ""
    if of in made:
        return ""
    if isinstance(operation, operations.AddField):
        field = operation.field
        filled = field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED
        made.add(f"{of}.{operation.name}")
        return "" if filled else f"it inserts rows without {of}.{operation.name}"
    constraint = getattr(operation, "constraint", None)
    # Of a column that it leaves empty no two of its rows are the same.
    if isinstance(constraint, models.UniqueConstraint) and any(
        f"{of}.{name}" in made for name in constraint.fields
    ):
        return ""
    if isinstance(operation, operations.SeparateDatabaseAndState):
        return next(
            filter(
                None,
                (hurts(database_operation, made) for database_operation in operation.database_operations),
            ),
            "",
        )
    return f"{type(operation).__name__} {of}" if isinstance(operation, TAKES_AWAY) else ""


def wrong(migration: type[Migration] | Migration) -> list[str]:
    if getattr(migration, "contracts", ""):
        return []
    made: set[str] = set()
    return list(filter(None, (hurts(operation, made) for operation in migration.operations)))


def test_new_migrations_leave_the_release_before_at_work() -> None:
    values = {}
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        if app in BEFORE and int(name[:4]) > BEFORE[app] and (why := wrong(migration)):
            values[f"{app}.{name}"] = why
    assert values == {}


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (operations.AddField("job", "x", models.TextField(default="")), "it inserts rows without job.x"),
        (operations.AddField("job", "x", models.TextField(default="", db_default="")), ""),
        (operations.AddField("job", "x", models.TextField(null=True)), ""),
        (operations.RemoveField("job", "kind"), "RemoveField job"),
        (operations.RenameField("job", "kind", "sort"), "RenameField job"),
        (operations.DeleteModel("Job"), "DeleteModel job"),
        (operations.CreateModel("New", [("x", models.TextField())]), ""),
    ],
)
def test_what_the_release_before_could_not_bear_is_noticed(operation: Operation, why: str) -> None:
    class Migration_(Migration):  # noqa: N801
        operations = [operation]

    assert wrong(Migration_) == ([why] if why else [])


def test_one_that_contracts_says_so() -> None:
    class Contracting(Migration):
        operations = [operations.RemoveField("job", "kind")]
        contracts = "version 0.2.0"

    assert wrong(Contracting) == []
