"""Tell a disk without room from every other error."""

from __future__ import annotations

import errno
import sqlite3

from portal.telemetry.counted import NO_ROOM

POSTGRESQL_FULL = "53100"
NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})


# It is nobody's fault, and what it stopped goes on by itself as soon as there is room.
def is_full(error: BaseException | None) -> bool:
    """Say whether an error, or what it came from, says that a disk is full: the database's, or this
    machine's."""
    while error is not None:
        if _says_so(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def report_full_disk(error: BaseException | None) -> bool:
    """Say the same, and tell whoever watches the site (`NO_ROOM`)."""
    if full := is_full(error):
        NO_ROOM.inc()
    return full


def _says_so(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        # Where the file beside the database cannot grow, SQLite speaks of an error of the disk.
        return getattr(error, "sqlite_errorname", "") in {"SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"}
    if isinstance(error, OSError):
        return error.errno in NO_SPACE
    return getattr(error, "sqlstate", None) == POSTGRESQL_FULL
