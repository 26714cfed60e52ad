"""The laws of the house that a program can check (CONTRIBUTING.md); the floors are in pyproject.toml."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests import conftest
from tournaments.acts.frame import FramedAct

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PURE = (
    *("tournaments.state", "tournaments.pairing", "tournaments.standings", "tournaments.exchange"),
    *(
        "tournaments.fouls",
        "tournaments.ratings",
        "games.xiangqi",
        "games.weiqi",
        "games.records",
        "games.scoresheets",
    ),
    *("games.rulebooks", "games.live", "games.photos", "games.problems"),
)
HOUSE_FOLDERS = (
    "portal",
    "tournaments",
    "games",
    "templates",
    "tests",
    "docs",
    ".ci",
    "packaging",
    "qiyuan_house",
)
TEXT = {".py", ".html", ".css", ".js", ".md", ".toml", ".json", ".lock", ".txt", ".po", ".csv", ".service"}


def path_of(module: str) -> Path:
    path = ROOT / module.replace(".", "/")
    return path if path.is_dir() else path.with_suffix(".py")


def pure_rooms() -> list[str]:
    return [room for room in PURE if path_of(room).exists()]


def pure_files() -> list[Path]:
    collected: list[Path] = []
    for room in pure_rooms():
        path = path_of(room)
        collected += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return collected


def text_files() -> Iterator[Path]:
    yield from (
        path
        for path in ROOT.iterdir()
        if path.is_file()
        and path.suffix in {*TEXT, ""}
        and path.name != ".git"  # a file in a linked work tree
    )
    for folder in HOUSE_FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in {*TEXT, ""} and "__pycache__" not in path.parts:
                yield path


@pytest.mark.slow
def test_pure_rooms_work_where_no_framework_is_installed() -> None:
    program = """
import importlib, pkgutil, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in "django celery kombu redis psycopg allauth environ babel".split():
            raise ImportError(f"{name} is not installed here")

sys.meta_path.insert(0, Absent())
for room in sys.argv[1:]:
    module = importlib.import_module(room)
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), room + "."):
        importlib.import_module(found.name)
print(sum(name.startswith(("tournaments", "games")) for name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, *pure_rooms()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= len(pure_files())


def test_the_contract_on_pure_rooms_names_them_all() -> None:
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    pure = next(contract for contract in contracts if contract["name"].startswith("Pure rooms"))
    assert pure["source_modules"] == pure_rooms()


FORBIDDEN = re.compile(
    r"^(datetime\.(datetime\.)?(now|utcnow|today)|(datetime\.)?date\.today|time\.\w+|os\.(environ|getenv|urandom)\b.*"
    r"|random\.(?!Random$)\w+|uuid\.uuid[14]|print|input|open)$"
)


def forbidden_calls(source: str) -> list[str]:
    """Calls by which a clock, chance or the machine comes in."""
    collected = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if FORBIDDEN.match(name) or (name in {"random.Random", "Random"} and not node.args):
                collected.append(f"{node.lineno}: {name}")
    return collected


@pytest.mark.parametrize("path", pure_files(), ids=lambda path: path.relative_to(ROOT).as_posix())
@pytest.mark.slow
def test_pure_rooms_know_no_clock_and_no_chance(path: Path) -> None:
    assert forbidden_calls(path.read_text()) == []


def test_a_clock_would_be_noticed() -> None:
    assert forbidden_calls("import random\nrandom.shuffle(x)\nrandom.Random()\nrandom.Random(7)") == [
        "2: random.shuffle",
        "3: random.Random",
    ]
    assert forbidden_calls("datetime.now()\ntime.monotonic()\nself.time()") == [
        "1: datetime.now",
        "2: time.monotonic",
    ]


def test_what_tests_share_stands_in_helpers_and_fixtures_in_conftest() -> None:
    """A fixture that is imported is another one in each module, and is found in some calls of pytest only."""
    borrowed = re.compile(r"^\s*from tests(?:\.\w+)*\.(?:test_\w+|conftest) import", re.MULTILINE)
    assert borrowed.search("from tests.games.test_words import words")
    modules = sorted((ROOT / "tests").rglob("*.py"))
    assert [path.name for path in modules if borrowed.search(path.read_text())] == []


# Written in pieces, so that this file does not contain them.
MACHINE = re.compile(
    "|".join(["pypi" + r"\.org", "python" + "hosted", "registry" + r"\.npmjs", "/" + "work/", "/" + "root/"])
)


@pytest.mark.slow
def test_nothing_names_a_registry_or_a_path_of_one_machine() -> None:
    named = {}
    for path in text_files():
        matches = MACHINE.findall(path.read_text(errors="replace"))
        if matches:
            named[path.relative_to(ROOT).as_posix()] = matches
    assert named == {}


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=\[ ~!]", text)[0] for text in requirements}


def test_each_dependency_has_its_reason() -> None:
    groups = (PROJECT["project"]["dependencies"], PROJECT["dependency-groups"]["dev"])
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = names([*groups[0], *groups[1], *(name for extra in extras for name in extra)])
    # All extras by one name.
    wanted -= {PROJECT["project"]["name"]}
    page = (ROOT / "docs" / "develop" / "dependencies.md").read_text()
    cells = re.findall(r"^\| ([A-Za-z][\w, -]*) \| .{8,} \|$", page, re.MULTILINE)
    values = {name for cell in cells for name in cell.split(", ")} - {"package"}
    assert values == wanted


@pytest.mark.parametrize("lock", sorted(path.name for path in ROOT.glob("*.lock")))
def test_locks_hold_exact_versions_with_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "//" not in text
    entries = re.split(r"\n(?=[a-z])", text.strip())
    assert len(entries) > 20
    for entry in entries:
        assert re.match(
            r"[a-z0-9-]+==[^ ]+( ; [^\\]+)? \\\n( +--hash=sha256:[0-9a-f]{64}( \\\n|$))+$", entry
        ), entry


def test_both_locks_agree() -> None:
    def pins(lock: str) -> dict[str, set[str]]:
        values: dict[str, set[str]] = {}
        for name, version in re.findall(r"^([a-z0-9-]+)==([^ ]+)", (ROOT / lock).read_text(), re.MULTILINE):
            values.setdefault(name, set()).add(version)
        return values

    run, dev = pins("requirements.lock"), pins("requirements-dev.lock")
    shared = run.keys() & dev.keys()
    assert {name: dev[name] for name in shared} == {name: run[name] for name in shared}
    assert names([text.lower() for text in PROJECT["project"]["dependencies"]]) <= run.keys()


@pytest.mark.parametrize(
    "path",
    [path for app in ("tournaments", "games") for path in sorted((ROOT / app / "acts").rglob("[a-z]*.py"))],
    ids=lambda path: path.stem,
)
def test_every_act_stands_in_the_frame(path: Path) -> None:
    """What only prepares an act before its lock calls it by the same name with an underscore; `undo` is no
    act of its own: it does the inverse one, which says so in the journal. Nor are the three ways of
    `adjust_round`, by what changes, and `import_event`, which is `create_event` and `import_section`."""
    acts = [
        node
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
        and {"by", "once"} <= {argument.arg for argument in node.args.kwonlyargs}
    ]
    room = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    framed = {node.name for node in acts if isinstance(getattr(room, node.name), FramedAct)}
    by_hand = {node.name for node in acts if node.name not in framed and f"_{node.name}" not in framed}
    assert by_hand <= {"undo", "swap_places", "change_colours", "give_bye", "import_event"}


def documents() -> list[Path]:
    return [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def test_the_documents_use_verbs_and_commands_that_exist() -> None:
    door = (ROOT / "go").read_text()
    verbs = set(re.findall(r"^  ([a-z]+)(?: \| [a-z]+)? {2,}", door, re.MULTILINE))
    text = "\n".join(path.read_text() for path in documents())
    assert set(re.findall(r"\./go ([a-z]+)", text)) <= {*verbs, "help"}
    assert set(re.findall(r"(?:manage\.py|\./go manage) ([a-z_]+)", text)) <= get_commands().keys()


def test_each_verb_that_is_shown_is_there() -> None:
    door = (ROOT / "go").read_text()
    page = set(re.findall(r"^  ([a-z]+) {2,}", door, re.MULTILINE))
    handled = {
        verb for line in re.findall(r"^    ([a-z |]+)\)", door, re.MULTILINE) for verb in line.split(" | ")
    }
    assert page == handled - {"help"}


def test_local_links_of_the_documents_lead_somewhere() -> None:
    broken = [
        f"{page.name}: {target}"
        for page in documents()
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text())
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_a_skip_fails_where_every_test_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    def skipped() -> pytest.TestReport:
        return pytest.TestReport("t", ("t.py", 1, "t"), {}, "skipped", ("t.py", 1, "no Chromium"), "setup")

    report = skipped()
    monkeypatch.setattr(conftest, "REQUIRE_ALL", False)
    conftest.refuse_skip(report)
    assert report.outcome == "skipped"
    monkeypatch.setattr(conftest, "REQUIRE_ALL", True)
    conftest.refuse_skip(report)
    assert report.outcome == "failed"
    assert "no Chromium" in str(report.longrepr)
