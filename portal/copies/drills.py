"""Drill: restore the newest copy, bring it up to date, look at it, compare it with the site, remove it."""

from __future__ import annotations

import getpass
import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.db.models import Count, Max

from portal.copies import files, pgbackrest
from portal.copies.programs import Environment, NoCopyError, run_program
from portal.journal.models import JournalEntry

FILE = "drill.json"


@dataclass(frozen=True, slots=True)
class Drill:
    """What came of one."""

    at: str
    seconds: float
    # Which it was.
    copy: str
    # Why the copy is worth nothing, empty where it is fine.
    fault: str = ""
    # What `verify_database` says of it.
    outcome: dict[str, Any] | None = None
    # Acts that the site had confirmed when the drill began and the copy has not, None where the site's
    # database did not answer.
    missing: int | None = None

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.at)

    @property
    def well(self) -> bool:
        return not self.fault


def drill(folder: Path, stanza: str) -> Drill:
    """Try the newest copy: of SQLite in ``folder``, of PostgreSQL under pgBackRest's ``stanza``."""
    began, clock = datetime.now(tz=UTC), time.monotonic()
    confirmed = _confirmed()
    name, looked, fault = "", None, ""
    try:
        if is_file():
            copy = files.newest(folder)
            name, restoring = str(copy), files.restored(copy)
        else:
            label = pgbackrest.newest(stanza)
            database = settings.DATABASES["default"]
            role = database.get("USER") or os.environ.get("PGUSER") or getpass.getuser()
            name = f"{stanza} {label}"
            restoring = pgbackrest.restored(stanza, label, database=database["NAME"], role=role)
        with restoring as environment:
            looked = _look(environment, until=confirmed and confirmed[0])
    except NoCopyError as error:
        fault = str(error)
    if looked is not None and looked["faults"]:
        fault = looked["faults"][0]
    missing = max(confirmed[1] - looked["acts_until"], 0) if confirmed and looked else None
    seconds = round(time.monotonic() - clock, 1)
    done = Drill(began.isoformat(timespec="seconds"), seconds, name, fault, looked, missing)
    # Kept for `last`.
    fresh = _place().with_suffix(".part")
    fresh.write_text(json.dumps(asdict(done)), encoding="utf-8")
    fresh.replace(_place())
    return done


def is_file() -> bool:
    """Whether the site's database is a file of SQLite."""
    return settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"


def last() -> Drill | None:
    try:
        return Drill(**json.loads(_place().read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None


def _place() -> Path:
    return Path(settings.DATA_DIR) / FILE


def _confirmed() -> tuple[int, int] | None:
    """Give the newest act of the site, and how many there are; None where its database is away."""
    try:
        totals = JournalEntry.objects.aggregate(newest=Max("pk"), acts=Count("pk"))
    except Error:
        return None
    finally:
        connection.close()
    return totals["newest"] or 0, totals["acts"]


def _look(environment: Environment, *, until: int | None) -> dict[str, Any]:
    # By processes of their own, as after a real loss: the copy may be of an earlier version.
    manage = [sys.executable, str(Path(settings.BASE_DIR) / "manage.py")]
    own_environment = {**os.environ, **environment}
    run_program(
        [*manage, "migrate", "--verbosity=0"], "The copy cannot be brought up to date", env=own_environment
    )
    arguments = [
        "verify_database",
        "--json",
        "--exit-zero",
        *([f"--until={until}"] if until is not None else []),
    ]
    answer: dict[str, Any] = json.loads(
        run_program([*manage, *arguments], "The copy cannot be read", env=own_environment)
    )
    return answer
