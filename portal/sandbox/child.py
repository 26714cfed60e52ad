"""Children that are born ready: ``python -m portal.sandbox.child MODULE:FUNCTION…``, started by
`portal.sandbox.parent`.

Starting Python for each file costs ten times what reading it does. This process calls what it is told once,
so that everything is loaded, and forks: each task is done by a child of its own, under ceilings and with no
way back. It knows no framework and no database, and ends with the process that started it.

Standard input is a socket. Over it comes one byte with one end of another socket, over which the child gets
a line with the seconds of processor time and the bytes that it may need, then the function's name
(``module:name``), its args and its kwargs, and answers with ``(None, value)``, or ``(cause, text)`` where
there is none, or with `TIME_IS_UP`. Both ends are this program. What they say is written as
`portal.sandbox.wire`
has it, so that a child which strangers' bytes have taken over can answer with values, and with nothing that
runs.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import socket
import sys
import traceback
from importlib import import_module
from typing import Any, Final, NoReturn

from portal.sandbox.wire import dumps, imported, loads

# Bytes that a task may need if nobody says how many, beyond those of a child at its birth.
MEMORY: Final = 512 * 1024 * 1024
# Seconds by the clock for each of processor time: the machine has others to serve.
PATIENCE: Final = 4
# What an answer begins with whose task ran out of time; others begin with a digit.
TIME_IS_UP: Final = bytes([signal.SIGXCPU])
TOO_SLOW, TOO_COSTLY, FAILED = "too-slow", "too-costly", "failed"
_LONGEST_MESSAGE = 2000
# Made beforehand: while the error holds what the task took there is no memory to make it.
_TOO_COSTLY = dumps((TOO_COSTLY, ""))


class OutOfTime(BaseException):
    """The processor time is used up."""


def _out_of_time(_number: int, _frame: Any) -> NoReturn:
    raise OutOfTime


def limited(seconds: int, memory: int = MEMORY) -> None:
    """Allow from here on ``memory`` bytes more, ``seconds`` of processor time, and no files written.

    Whoever waits for something that never comes uses no processor, and is ended by the clock."""
    with open("/proc/self/statm", encoding="ascii") as pages:  # noqa: PTH123  children need no pathlib
        most = int(pages.read().split()[0]) * resource.getpagesize() + memory
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    # Only below the hard limit is there time to say that it was the time.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    # By then nobody listens any more.
    signal.alarm(PATIENCE * seconds + 1)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(task: bytes) -> bytes:
    try:
        name, args, kwargs = loads(task, find=imported)
        return dumps((None, _function(name)(*args, **kwargs)))
    except OutOfTime:
        return b""
    except MemoryError:
        return _TOO_COSTLY
    except Exception:  # noqa: BLE001  whatever it is: told to the parent, who logs it
        return dumps((FAILED, traceback.format_exc()[-_LONGEST_MESSAGE:]))


def _function(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def serve(fd: int) -> None:
    with socket.socket(fileno=fd) as connection, connection.makefile("rb") as stream:
        signal.signal(signal.SIGXCPU, _out_of_time)
        # The signal's number goes out the moment it comes: inside a library's C the handler may have to wait
        # for longer than the kernel does before it ends the process.
        connection.setblocking(False)
        signal.set_wakeup_fd(connection.fileno())
        connection.setblocking(True)
        limited(*map(int, stream.readline().split()))
        answer = _answer(stream.read())
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        connection.sendall(answer)


def main() -> None:
    control = socket.socket(fileno=0)
    for name in sys.argv[1:]:
        _function(name)()
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
