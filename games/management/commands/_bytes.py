"""Reading a record's bytes for the commands: never more than a reader would take."""

from __future__ import annotations

import sys
from pathlib import Path

from games.records.game import MOST_BYTES_OF_A_FILE


def read_bytes(name: str) -> bytes:
    """Read the file, or standard input for ``-``; raise `OSError`, or `ValueError` for an impossible name."""
    # One byte beyond what is read at most, so that too much shows.
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES_OF_A_FILE + 1)
    with Path(name).open("rb") as file:
        return file.read(MOST_BYTES_OF_A_FILE + 1)
