"""A base and the log after it: the server is killed in the middle of a round, and what is restored has every
confirmed result. The drill says so by itself, and what is missing without the log."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from portal.copies.kept import newest
from portal.copies.scratch import restored
from tests import services
from tests.scale import servers
from tests.scale.servers import Server
from tests.services import PATIENCE, Missing, Service, wait_until

pytestmark = pytest.mark.long
ROOT = Path(__file__).resolve().parents[2]
TOLD = 15
SLOT = "--slot=qiyuan_log"


class Receiver(Service):
    """What `qiyuan-log.service` starts."""

    def __init__(self, folder: Path, of: Server) -> None:
        super().__init__(folder)
        self.of = of
        (folder / "wal").mkdir()
        owner = pwd.getpwuid(folder.stat().st_uid)
        shutil.chown(folder / "wal", owner.pw_uid, owner.pw_gid)
        make = [*self._program(), "--create-slot", "--if-not-exists", SLOT]
        subprocess.run(make, check=True, timeout=PATIENCE)

    def _program(self) -> list[str]:
        return [str(self.of.binaries / "pg_receivewal"), "-d", self.of.url]

    def command(self) -> list[str]:
        return [*self._program(), "-D", str(self.folder / "wal"), SLOT, "--synchronous", "--verbose"]

    def answers(self) -> bool:
        return self.of.ask("SELECT state FROM pg_stat_replication") == [("streaming",)]


class Copied:
    """A server, the folder with its copies, and the portal's processes."""

    def __init__(self, folders: list[Path], data: Path) -> None:
        self.folder, self.data = folders[1], data
        self.server = Server(folders[0])
        self.server.start()
        servers.run(servers.PREPARE, self.environment())
        self.receiver = Receiver(self.folder, self.server)
        self.receiver.start()

    def environment(self) -> dict[str, str]:
        arguments = {"PGHOST": "127.0.0.1", "PGPORT": str(self.server.port), "PGUSER": "qiyuan"}
        return {**servers.environment(self.server, self.data), **arguments}

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *words, str(self.folder)],
            cwd=ROOT,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def copy(self) -> None:
        made = self.manage("copy_database", "--keep", "2")
        assert made.returncode == 0, made.stderr
        # Root has made it here; PostgreSQL's own user is to read it.
        owner = pwd.getpwuid(self.folder.stat().st_uid)
        for path in [self.folder / "base", *(self.folder / "base").rglob("*")]:
            shutil.chown(path, owner.pw_uid, owner.pw_gid)

    def stop(self) -> None:
        self.receiver.stop()
        self.server.stop()


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[Copied]:
    with ExitStack() as stack:
        folders = [stack.enter_context(services.folder_of_service()) for _ in range(2)]
        try:
            copied = Copied(folders, tmp_path)
        except Missing as missing:
            pytest.skip(str(missing))
        stack.callback(copied.stop)
        yield copied


def test_nothing_confirmed_is_lost_with_the_log(copied: Copied, record_property) -> None:
    copied.copy()
    # From now on an act is confirmed when the log has it as well.
    copied.server.stop()
    copied.server.synchronous = True
    copied.server.start()
    wait_until(copied.receiver.answers, "the log is kept again")

    def after(confirmed: int) -> None:
        if confirmed == TOLD:
            copied.server.die()

    confirmed = servers.report(copied.environment(), after)
    assert len(confirmed) >= TOLD
    copy = newest(copied.folder)
    assert copy.log is not None
    began = time.perf_counter()
    with restored(copy, database="qiyuan", role="qiyuan") as environment:
        folder = Path(environment["DATABASE_URL"].removeprefix("postgres://")).parent
        there = servers.results(f"postgres://qiyuan@/qiyuan?host={folder}")
    record_property("confirmed when the server was killed", len(confirmed))
    record_property("of them lost", len(confirmed - set(there)))
    record_property("seconds until the copy answers", round(time.perf_counter() - began, 1))
    assert confirmed <= set(there)
    assert len(there) == len(set(there))

    away = copied.manage("restore_drill")
    assert away.returncode == 0, away.stderr
    assert "the site's database did not answer, so nothing was compared" in away.stdout

    # The server comes back by itself: everything of it is in the copy.
    copied.server.start()
    wait_until(copied.receiver.answers, "the log is kept again")
    well = copied.manage("restore_drill")
    assert well.returncode == 0, well.stderr
    assert "; 0 of what the site had confirmed are missing; " in well.stdout
    assert "1 rounds computed again" in well.stdout
    assert list(Path("/tmp").glob("qiyuan-drill-*")) == []  # noqa: S108  where it has been

    # Without the log, what came since the base.
    (copied.folder / "wal").rename(copied.folder / "elsewhere")
    poor = copied.manage("restore_drill")
    assert poor.returncode == 1
    assert f"{len(there)} of what the site had confirmed are missing" in poor.stderr
    (copied.folder / "elsewhere").rename(copied.folder / "wal")

    [base] = (copied.folder / "base").iterdir()
    packed = base / "base.tar.gz"
    os.truncate(packed, packed.stat().st_size // 2)
    spoilt = copied.manage("restore_drill")
    assert spoilt.returncode == 1
    assert "cannot be relied on. The copy is damaged: " in spoilt.stderr


def test_old_copies_and_their_log_go(copied: Copied) -> None:
    for _ in range(3):
        copied.copy()
        copied.server.ask("SELECT pg_switch_wal()")
        # They are named by the second.
        time.sleep(1.1)
    assert len(list((copied.folder / "base").iterdir())) == 2
    before = sorted(path.name for path in (copied.folder / "wal").iterdir())
    copied.copy()
    assert before[0] not in {path.name for path in (copied.folder / "wal").iterdir()}
    done = copied.manage("restore_drill")
    assert done.returncode == 0, done.stderr
