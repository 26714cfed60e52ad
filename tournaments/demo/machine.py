"""What a machine needs before the demonstration can be loaded: tables, static files, translations,
federations. Each is looked at first, so a second start does nothing."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from portal import catalogues


def prepare() -> list[str]:
    """Make this machine ready; returns what was done, in words."""
    done = []
    if catalogues.compile_stale():
        done.append("translations compiled")
    if _migrations_wait():
        call_command("migrate", interactive=False, verbosity=0)
        done.append("database made")
    if _collect_static():
        done.append("static files collected")
    call_command("federations", verbosity=0)
    return done


def _migrations_wait() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _collect_static() -> bool:
    """Collect static files unless the last ones collected are still those of the source."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    now = _static_digest()
    if stamp.exists() and stamp.read_text() == now:
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    # Written last: a start that was interrupted here collects again.
    stamp.write_text(now)
    return True


def _static_digest() -> str:
    digest = sha256()
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            found = Path(storage.path(name)).stat()
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
