"""PostgreSQL's own programs, by a user that they accept: its server does not run as root."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class NoCopyError(Exception):
    """A copy could not be made or is worth nothing; says why in one sentence."""


def program(name: str, version: str = "*") -> str:
    """Of ``version``, or else of the newest that is installed. Raises `NoCopyError`."""
    candidates = sorted(Path("/usr/lib/postgresql").glob(f"{version}/bin/{name}"), key=_version)
    path = str(candidates[-1]) if candidates else shutil.which(name)
    if path is None:
        wanted = "postgresql" if version == "*" else f"postgresql-{version}"
        raise NoCopyError(f"The program {name} is not installed: apt-get install {wanted}.")
    return path


def _version(path: Path) -> int:
    return int(path.parent.parent.name)


def run(command: Sequence[str | Path], failure: str, **more: Any) -> str:
    """What it printed; where it fails, `NoCopyError` with ``failure`` and its own last words."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)  # noqa: S603
    if done.returncode:
        output = (done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}").splitlines()
        raise NoCopyError(f"{failure}: {output[-1]}")
    return done.stdout


def user_of(path: Path) -> pwd.struct_passwd | None:
    """As whom root has the server read what lies at ``path``: whose it is. None for everybody but root, who
    stay who they are. Raises `NoCopyError`."""
    if os.geteuid() != 0:
        return None
    owner = pwd.getpwuid(path.stat().st_uid)
    if owner.pw_uid == 0:
        raise NoCopyError(f"PostgreSQL does not run as root: let another user own {path.parent}.")
    return owner


def become(user: pwd.struct_passwd | None) -> dict[str, Any]:
    """The arguments of Popen for that."""
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user is not None else {}
