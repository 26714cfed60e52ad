"""Make the tables of an app in one step of a migration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.models import CreateModel
from django.db.migrations.state import ProjectState


# After each ``CreateModel`` Django renders anew every model that is related to the new one, and nearly all of
# ours are: half of the time that an empty database took, and every run of the tests begins with one.
class CreateModels(Operation):
    """Make ``models``, each after those that it points to. They are rendered once, when all are known."""

    reversible = True

    def __init__(self, models: Sequence[CreateModel]) -> None:
        self.models = list(models)

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return type(self).__qualname__, [], {"models": self.models}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # What is rendered would follow each of them; without it the state renders itself when it is asked.
        state.__dict__.pop("apps", None)
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.models)} models"
