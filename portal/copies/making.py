"""A copy of the database as it is now, and away with what is too old."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from portal.copies.kept import BASE, FILE_ENDING, LOG, moment_name
from portal.copies.programs import NoCopyError, program, run

SEGMENT = 16 * 1024 * 1024
"""Bytes of a file of the log, as PostgreSQL makes them unless it was built or set up otherwise."""


def make(folder: Path, *, keep: int) -> Path:
    """A copy below ``folder``, of which only the newest ``keep`` of its kind stay. Raises `NoCopyError`."""
    name = moment_name(datetime.now(tz=UTC))
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        made = _of_file(Path(database["NAME"]), folder / f"{name}{FILE_ENDING}")
        for old in sorted(folder.glob(f"*{FILE_ENDING}"))[:-keep]:
            old.unlink()
        return made
    made = _base(folder / BASE / name)
    bases = sorted(path for path in (folder / BASE).iterdir() if not path.name.endswith(PART))
    for old in bases[:-keep]:
        shutil.rmtree(old)
    _clear_log(folder / LOG, bases[-keep:][0])
    return made


PART = ".part"
"""Ends the name of what is not whole yet."""


def _of_file(database: Path, copy: Path) -> Path:
    part = copy.with_name(copy.name + PART)
    part.unlink(missing_ok=True)
    copy.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as source:
            source.execute("VACUUM INTO ?", [str(part)])
    except sqlite3.Error as error:
        raise NoCopyError(f"{database} could not be copied: {error}.") from None
    # Only now is there a file of that name, and it is whole.
    return part.replace(copy)


def _base(copy: Path) -> Path:
    """By a role that may replicate; whom to ask, PostgreSQL's own variables say (PGHOST, PGUSER, …). What was
    written meanwhile is in it, so it can be restored without the log."""
    part = copy.with_name(copy.name + PART)
    shutil.rmtree(part, ignore_errors=True)
    part.parent.mkdir(parents=True, exist_ok=True)
    shape = ["--format=tar", "--gzip", "--wal-method=stream", "--checkpoint=fast", "--no-password"]
    run([program("pg_basebackup"), f"--pgdata={part}", *shape], "No copy could be made")
    return part.replace(copy)


def _clear_log(log: Path, oldest: Path) -> None:
    """Nothing that the ``oldest`` base still needs. Files of the log are named in their order."""
    if not log.is_dir():
        return
    needs = json.loads((oldest / "backup_manifest").read_text(encoding="utf-8"))["WAL-Ranges"][0]
    high, low = (int(part, 16) for part in needs["Start-LSN"].split("/"))
    first = f"{needs['Timeline']:08X}{high:08X}{low // SEGMENT:08X}"
    run([program("pg_archivecleanup"), log, first], "The log could not be cleared")
