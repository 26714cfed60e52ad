"""Having a record read now, in a process that cannot harm this one, and that needs no start."""

from __future__ import annotations

import atexit
import json
import logging
import os
import socket
import subprocess
import sys
import threading
from typing import Any, Final

from django.conf import settings

from games.api import nursery
from games.records import child
from games.records.game import FaultCode
from games.tasks import given_up
from portal.api.problems import Problem

logger = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-m", "games.api.nursery")
PATIENCE: Final = 8.0
"""Seconds by the clock for one record; the child's own limit is on processor time."""
MOST_AT_ONCE: Final = 3
"""Of the few threads of a process, so that the others go on answering."""


class Nursery:
    """The nursery of this process: started by the first who asks, started again if it has died."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(MOST_AT_ONCE)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._owner = 0

    def read(self, raw: bytes, kind: str, rulebooks: list[str]) -> dict[str, Any]:
        """The first game of a record as `games.rulebooks.checked` has it. A reader that dies, or takes too
        long or too much, yields an unreadable record. Raises `Problem` 503 while too many are being read."""
        if not self._places.acquire(blocking=False):
            raise Problem(503, "away")
        try:
            found = self._asked(json.dumps({"format": kind, "rulebooks": rulebooks}).encode(), raw)
        finally:
            self._places.release()
        match found.get("stopped"):
            case None:
                return found
            case nursery.TOO_SLOW:
                return given_up("xiangqi", FaultCode.TOO_SLOW, seconds=nursery.SECONDS)
            case nursery.TOO_COSTLY:
                return given_up("xiangqi", FaultCode.TOO_COSTLY, megabytes=child.MEMORY >> 20)
            case _:
                return given_up("xiangqi", FaultCode.READER_FAILED)

    def _asked(self, how: bytes, raw: bytes) -> dict[str, Any]:
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                self._hand_over(theirs)
            ours.settimeout(PATIENCE)
            try:
                ours.sendall(how + b"\n" + raw)
                ours.shutdown(socket.SHUT_WR)
                with ours.makefile("rb") as stream:
                    said = stream.read()
            except TimeoutError:
                return {"stopped": nursery.TOO_SLOW}
            except OSError as error:
                logger.error("The reader of records went away: %s", error)
                said = b""
        found: dict[str, Any] = json.loads(said) if said else {"stopped": "failed"}
        return found

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
                COMMAND, stdin=theirs.fileno(), cwd=settings.BASE_DIR, env={"LANG": "C.UTF-8"}
            )
        self._control, self._owner = ours, os.getpid()
        return ours

    def close(self) -> None:
        """End it: its socket says so."""
        if self._control is not None and self._process is not None and self._owner == os.getpid():
            self._control.close()
            self._process.wait()
        self._control = self._process = None


readers = Nursery()
"""This process's."""
atexit.register(readers.close)
