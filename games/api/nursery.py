"""Readers that are born ready: ``python -m games.api.nursery``, started by the web process that asks it.

Starting Python for each record costs ten times what reading it does. This process has everything imported
and forks: each record is read by a child of its own, under ceilings like those of an upload
(`games.records.child`), with no way back. It knows no framework and no database,
and ends with the process that started it.

Standard input is a socket. Over it comes one byte with one end of another socket, over which the child gets a
line of JSON (``format``, ``rulebooks``), then the bytes of the record, and answers with one object, or with
``{"stopped": "too-slow"}`` or ``"too-costly"``.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import socket
from typing import Any, NoReturn

from games.records import child
from games.rulebooks.checked import checked

SECONDS = 2
"""Of processor time. Less than for an upload: somebody waits for the answer, and a thread with him."""
TOO_SLOW, TOO_COSTLY = "too-slow", "too-costly"
SAMPLE = b"1. C2=5 H8+7\n"


class TooSlowError(Exception):
    """The processor time is used up."""


def _out_of_time(_number: int, _frame: Any) -> NoReturn:
    raise TooSlowError


def serve(fd: int) -> None:
    """The whole life of a child."""
    child.limited()
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    signal.signal(signal.SIGXCPU, _out_of_time)
    with socket.socket(fileno=fd) as asked, asked.makefile("rb") as stream:
        asked.sendall(_answer(json.loads(stream.readline()), stream.read()))


def _answer(how: dict[str, Any], raw: bytes) -> bytes:
    try:
        found = checked(raw, how["format"], how["rulebooks"])
        return json.dumps(found, ensure_ascii=False).encode(errors="replace")
    except TooSlowError:
        return json.dumps({"stopped": TOO_SLOW}).encode()
    except MemoryError:
        return json.dumps({"stopped": TOO_COSTLY}).encode()


def main() -> None:
    control = socket.socket(fileno=0)
    # What the first record would have to make, every child has already.
    checked(SAMPLE, "auto", ["wxc2015", "axf"])
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        _, fds, _, _ = socket.recv_fds(control, 1, 1)
        if not fds:
            return
        if os.fork() == 0:
            control.close()
            try:
                serve(fds[0])
            finally:
                os._exit(0)
        os.close(fds[0])


if __name__ == "__main__":
    main()
