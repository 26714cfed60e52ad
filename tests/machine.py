"""What this machine has for the tests that need more than Python."""

import shutil

APT = "sudo apt-get install -y --no-install-recommends"


def chromium() -> str | None:
    """The path of the Chromium that browser tests drive, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def program(name: str) -> str | None:
    """The path of a program that an ordinary user's PATH may leave out (nginx stands in /usr/sbin)."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/sbin")


def missing(package: str) -> str:
    """The reason for a skip: the one line that makes the test run."""
    return f"not installed: {APT} {package}"
