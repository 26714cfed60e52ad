"""What this machine has for the tests that need more than Python."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

APT = "sudo apt-get install -y --no-install-recommends"


def folder_of_run() -> Path:
    """Where tests and benchmarks keep what they make for one run; the processes that they start share it, and
    the first of them removes it."""
    if "QIYUAN_TESTS" not in os.environ:
        os.environ["QIYUAN_TESTS"] = tempfile.mkdtemp(prefix="qiyuan-tests-")
        atexit.register(shutil.rmtree, os.environ["QIYUAN_TESTS"], ignore_errors=True)
    return Path(os.environ["QIYUAN_TESTS"])


def chromium() -> str | None:
    """The path of the Chromium that browser tests drive, or None. The one without windows opens a page in a
    quarter of the processor time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next((path for name in names if (path := shutil.which(name))), None)


def whole_chromium() -> str | None:
    """The path of one that shows notifications, or None: the one without windows refuses them, whatever it is
    granted."""
    return next((path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None)


def program(name: str) -> str | None:
    """The path of a program that an ordinary user's PATH may leave out (nginx stands in /usr/sbin)."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/sbin")


def missing(package: str) -> str:
    """The reason for a skip: the one line that makes the test run."""
    return f"not installed: {APT} {package}"
