"""The documents: each page is reached from the four doors, every link and anchor lives, the guide is free of
code, and what a program can write is written by one: the pages of the commands, of the settings and of the
tie-breaks, and the schema of the tournament file.

With ``QIYUAN_WRITE_COMMANDS=1`` they are written anew.
"""

from __future__ import annotations

import json
import os
import re
from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from jsonschema import Draft202012Validator, ValidationError

from tests.documents import DOCS, ROOT, anchors_of, links_of, name_of
from tournaments.exchange.event_file import tournament_schema
from tournaments.exchange.reading import ENTRY_KEYS, GAME_KEYS, TOP_KEYS
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.standings.c07 import FAMILIES
from tournaments.standings.tiebreaks import CRITERIA, CRITERIA_OF, PRESET_OF_SYSTEM, default_tie_breaks
from tournaments.wording.standings import GO_NAMES, criterion_name, criterion_short_name
from tournaments.wording.teams.team_standings import TEAM_CRITERIA

DOOR = DOCS / "README.md"
PAGES = sorted(DOCS.rglob("*.md"))
AROUND = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "GOVERNANCE.md")]
COMMANDS = DOCS / "reference" / "commands.md"
MOST_WORDS = 45_000
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


@pytest.mark.parametrize("page", sorted((DOCS / "guide").rglob("*.md")), ids=name_of)
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
    written(COMMANDS, page)


def written(file: Path, page: str) -> None:
    text = page.rstrip() + "\n"
    if os.environ.get("QIYUAN_WRITE_COMMANDS"):
        file.write_text(text, encoding="utf-8")
    mend = "QIYUAN_WRITE_COMMANDS=1 ./go test tests/house/test_documents.py"
    assert file.read_text(encoding="utf-8") == text, f"{file.name} is made of the code: {mend}"


def test_the_page_of_the_settings_is_the_example_file() -> None:
    lines = ["# Settings", "", "Made of `.env.example`, as the page of the [commands](commands.md).", ""]
    about: list[str] = []
    for line in (ROOT / ".env.example").read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch("# --- (.+?) -+", line):
            lines += ["", f"## {heading[1]}", "", "| setting | default or example | |", "|---|---|---|"]
        elif setting := re.fullmatch("#?([A-Z0-9_]+)=(.*)", line):
            value = f"`{setting[2]}`" if setting[2] else ""
            words = " ".join(about)
            lines.append(f"| `{setting[1]}` | {value} | {words} |".replace("||", r"\|\|"))
            about = []
        elif line.startswith("# "):
            about.append(line[2:])
        else:
            about = []
    written(DOCS / "reference" / "settings.md", "\n".join(lines))


def test_the_page_of_the_tie_breaks_names_each_of_them() -> None:
    lines = [
        "# Tie-breaks",
        "",
        "By the key that settings and [tournament files](tournament-file.md) have. Made of the code, as the",
        "page of the [commands](commands.md); where rules are silent, the pages of",
        "[pairing](pairing.md) and [FIDE's systems](fide.md) say how they are read.",
        "",
        "## Of players",
        "",
        "| key | name | short | |",
        "|---|---|---|---|",
        *(
            f"| `{key}` | {criterion_name(key)} | {criterion_short_name(key)} | "
            f"{'the smaller is ahead' if rule.smaller_first else ''} |"
            for key, rule in sorted(CRITERIA.items())
        ),
        "",
        "`sos-minus` is SOS-1, SOS-2 and so on, as many as there are rounds.",
        "",
        "FIDE's (C.07) with its modifiers behind a slash, such as `fide-buchholz/cut-1`:",
        "",
        *(f"- `{key}`: {criterion_name(key)}" for key in FAMILIES),
        "",
        "## Of McMahon and its Swiss",
        "",
        "| key | name | short |",
        "|---|---|---|",
        *(f"| `{key}` | {name} | {criterion_short_name(key)} |" for key, name in sorted(GO_NAMES.items())),
        "",
        "## Of teams",
        "",
        "| key | name |",
        "|---|---|",
        *(f"| `{key}` | {name} |" for key, name in sorted(TEAM_CRITERIA.items())),
        "",
        "## What a section begins with",
        "",
        "| system | tie-breaks |",
        "|---|---|",
        *(
            f"| `{system}` | {', '.join(f'`{key}`' for key in default_tie_breaks(system))} |"
            for system in sorted({*PRESET_OF_SYSTEM, *CRITERIA_OF})
        ),
    ]
    written(DOCS / "reference" / "tiebreaks.md", "\n".join(lines))


def test_the_schema_of_the_tournament_file_is_that_of_its_reader() -> None:
    schema = json.dumps(tournament_schema(), indent=1, ensure_ascii=False)
    written(DOCS / "reference" / "tournament.schema.json", schema)
    page = (DOCS / "reference" / "tournament-file.md").read_text(encoding="utf-8")
    unnamed = [key for key in (*TOP_KEYS, *ENTRY_KEYS, *GAME_KEYS) if f"`{key}`" not in page]
    assert unnamed == []


@pytest.mark.parametrize(
    "file", sorted((ROOT / "tournaments" / "fixtures").glob("*2009*.json")), ids=lambda file: file.name
)
def test_tournament_files_are_as_the_schema_says(file: Path) -> None:
    """As they stand, and as the program writes them."""
    check = Draft202012Validator(tournament_schema()).validate
    tournament = loads(file.read_text(encoding="utf-8"))
    check(json.loads(file.read_text(encoding="utf-8")))
    check(json.loads(dumps(tournament)))
    with pytest.raises(ValidationError):
        check({**json.loads(dumps(tournament)), "colour": "red"})


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


def test_what_is_written_by_hand_stays_within_its_words() -> None:
    """Bars and lines of tables are no words; what a program writes and the history are not counted."""
    made = {"history.md", "permissions.md", "commands.md", "settings.md", "tiebreaks.md", "proof.md"}
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(page for page in PAGES if page.name not in made)]
    words = [
        word for page in pages for word in page.read_text(encoding="utf-8").split() if re.search(r"\w", word)
    ]
    assert len(words) <= MOST_WORDS, len(words)
