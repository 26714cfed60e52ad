"""Load plug-ins: what other packages bring by entry points."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

GROUPS = (
    *("qiyuan.rulebooks", "qiyuan.tiebreaks", "qiyuan.files", "qiyuan.ratings", "qiyuan.payments"),
    "qiyuan.words",
)
# Of this process: which plug-in was left out and why, one sentence each.
faults: list[str] = []


# Knows no framework, for rules are needed where records of strangers are read, too. A plug-in has two halves:
# rules, which import nothing of Django, and words. Each is loaded by itself: one that fails is noted in
# `faults`, told by ``check`` and left out, and everything else starts.
def load(group: str, register: Callable[[str, Any], object]) -> None:
    """Have ``register`` called with each entry point of a group; it raises ValueError for a name that is
    taken."""
    for entry, package in _entry_points(group):
        try:
            register(entry.name, entry.load())
        except Exception as error:  # noqa: BLE001  whatever a stranger's module raises
            why = f"{type(error).__name__}: {error}" if not isinstance(error, ValueError) else str(error)
            fault = f"The plug-in {entry.name} ({group}) of {package} is left out: {why}"
            if fault not in faults:
                faults.append(fault)


def is_any() -> bool:
    """Whether another package brings something of ours."""
    return any(_files(b"[qiyuan."))


def _files(mark: bytes) -> Iterator[Path]:
    """Find the files of packages that say it."""
    for folder in dict.fromkeys(sys.path):
        for path in sorted(Path(folder or ".").glob("*.dist-info/entry_points.txt")):
            with suppress(OSError):
                # The others are not even parsed: the commands about files have a quarter of a second in all.
                if mark in path.read_bytes():
                    yield path


def _entry_points(group: str) -> Iterator[tuple[Any, str]]:
    """With the name of its package."""
    for path in _files(f"[{group}]".encode()):
        from importlib.metadata import Distribution

        distribution = Distribution.at(path.parent)
        for entry in distribution.entry_points.select(group=group):
            yield entry, distribution.metadata["Name"]


def refuse_taken(name: str, taken: Mapping[str, object], kind: str) -> None:
    """Raises ValueError where the name is another's, or none."""
    if name in taken:
        raise ValueError(f"there is {kind} called {name} already.")
    if not name.replace("-", "").isalnum() or not name.isascii() or name != name.lower():
        raise ValueError(f"{name!r} is no name of small letters, digits and hyphens.")
