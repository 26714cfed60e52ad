"""The processes of one machine live and end together."""

import contextlib
import io
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from portal.ops.supervisor import Supervisor, port_is_free
from tests.browser.site import ROOT, Site, descendants
from tests.services import PATIENCE, children, free_port, wait_until

PARENT = """
import sys
from portal.ops.supervisor import Supervisor
child = "import os, subprocess, sys, time; "
child += "open(sys.argv[1], 'a').write(f'{os.getpid()}\\\\n'); "
mother = child + "subprocess.Popen([sys.executable, '-c', sys.argv[2], sys.argv[1]]); "
wait = "time.sleep(600)"
Supervisor({
    "plain": [sys.executable, "-c", child + "print('hello'); " + wait, sys.argv[1]],
    "mother": [sys.executable, "-c", mother + wait, sys.argv[1], child + wait],
}).run()
"""


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def left_over(file: Path) -> list[int]:
    """Those written in ``file`` that are still alive and still the processes that wrote it."""
    written = [int(line) for line in file.read_text().splitlines()] if file.exists() else []
    return [pid for pid in written if is_alive(pid) and str(file) in Path(f"/proc/{pid}/cmdline").read_text()]


@contextlib.contextmanager
def family(file: Path) -> Iterator[subprocess.Popen[str]]:
    """The processes of `PARENT`, which write their ids into ``file``; none is left at the end."""
    process = subprocess.Popen([sys.executable, "-c", PARENT, str(file)], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
        # A child that a test has killed leaves its own child to nobody.
        for pid in left_over(file):
            os.kill(pid, signal.SIGKILL)


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with family(tmp_path / "pids") as process:
        yield process


@pytest.mark.slow
def test_the_family_of_these_tests_leaves_nobody(tmp_path: Path) -> None:
    with family(tmp_path / "pids"):
        mother = next(pid for pid in pids(tmp_path, 3) if children(pid))
        os.kill(mother, signal.SIGKILL)
        pids(tmp_path, 5)
    wait_until(lambda: not left_over(tmp_path / "pids"), "every process has ended")


def pids(tmp_path: Path, count: int) -> list[int]:
    file = tmp_path / "pids"
    wait_until(
        lambda: file.exists() and len(file.read_text().splitlines()) >= count, "everything has started"
    )
    return [int(line) for line in file.read_text().splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_one_signal_ends_everything(parent, tmp_path: Path, number: signal.Signals) -> None:
    started = pids(tmp_path, 3)
    parent.send_signal(number)
    output, _ = parent.communicate(timeout=PATIENCE)
    assert parent.returncode == 0
    assert not [pid for pid in started if is_alive(pid)]
    assert "plain  | hello" in output


@pytest.mark.matrix
@pytest.mark.parametrize("number", [pytest.param(signal.SIGINT, marks=pytest.mark.long), signal.SIGKILL])
def test_the_whole_product_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    """Also when its parent is killed, with whatever web server and workers have started themselves."""
    port = free_port()
    site = Site(tmp_path, port)
    site.install("ready")
    run = [sys.executable, "manage.py", "run", "--port", str(port)]
    parent = subprocess.Popen(run, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True)
    text = ""
    while "Ready for fast work" not in text or "Ready for slow work" not in text:
        text += parent.stdout.readline()
        assert "ended" not in text
    assert "WARNING" not in text
    wait_until(lambda: not port_is_free("127.0.0.1", port), "the web server listens")
    started = descendants(parent.pid)
    assert len(started) >= 4
    parent.send_signal(number)
    parent.communicate(timeout=PATIENCE)
    wait_until(lambda: not [pid for pid in started if is_alive(pid)], "every process has ended")
    assert port_is_free("127.0.0.1", port)


@pytest.mark.slow
def test_children_hear_once_that_their_parent_was_killed(tmp_path: Path) -> None:
    """A signal for each thread that a parent had would reach a web server within its own handler."""
    heard = tmp_path / "heard"
    child = "import os, signal, sys, time\n"
    child += "log = os.open(sys.argv[1], os.O_CREAT | os.O_APPEND | os.O_WRONLY)\n"
    child += "signal.signal(signal.SIGTERM, lambda *_: os.write(log, b'told '))\n"
    child += "os.write(log, b'ready ')\nend = time.monotonic() + 2\n"
    child += "while time.monotonic() < end: time.sleep(0.001)\n"
    parent = "import sys\nfrom portal.ops.supervisor import Supervisor\n"
    parent += "command = [sys.executable, '-c', *sys.argv[1:]]\n"
    parent += "Supervisor({name: command for name in 'abc'}).run()"
    process = subprocess.Popen([sys.executable, "-c", parent, child, str(heard)], stdout=subprocess.DEVNULL)
    wait_until(lambda: heard.exists() and heard.read_text().count("ready") == 3, "everything has started")
    started = children(process.pid)
    process.kill()
    process.wait(PATIENCE)
    wait_until(lambda: not any(map(is_alive, started)), "every process has ended")
    assert heard.read_text().count("told") == 3


@pytest.mark.slow
def test_a_child_that_dies_is_started_again(parent, tmp_path: Path) -> None:
    first = pids(tmp_path, 3)
    os.kill(first[0], signal.SIGKILL)
    later = pids(tmp_path, 4)
    assert is_alive(later[-1])


@pytest.mark.slow
def test_a_child_that_cannot_live_is_started_ever_more_rarely() -> None:
    out = io.StringIO()
    supervisor = Supervisor({"bad": [sys.executable, "-c", "raise SystemExit(3)"]}, out=out)

    class EnoughError(Exception):
        pass

    def pauses() -> list[str]:
        return [line.rpartition(" in ")[2] for line in out.getvalue().splitlines()]

    def until_three() -> bool:
        supervisor._look()
        return len(pauses()) == 3

    wait_until(until_three, "it died three times")
    supervisor._end()
    assert pauses() == ["0.5 s", "1 s", "2 s"]
    assert "bad | ended (exit code 3)" in out.getvalue()


@pytest.mark.slow
def test_a_port_in_use_is_one_clear_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not port_is_free("127.0.0.1", port)
        command = [sys.executable, "manage.py", "run", "--port", str(port)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.strip().splitlines() == [
        f"Port {port} on 127.0.0.1 is in use. Stop that program or choose another --port."
    ]
