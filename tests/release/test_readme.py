"""What the first page says is so: its program runs, its commands exist, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from games.rulebooks import RULEBOOKS
from qiyuan_house import command

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / name
    for name in ("README.md", "SECURITY.md", "GOVERNANCE.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md")
]
PAGES += sorted((ROOT / "docs" / "develop").rglob("*.md")) + sorted((ROOT / "docs" / "operate").rglob("*.md"))


def test_its_program_does_what_it_shows() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert (outcome.attempted, outcome.failed) == (4, 0)


def test_its_commands_exist() -> None:
    verbs = set(re.findall(r"^ +(?:.*&& )?qiyuan ([a-z-]+)", TEXT, re.MULTILINE))
    assert {"demo", "verify-pairing", "standings"} <= verbs
    for verb in verbs:
        assert f"\n  {verb}" in command.HELP
    assert len(RULEBOOKS) == 4


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for address in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in address:
            assert (page.parent / address).exists(), address
