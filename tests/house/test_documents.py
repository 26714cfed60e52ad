"""The documents: each page is reached from the four doors, every link and anchor lives, the guide is free of
code, and the page of the commands is what the commands say of themselves.

With ``QIYUAN_WRITE_COMMANDS=1`` that page is written anew.
"""

from __future__ import annotations

import os
import re
from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from tests.documents import DOCS, ROOT, anchors_of, links_of, name_of

DOOR = DOCS / "README.md"
PAGES = sorted(DOCS.rglob("*.md"))
AROUND = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "GOVERNANCE.md")]
COMMANDS = DOCS / "reference" / "commands.md"
OWN_APPS = {"portal", "tournaments", "games"}
OF_EVERY_COMMAND = {
    "help",
    "version",
    "verbosity",
    "settings",
    "pythonpath",
    "traceback",
    "no_color",
    "force_color",
    "skip_checks",
}


@pytest.mark.parametrize("page", [*AROUND, *PAGES], ids=name_of)
def test_every_link_and_anchor_lives(page: Path) -> None:
    for goal, anchor in links_of(page):
        assert goal.exists(), goal
        if anchor and goal.suffix == ".md":
            assert anchor in anchors_of(goal), f"{name_of(goal)}#{anchor}"


def test_every_page_is_reached_from_the_doors() -> None:
    linked = {goal for goal, _anchor in links_of(DOOR)}
    assert [name_of(page) for page in PAGES if page not in linked | {DOOR}] == []


@pytest.mark.parametrize("page", sorted((DOCS / "guide").glob("*.md")), ids=name_of)
def test_the_guide_names_no_file_of_code(page: Path) -> None:
    """But the one that a kept event brings with it."""
    text = page.read_text(encoding="utf-8").replace("check.py", "")
    assert not re.search(r"\.py\b|`(?:portal|tournaments|games|tests)/", text)


def test_the_page_of_the_commands_says_what_they_say_of_themselves() -> None:
    page = "\n".join(
        [
            "# Commands",
            "",
            "Installed as a package each is `qiyuan NAME`, in the repository `./go manage NAME`; hyphens",
            "and underscores are the same. `--help` says this as well. Not written by hand, but by",
            "`QIYUAN_WRITE_COMMANDS=1 ./go test tests/house/test_documents.py`.",
            "",
            *(line for name in sorted(own_commands()) for line in of_command(name)),
        ]
    )
    if os.environ.get("QIYUAN_WRITE_COMMANDS"):
        COMMANDS.write_text(page.rstrip() + "\n", encoding="utf-8")
    assert COMMANDS.read_text(encoding="utf-8") == page.rstrip() + "\n"


def own_commands() -> dict[str, str]:
    """Name → app."""
    return {name: app for name, app in get_commands().items() if app.split(".")[0] in OWN_APPS}


def of_command(name: str) -> Iterator[str]:
    """The lines about one command."""
    loaded = load_command_class(own_commands()[name], name)
    parser: ArgumentParser = loaded.create_parser("qiyuan", name)
    actions = [action for action in parser._actions if action.dest not in OF_EVERY_COMMAND]
    visible = [action for action in actions if action.help != SUPPRESS]
    usage = " ".join(_usage(action) for action in visible)
    yield from (f"## {name.replace('_', '-')}", "", _text(parser.description or loaded.help), "")
    yield from (f"    qiyuan {name.replace('_', '-')} {usage}".rstrip(), "")
    if explained := [action for action in visible if action.help]:
        yield from ("| | |", "|---|---|")
        yield from (f"| `{_name(action)}` | {_text(action.help or '')} |" for action in explained)
        yield ""


def _name(action: Action) -> str:
    return ", ".join(action.option_strings) or str(action.metavar or action.dest)


def _usage(action: Action) -> str:
    value = str(action.metavar or action.dest.upper())
    if not action.option_strings:
        return f"[{value}]" if action.nargs in ("?", "*") else value
    words = action.option_strings[-1] + ("" if action.nargs == 0 else f" {value}")
    return words if action.required else f"[{words}]"


def _text(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|").replace("%%", "%")
