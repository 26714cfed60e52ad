"""The README's two commands on bare machines, as Debian makes them: nothing installed but what clones."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from portal.ops.supervisor import die_with_parent
from tests import machine
from tests.roots import Root, debian
from tests.services import free_port, wait_until

FOLDER = "/opt/qiyuan"
Record = Callable[[str, object], None]
pytestmark = [
    pytest.mark.long,
    pytest.mark.sqlite,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root enters a folder as a machine"),
    pytest.mark.skipif(machine.program("debootstrap") is None, reason=machine.missing("debootstrap")),
]


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def bare(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Root:
    """A machine with a clone, and with the certificates of this one."""
    root = Root(debian(tmp_path_factory.mktemp(request.param) / "root", request.param))
    root.prepare()
    root.sh("apt-get update -q && apt-get install -qy --no-install-recommends git ca-certificates")
    bundle = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
    (root.folder / "etc/ssl/certs/ca-certificates.crt").write_bytes(Path(bundle).read_bytes())
    root.sh(f"git config --global --add safe.directory '*'; git clone -q /srv/qiyuan {FOLDER}")
    return root


def test_it_demonstrates_and_passes_its_tests(bare: Root, record_property: Record) -> None:
    """The second run waits for the first, both are ready, and no line warns."""
    port = free_port()
    log = bare.folder / "var/log/demo.log"
    begun = time.monotonic()
    # A folder of this machine is none there.
    beside = "unset PIP_FIND_LINKS; ./go setup >/var/log/setup.log 2>&1 &"
    demo = f"exec ./go demo --port {port} >/var/log/demo.log 2>&1"
    started = subprocess.Popen(
        bare.command(f"{beside} {demo}"),
        env=bare.environment,
        stdin=subprocess.DEVNULL,
        preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
    )
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_until(lambda: log.exists() and f":{port}" in log.read_text(), "the address is printed", 900)
        record_property("demo from nothing", round(time.monotonic() - begun))
        with urllib.request.urlopen(f"{address}en/") as answer:  # noqa: S310  of this machine
            assert "Championship" in answer.read().decode()
    finally:
        # The one that has been exec'd: the door hands a signal on to all that it has started.
        started.send_signal(signal.SIGINT)
        started.wait(60)
    for name in ("demo", "setup"):
        output = (bare.folder / f"var/log/{name}.log").read_text()
        assert not re.search(r"\bwarn|Traceback|deprecat", output, re.IGNORECASE), output[-3000:]
    begun = time.monotonic()
    bare.sh("./go demo --no-serve --stage entries")
    record_property("demo the second time", round(time.monotonic() - begun))
    begun = time.monotonic()
    output = bare.sh("./go test 2>&1")
    record_property("tests", round(time.monotonic() - begun))
    assert re.search(r"[0-9]{4,6} passed", output), output[-3000:]
    assert " failed" not in output
