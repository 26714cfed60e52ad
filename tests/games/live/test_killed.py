"""Who writes running games is killed again and again: what was answered is there, once, and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.games.live.writer import acknowledged, lines
from tests.installation import ROOT, bare_environment
from tests.services import postgres, wait_until

pytestmark = pytest.mark.long  # it is killed five times at its work
TABLES, PLIES, KILLS = 40, 30, 5
COUNT = """
import os; os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
import django; django.setup()
from games.models import LiveEvent, LiveGame
print(LiveEvent.objects.count(), LiveEvent.objects.values("live", "key").distinct().count())
for live in LiveGame.objects.select_related("pairing").order_by("pairing__table"):
    print(live.pairing.table, live.seq, live.line)
"""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """The settings of a database of its own."""
    if request.param == "sqlite":
        yield {}
        return
    with postgres() as server:
        yield {"DATABASE_URL": server.url}


def test_nothing_that_was_answered_is_lost_or_doubled(
    tmp_path: Path, database: dict[str, str], record_property: Callable[[str, object], None]
) -> None:
    settings = {"DATA_DIR": str(tmp_path), "ENV_FILE": os.devnull, "DEBUG": "true"} | database
    environment = bare_environment() | settings

    def run(*words: str) -> str:
        done = subprocess.run(
            words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=500, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(sys.executable, "manage.py", "migrate", "-v", "0")
    command = [sys.executable, "-m", "tests.games.live.writer", str(TABLES), str(tmp_path), str(PLIES)]
    halves = []
    for number in range(KILLS):
        before = sum(acknowledged(tmp_path).values())
        process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
        wait_until(
            lambda before=before: sum(acknowledged(tmp_path).values()) > before + 20,  # type: ignore[misc]
            "it is at work",
            180,
        )
        time.sleep(0.05 * number)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(60)
        halves.append(sum(acknowledged(tmp_path).values()))
    run(*command)
    head, *games = run(sys.executable, "-c", COUNT).splitlines()
    expected = {table: lines()[table % len(lines())][:PLIES] for table in range(1, TABLES + 1)}
    wanted = sum(map(len, expected.values()))
    assert head.split() == [str(wanted), str(wanted)], "each ply is one row, and has its key"
    for game in games:
        table, seq, *line = game.split()
        assert (line, int(seq)) == (expected[int(table)], len(line))
    assert len(games) == TABLES
    assert acknowledged(tmp_path) == {table: len(line) for table, line in expected.items()}
    record_property("answered when it was killed", halves)
    assert halves[-1] < wanted, "it was killed before its end"
