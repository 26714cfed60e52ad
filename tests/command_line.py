"""``manage.py`` as a script runs it: a process of its own with its own streams, arguments and exit code.

What every command loads before it has anything to do is loaded once, in a process from which the commands are
forked: a start costs hundredths of a second instead of two. There is no database.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 300.0


def run(*words: object, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A command's exit code and what it wrote; every warning of Python is an error."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").write_bytes(stdin)
        arguments = [str(word) for word in words]
        process = _nursery().Process(target=_command, args=(arguments, folder))
        process.start()
        process.join(PATIENCE)
        assert process.exitcode is not None, f"not done after {PATIENCE:g} s: {arguments}"
        out, err = ((folder / stream).read_bytes() for stream in ("out", "err"))
        return subprocess.CompletedProcess(arguments, process.exitcode, out, err)


@cache
def _nursery() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.command_loaded"])
    return context


def _command(words: list[str], folder: Path) -> None:
    """In the child."""
    for number, (name, flags) in enumerate(
        (("in", os.O_RDONLY), ("out", os.O_WRONLY | os.O_CREAT), ("err", os.O_WRONLY | os.O_CREAT))
    ):
        os.dup2(os.open(folder / name, flags), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  for the life of the process
    os.chdir(ROOT)
    sys.argv = ["manage.py", *words]
    from manage import main

    main()
