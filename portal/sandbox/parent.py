"""Do what a stranger's bytes could make slow, large or fatal in a process that cannot harm this one."""

from __future__ import annotations

import atexit
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar

from django.conf import settings

from portal.policy import Refusal
from portal.sandbox import child, wire

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Seconds of processor time for one task.
SECONDS: Final = 5
# Of the few threads of a process no more wait here, so that the others go on answering.
MOST_AT_ONCE: Final = 3
# Seconds that somebody waits for a place: what is typed takes milliseconds.
WAIT: Final = 0.5
MOST_ANSWERED: Final = 64 * 1024 * 1024


class Cause(StrEnum):
    """Why there is no answer."""

    BUSY = "reading-busy"  # too much is being read
    TOO_SLOW = "reading-too-slow"  # seconds
    TOO_COSTLY = "reading-too-costly"  # megabytes
    FAILED = "reading-failed"  # the log says why


_CAUSES = {
    child.TOO_SLOW: Cause.TOO_SLOW,
    child.TOO_COSTLY: Cause.TOO_COSTLY,
    child.FAILED: Cause.FAILED,
}


class Stopped(Refusal):
    """There is no answer; the code is a `Cause`."""


# Whatever comes from outside (lists, tournament files, records, scoresheets, moves that are typed) is read
# here: by web, interface and worker alike. Commands read in their own process, which is the caller's.
class Sandbox:
    """Keep the nursery of this process: started by the first who asks, started again if it has died."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(MOST_AT_ONCE)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._owner = 0

    def run(
        self,
        function: Callable[..., T],
        *args: Any,
        seconds: int = SECONDS,
        memory: int = child.MEMORY,
        field: str = "",
        **kwargs: Any,
    ) -> T:
        """Return what ``function`` returns for these values, done by a child; raise `Stopped`.

        It stands in a module that imports no framework; its values and its answer are such as
        `portal.sandbox.wire`
        writes. ``field``: the form's, for the refusal.
        """
        if not self._places.acquire(timeout=WAIT):
            raise Stopped(Cause.BUSY, field=field)
        try:
            cause, answer = self._answer_of(seconds, memory, _task(function, args, kwargs))
        finally:
            self._places.release()
        if cause is None:
            value: T = answer
            return value
        if cause == child.FAILED:
            logger.error("%s.%s: %s", function.__module__, function.__qualname__, answer)
        limits = {child.TOO_SLOW: {"seconds": seconds}, child.TOO_COSTLY: {"megabytes": memory >> 20}}
        raise Stopped(_CAUSES[cause], field=field, **limits.get(cause, {}))

    def _answer_of(self, seconds: int, memory: int, task: bytes) -> tuple[str | None, Any]:
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                self._hand_over(theirs)
            ours.settimeout(child.PATIENCE * seconds)
            try:
                ours.sendall(b"%d %d\n" % (seconds, memory) + task)
                ours.shutdown(socket.SHUT_WR)
                with ours.makefile("rb") as stream:
                    answer_bytes = stream.read(MOST_ANSWERED + 1)
            except TimeoutError:
                return child.TOO_SLOW, ""
            except OSError as error:
                return child.FAILED, str(error)
        if len(answer_bytes) > MOST_ANSWERED:
            return child.TOO_COSTLY, ""
        if answer_bytes.startswith(child.TIME_IS_UP):
            return child.TOO_SLOW, ""
        try:
            cause, answer = wire.loads(answer_bytes)
        except ValueError as error:
            return child.FAILED, f"the child ended without an answer: {error}"
        return (cause, answer) if cause is None or cause in _CAUSES else (child.FAILED, repr(cause))

    def _hand_over(self, end: socket.socket) -> None:
        with self._lock:
            try:
                socket.send_fds(self._running(), [b"."], [end.fileno()])
            except OSError:
                self.close()
                socket.send_fds(self._running(), [b"."], [end.fileno()])

    def _running(self) -> socket.socket:
        if self._control is not None and self._owner == os.getpid():
            return self._control
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  our own interpreter, no shell
                (sys.executable, "-m", "portal.sandbox.child", *_prepared),
                stdin=theirs.fileno(),
                cwd=settings.BASE_DIR,
                env={
                    "LANG": "C.UTF-8",
                    # Where the house stands, and what plugs into it.
                    **{name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ},
                },
            )
        self._control, self._owner = ours, os.getpid()
        return ours

    def close(self) -> None:
        if self._control is not None and self._process is not None and self._owner == os.getpid():
            # The child ends by itself: its socket says so.
            self._control.close()
            self._process.wait()
        self._control = self._process = None


def _task(function: Callable[..., object], args: Iterable[Any], kwargs: Mapping[str, Any]) -> bytes:
    return wire.dumps([f"{function.__module__}:{function.__qualname__}", list(args), dict(kwargs)])


_prepared: list[str] = []


def prepare(function: Callable[[], object]) -> None:
    """Have every nursery call this once before its first child is born; for ``AppConfig.ready()``."""
    # What it loads and makes, every child has already.
    _prepared.append(f"{function.__module__}:{function.__qualname__}")


# Of this process alone.
children = Sandbox()
run_sandboxed = children.run
atexit.register(children.close)
