"""The product as the deployment pages install it: a copy of the tree, an environment made from
``requirements.lock`` alone, and the command lines of the units, on machines with folders of their own."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from portal.ops.supervisor import die_with_parent

ROOT = Path(__file__).resolve().parent.parent
UNITS = ROOT / "docs" / "deploy"
LISTED = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
HOST = "qiyuan.example"
INSTALLED = """
import json
from importlib.metadata import distributions
print(json.dumps([found.metadata["Name"].lower().replace("_", "-") for found in distributions()]))
"""


def copy(to: Path) -> Path:
    """What a clone would hold, as it stands here."""
    names = subprocess.run(LISTED, cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, names.decode().split("\0")):
        if (ROOT / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def bare_environment() -> dict[str, str]:
    """Of a shell on another machine: where programs and packages are found, and nothing of the tests."""
    stored = ("PATH", "HOME", "LANG", "TMPDIR", "SSL_CERT_FILE")
    answer = ("PIP_", "UV_", "XDG_")
    return {name: value for name, value in os.environ.items() if name in stored or name.startswith(answer)}


def install(to: Path) -> Path:
    """A copy with its ``.venv``, by the line of the page."""
    copy(to)
    settings = {"DATA_DIR": str(to / "unused"), "ENV_FILE": os.devnull}
    run(["./go", "manage", "check"], to, bare_environment() | settings)
    return to


def another(installed: Path, to: Path) -> Path:
    """The same on another machine, which has made the same environment."""
    copy(to)
    (to / ".venv").symlink_to(installed / ".venv")
    for compiled in installed.glob("portal/locale/*/LC_MESSAGES/*.mo"):
        shutil.copy2(compiled, to / compiled.relative_to(installed))
    return to


def packages(installed: Path) -> set[str]:
    """What stands in the environment, without the installer itself."""
    listed = run([".venv/bin/python", "-c", INSTALLED], installed, bare_environment())
    return set(json.loads(listed)) - {"pip", "setuptools", "wheel"}


def run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{shlex.join(command)}:\n{done.stdout}{done.stderr}"
    return done.stdout


@dataclass
class Machine:
    """One machine of a site: its copy of the code, its data folder, ``/etc/qiyuan.env`` and its units."""

    code: Path
    data: Path
    settings: dict[str, str]
    port: int = 0
    """Where its web unit listens instead of 8000."""
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return bare_environment() | self.settings | {"DATA_DIR": str(self.data), "PYTHONUNBUFFERED": "1"}

    def log(self, unit: str) -> Path:
        return self.data / f"{unit}.log"

    def lines(self, unit: str, key: str) -> list[list[str]]:
        """The commands of a unit, with this machine's folder and port."""
        text = (UNITS / f"{unit}.service").read_text().replace("/opt/qiyuan", str(self.code))
        matches = re.findall(
            rf"^{key}=(.+)$", text.replace("--port 8000", f"--port {self.port}"), re.MULTILINE
        )
        # systemd reads %% as %.
        return [shlex.split(line.replace("%%", "%")) for line in matches]

    def manage(self, *arguments: str, **more: str) -> str:
        command = [".venv/bin/python", "manage.py", *arguments]
        return run(command, self.code, self.environment | more)

    def start(self, unit: str) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        for command in self.lines(unit, "ExecStartPre"):
            run(command, self.code, self.environment)
        [command] = self.lines(unit, "ExecStart")
        with self.log(unit).open("wb") as log:
            self.processes[unit] = subprocess.Popen(
                command,
                cwd=self.code,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
            )

    def stop(self) -> dict[str, int]:
        """Ends every unit as systemd does; its exit code by unit."""
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        codes = {}
        for unit, process in self.processes.items():
            try:
                codes[unit] = process.wait(120)
            except subprocess.TimeoutExpired:
                process.kill()
                codes[unit] = process.wait()
        self.processes.clear()
        return codes
