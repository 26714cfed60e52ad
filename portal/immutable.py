"""Insert-only tables (law 7), enforced in the database, so that raw SQL cannot rewrite history either."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

_POSTGRES = """
CREATE OR REPLACE FUNCTION qiyuan_insert_only() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '% is insert-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END;
$$ LANGUAGE plpgsql;
"""


def create_statements(vendor: str, table: str) -> list[str]:
    """The triggers that refuse UPDATE and DELETE (and TRUNCATE) on ``table``."""
    if vendor == "postgresql":
        return [
            _POSTGRES,
            f'CREATE TRIGGER "{table}_insert_only" BEFORE UPDATE OR DELETE ON "{table}" '
            "FOR EACH ROW EXECUTE FUNCTION qiyuan_insert_only()",
            f'CREATE TRIGGER "{table}_no_truncate" BEFORE TRUNCATE ON "{table}" '
            "FOR EACH STATEMENT EXECUTE FUNCTION qiyuan_insert_only()",
        ]
    return [
        f'CREATE TRIGGER "{table}_no_{verb.lower()}" BEFORE {verb} ON "{table}" '
        f"BEGIN SELECT RAISE(ABORT, '{table} is insert-only'); END"
        for verb in ("UPDATE", "DELETE")
    ]


def drop_statements(vendor: str, table: str) -> list[str]:
    if vendor == "postgresql":
        return [
            f'DROP TRIGGER IF EXISTS "{table}_insert_only" ON "{table}"',
            f'DROP TRIGGER IF EXISTS "{table}_no_truncate" ON "{table}"',
        ]
    return [f'DROP TRIGGER IF EXISTS "{table}_no_{verb}"' for verb in ("update", "delete")]


class InsertOnly(Operation):
    """Migration operation. SQLite rebuilds a table when it alters it and forgets its triggers: repeat
    this operation after any later change to the table (``tests/test_immutable.py`` notices)."""

    reversible = True

    def __init__(self, model_name: str) -> None:
        self.model_name = model_name

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return type(self).__qualname__, [], {"model_name": self.model_name}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """The models stay as they are."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        table = to_state.apps.get_model(app_label, self.model_name)._meta.db_table
        vendor = schema_editor.connection.vendor
        for statement in drop_statements(vendor, table) + create_statements(vendor, table):
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
