"""What the first page says is so: its program runs, its commands exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from games.rulebooks import RULEBOOKS
from qiyuan_house import command

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_its_program_does_what_it_shows() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert (outcome.attempted, outcome.failed) == (4, 0)


def test_its_commands_exist() -> None:
    verbs = set(re.findall(r"^ +(?:.*&& )?qiyuan ([a-z-]+)", TEXT, re.MULTILINE))
    assert {"demo", "verify-pairing", "standings"} <= verbs
    for verb in verbs:
        assert f"\n  {verb}" in command.HELP
    assert len(RULEBOOKS) == 4
