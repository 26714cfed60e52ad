"""Worker, broker and database are killed under the plies of many boards, and under the results by rule that
come of them: what was answered is there, once, and every game that a flag has ended has its result, once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from portal.management.commands.run import worker as worker_command
from portal.ops.supervisor import die_with_parent
from tests.games.live.writer import acknowledged, lines
from tests.installation import ROOT, bare_environment
from tests.services import Postgres, Redis, postgres, redis_server, wait_until

pytestmark = pytest.mark.long  # servers and processes of its own are killed
TABLES, PLIES = 40, 24
PATIENCE = 400
Process = subprocess.Popen[bytes]


@pytest.fixture
def database() -> Iterator[Postgres]:
    """As it runs outside of tests: what it has committed is written before it answers."""
    with postgres() as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("ALTER ROLE qiyuan SET synchronous_commit = on")
        yield server


@pytest.fixture
def broker() -> Iterator[Redis]:
    with redis_server() as server:
        yield server


class Installation:
    """A writer and a worker on a database and a broker; whatever has ended is begun again."""

    def __init__(self, folder: Path, database: Postgres, broker: Redis) -> None:
        self.folder, self.database, self.broker = folder, database, broker
        settings = {"DATA_DIR": str(folder), "ENV_FILE": os.devnull, "DEBUG": "true"}
        servers = {"DATABASE_URL": database.url, "BROKER_URL": broker.url}
        self.environment = bare_environment() | settings | servers
        self.mode: list[str] = []
        self.writer: Process | None = None
        self.worker: Process | None = None
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v", "0"], cwd=ROOT, env=self.environment, check=True
        )

    def keep_running(self) -> None:
        """A client sends again, a supervisor starts again."""
        command = [sys.executable, "-m", "tests.games.live.writer", str(TABLES), str(self.folder), str(PLIES)]
        if self.writer is None or self.writer.poll() not in (None, 0):
            self.writer = self._start([*command, *self.mode])
        if self.worker is None or self.worker.poll() is not None:
            self.worker = self._start(worker_command("fast"))

    def _start(self, command: list[str]) -> Process:
        with (self.folder / "processes.log").open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509  it takes no lock
            )

    def kill(self, victim: str) -> None:
        """At once, with nothing said before; servers come back on their port."""
        if victim in ("database", "broker"):
            server = self.database if victim == "database" else self.broker
            server.die()
            server.start()
            return
        process = self.worker if victim == "worker" else self.writer
        assert process is not None
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def until(self, done: Callable[[], bool], change: str) -> None:
        """Waits for it, and starts what has ended meanwhile."""

        def is_done() -> bool:
            self.keep_running()
            return done()

        wait_until(is_done, change, PATIENCE)

    def rows(self, sql: str) -> list[tuple[int | str, ...]]:
        """What the database has; nothing while it comes back."""
        try:
            with psycopg.connect(self.database.url, autocommit=True) as connection:
                return connection.execute(sql).fetchall()  # type: ignore[arg-type]
        except psycopg.OperationalError:
            return []

    def end(self) -> None:
        for process in (self.writer, self.worker):
            if process is not None and process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@pytest.fixture
def installation(tmp_path: Path, database: Postgres, broker: Redis) -> Iterator[Installation]:
    made = Installation(tmp_path, database, broker)
    yield made
    made.end()


def test_nothing_is_lost_or_doubled(
    installation: Installation, record_property: Callable[[str, object], None]
) -> None:
    def answered() -> int:
        return sum(acknowledged(installation.folder).values())

    def results() -> int:
        return len(installation.rows("SELECT 1 FROM tournaments_resultreport"))

    killed_at = []
    for victim in ("database", "broker", "worker", "database", "writer"):
        before = answered()
        installation.until(lambda before=before: answered() > before + 20, "plies are answered")  # type: ignore[misc]
        installation.kill(victim)
        killed_at.append((victim, answered()))
    expected = {table: lines()[table % len(lines())][:PLIES] for table in range(1, TABLES + 1)}
    wanted = sum(map(len, expected.values()))
    assert killed_at[-1][1] < wanted, "they were killed before the end"
    installation.until(lambda: answered() == wanted, "all plies are answered")
    assert installation.writer is not None
    installation.writer.wait(PATIENCE)
    installation.mode, installation.writer = ["flags"], None
    for victim in ("worker", "database", "broker", "worker"):
        before = results()
        installation.until(lambda before=before: results() > before, "results are entered")  # type: ignore[misc]
        installation.kill(victim)
        killed_at.append((victim, results()))
    installation.until(lambda: results() == TABLES, "every game has its result")

    plies = "SELECT count(*), count(DISTINCT (live_id, key)) FROM games_liveevent WHERE kind = 'ply'"
    assert installation.rows(plies) == [(wanted, wanted)]
    games = dict(
        installation.rows(
            "SELECT pairing.table, live.line FROM games_livegame live"
            " JOIN tournaments_pairing pairing ON pairing.id = live.pairing_id"
        )
    )
    assert {table: str(line).split() for table, line in games.items()} == expected
    per_game = installation.rows(
        "SELECT count(*), min(cause), max(cause) FROM tournaments_resultreport GROUP BY pairing_id"
    )
    assert per_game == [(1, "time", "time")] * TABLES
    record_property("killed, at how many plies or results", killed_at)
