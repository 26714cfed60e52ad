"""1,000 boards that get a ply each in turn, as a hall or a platform sends them: milliseconds of processor for
one ply in the process that takes it (right, lock, judging, rows, commit), on SQLite and on PostgreSQL.

To reach: 2 ms in the median with the request around it (measured apart: 0.5 to 0.8 ms), and no growth.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks import shortest
from tests.installation import ROOT, bare_environment
from tests.services import postgres

TABLES = shortest(1_000, 20)
PLIES = shortest(24, 4)


def measured(name: str, url: str) -> None:
    """Prints a row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"DATA_DIR": folder, "ENV_FILE": os.devnull, "DEBUG": "true"}
        environment = bare_environment() | settings | ({"DATABASE_URL": url} if url else {})
        writer = [sys.executable, "-m", "tests.games.live.writer", str(TABLES), folder, str(PLIES)]
        migrate = [sys.executable, "manage.py", "migrate", "-v", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        began = time.monotonic()
        subprocess.run(writer, cwd=ROOT, env=environment, check=True)
        took = time.monotonic() - began
        rows = [float(row) * 1000 for row in (Path(folder) / "seconds").read_text().split()]
    first, last = rows[TABLES : 3 * TABLES], rows[-2 * TABLES :]
    rows.sort()
    print(
        f"{name:11}{len(rows):7} plies {statistics.median(rows):6.2f} ms median"
        f"{rows[int(len(rows) * 0.95)]:7.2f} p95   plies 2–3 {statistics.median(first):5.2f}"
        f"   last two {statistics.median(last):5.2f}   {len(rows) / took:5.0f} plies/s on the clock"
    )


def main() -> None:
    measured("SQLite", "")
    with postgres() as server:
        measured("PostgreSQL", server.url)
