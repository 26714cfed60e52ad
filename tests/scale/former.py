"""The release before this one, as files: what stands beside it on one database while machines are updated."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class NoFormerError(Exception):
    """There is none here; says why."""


def former() -> str:
    """Its commit: the newest tag ``v*`` before this one; where no release has a tag yet, the state before the
    newest migration. ``QIYUAN_FORMER`` names another. Raises `NoFormerError`."""
    named = os.environ.get("QIYUAN_FORMER") or _tag() or f"{_newest_migration()}^"
    try:
        return _git("rev-parse", "--verify", "--quiet", f"{named}^{{commit}}")
    except subprocess.CalledProcessError:
        raise NoFormerError(f"{named} is not in this clone: git fetch --unshallow --tags") from None


def unpacked(to: Path) -> str:
    """Its files below ``to``; returns the commit. Raises `NoFormerError`."""
    commit = former()
    to.mkdir()
    with subprocess.Popen(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE) as packing:
        subprocess.run(["tar", "-x", "-C", str(to)], stdin=packing.stdout, check=True)
    return commit


def _tag() -> str:
    try:
        return _git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^")
    except subprocess.CalledProcessError:
        return ""


def _newest_migration() -> str:
    """The commit that brought it."""
    try:
        return _git("log", "-1", "--format=%H", "--diff-filter=A", "--", "*/migrations/0*.py")
    except (OSError, subprocess.CalledProcessError):
        raise NoFormerError("This is no clone of the repository.") from None


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()
