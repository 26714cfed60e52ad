"""A machine of a site: processes of a release on a database that is there, each started, stopped and killed
for itself."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL

from portal.management.commands.run import web, worker
from portal.ops.supervisor import die_with_parent
from tests.scale.former import ROOT
from tests.services import PATIENCE, children, free_port, tell, wait_until
from tests.whole_round import Caller

HOST = "qiyuan.example"


@dataclass
class Machine:
    """A web server, workers and the process that keeps pages as files, of the release in ``code``."""

    data: Path
    database: str
    """As ``DATABASE_URL`` says it."""
    code: Path = ROOT
    log_lines: dict[str, str] = field(default_factory=dict)
    """Further settings."""
    port: int = field(default_factory=free_port)
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        arguments = {
            "DATA_DIR": str(self.data),
            "DATABASE_URL": self.database,
            "BROKER_URL": "filesystem://",
            "ENV_FILE": os.devnull,
            "PUBLIC_URL": f"https://{HOST}",
            "SECRET_KEY": "of all machines, as long as it must be to be one, and longer",
            "PUBLISHED_AHEAD": "en",
            "DJANGO_SETTINGS_MODULE": "portal.settings",
            "SECOND_FACTOR_FOR_ADMINS": "false",
        }
        return {**os.environ, **arguments, **self.log_lines}

    @property
    def pages(self) -> Path:
        """Where published pages stand as files."""
        return self.data / "pages"

    def manage(self, *words: str) -> str:
        return self._run("manage.py", *words)

    def run(self, code: str) -> str:
        """What ``code`` prints, in a process of the site."""
        return self._run("-c", f"import django; django.setup()\n{code}")

    def _run(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.code,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=1200,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def command(self, name: str) -> list[str]:
        if name == "web":
            return web(host="127.0.0.1", port=self.port, workers=1)
        if name == "pages":
            return [sys.executable, "-m", "django", "pages"]
        if name == "store":
            return [sys.executable, "-m", "django", "pages", "--store"]
        return worker({"worker": "fast", "slow": "slow"}[name])

    def start(self, *names: str) -> None:
        for name in names:
            self.begin(name)
        if "web" in names:
            wait_until(self.answers, f"the web server answers: {self.data}/web.log")

    def begin(self, name: str) -> None:
        """Start a process and wait for nothing."""
        self.data.mkdir(exist_ok=True)
        with (self.data / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                self.command(name),
                cwd=self.code,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
            )

    def answers(self) -> bool:
        try:
            return self.caller().ask("GET", "/health/write")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def stop(self, name: str) -> None:
        process = self.running.pop(name)
        process.terminate()
        process.wait(PATIENCE)

    def kill(self, name: str) -> None:
        """With no time for a word, and what it has started with it."""
        process = self.running.pop(name)
        tell([process.pid, *children(process.pid)], SIGKILL)
        process.wait(PATIENCE)

    def end(self) -> None:
        for name in list(self.running):
            self.stop(name)

    def caller(self) -> Caller:
        def connect() -> http.client.HTTPConnection:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

        return Caller(connect, HOST, {"X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1"})
