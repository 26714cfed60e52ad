"""The image, built of this tree's wheels and started as it is meant: no root, nothing written but /data."""

from __future__ import annotations

import os
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import machine
from tests.roots import debian
from tests.services import free_port, wait_until

ROOT = Path(__file__).resolve().parents[2]
Record = Callable[[str, object], None]
SCRATCH = ("--tmpfs", "/tmp")  # noqa: S108  of the container
# As many as a machine allows whose own limits are low, of files and of processes.
LIMITS = ("--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1000:1000")
NEEDED = ("buildah", "podman", "runc", "debootstrap")
BUNDLE = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
pytestmark = [
    pytest.mark.long,
    pytest.mark.xdist_group("wheels"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root builds an image in a folder"),
    *(pytest.mark.skipif(machine.program(name) is None, reason=machine.missing(name)) for name in NEEDED),
]


def run(*words: object, **environment: str) -> str:
    command = [str(word) for word in words]
    values = os.environ | environment
    done = subprocess.run(command, cwd=ROOT, env=values, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}:\n{done.stdout[-3000:]}{done.stderr[-5000:]}"
    return done.stdout.strip()


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Its name. The base is Debian's own, as this machine gets it."""
    folder = tmp_path_factory.mktemp("image")
    container = run("buildah", "from", "scratch")
    run("buildah", "add", "-q", container, debian(folder / "debian"), "/")
    run("buildah", "commit", "-q", container, "localhost/qiyuan-base")
    run("buildah", "rm", container)
    (folder / "pip.conf").write_text("[global]\ncert = /made-bundle.crt\n")
    run(ROOT / "packaging" / "build", folder / "dist")
    options = f"--isolation chroot --volume {BUNDLE}:/made-bundle.crt:ro"
    values = {"BASE": "localhost/qiyuan-base", "PIP_CONF": str(folder / "pip.conf")}
    output = run(ROOT / "packaging/image/build", folder / "dist", BUILDAH_OPTIONS=options, **values)
    return output.splitlines()[-1]


@pytest.fixture
def served(image: str) -> Iterator[tuple[str, int]]:
    """A container at work: its name, and its port."""
    port = free_port()
    name = f"qiyuan-{port}"
    kept_in = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", *SCRATCH]
    here = ["--network", "host", "--no-healthcheck", "-e", f"PUBLIC_URL=http://127.0.0.1:{port}"]
    verb = ["run", "--prepare", "--host", "127.0.0.1", "--port", str(port)]
    volume = ["-v", f"{name}:/data"]
    run(
        "podman",
        "--runtime",
        "runc",
        "run",
        "-d",
        "--name",
        name,
        *kept_in,
        *LIMITS,
        *here,
        *volume,
        image,
        *verb,
    )
    yield name, port
    run("podman", "rm", "-f", name)
    run("podman", "volume", "rm", name)


def test_it_serves_without_root_and_stops_when_it_is_told(
    served: tuple[str, int], record_property: Record
) -> None:
    name, port = served

    def answers() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/work") as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    begin = time.monotonic()
    wait_until(answers, "the container answers", 300)
    record_property("from nothing to a worker at work, seconds", round(time.monotonic() - begin, 1))
    assert run("podman", "exec", name, "id", "-u") == "10001"
    assert "Read-only file system" in run("podman", "exec", name, "sh", "-c", "touch /opt/x 2>&1; true")
    begin = time.monotonic()
    run("podman", "stop", "-t", "30", name)
    record_property("stopping, seconds", round(time.monotonic() - begin, 1))


def test_commands_about_files_run_in_it(image: str) -> None:
    options = ("--rm", "--network", "none", *LIMITS)
    version = run("podman", "--runtime", "runc", "run", *options, image, "--version")
    assert version.startswith("qiyuan ")
