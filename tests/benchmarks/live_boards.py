"""1,000 boards as a hall or a platform sends them: milliseconds of processor for one ply in the process that
takes it, on SQLite and on PostgreSQL, and for what the wall's readers are answered.

*a ply by itself*   right, lock, judging, rows, commit of one request; `plies 2-3` and `the last two` say
                    whether it grows with the game
*many at once*      the same of plies that come in one request, 16 of a table

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

import django

from tests.benchmarks import shortest
from tests.installation import ROOT, bare_environment
from tests.services import postgres

TABLES = shortest(1_000, 20)
ALONE, AT_ONCE = 3, 16


def measured(name: str, url: str) -> None:
    """Prints the rows of a database."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"DATA_DIR": folder, "ENV_FILE": os.devnull, "DEBUG": "true"}
        environment = bare_environment() | settings | ({"DATABASE_URL": url} if url else {})
        migrate = [sys.executable, "manage.py", "migrate", "-v", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        writing = [sys.executable, "-m", "tests.benchmarks.live_boards", folder]
        subprocess.run(writing, cwd=ROOT, env=environment, check=True)
        print(f"{name}\n{(Path(folder) / 'figures').read_text()}", flush=True)


def write(folder: Path) -> None:
    """Plays so many plies on each of the boards in turn; what it cost into ``FOLDER/figures``."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
    django.setup()
    from django.conf import settings

    # Each query would be kept, and on SQLite asked a second time.
    settings.DEBUG = False
    from games.acts.live import write_plies
    from games.live.stream import PlyItem
    from games.models import LiveEvent
    from games.queries.running_rounds import RunningRound
    from portal.accounts.models import User
    from tests.games.live.writer import lines, made
    from tournaments.models import Pairing, Round

    made(TABLES)
    by = User.objects.get(username="referee")
    pairings = list(Pairing.objects.select_related("round__section__event").order_by("table"))
    games = [line for line in lines() if len(line) >= 2 * ALONE + AT_ONCE]
    by_ply: dict[int, list[float]] = {}
    clock = time.monotonic()
    taken = 0
    steps = [*((ply, 1) for ply in range(1, ALONE + 1)), (ALONE + 1, AT_ONCE)]
    steps += [(ply, 1) for ply in range(ALONE + AT_ONCE + 1, 2 * ALONE + AT_ONCE)]
    for first, count in steps:
        for pairing in pairings:
            line = games[pairing.pk % len(games)]
            items = [
                PlyItem(ply, line[ply - 1], f"{ply}", clock_first=3600 - ply, clock_second=3600 - ply)
                for ply in range(first, first + count)
            ]
            began = time.thread_time()
            answers = write_plies(pairing=pairing, items=items, by=by).answers
            by_ply.setdefault(first, []).append((time.thread_time() - began) * 1000 / count)
            if len(answers) != count or answers[-1].status != 200:
                raise RuntimeError(f"table {pairing.table}, ply {first}: {answers[-1].code}")
            taken += count
    seconds = time.monotonic() - clock
    if LiveEvent.objects.filter(kind="ply").count() != taken:
        raise RuntimeError("plies were lost or doubled")
    together = by_ply.pop(ALONE + 1)
    alone = sorted(figure for ply, figures in by_ply.items() if ply > 1 for figure in figures)
    early = statistics.median(by_ply[2] + by_ply[3])
    late = statistics.median([figure for ply in sorted(by_ply)[-2:] for figure in by_ply[ply]])
    round_ = Round.objects.select_related("section").get(number=1)
    running, costs = RunningRound(at_once=True), []
    for many in (0, 0, TABLES // 10):
        for pairing in pairings[:many]:
            line = games[pairing.pk % len(games)]
            ply = 2 * ALONE + AT_ONCE
            write_plies(pairing=pairing, items=[PlyItem(ply, line[ply - 1], f"{ply}")], by=by)
        began = time.thread_time()
        wall = "\n".join(game.as_line() for game in running.read(round_))
        costs.append((time.thread_time() - began) * 1000)
    (folder / "figures").write_text(
        f"  a ply by itself {statistics.median(alone):5.2f} ms median"
        f" {alone[int(len(alone) * 0.95)]:5.2f} p95"
        f"   plies 2-3 {early:5.2f}   the last two {late:5.2f}\n"
        f"  many at once    {statistics.median(together):5.2f} ms a ply\n"
        f"  all {taken} plies on the clock, one process: {taken / seconds:5.0f} a second\n"
        f"  the wall's {TABLES} boards, {len(wall)} characters, read for the first time {costs[0]:5.1f} ms,"
        f" with nothing new {costs[1]:5.1f}, with a ply of every tenth {costs[2]:5.1f}\n"
        f"  load of the machine meanwhile: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n"
    )


def main() -> None:
    measured("SQLite", "")
    with postgres() as server:
        measured("PostgreSQL", server.url)


if __name__ == "__main__" and len(sys.argv) == 2:
    write(Path(sys.argv[1]))
