"""Tasks for `portal.sandbox.parent` that do what a stranger's bytes could make a reader do."""

from __future__ import annotations

import os
import resource
import signal
import stat
import sys
from pathlib import Path
from typing import Any, NoReturn


def size(text: str) -> int:
    return len(text)


def dies(*_values: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("it lives")


def fails(*_values: object) -> dict[str, Any]:
    raise RuntimeError("a reader with a fault")


def recurses(depth: int = 0) -> int:
    return recurses(depth + 1) + 1


def never_ends(*_values: object) -> NoReturn:
    """Also where its own errors are caught."""
    while True:
        try:
            while True:
                pass
        except Exception:  # noqa: BLE001, S112  that is what it is about
            continue


def fills_memory(*_values: object) -> dict[str, Any]:
    held = []
    while True:
        held.append(b"x" * (1 << 20))


def answers_a_lot() -> bytes:
    return bytes(100 << 20)


def writes(path: str) -> None:
    Path(path).write_bytes(b"x")


def limits() -> dict[str, int]:
    """What holds in a child, and whether a framework is there."""
    return {
        "seconds": resource.getrlimit(resource.RLIMIT_CPU)[0],
        "file": resource.getrlimit(resource.RLIMIT_FSIZE)[0],
        "django": int("django" in sys.modules),
        "secrets": len(os.environ),
    }


def answers_no_value() -> object:
    return object()


def answers_itself(answer: bytes) -> NoReturn:
    """As a reader would that strangers' bytes have taken over: by the socket that is its only way out."""
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                os.write(number, answer)
        except OSError:
            continue
    os._exit(0)
