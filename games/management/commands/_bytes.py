"""Reading a record's bytes for the commands: never more than a reader would take."""

from __future__ import annotations

import sys
from pathlib import Path

from games.records.game import MOST_BYTES_OF_A_FILE


def read_bytes(name: str) -> bytes:
    """The file, or standard input for ``-``; cut one byte beyond what is read at most.

    Raises `OSError`, or `ValueError` for a name that no file can have.
    """
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES_OF_A_FILE + 1)
    with Path(name).open("rb") as file:
        return file.read(MOST_BYTES_OF_A_FILE + 1)
