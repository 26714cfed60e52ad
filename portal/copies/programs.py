"""Programs that keep and restore copies, by a user that they accept, and a folder for what they restore."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Environment = dict[str, str]


class NoCopyError(Exception):
    """A copy could not be made or is worth nothing; says why in one sentence."""


def program(name: str, version: str = "*") -> str:
    """Find PostgreSQL's program ``name`` of that version, or else the newest, or another program; or
    `NoCopyError`."""
    candidates = sorted(Path("/usr/lib/postgresql").glob(f"{version}/bin/{name}"), key=_version)
    path = str(candidates[-1]) if candidates else shutil.which(name)
    if path is None:
        wanted = name if name == "pgbackrest" else f"postgresql-{version}".removesuffix("-*")
        raise NoCopyError(f"The program {name} is not installed: apt-get install {wanted}.")
    return path


def _version(path: Path) -> int:
    return int(path.parent.parent.name)


def run_program(command: Sequence[str | Path], failure: str, **more: Any) -> str:
    """Give what it printed; where it fails, `NoCopyError` with ``failure`` and its own last words."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)  # noqa: S603
    if done.returncode:
        output = (done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}").splitlines()
        raise NoCopyError(f"{failure}: {output[-1]}")
    return done.stdout


def user_arguments(user: pwd.struct_passwd | None) -> dict[str, Any]:
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user is not None else {}


@contextmanager
def folder_for_a_while() -> Iterator[tuple[Path, Environment]]:
    """A folder that is gone afterwards, and the variables of a process that has no other place."""
    with tempfile.TemporaryDirectory(prefix="qiyuan-drill-") as name:
        folder = Path(name)
        places = {"DATA_DIR": str(folder / "own"), "ENV_FILE": os.devnull, "PUBLIC_URL": "http://127.0.0.1"}
        yield folder, places
