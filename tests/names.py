"""Refuse names that say nothing, and two classes, or two functions read by themselves, of one name in an app
(CONTRIBUTING.md, law 9).

    python -m tests.names

Both lists of exceptions stand here, each entry with its reason; an exception that nothing needs any more is
refused as well. Migrations are left out: what a version has migrated is never changed.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
APPS = ("portal", "tournaments", "games", "tests")

VAGUE = frozenset(
    (
        "found",
        "one",
        "told",
        "said",
        "kept",
        "asked",
        "given",
        "shown",
        "known",
        "own",
        "rest",
        "thing",
        "what",
    )
)
"""A name is the thing: ``pairing``, ``row``, ``message``."""

COLUMN = "a column of the database"
FIELD = "a field of forms and of the interface for programs"
ANSWER = "a key of an answer that programs read"
LIBRARY = "a library calls it so"
STORED = "a key of what is stored"
COMPONENT = "a component of the description is called so: that name is promised"
EXCEPTIONS: Mapping[tuple[str, str, str], str] = {
    # (file, qualified scope, name): why it stays
    ("games/acts/claims.py", "rule_on_claim", "asked"): FIELD,
    ("games/api/answers.py", "ReportLine", "what"): ANSWER,
    ("games/forms/records.py", "RecordForm", "kept"): FIELD,
    ("games/models/archives.py", "ArchiveLine", "what"): COLUMN,
    ("games/queries/archives.py", "ArchiveProgress", "kept"): ANSWER,
    ("games/queries/public_games.py", "PlayedMoves", "rest"): ANSWER,
    ("tournaments/acts/backups.py", "BackupAsked", "asked"): ANSWER,
    ("tournaments/acts/entering/import_players.py", "Fate", "KNOWN"): ANSWER,
    ("tournaments/acts/entering/import_players.py", "PlayersImported", "known"): ANSWER,
    ("tournaments/acts/entering/organisations.py", "show_office", "shown"): FIELD,
    ("tournaments/acts/entering/players.py", "PlayerEntered", "kept"): ANSWER,
    ("tournaments/acts/entering/players.py", "PlayerEntered", "known"): ANSWER,
    ("tournaments/acts/notices/officials.py", "set_official", "shown"): FIELD,
    ("tournaments/acts/papers.py", "PapersRequested", "asked"): ANSWER,
    ("tournaments/acts/public/publication.py", "Withheld", "what"): ANSWER,
    ("tournaments/acts/public/publication.py", "republish", "what"): FIELD,
    ("tournaments/acts/public/publication.py", "unpublish", "what"): FIELD,
    ("tournaments/acts/register/own_person.py", "", "Kept"): COMPONENT,
    ("tournaments/acts/register/own_person.py", "Kept", "kept"): ANSWER,
    ("tournaments/acts/register/person_particulars.py", "remove_from_person", "what"): FIELD,
    ("tournaments/api/persons.py", "WaitingCorrection", "own"): ANSWER,
    ("tournaments/exchange/ratings/rating_lists.py", "RatedRow", "given"): STORED,
    ("tournaments/forms/categories.py", "MembersForm", "shown"): FIELD,
    ("tournaments/forms/notices/handouts.py", "UnpublishForm", "what"): FIELD,
    ("tournaments/forms/notices/officials.py", "OfficialForm", "shown"): FIELD,
    ("tournaments/forms/rounds.py", "ConfirmForm", "asked"): FIELD,
    ("tournaments/models/announcements.py", "Official", "shown"): COLUMN,
    ("tournaments/models/appeals.py", "Appeal.Deposit", "KEPT"): STORED,
    ("tournaments/models/licences.py", "Licence.State", "ASKED"): STORED,
    ("tournaments/models/organisations.py", "Office", "shown"): COLUMN,
    ("tournaments/models/persons.py", "Correction", "own"): COLUMN,
    ("tournaments/models/persons.py", "Distinct", "one"): COLUMN,
    ("tournaments/models/rating_lists.py", "ListedPlayer", "given"): COLUMN,
    ("tournaments/queries/notices/announcements.py", "Happening", "what"): ANSWER,
    ("tournaments/queries/public/public_bracket.py", "BracketMatch", "one"): ANSWER,
    ("tournaments/queries/public/public_matches.py", "MatchLine", "given"): ANSWER,
    ("tournaments/queries/public/public_standings.py", "PublicPrize", "rest"): ANSWER,
    ("tournaments/requests/captains.py", "CaptainAccess", "own"): FIELD,
    ("tournaments/pairing/reasons.py", "Cause", "REST"): STORED,
    ("tournaments/state/applications.py", "FieldLevel", "ASKED"): STORED,
    ("tournaments/state/deciding.py", "Who", "ONE"): STORED,
    ("tournaments/state/tournament.py", "ForbiddenPair", "one"): STORED,
    ("tournaments/state/tournament.py", "Tournament", "given"): STORED,
}

ROW_AND_VALUE = "a row of the database, and the value that pure rooms know of it"
GAMES = "the two games have each their own"
RATINGS = "what is rated has its own words, apart from the tournament it comes from"
PAGES = "of two pages that nobody opens together"
RULEBOOK = "each rulebook, and what prompts by any of them: one protocol, chosen in a table by name"
TWICE: Mapping[tuple[str, str], str] = {
    # (app, class): why an app has it twice
    ("games", "Board"): GAMES,
    ("games", "Claim"): ROW_AND_VALUE,
    ("games", "Decoded"): GAMES,
    ("games", "FaultCode"): GAMES,
    ("games", "Finding"): COMPONENT,
    ("games", "Illegal"): GAMES,
    ("games", "Move"): GAMES,
    ("games", "Table"): RULEBOOK,
    ("games", "Variation"): GAMES,
    ("tournaments", "Absence"): ROW_AND_VALUE,
    ("tournaments", "Award"): ROW_AND_VALUE,
    ("tournaments", "Document"): ROW_AND_VALUE,
    ("tournaments", "Entry"): ROW_AND_VALUE,
    ("tournaments", "EntryForm"): ROW_AND_VALUE,
    ("tournaments", "Foul"): ROW_AND_VALUE,
    ("tournaments", "FoulAnswer"): COMPONENT,
    ("tournaments", "Me"): COMPONENT,
    ("tournaments", "Points"): PAGES,
    ("tournaments", "RatingList"): ROW_AND_VALUE,
    ("tournaments", "ReopenForm"): PAGES,
    ("tournaments", "Role"): ROW_AND_VALUE,
    ("tournaments", "RosterForm"): PAGES,
    ("tournaments", "RoundDesk"): COMPONENT,
    ("tournaments", "SettingChange"): PAGES,
    ("tournaments", "Stage"): PAGES,
    ("tournaments", "Team"): ROW_AND_VALUE,
    ("tournaments", "UndoForm"): PAGES,
    ("games", "Game"): "a game as it is played on, and one that was handed in",
    ("portal", "Batch"): "notices to one service, and e-mails to one person",
    ("tournaments", "Entrant"): RATINGS,
    ("tournaments", "Rated"): RATINGS,
    ("tournaments", "RatedGame"): RATINGS,
    ("tournaments", "Start"): RATINGS,
    ("tournaments", "State"): RATINGS,
}


class Bound(NamedTuple):
    """A name where it is bound."""

    file: str
    scope: str
    name: str
    line: int


def modules(root: Path) -> Iterator[tuple[str, ast.Module]]:
    """Every module but the migrations, by its path."""
    for app in APPS:
        for path in sorted((root / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(root).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def bindings(file: str, node: ast.AST, scope: str = "") -> Iterator[Bound]:
    """Every name that ``node`` binds, in whatever way; imports of libraries bind under the library's name."""
    for child in ast.iter_child_nodes(node):
        here = scope
        for name in _names(child):
            yield Bound(file, scope, name, getattr(child, "lineno", 1))
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            here = f"{scope}.{child.name}".removeprefix(".")
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            # What stands before the body belongs to whoever defines it; the arguments do not.
            for part in (*child.decorator_list, child.returns):
                if part is not None:
                    yield from bindings(file, part, scope)
            yield from bindings(file, child.args, here)
            for statement in child.body:
                yield from bindings(file, ast.Module([statement], []), here)
            continue
        yield from bindings(file, child, here)


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case (
            ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.Attribute(attr=name, ctx=ast.Store())
        ):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.alias(name=full, asname=asname) if asname is not None and asname != full:
            yield asname


def vague(root: Path = ROOT) -> list[Bound]:
    """Every binding of a vague name, those that are excepted too."""
    every = (bound for file, tree in modules(root) for bound in bindings(file, tree))
    return [bound for bound in every if _plain(bound.name) in VAGUE]


def _plain(name: str) -> str:
    """Without what makes it private, a class or a constant."""
    return name.strip("_").lower()


def twice(root: Path = ROOT) -> dict[tuple[str, str], list[str]]:
    """By app and name the modules of classes that have one name. Functions are read behind their module's."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for file, tree in modules(root):
        app = file.partition("/")[0]
        if app == "tests" or "/management/commands/" in file:
            continue
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[app, node.name].append(file)
    return {key: sorted(set(files)) for key, files in places.items() if len(set(files)) > 1}


def functions_of_one_name(root: Path = ROOT) -> dict[tuple[str, str], list[str]]:
    """By app and name the modules whose functions of one name are imported by themselves, so that no reader
    of a call can tell which. What is called behind its module's name says it: ``h9.write``."""
    parsed = [(file, tree) for file, tree in modules(root) if not file.startswith("tests/")]
    functions = {
        (_module(file), node.name)
        for file, tree in parsed
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    imported = [
        (file, node.module or "", alias)
        for file, tree in parsed
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname is None
    ]
    # A room's front hands on what a module of it defines.
    origin = {
        (_module(file), alias.name): (module, alias.name)
        for file, module, alias in imported
        if file.endswith("/__init__.py")
    }
    places: dict[tuple[str, str], set[str]] = defaultdict(set)
    for file, module, alias in imported:
        home, name = origin.get((module, alias.name), (module, alias.name))
        if (home, name) in functions and not file.endswith("/__init__.py"):
            places[home.partition(".")[0], name].add(home)
    return {key: sorted(homes) for key, homes in places.items() if len(homes) > 1}


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def complaints(root: Path = ROOT) -> Iterator[str]:
    """What is wrong, a line each."""
    used = set()
    for bound in vague(root):
        key = (bound.file, bound.scope, bound.name)
        used.add(key)
        if key not in EXCEPTIONS:
            yield f"{bound.file}:{bound.line}: `{bound.name}` says nothing; call it what it is"
    for file, scope, name in sorted(set(EXCEPTIONS) - used):
        yield f"{file}: `{name}` in {scope or 'the module'} is excepted, but is not there"
    doubled = twice(root)
    for (app, name), files in sorted(doubled.items()):
        if (app, name) not in TWICE:
            yield f"{app}: `{name}` is {len(files)} things: {', '.join(files)}"
    for (app, name), homes in sorted(functions_of_one_name(root).items()):
        yield f"{app}: `{name}` is imported by itself from {len(homes)} modules: {', '.join(homes)}"
    for app, name in sorted(set(TWICE) - set(doubled)):
        yield f"{app}: `{name}` is excepted, but is one thing only"


def main() -> int:
    wrong = list(complaints())
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
