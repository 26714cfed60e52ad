"""Processes that work on a test's database."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from portal.management.commands.run import worker as worker_command
from portal.ops.supervisor import die_with_parent
from tests.services import database_url


@pytest.fixture
def environment(transactional_db) -> dict[str, str]:
    arguments = {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "tests.portal.outbox.settings"}
    return {**os.environ, **arguments, "PYTHONUNBUFFERED": "1"}


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
