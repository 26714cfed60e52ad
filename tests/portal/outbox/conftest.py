import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from portal import outbox
from portal.outbox import work
from tests.portal.outbox.bench.handlers import Note


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has the product's kinds, ``note``, and what it registers itself."""
    monkeypatch.setattr(work, "_kinds", dict(work._kinds))
    outbox.register("note", Note())


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
