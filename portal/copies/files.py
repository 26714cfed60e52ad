"""Copy a database of SQLite: files in a folder, named by the moment in which they were made."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from portal.copies.programs import Environment, NoCopyError, folder_for_a_while

ENDING = ".sqlite3"
# Ends the name of what is not whole yet.
PART = ".part"


def make(database: Path, folder: Path, *, keep: int) -> Path:
    """Copy ``database`` into ``folder``, where only the newest ``keep`` stay; raise `NoCopyError`."""
    copy = folder / f"{datetime.now(tz=UTC):%Y-%m-%dT%H%M%SZ}{ENDING}"
    part = copy.with_name(copy.name + PART)
    part.unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as source:
            source.execute("VACUUM INTO ?", [str(part)])
    except sqlite3.Error as error:
        raise NoCopyError(f"{database} could not be copied: {error}.") from None
    # Only now is there a file of that name, and it is whole.
    part.replace(copy)
    for old in sorted(folder.glob(f"*{ENDING}"))[:-keep]:
        old.unlink()
    return copy


def newest(folder: Path) -> Path:
    """Find the copy in ``folder`` that was made last; raise `NoCopyError` where there is none."""
    copies = sorted(folder.glob(f"*{ENDING}"))
    if not copies:
        raise NoCopyError(f"There is no copy in {folder}.")
    return copies[-1]


@contextmanager
def restored(copy: Path) -> Iterator[Environment]:
    """The variables of a process that is to work with ``copy``, of which it gets another one."""
    with folder_for_a_while() as (folder, environment):
        shutil.copyfile(copy, folder / f"qiyuan{ENDING}")
        yield {**environment, "DATABASE_URL": f"sqlite:///{folder}/qiyuan{ENDING}"}
