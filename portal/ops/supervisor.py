"""Run the processes of one machine as one: the web server and the workers as children in one terminal.

Knows no Django. A child that dies is started again after a pause that grows; whoever ends the parent,
even with ``kill -9``, ends the children.
"""

from __future__ import annotations

import ctypes
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

LONGEST_PAUSE = 30.0
# Seconds after which a child counts as healthy, so that its next death is answered at once again.
SETTLED = 20.0
# Seconds that children get to finish what they have in hand.
PATIENCE = 12.0
_PR_SET_PDEATHSIG = 1


def die_with_parent(
    number: signal.Signals = signal.SIGTERM, *, parent: int | None = None
) -> Callable[[], None]:
    """Give what a child runs between fork and exec so that Linux sends it ``number`` when its ``parent``
    ends."""
    # Unless it is said, who calls this.
    parent = parent or os.getpid()
    libc = ctypes.CDLL(None, use_errno=True)

    def prepare() -> None:
        if libc.prctl(_PR_SET_PDEATHSIG, number) != 0:
            os._exit(126)
        if os.getppid() != parent:
            # It ended before we asked.
            os._exit(126)

    return prepare


def port_number(text: str) -> int:
    """Read a port as somebody types it, from 1 to 65535; for argparse."""
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise ArgumentTypeError(f"{text!r} is not a port, a number from 1 to 65535")
    return int(text)


def port_is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


@dataclass
class Child:
    """One process to keep alive."""

    # Stands before each of its lines.
    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    restart_at: float = 0.0
    deaths: int = field(default=0)

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


@dataclass
class _Output:
    """What the child of this name writes."""

    name: str
    stream: IO[bytes]
    # A line that has no end yet.
    begun: bytes = b""


# It has one thread: Linux tells children of their parent's end as each of its threads ends, and a web server
# that is told twice within microseconds can be locked in its own signal handler and outlive it.
class Supervisor:
    """Keeps ``commands`` (name → command line) running until a signal or `stop`."""

    def __init__(
        self, commands: Mapping[str, Sequence[str]], *, out: IO[str] = sys.stdout, color: bool | None = None
    ) -> None:
        self.children = [Child(name, command) for name, command in commands.items()]
        self.out = out
        self.color = out.isatty() if color is None else color
        self._width = max(len(child.name) for child in self.children)
        self._stopping = False
        self._pipes = selectors.DefaultSelector()

    def stop(self, *_: object) -> None:
        """End; safe in a signal handler."""
        # An event with its lock would not be safe there.
        self._stopping = True

    def run(self) -> None:
        """Start everything and watch it; return when told to stop and every process is gone."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.stop)
        try:
            while not self._stopping:
                self._look()
                self._relay(0.2)
        finally:
            self._end()

    def say(self, name: str, line: str) -> None:
        label = f"{name:<{self._width}} | "
        if self.color:
            shade = 36 - [child.name for child in self.children].index(name) % 6
            label = f"\x1b[{shade}m{label}\x1b[0m"
        self.out.write(f"{label}{line.rstrip()}\n")
        self.out.flush()

    def _look(self) -> None:
        now = time.monotonic()
        for child in self.children:
            if child.is_alive():
                continue
            if child.process is not None:
                self._schedule_restart(child, now)
            if now >= child.restart_at:
                self._start(child)

    def _schedule_restart(self, child: Child, now: float) -> None:
        assert child.process is not None  # noqa: S101  for the type checker
        self._sweep_group(child.process)
        self._relay(0)
        child.deaths = 1 if now - child.started > SETTLED else child.deaths + 1
        pause = min(0.5 * 2.0 ** (child.deaths - 1), LONGEST_PAUSE)
        child.restart_at = now + pause
        self.say(child.name, f"ended ({_how(child.process.returncode)}); starting it again in {pause:g} s")
        child.process = None

    def _start(self, child: Child) -> None:
        # Its own session: Ctrl-C reaches only the parent, which then ends the children in order; and what
        # a child starts itself can be ended with it.
        child.process = subprocess.Popen(  # noqa: S603  our own commands
            child.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
        )
        child.started = time.monotonic()
        assert child.process.stdout is not None  # noqa: S101  for the type checker
        output = _Output(child.name, child.process.stdout)
        self._pipes.register(output.stream, selectors.EVENT_READ, output)

    def _relay(self, seconds: float) -> None:
        """Say what children have written, or write within ``seconds``."""
        for key, _ in self._pipes.select(seconds):
            output: _Output = key.data
            written = os.read(key.fd, 1 << 16)
            *lines, output.begun = (output.begun + written).split(b"\n")
            if not written:
                lines = [output.begun]
                self._pipes.unregister(output.stream)
                output.stream.close()
            for line in lines:
                if line.strip():
                    self.say(output.name, line.decode(errors="replace"))

    def _end(self) -> None:
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + PATIENCE
        for process in running:
            while process.poll() is None and time.monotonic() < deadline:
                self._relay(0.05)
            process.kill()
            process.wait()
            self._sweep_group(process)
        self._relay(0)

    @staticmethod
    def _sweep_group(process: subprocess.Popen[bytes]) -> None:
        """End what a dead child has left behind."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def _how(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
