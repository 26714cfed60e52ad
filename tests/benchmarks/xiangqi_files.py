"""Ten thousand Big5 PGN files through ``check_record --jobs 2``: files a second, and memory."""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from games.records.game import Game
from games.records.writing import to_pgn
from tests.benchmarks import shortest
from tests.games.facts import championship_games, moves_of

ROOT = Path(__file__).resolve().parents[2]
FILES = shortest(10_000, 100)
JOBS = 2


def written() -> list[bytes]:
    """The fixture's games as PGN in traditional Chinese and Big5."""
    return [
        to_pgn(
            Game(headers={"Event": game["event"], "Result": game["result"]}, moves=moves_of(game["moves"])),
            traditional=True,
        ).encode("big5")
        for game in championship_games()
    ]


def check(folder: Path, files: list[str], *options: str) -> tuple[float, int]:
    """Seconds on the wall and exit code of one command over the files."""
    command = [sys.executable, str(ROOT / "manage.py"), "check_record", *files, "--jobs", str(JOBS), *options]
    began = time.perf_counter()
    with (folder / "answers").open("wb") as answers:
        done = subprocess.run(command, cwd=folder, stdout=answers, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began, done.returncode


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = written()
        files = [f"{number:05}.pgn" for number in range(FILES)]
        for number, file in enumerate(files):
            (folder / file).write_bytes(games[number % len(games)])
        print(f"{FILES} files, {JOBS} processes, starting Django included\n")
        print("| answers | files | seconds | files a second | largest process, MB |\n|---|---|---|---|---|")
        for label, options in (("text", ()), ("JSON", ("--json",))):
            for count in (FILES // 10, FILES):
                seconds, code = check(folder, files[:count], *options)
                assert code == 0, code
                peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
                print(f"| {label} | {count} | {seconds:.2f} | {count / seconds:.0f} | {peak:.0f} |")


if __name__ == "__main__":
    main()
