"""pgBackRest's copies and the log after them: the server is killed in the middle of a round, and what is
restored has every result that was archived. The drill says so by itself, and what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from portal.copies.pgbackrest import newest, restored
from tests import machine, services
from tests.scale import servers
from tests.scale.servers import Server
from tests.services import PATIENCE, Missing, as_user, wait_until

pytestmark = pytest.mark.long
ROOT = Path(__file__).resolve().parents[2]
CONFIRMED = 15
"""Results that are confirmed before the server dies."""
SETTINGS = """[global]
repo1-path={folder}/kept
repo1-retention-full=2
log-path={folder}
lock-path={folder}
spool-path={folder}
start-fast=y
[qiyuan]
pg1-path={folder}/data
pg1-port={port}
pg1-socket-path={folder}
pg1-user=qiyuan
"""


class Archived(Server):
    """As ``docs/operate/backup.md`` sets it up: nothing is archived before pgBackRest knows the database."""

    archives = False

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        if machine.program("pgbackrest") is None:
            raise Missing(machine.missing("pgbackrest"))
        self.settings = folder / "pgbackrest.conf"
        self.settings.write_text(SETTINGS.format(folder=folder, port=self.port))

    def environment(self) -> dict[str, str]:
        return {**os.environ, "PGBACKREST_CONFIG": str(self.settings)}

    def command(self) -> list[str]:
        push = "pgbackrest --stanza=qiyuan archive-push %p"
        mode = "on" if self.archives else "off"
        archive = [f"archive_mode={mode}", f"archive_command={push}", "archive_timeout=60"]
        return [*super().command(), *(part for option in archive for part in ("-c", option))]

    def pgbackrest(self, *words: str) -> None:
        command = ["pgbackrest", "--stanza=qiyuan", *words]
        subprocess.run(
            command, check=True, cwd=self.folder, env=self.environment(), timeout=PATIENCE, **as_user()
        )

    def archive(self) -> None:
        """All that was written until now."""
        [[newest_file]] = self.ask("SELECT pg_walfile_name(pg_switch_wal())")
        wait_until(lambda: str(self._archived()) >= str(newest_file), "the log is archived")

    def _archived(self) -> object:
        return self.ask("SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver")[0][0]


class Copied:
    """A server, its copies, and the portal's processes."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.data = data
        self.server = Archived(folder)
        self.server.start()
        servers.run(servers.PREPARE, self.environment())
        self.server.pgbackrest("stanza-create")
        self.server.archives = True
        self.server.restart()

    def environment(self) -> dict[str, str]:
        return {**self.server.environment(), **servers.environment(self.server, self.data)}

    def drill(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", "restore_drill"],
            cwd=ROOT,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def files(self, of: str) -> list[Path]:
        return sorted(
            path for path in (self.server.folder / "kept" / of / "qiyuan").rglob("*") if path.is_file()
        )


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copied]:
    with ExitStack() as stack:
        folder = stack.enter_context(services.folder_of_service())
        try:
            copied = Copied(folder, tmp_path)
        except Missing as missing:
            pytest.skip(str(missing))
        stack.callback(copied.server.stop)
        monkeypatch.setenv("PGBACKREST_CONFIG", str(copied.server.settings))
        yield copied


def test_what_was_archived_outlives_the_disk(copied: Copied, record_property) -> None:
    copied.server.pgbackrest("backup", "--type=full")
    archived: set[int] = set()

    def after(confirmed: int) -> None:
        if confirmed == CONFIRMED - 5:
            copied.server.archive()
            archived.update(servers.results(copied.server))
        if confirmed == CONFIRMED:
            copied.server.die()

    confirmed = servers.report(copied.environment(), after)
    assert len(confirmed) >= CONFIRMED
    began = time.perf_counter()
    with restored("qiyuan", newest("qiyuan"), database="qiyuan", role="qiyuan") as environment:
        folder = Path(environment["DATABASE_URL"].removeprefix("postgres://")).parent
        there = servers.results(f"postgres://qiyuan@/qiyuan?host={folder}")
    record_property("confirmed when the server was killed", len(confirmed))
    record_property("of them lost, five since the log was last archived", len(confirmed - set(there)))
    record_property("seconds until the copy answers", round(time.perf_counter() - began, 1))
    assert archived <= set(there)
    assert len(archived) >= CONFIRMED - 5
    assert len(there) == len(set(there))

    away = copied.drill()
    assert away.returncode == 0, away.stderr
    assert "the site's database did not answer, so nothing was compared" in away.stdout

    # The server comes back by itself: everything of it is in the copy.
    copied.server.start()
    copied.server.archive()
    well = copied.drill()
    assert well.returncode == 0, well.stderr
    assert "; 0 of what the site had confirmed are missing; " in well.stdout
    assert "1 rounds computed again" in well.stdout
    assert list(Path("/tmp").glob("qiyuan-drill-*")) == []  # noqa: S108  where it has been


def test_what_is_missing_or_damaged_is_said(copied: Copied) -> None:
    copied.server.pgbackrest("backup", "--type=full")
    before = copied.files("archive")
    # Nobody stops it: it reports what there is to report, and dies afterwards.
    reported = len(servers.run(servers.REPORT, copied.environment()))
    copied.server.archive()
    assert copied.drill().returncode == 0
    for later in set(copied.files("archive")) - set(before):
        later.unlink()
    poor = copied.drill()
    assert poor.returncode == 1
    assert f"{reported} of what the site had confirmed are missing" in poor.stderr

    # Of the list of files there is a second one.
    data = [path for path in copied.files("backup") if path.suffix == ".gz"]
    largest = max(data, key=lambda path: path.stat().st_size)
    os.truncate(largest, largest.stat().st_size // 2)
    damaged = copied.drill()
    assert damaged.returncode == 1
    assert "cannot be relied on. The copy is damaged: " in damaged.stderr


def test_without_a_copy_it_says_so(copied: Copied) -> None:
    poor = copied.drill()
    assert poor.returncode == 1
    assert "cannot be relied on. pgBackRest has no copy of qiyuan: no valid backups." in poor.stderr
