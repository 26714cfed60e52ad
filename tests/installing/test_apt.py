"""Set-up on a machine whose own apt is at work: it waits instead of giving up."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKED = "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 17 (apt-get)"
APT = """#!/bin/sh
echo "$@" >>{calls}
[ "$(wc -l <{calls})" -gt {refusals} ] && exit 0
echo "{message}" >&2
exit 100
"""
"""It refuses so often."""


def installed(
    folder: Path, *, refusals: int, message: str, patience: int = 600
) -> tuple[int, str, list[str]]:
    """What ``apt_get`` of ``go`` makes of such an apt: its outcome, its words, and the calls."""
    calls = folder / "calls"
    program = folder / "apt-get"
    program.write_text(APT.format(calls=calls, refusals=refusals, message=message))
    program.chmod(0o755)
    function = re.search(r"^apt_get\(\) \{\n.*?^\}\n", (ROOT / "go").read_text(), re.MULTILINE | re.DOTALL)
    assert function
    # Nobody waits for the seconds that it sleeps.
    script = f"say() {{ echo \"$@\"; }}\nsleep() {{ :; }}\nelevate=''\n{function[0]}\napt_get install one"
    environment = {"PATH": f"{folder}:/usr/bin:/bin", "QIYUAN_APT_PATIENCE": str(patience)}
    done = subprocess.run(["sh", "-c", script], env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, calls.read_text().splitlines()


def test_it_waits_until_the_lock_is_free(tmp_path: Path) -> None:
    outcome, words, calls = installed(tmp_path, refusals=3, message=LOCKED)
    assert (outcome, len(calls)) == (0, 4)
    assert words.count("Another apt is at work; waiting for it.") == 3
    assert set(calls) == {"-q -y install one"}


@pytest.mark.parametrize(
    ("message", "patience", "tries"),
    [(LOCKED, 15, 4), (LOCKED, 0, 1), ("E: Unable to locate package one", 600, 1)],
    ids=["for ever", "no patience", "another cause"],
)
def test_it_gives_up_with_what_apt_said(tmp_path: Path, message: str, patience: int, tries: int) -> None:
    outcome, words, calls = installed(tmp_path, refusals=99, message=message, patience=patience)
    assert (outcome, len(calls)) == (100, tries)
    assert message in words
