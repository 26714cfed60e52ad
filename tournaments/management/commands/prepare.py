"""``prepare``: everything that a machine needs before it serves or works: tables, static files, translations,
federations. Each is looked at first, so a second start does nothing."""

from __future__ import annotations

import fcntl
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from portal.health import draining_file
from portal.ops import catalogues
from portal.published.missing import announce_missing
from tournaments.acts.notices.site import first_code, is_begun
from tournaments.models import Federation

# The number of the lock in the database.
PREPARING = 0x71697975616E
# Its static files are for pages of its own; compressing them would take seconds of a first start.
NOT_SHOWN = "rest_framework"


class Command(BaseCommand):
    help = "Prepare this machine: tables, static files, translations, federations if there are none."
    # Checks that need tables or collected files come before this command has made them.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--files-only",
            action="store_true",
            help="leave the database alone: for a machine that runs only workers",
        )
        parser.add_argument(
            "--web",
            action="store_true",
            help="before a public web server: check its settings, take a drain back, and where this version "
            "was ready here before let it start while the database is away",
        )

    def handle(self, *_: Any, files_only: bool, web: bool, **options: Any) -> None:
        if web:
            call_command("check", deploy=True, fail_level="ERROR", verbosity=options["verbosity"])
            draining_file().unlink(missing_ok=True)
        try:
            for done in prepare(files_only=files_only):
                if options["verbosity"]:
                    self.stdout.write(done)
        except OperationalError as error:
            if not web or not _was_ready():
                raise CommandError(f"The database does not answer: {str(error).strip()}") from None
            self.stderr.write(f"The database does not answer, and this version needs nothing of it: {error}")
            return
        if not files_only and options["verbosity"] and not is_begun():
            at = f"{settings.PUBLIC_URL}/en/setup/"
            self.stdout.write(f"No administrator yet: open {at} and enter the code {first_code()}")


def prepare(*, files_only: bool = False) -> list[str]:
    """Make this machine ready; returns what was done, in words."""
    done = []
    if catalogues.compile_stale():
        done.append("translations compiled")
    if _collect_static():
        done.append("static files collected")
    if files_only:
        return done
    # Of the checks, the one that a database can fail: whether this version can bring it up to date.
    call_command("check", tags=[Tags.database], databases=[connection.alias], verbosity=0)
    with _alone():
        _ready_file().unlink(missing_ok=True)
        if _migrations_wait():
            call_command("migrate", interactive=False, verbosity=0)
            done.append("database brought up to date")
        # The first player needs one. A list that somebody has changed since is theirs.
        if not Federation.objects.exists():
            call_command("federations", verbosity=0)
            done.append("federations loaded")
        _ready_file().write_text(_versions())
    # Another release than last time may know kinds of pages that the one before did not.
    if done and (pages := announce_missing()):
        done.append(f"pages announced: {pages}")
    return done


def _ready_file() -> Path:
    """Up to which migrations the database was when this machine was last made ready."""
    return Path(settings.DATA_DIR) / "ready"


def _was_ready() -> bool:
    return _ready_file().exists() and _ready_file().read_text() == _versions()


def _versions() -> str:
    """The migrations that this version has. The database is not asked."""
    return "\n".join(sorted(".".join(key) for key in MigrationLoader(None).disk_migrations))


@contextmanager
def _alone() -> Iterator[None]:
    """Let one machine prepare at a time: several may start at one moment with one database."""
    if connection.vendor != "postgresql":
        with (Path(settings.DATA_DIR) / "prepare.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        return
    with connection.cursor() as cursor:
        # By asking again: who waits within a statement would hold up what builds an index beside its readers.
        while True:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [PREPARING])
            if cursor.fetchone()[0]:
                break
            time.sleep(0.2)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [PREPARING])


def _migrations_wait() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _collect_static() -> bool:
    """Collect static files unless the last ones collected are still those of the source.

    Web server and workers of one machine share the folder and may start at one moment: one collects.
    """
    folder = Path(settings.STATIC_ROOT)
    stamp = folder / ".collected"
    now = _static_digest()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == now:
            return False
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=[NOT_SHOWN])
        # Written last: a start that was interrupted here collects again.
        stamp.write_text(now)
    return True


def _static_digest() -> str:
    digest = sha256()
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
