"""Make tables insert-only, enforced in the database, so that raw SQL cannot rewrite history either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

_POSTGRES = """
CREATE OR REPLACE FUNCTION qiyuan_insert_only() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '% is insert-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END;
$$ LANGUAGE plpgsql;
"""


# One thing may happen to a row: what quotes a person who is forgotten is *blanked*. The triggers let such an
# update through only in the columns that are named, and only to the one value that says so.
@dataclass(frozen=True, slots=True)
class Shape:
    """What the triggers of a table must know."""

    columns: tuple[str, ...] = ()
    # By column the SQL of the only value that an update may put there.
    blanks: Mapping[str, str] = field(default_factory=dict)


def create_statements(vendor: str, table: str, shape: Shape | None = None) -> list[str]:
    """Write the triggers that refuse UPDATE and DELETE (and TRUNCATE) on ``table``, but to blank it as
    ``shape`` says."""
    blanking = _blanking(vendor, shape) if shape and shape.blanks else ""
    if vendor == "postgresql":
        statements = [
            _POSTGRES,
            f'CREATE TRIGGER "{table}_insert_only" BEFORE UPDATE OR DELETE ON "{table}" '
            "FOR EACH ROW EXECUTE FUNCTION qiyuan_insert_only()",
            f'CREATE TRIGGER "{table}_no_truncate" BEFORE TRUNCATE ON "{table}" '
            "FOR EACH STATEMENT EXECUTE FUNCTION qiyuan_insert_only()",
        ]
        if blanking:
            statements[1:2] = [
                f'CREATE TRIGGER "{table}_insert_only" BEFORE DELETE ON "{table}" '
                "FOR EACH ROW EXECUTE FUNCTION qiyuan_insert_only()",
                f'CREATE TRIGGER "{table}_only_blanked" BEFORE UPDATE ON "{table}" '
                f"FOR EACH ROW WHEN (NOT ({blanking})) EXECUTE FUNCTION qiyuan_insert_only()",
            ]
        return statements
    return [
        f'CREATE TRIGGER "{table}_no_{verb.lower()}" BEFORE {verb} ON "{table}" '
        + (f"WHEN NOT ({blanking}) " if blanking and verb == "UPDATE" else "")
        + f"BEGIN SELECT RAISE(ABORT, '{table} is insert-only'); END"
        for verb in ("UPDATE", "DELETE")
    ]


def _blanking(vendor: str, shape: Shape) -> str:
    """The condition, in SQL, that an update changes nothing but what may be blanked, and only to that."""
    same = "IS NOT DISTINCT FROM" if vendor == "postgresql" else "IS"

    def stays(column: str) -> str:
        return f'NEW."{column}" {same} OLD."{column}"'

    return " AND ".join(
        f'({stays(column)} OR NEW."{column}" {same} {shape.blanks[column]})'
        if column in shape.blanks
        else stays(column)
        for column in shape.columns
    )


def drop_statements(vendor: str, table: str) -> list[str]:
    if vendor == "postgresql":
        return [
            f'DROP TRIGGER IF EXISTS "{table}_insert_only" ON "{table}"',
            f'DROP TRIGGER IF EXISTS "{table}_only_blanked" ON "{table}"',
            f'DROP TRIGGER IF EXISTS "{table}_no_truncate" ON "{table}"',
        ]
    return [f'DROP TRIGGER IF EXISTS "{table}_no_{verb}"' for verb in ("update", "delete")]


class InsertOnly(Operation):
    """Make a table insert-only in a migration; ``blanks``: by field the SQL of what forgetting may leave
    there."""

    # SQLite rebuilds a table when it alters it and forgets its triggers: repeat this operation after any
    # later change to the table (``tests/portal/journal`` notices), with the same ``blanks``.
    reversible = True

    def __init__(self, model_name: str, blanks: Mapping[str, str] | None = None) -> None:
        self.model_name = model_name
        self.blanks = dict(blanks or {})

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return type(self).__qualname__, [], {"model_name": self.model_name, "blanks": self.blanks}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """The models stay as they are."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        meta = to_state.apps.get_model(app_label, self.model_name)._meta
        table, vendor = meta.db_table, schema_editor.connection.vendor
        shape = Shape(tuple(field.column for field in meta.concrete_fields), self.blanks)
        for statement in drop_statements(vendor, table) + create_statements(vendor, table, shape):
            schema_editor.execute(statement, params=None)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        table = from_state.apps.get_model(app_label, self.model_name)._meta.db_table
        for statement in drop_statements(schema_editor.connection.vendor, table):
            schema_editor.execute(statement, params=None)

    def describe(self) -> str:
        return f"Make {self.model_name} insert-only"


# PostgreSQL refuses to alter a column while a trigger reads it.
class LiftInsertOnly(InsertOnly):
    """Lift the triggers before a column of an insert-only table is altered; `InsertOnly` comes after."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        super().database_backwards(app_label, schema_editor, to_state, from_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        super().database_forwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Let {self.model_name} be altered"
