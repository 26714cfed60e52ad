"""``python -m tests.services -- python -m tests.upgrade.keep VERSION``: keeps the small event as this
version has it, on both databases, for the upgrades of later ones.

It is the event that the last version left, brought up to date: its tables are those of a fresh installation
(`test_last_version`), and its rows have been through every migration, as those of a real site.
"""

from __future__ import annotations

import gzip
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg

from tests.services import postgres_binaries
from tests.upgrade import test_last_version as upgrade

FTS = "tournaments_searchkey_words"
RENDERED = "portal_rendered"
"""Bytes of pages: made again by whoever needs them."""


def stored_before(version: str) -> str:
    """The newest version that is kept, but for this one."""
    others = [stored for stored in upgrade.kept_versions() if stored != version]
    return max(others, key=lambda stored: tuple(int(part) for part in stored.split(".")))


def write(version: str, kind: str, dump: str) -> Path:
    path = upgrade.HERE / f"{version}.{kind}.sql.gz"
    # No time in it: the same event is the same file.
    path.write_bytes(gzip.compress(dump.encode(), 9, mtime=0))
    return path


def sqlite_dump(last: str, folder: Path) -> str:
    file = folder / "kept.sqlite3"
    with sqlite3.connect(file) as database:
        database.executescript(upgrade.stored_file("sqlite", last))
    database.close()
    upgrade.python(f"sqlite:///{file}", folder, "manage.py", "migrate", "--no-input")
    with sqlite3.connect(file) as database:
        database.execute(f"DELETE FROM {RENDERED}")  # noqa: S608  a name of ours
        database.commit()
        statements = list(database.iterdump())
        [index] = database.execute("SELECT sql FROM sqlite_master WHERE name = ?", [FTS]).fetchone()
    database.close()
    # An index of words is made again of its content: what Python dumps of it no other connection can read.
    plain = [
        statement
        for statement in statements
        if not re.search(rf"[\"'(]{FTS}(_(config|data|docsize|idx))?[\"']", statement)
    ]
    plain = [statement for statement in plain if "writable_schema" not in statement]
    triggers = [
        statement for statement in statements if statement.startswith("CREATE TRIGGER") and FTS in statement
    ]
    rebuild = f'INSERT INTO "{FTS}" ("{FTS}") VALUES (\'rebuild\');'  # noqa: S608  a name of ours
    return "\n".join(
        [
            *(statement for statement in plain if statement != "COMMIT;"),
            f"{index};",
            rebuild,
            *triggers,
            "COMMIT;",
        ]
    )


def postgresql_dump(last: str, folder: Path) -> str:
    """On the server of `DATABASE_URL`."""
    server = os.environ["DATABASE_URL"].rpartition("/")[0]
    name = f"kept_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            with psycopg.connect(f"{server}/{name}", autocommit=True) as fresh:
                fresh.execute(upgrade.stored_file("postgresql", last))
            upgrade.python(f"{server}/{name}", folder, "manage.py", "migrate", "--no-input")
            with psycopg.connect(f"{server}/{name}", autocommit=True) as fresh:
                fresh.execute(f"DELETE FROM public.{RENDERED}")  # noqa: S608  a name of ours
            command = [str(postgres_binaries() / "pg_dump"), "--inserts", "--no-owner", "--no-privileges"]
            dump = subprocess.run(
                [*command, f"--dbname={server}/{name}"], capture_output=True, text=True, check=True
            ).stdout
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    # Comments, and what only psql understands.
    return "\n".join(line for line in dump.splitlines() if line and not re.match(r"--|\\", line))


def main(version: str) -> None:
    last = stored_before(version)
    with tempfile.TemporaryDirectory() as folder:
        for kind, dump in (("sqlite", sqlite_dump), ("postgresql", postgresql_dump)):
            (Path(folder) / kind).mkdir()
            path = write(version, kind, dump(last, Path(folder) / kind))
            sys.stdout.write(f"{path.name}: {path.stat().st_size} bytes, from {last}\n")


if __name__ == "__main__":
    main(sys.argv[1])
