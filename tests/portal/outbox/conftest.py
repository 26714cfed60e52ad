import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from portal import outbox
from portal.management.commands.run import worker as worker_command
from portal.outbox import work
from portal.supervisor import die_with_parent
from tests.portal.outbox.bench.handlers import Note


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has the product's kinds, ``note``, and what it registers itself."""
    monkeypatch.setattr(work, "_kinds", dict(work._kinds))
    outbox.register("note", Note())


def database_url() -> str:
    """Where another process finds this test's database."""
    parts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{parts['NAME']}"
    return f"postgres://{parts['USER']}:{parts['PASSWORD']}@{parts['HOST']}:{parts['PORT']}/{parts['NAME']}"


@pytest.fixture
def environment(transactional_db) -> dict[str, str]:
    own = {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "tests.portal.outbox.settings"}
    return {**os.environ, **own, "PYTHONUNBUFFERED": "1"}


Worker = subprocess.Popen[bytes]


@pytest.fixture
def start_worker(environment, tmp_path: Path) -> Iterator[Callable[..., Worker]]:
    """Starts real worker processes, as ``./go run`` does; they end with the test."""
    started: list[Worker] = []

    def start(**more: str) -> Worker:
        with (tmp_path / f"worker-{len(started)}.log").open("wb") as log:
            process = subprocess.Popen(
                worker_command("fast"),
                env=environment | more,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509  it takes no lock
            )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def wipe_broker() -> Callable[[], None]:
    """Deletes every message there is."""
    folder = Path(settings.DATA_DIR) / "broker"

    def wipe() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()

    return wipe


@pytest.fixture
def script(environment) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs Python in another process on this test's database."""

    def run(code: str, **more: str) -> subprocess.CompletedProcess[str]:
        start = f"import django; django.setup()\n{code}"
        command = [sys.executable, "-c", start]
        return subprocess.run(
            command, env=environment | more, capture_output=True, text=True, check=True, timeout=60
        )

    return run
