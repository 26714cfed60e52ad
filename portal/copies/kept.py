"""Which copies there are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from portal.copies.programs import NoCopyError

BASE, LOG = "base", "wal"
DUMP_ENDING, FILE_ENDING = ".dump", ".sqlite3"
MANIFEST = "backup_manifest"
"""A base that has one is whole: it is written last."""


@dataclass(frozen=True, slots=True)
class Copy:
    """``at``: when it was made; ``log``: the folder with what was written since, of a base."""

    path: Path
    at: datetime
    log: Path | None = None


def moment_name(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H%M%SZ}"


def newest(folder: Path) -> Copy:
    """Raises `NoCopyError` where there is none."""
    copies = [_copy(path) for ending in (DUMP_ENDING, FILE_ENDING) for path in folder.glob(f"*{ending}")]
    log = folder / LOG
    copies += [_copy(path.parent, log) for path in folder.glob(f"{BASE}/*Z/{MANIFEST}")]
    if not copies:
        raise NoCopyError(f"There is no copy in {folder}.")
    return max(copies, key=lambda copy: copy.at)


def _copy(path: Path, log: Path | None = None) -> Copy:
    made = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
    return Copy(path, made, log if log is not None and log.is_dir() else None)
