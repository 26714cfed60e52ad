"""Making machines ready: two at once with one database, and one whose database is away."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from portal.health import draining_file
from portal.ops.supervisor import die_with_parent

UNGUARDED = "import contextlib; prepare._alone = contextlib.nullcontext; "
START = (
    "import django; django.setup(); from tournaments.management.commands import prepare; {}prepare.prepare()"
)


@pytest.fixture
def away(settings: Any, tmp_path: Path) -> Any:
    def refuse(*_: object) -> None:
        raise OperationalError("connection refused")

    settings.DATA_DIR = str(tmp_path)
    settings.STATIC_ROOT = str(tmp_path)
    return refuse


@pytest.mark.slow
@pytest.mark.django_db
def test_a_web_server_comes_back_while_the_database_is_away(
    away: Any, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where this version was ready here before; the first time, or with another version, it does not."""
    settings.SECURE = True
    with connection.execute_wrapper(away), pytest.raises(CommandError, match="does not answer"):
        call_command("prepare", web=True, verbosity=0)
    call_command("prepare", web=True, verbosity=0)
    draining_file().touch()
    output = io.StringIO()
    with connection.execute_wrapper(away):
        call_command("prepare", web=True, verbosity=0, stderr=output)
        with pytest.raises(CommandError, match="does not answer"):
            call_command("prepare", verbosity=0)
    assert "does not answer" in output.getvalue()
    assert not draining_file().exists()
    (tmp_path / "ready").write_text("tournaments.0001_another")
    with connection.execute_wrapper(away), pytest.raises(CommandError, match="does not answer"):
        call_command("prepare", web=True, verbosity=0)


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("guarded", [False, True], ids=["without the lock", "as it is"])
def test_two_first_starts_at_once(tmp_path: Path, *, guarded: bool) -> None:
    """Two machines, each with its own folder, and one database without tables."""
    name = f"first_start_{os.getpid()}"
    parts = connection.settings_dict
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    try:
        started = []
        for machine in ("one", "two"):
            (tmp_path / machine).mkdir()
            where = f"{parts['USER']}:{parts['PASSWORD']}@{parts['HOST']}:{parts['PORT']}"
            environment = {
                **os.environ,
                "DATABASE_URL": f"postgres://{where}/{name}",
                "DJANGO_SETTINGS_MODULE": "portal.settings",
                "ENV_FILE": os.devnull,
                "DATA_DIR": str(tmp_path / machine),
            }
            started.append(
                subprocess.Popen(
                    [sys.executable, "-c", START.format("" if guarded else UNGUARDED)],
                    env=environment,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
                )
            )
        outputs = [process.communicate(timeout=300)[0].decode() for process in started]
        codes = [process.returncode for process in started]
        assert (codes == [0, 0]) == guarded, outputs
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
