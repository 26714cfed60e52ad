"""An archive of 58,468 games through ``import_records`` with two processes that read: seconds, games a
second, processor time, memory and what the database grows by, on SQLite and on PostgreSQL.

The games are those of the championships in the fixtures, each with a tag of its own, in traditional Chinese
and Big5, 500 a file. To reach: 600 seconds.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import ExitStack
from pathlib import Path

import psycopg

from games.records.game import Game
from games.records.writing import to_pgn
from tests.benchmarks import shortest
from tests.games.facts import championship_games, moves_of
from tests.services import postgres

ROOT = Path(__file__).resolve().parents[2]
GAMES = shortest(58_468, 400)
PER_FILE = 500
PROGRAM = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("USED", used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)
raise SystemExit(code)
"""


def archive(path: Path) -> None:
    texts = [
        to_pgn(
            Game({"Event": "@", "Result": game["result"]}, moves=moves_of(game["moves"])), traditional=True
        )
        for game in championship_games()
    ]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for start in range(0, GAMES, PER_FILE):
            numbers = range(start, min(start + PER_FILE, GAMES))
            body = "\n".join(texts[number % len(texts)].replace("@", f"No. {number}") for number in numbers)
            file.writestr(f"{start:05}.pgn", body.encode("big5"))


def grown(folder: Path, url: str) -> int:
    """Bytes of the database."""
    if not url:
        return sum(file.stat().st_size for file in folder.glob("*.sqlite3*"))
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row is not None
        return int(row[0])


def measure(name: str, folder: Path, url: str, games: Path) -> None:
    settings = {"DATA_DIR": str(folder), "ENV_FILE": os.devnull, "PUBLIC_URL": "http://127.0.0.1:8000"}
    settings |= {"DATABASE_URL": url} if url else {}
    environment = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    environment |= settings | {"DJANGO_SUPERUSER_PASSWORD": "wooden-horse-7"}

    def manage(*words: str) -> str:
        command = [sys.executable, "-c", PROGRAM, sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    manage("migrate", "-v", "0")
    manage("createsuperuser", "--no-input", "--username", "alice", "--email", "alice@example.org")
    before, began = grown(folder, url), time.perf_counter()
    answer = manage("import_records", str(games), "--by", "alice", "--collection", "All", "--jobs", "2")
    seconds = time.perf_counter() - began
    assert f"{GAMES} kept, 0 of them with errors" in answer, answer
    used = re.search(r"USED ([\d.]+) (\d+)", answer)
    assert used is not None
    size = (grown(folder, url) - before) / GAMES / 1024
    print(
        f"| {name} | {GAMES} | {seconds:.0f} | {GAMES / seconds:.0f} | {float(used[1]):.0f} | {used[2]} "
        f"| {size:.1f} |",
        flush=True,
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        archive(folder / "games.zip")
        packed = (folder / "games.zip").stat().st_size / 2**20
        print(f"{packed:.1f} MB packed; PostgreSQL without fsync, as the tests have it.\n")
        print(
            "| database | games | seconds | games a second | processor, s, without the readers | largest "
            "process, MB | kB a game |\n|---|---|---|---|---|---|---|"
        )
        measure("SQLite", folder, "", folder / "games.zip")
        measure("PostgreSQL", folder, stack.enter_context(postgres()).url, folder / "games.zip")


if __name__ == "__main__":
    main()
