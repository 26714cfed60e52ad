"""Databases that older migrations have made, which one of now replaces."""

import re

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.exceptions import NodeNotFoundError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

pytestmark = pytest.mark.django_db

Key = tuple[str, str]


def replaced() -> dict[Key, list[Key]]:
    """By migration those that it replaces. Their files are gone."""
    loader = MigrationLoader(None)
    return {
        key: replacement.replaces
        for key, replacement in loader.replacements.items()
        if replacement.replaces[0] not in loader.disk_migrations
    }


def never_applied(*keys: Key) -> None:
    for app, name in keys:
        MigrationRecorder(connection).migration_qs.filter(app=app, name=name).delete()


def waiting() -> list[Key]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [(migration.app_label, migration.name) for migration, _ in plan]


def test_with_all_of_the_old_ones_nothing_is_left_to_do() -> None:
    old = replaced()
    never_applied(*old)
    assert {key for keys in old.values() for key in keys} <= set(
        MigrationRecorder(connection).applied_migrations()
    )
    assert waiting() == []


def test_without_any_the_new_ones_are() -> None:
    old = replaced()
    never_applied(*MigrationRecorder(connection).applied_migrations())
    assert set(old) <= set(waiting())


@pytest.mark.parametrize("app", ["portal", "tournaments", "games"])
def test_with_only_some_of_the_old_ones_it_is_refused(app: str) -> None:
    """Nothing says which tables it has; without an error Django would find nothing to do."""
    never_applied(*replaced())
    old = max((keys for (of, _), keys in replaced().items() if of == app), key=len)
    never_applied(old[-1])
    with pytest.raises(
        NodeNotFoundError, match=f"{app}.* some of the replaced migrations are already applied"
    ):
        waiting()
    # Whoever brings it up to date is told the way instead, and nothing is done.
    for command in ("migrate", "prepare"):
        with pytest.raises(SystemCheckError, match=rf"too old.* {app} ends with {old[-2][1]}") as refused:
            call_command(command, **({"skip_checks": False} if command == "migrate" else {}))
        assert "Install commit " in str(refused.value)


def test_each_migration_whose_old_ones_are_gone_says_which_version_still_has_them() -> None:
    loader = MigrationLoader(None)
    assert replaced()
    for key in replaced():
        assert re.fullmatch(r"commit [0-9a-f]{8}|version \d+\.\d+\.\d+", loader.disk_migrations[key].through)
