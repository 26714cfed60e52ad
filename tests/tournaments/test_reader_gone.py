"""Whoever reads a command's output may stop reading: the command ends without a word."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournaments.pairing.builders import FIXTURES, swiss
from tournaments.exchange import tournament_file
from tournaments.management.commands._plain import (
    READER_GONE,
)

ROOT = FIXTURES.parents[1]
WOMEN = str(FIXTURES / "wxc2009_women.json")
LINES = 600
"""Far more than a pipe holds."""


def first_line_read(arguments: list[str]) -> tuple[int, str, str]:
    """(exit code, first line, standard error) when the reader leaves after one line."""
    command = [sys.executable, "manage.py", *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        line = process.stdout.readline()
        process.stdout.close()
        reading = process.stderr.read()
        return process.wait(), line, reading


def batch(path: Path, lines: list[str]) -> str:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pair", "standings"])
def test_a_batch_of_tournaments(name: str, tmp_path: Path) -> None:
    tournament = tournament_file.from_tournament(swiss(16, "1-2 1-0"))
    file = batch(tmp_path / "many.jsonl", [json.dumps({**tournament, "round": 2})] * LINES)
    code, line, message = first_line_read([name, file, "--json"])
    assert json.loads(line)["round"] == 2
    assert (code, message) == (READER_GONE, "")


@pytest.mark.slow
def test_a_batch_of_positions(tmp_path: Path) -> None:
    from games.xiangqi.fen import START

    file = batch(tmp_path / "many.jsonl", [json.dumps({"fen": START, "depth": 1, "id": "x" * 900})] * LINES)
    code, line, message = first_line_read(["perft", "1", "--fen", file])
    assert json.loads(line)["nodes"] == 44
    assert (code, message) == (READER_GONE, "")


@pytest.mark.slow
def test_answers_about_many_files() -> None:
    code, line, message = first_line_read(["check_record", *["no-such-file"] * 3000, "--json"])
    assert json.loads(line)["file"] == "no-such-file"
    assert code == READER_GONE
    assert "Traceback" not in message
    assert "BrokenPipe" not in message
