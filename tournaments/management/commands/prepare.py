"""``prepare``: everything that a machine needs before it serves or works: tables, static files, translations,
federations. Each is looked at first, so a second start does nothing."""

from __future__ import annotations

import fcntl
from argparse import ArgumentParser
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from portal import catalogues
from portal.published.missing import announce_missing
from tournaments.acts.site import first_code, is_begun
from tournaments.models import Federation

NOT_SHOWN = "rest_framework"
"""Its static files are for pages of its own; compressing them would take seconds of a first start."""


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

    def handle(self, *_: Any, files_only: bool, **options: Any) -> None:
        for done in prepare(files_only=files_only):
            if options["verbosity"]:
                self.stdout.write(done)
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
    if _migrations_wait():
        call_command("migrate", interactive=False, verbosity=0)
        done.append("database brought up to date")
    # The first player needs one. A list that somebody has changed since is theirs.
    if not Federation.objects.exists():
        call_command("federations", verbosity=0)
        done.append("federations loaded")
    # Another release than last time may know kinds of pages that the one before did not.
    if done and (pages := announce_missing()):
        done.append(f"pages announced: {pages}")
    return done


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
            found = Path(storage.path(name)).stat()
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
