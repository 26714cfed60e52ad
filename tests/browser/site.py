"""The product as it is run: `manage.py run` with its web server and workers, an on-disk database and hashed
static files, all in a folder of its own."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from portal.ops.supervisor import die_with_parent
from tests import machine
from tests.services import children, descendants, free_port, megabytes

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0
MADE_BY = {
    "ready": ("prepare",),
    "demo": ("demo", "--no-serve"),
}
NOT_INHERITED = {
    "DATABASE_URL",
    "BROKER_URL",
    "CACHE_URL",
    "DJANGO_SETTINGS_MODULE",
    "DATA_DIR",
    "PUBLIC_URL",
    "EMAIL_URL",
}


@dataclass
class Site:
    """A running installation. ``url`` without a slash at its end; ``lines``: further settings."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    lines: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def log_end(self) -> str:
        return self.log.read_text()[-3000:]

    @property
    def environment(self) -> dict[str, str]:
        by_key = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        arguments = {"DATA_DIR": str(self.folder / "data"), "ENV_FILE": os.devnull, "PUBLIC_URL": self.url}
        arguments["PAYMENT_STAND_IN"] = "true"
        # Each language that is rendered before a page is announced costs as much again.
        arguments["PUBLISHED_AHEAD"] = "en"
        return {**by_key, **arguments, **self.lines, "PYTHONUNBUFFERED": "1"}

    def manage(self, *arguments: str) -> str:
        """What ``manage.py`` prints."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=1200, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def ask(self, program: str, *, timeout: float = 60) -> Any:
        """The value that ``program`` leaves in ``answer``, computed by Django in a process of its own."""
        whole = f"import django, json; django.setup()\n{program}\nprint(json.dumps(answer))"
        environment = self.environment | {"DJANGO_SETTINGS_MODULE": "portal.settings"}
        done = subprocess.run(
            [sys.executable, "-c", whole],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def install(self, change: str) -> str:
        """The data of an installation that is made once for all tests: ``ready`` has its tables, static files
        and federations, ``demo`` the demonstration. Returns what the making has said."""
        with made(change) as folder:
            shutil.copytree(folder / "data", self.folder / "data")
            return (folder / "said").read_text()

    def password(self) -> str:
        """Of every account of the demonstration."""
        return (self.folder / "data" / "demo-password").read_text().strip()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "run", "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
            )
        wait_until(lambda: self.answers() and self.worker() is not None, self.log_end)

    def trusted(self) -> ssl.SSLContext | None:
        """Where the address is an encrypted one, whose certificate is believed."""
        return None

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log_end()
        try:
            address = f"{self.url}/health/work"
            with urllib.request.urlopen(address, timeout=5, context=self.trusted()):  # noqa: S310  our own
                return True
        except OSError:  # refused, cut off, or too late
            return False

    def stop(self) -> int:
        """Ctrl-C; returns the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def worker(self) -> int | None:
        """The process of the worker for fast work."""
        assert self.process is not None
        for child in children(self.process.pid):
            words = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
            if b"celery" in words and b"fast" in words:
                return child
        return None

    def memory(self) -> dict[str, int]:
        """Megabytes of the web server's process and of each worker, by what it does."""
        assert self.process is not None
        values = {}
        for pid in children(self.process.pid):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            name = next(name for name in ("granian", "fast", "slow") if name.encode() in words)
            values[name] = megabytes(pid)
        return values

    def kill_worker_in(self, kind: str) -> int:
        """Kill the worker, with no time for a word, as soon as it has a job of ``kind`` in hand."""
        worker = self.worker()
        assert worker is not None
        with sqlite3.connect(f"file:{self.folder}/data/qiyuan.sqlite3?mode=ro", uri=True) as database:
            question = "SELECT 1 FROM portal_job WHERE kind = ? AND state = 'running'"
            wait_until(lambda: database.execute(question, (kind,)).fetchone() is not None, pause=0.0005)
            os.kill(worker, signal.SIGKILL)
        database.close()
        return worker


@contextmanager
def made(change: str) -> Iterator[Path]:
    """The folder of an installation that is not started; its one maker holds up whoever else wants it."""
    folder = machine.folder_of_run() / "made" / change
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "said").exists():
            shutil.rmtree(folder / "data", ignore_errors=True)
            site = Site(folder, free_port())
            if change != "ready":
                site.install("ready")
            message = site.manage(*MADE_BY[change])
            (folder / "said").write_text(message)
        yield folder


def wait_until(
    done: Callable[[], bool], explain: Callable[[], str] = lambda: "", *, pause: float = 0.05
) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, f"not within {PATIENCE:g} s. {explain()}"
        time.sleep(pause)


@contextmanager
def running(site: Site) -> Iterator[Site]:
    """``site`` started; ended afterwards whatever happens. Killed, since how it stops when it is asked is
    another test's question (`tests.portal.ops.test_supervisor`) and takes seconds."""
    try:
        site.start()
        yield site
    finally:
        if site.process is not None and site.process.poll() is None:
            started = descendants(site.process.pid)
            site.process.kill()
            site.process.wait(PATIENCE)
            wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started), site.log_end)
