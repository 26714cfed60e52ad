"""An import that is killed again and again, processes and all, and ends with every game once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.records.game import Game
from games.records.writing import to_pgn
from tests.games.facts import championship_games, moves_of
from tests.games.records.zips import zipped
from tests.installation import ROOT, bare_environment
from tests.services import postgres, wait_until

pytestmark = pytest.mark.long  # it is killed three times at its work, and waited for
GAMES, FILES = 2400, 10
KILLS = 3
COUNT = """
import django; django.setup()
from games.models import ArchiveLine, CollectedGame, RecordArchive
print(RecordArchive.objects.count(), CollectedGame.objects.count(), ArchiveLine.objects.count(),
      CollectedGame.objects.values("digest").distinct().count())
"""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Games that differ, one of them twice, and a file that is none."""
    played = championship_games()
    texts = [
        to_pgn(
            Game(
                {"Event": f"No. {number}", "Result": "*"},
                moves=moves_of(played[number % len(played)]["moves"]),
            )
        ).encode()
        for number in range(GAMES)
    ]
    files = {f"{number}.pgn": b"\n".join(texts[number::FILES]) for number in range(FILES)}
    path = tmp_path / "games.zip"
    path.write_bytes(zipped({**files, "twice.pgn": texts[0] + b"\n", "readme.txt": b"Nothing."}))
    return path


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """The settings of a database of its own."""
    if request.param == "sqlite":
        yield {}
        return
    with postgres() as server:
        yield {"DATABASE_URL": server.url}


def test_killed_at_any_moment_it_goes_on_without_doubles(
    tmp_path: Path, archive: Path, database: dict[str, str], record_property: Callable[[str, object], None]
) -> None:
    settings = {"DATA_DIR": str(tmp_path), "ENV_FILE": os.devnull, "DEBUG": "true"} | database
    environment = bare_environment() | settings | {"DJANGO_SUPERUSER_PASSWORD": "wooden-horse-7"}

    def manage(*words: str) -> list[str]:
        return [sys.executable, "manage.py", *words]

    def run(*words: str) -> str:
        done = subprocess.run(
            words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=500, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def counted() -> list[int]:
        answer = run(
            sys.executable,
            "-c",
            f"import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'portal.settings'{COUNT}",
        )
        return [int(number) for number in answer.split()]

    run(*manage("migrate", "-v", "0"))
    run(*manage("createsuperuser", "--no-input", "--username", "alice", "--email", "alice@example.org"))
    command = manage("import_records", str(archive), "--by", "alice", "--collection", "Championships")
    halves = []
    for number in range(KILLS):
        log = tmp_path / f"{number}.log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=file, stderr=file, start_new_session=True
            )
        begun = "INFO portal.outbox.runner: archive:" if number else "games read"
        wait_until(lambda log=log, begun=begun: begun in log.read_text(), "it is at work", 120)  # type: ignore[misc]
        time.sleep(0.2 * number)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(60)
        halves.append(counted())
    answer = run(*command)
    assert f"{GAMES + 2} games" in answer
    assert f"{GAMES} kept, 0 of them with errors; 1 there already, 1 refused" in answer
    assert counted() == [1, GAMES, 2, GAMES]
    record_property("kept when it was killed", [halve for _, halve, _, _ in halves])
    assert [archives for archives, *_ in halves] == [1] * KILLS
    assert halves[-1][1] < GAMES, "it was killed before its end"
