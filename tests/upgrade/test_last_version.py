"""A database as the last version left it, brought up to date by this one.

Beside this file stands for each version what ``sqlite3 .dump`` and ``pg_dump --inserts`` said of a small
event: seven players, round 1 closed, round 2 being played, the pages' rendered bytes left out. A new version
adds its own and may drop those that nobody comes from any more.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from tests.browser.site import Site
from tests.services import free_port

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
STATE_SCRIPT = """
import django, json
django.setup()
from portal import outbox
from portal.journal.models import JournalEntry
from portal.published.missing import announce_missing
from portal.published.models import Page
from tournaments.models import Entry, Person, PlayerLink, ResultReport, Section, Standing
from tournaments.pages import announce_section
from tournaments.queries.tournament import tournament_of
from tournaments.standings.ranking import standings
section = Section.objects.select_related("event").get(event__slug="cup", slug="men")
rows = standings(tournament_of(section), 1).rows
frozen = Standing.objects.get(section=section, after_round=1).data["rows"]
missing = announce_missing()
announce_section(section)
outbox.drain()
print(json.dumps({
    "missing": missing,
    "computed": [[row.rank, row.number] for row in rows],
    "frozen": [[row["rank"], row["number"]] for row in frozen],
    "names": sorted(entry.player.name for entry in Entry.objects.select_related("player")),
    "persons": Person.objects.filter(players__isnull=False).distinct().count(),
    "results": ResultReport.objects.count(),
    "links": PlayerLink.objects.count(),
    "journal": JournalEntry.objects.count(),
    "pages": sorted(Page.objects.filter(rendered__isnull=False).values_list("path", flat=True).distinct()),
    "failed": list(outbox.Job.objects.exclude(state="done").values_list("kind", "outcome")),
}))
"""


MISSING = {"0.1.0": 4, "1.0.0": 4}
"""Pages to be announced: feed and calendar of the event and of its section, which 0.1.0 did not know and
nobody has announced since."""


def released() -> str:
    """The version at the top of the notes, under what is not released."""
    return re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0]


def kept_versions() -> list[str]:
    return sorted({path.name.removesuffix(".sqlite.sql.gz") for path in HERE.glob("*.sqlite.sql.gz")})


def stored_file(kind: str, version: str) -> str:
    return gzip.decompress((HERE / f"{version}.{kind}.sql.gz").read_bytes()).decode()


def python(address: str, folder: Path, *arguments: str) -> str:
    values = {
        "DATABASE_URL": address,
        "DATA_DIR": str(folder),
        "ENV_FILE": os.devnull,
        "BROKER_URL": "filesystem://",
    }
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"} | values
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check(address: str, folder: Path, version: str) -> None:
    """Migrated, with everything that was there, and of the same use."""
    python(address, folder, "manage.py", "migrate", "--no-input")
    reading = json.loads(python(address, folder, "-c", STATE_SCRIPT).splitlines()[-1])
    assert reading["missing"] == MISSING[version]
    assert reading["computed"] == reading["frozen"]
    assert reading["names"][:3] == ["Ho Man", "Li Wei", "Lim Kok"]
    assert (len(reading["names"]), reading["persons"], reading["results"], reading["links"]) == (7, 7, 6, 7)
    assert reading["journal"] == 38
    assert "e/cup/men" in " ".join(reading["pages"])
    assert reading["failed"] == []


@pytest.mark.slow
def test_the_notes_and_the_project_name_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == released()
    assert {path.name for path in HERE.glob("*.gz")} >= {
        f"{released()}.{kind}.sql.gz" for kind in ("sqlite", "postgresql")
    }


@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.parametrize("version", kept_versions())
def test_a_sqlite_database_of_a_version_is_brought_up_to_date(version: str, tmp_path: Path) -> None:
    file = tmp_path / "last.sqlite3"
    with sqlite3.connect(file) as database:
        database.executescript(stored_file("sqlite", version))
    database.close()
    check(f"sqlite:///{file}", tmp_path, version)
    fresh = Site(tmp_path / "fresh", free_port())
    fresh.install("ready")
    assert tables(file) == tables(fresh.folder / "data" / "qiyuan.sqlite3")


def tables(file: Path) -> dict[str, set[object]]:
    """By table its columns; also indexes and triggers, as they are written."""
    with sqlite3.connect(file) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        by_key: dict[str, set[object]] = {
            name: {column[1:] for column in database.execute(f"PRAGMA table_info('{name}')")}
            for name in names
        }
        for kind in ("index", "trigger"):
            rows = database.execute(
                "SELECT sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL", [kind]
            )
            by_key[kind] = {sql for (sql,) in rows}
    database.close()
    return by_key


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize("version", kept_versions())
def test_a_postgresql_database_of_a_version_is_brought_up_to_date(version: str, tmp_path: Path) -> None:
    server = settings.DATABASES["default"]
    address = f"postgres://{server['USER']}@{server['HOST']}:{server['PORT']}"
    name = f"last_version_{os.getpid()}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            with psycopg.connect(f"{address}/{name}", autocommit=True) as fresh:
                fresh.execute(stored_file("postgresql", version))
            check(f"{address}/{name}", tmp_path, version)
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
