"""What cannot be judged, or not to its end: a clear sentence, what was found up to there, and an end."""

import time
from pathlib import Path

import pytest

from games.rulebooks.registry import BY_GAME, RULEBOOKS
from games.tasks import read_apart, state_of
from tests.games.commands import inside, objects

CHECKS = "a3e3 e9f9 e3f3 f9e9 f3e3 e9f9"
PGN = '[Game "Chinese Chess"]\n[FEN "{fen}"]\n[Format "ICCS"]\n\n{moves} *\n'
CHARIOTS = "4k4/9/9/9/9/9/R8/9/r8/3K5 w - - 0 1"
SHUFFLE = "h0g2 h9g7 g2h0 g7h9 "
MOST_SECONDS = 20
"""Far more than it takes: what this guards against would not end at all."""
ALL = [word for name in RULEBOOKS for word in ("--rulebook", name)]


def record(path: Path, moves: str, fen: str = CHARIOTS) -> str:
    path.write_text(PGN.format(fen=fen, moves=moves.upper()))
    return str(path)


def test_a_move_that_is_illegal_at_ply_7_leaves_what_was_found_before(tmp_path: Path) -> None:
    code, out, err = inside(
        "judge", "--fen", CHARIOTS, "--moves", f"{CHECKS} e3a9", "--rulebook", "axf", "--json"
    )
    (judged,) = objects(out)
    assert code == 1
    assert err.startswith("ply 7: ")
    assert [(item["kind"], item["ply"]) for item in judged["findings"]] == [("must-change", 5)]
    name = record(tmp_path / "game.pgn", f"{CHECKS} e3a9")
    code, out, _ = inside("check_record", name, "--rulebook", "axf", "--json")
    (checked,) = objects(out)
    assert code == 1
    assert [fault["ply"] for fault in checked["faults"]] == [7]
    assert checked["findings"] == judged["findings"]
    reading = read_apart(Path(name).read_bytes(), "auto")
    assert state_of(reading) == "faulty"
    assert [(item["rulebook"], item["ply"]) for item in reading["findings"]] == [("axf", 5), ("wxc2015", 5)]


@pytest.mark.parametrize("command", ["judge", "check_record"])
def test_an_unknown_rulebook_is_one_line_that_names_those_there_are(tmp_path: Path, command: str) -> None:
    words = [record(tmp_path / "game.pgn", CHECKS)] if command == "check_record" else ["--moves", SHUFFLE]
    code, out, err = inside(command, *words, "--rulebook", "fide")
    assert (code, out, err.count("\n")) == (2, "", 1)
    existing = (
        [name for books in BY_GAME.values() for name in books] if command == "check_record" else RULEBOOKS
    )
    assert all(name in err for name in ("'fide'", *existing))


def test_a_position_without_a_general_is_said(tmp_path: Path) -> None:
    bare = "9/9/9/9/9/9/R8/9/r8/3K5 w - - 0 1"
    code, _, err = inside("judge", "--fen", bare, "--moves", CHECKS)
    assert (code, err.count("\n")) == (2, 1)
    assert "no-general k" in err
    code, out, _ = inside("check_record", record(tmp_path / "game.pgn", CHECKS, bare), *ALL, "--json")
    (answer,) = objects(out)
    assert (code, answer["valid"], answer["findings"]) == (1, False, [])
    assert answer["faults"][0]["message"]


def test_fifteen_hundred_plies_of_shuffling_end_with_a_few_findings(tmp_path: Path) -> None:
    began = time.process_time()
    start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    name = record(tmp_path / "game.pgn", SHUFFLE * 375, start)
    code, out, _ = inside("check_record", name, *ALL, "--json")
    (answer,) = objects(out)
    assert (code, answer["plies"]) == (0, 1500)
    assert {item["rulebook"] for item in answer["findings"]} == set(RULEBOOKS)
    assert len(answer["findings"]) < 20
    assert time.process_time() - began < MOST_SECONDS


@pytest.mark.slow
def test_the_worker_reads_and_judges_the_longest_game_within_its_limits() -> None:
    """One side checks all the time: every ply is a finding's business to the end."""
    line = "a3e3 e9f9 " + "e3f3 f9e9 f3e3 e9f9 " * 374
    reading = read_apart(PGN.format(fen=CHARIOTS, moves=line.upper()).encode(), "auto")
    assert (state_of(reading), reading["plies"]) == ("valid", 1498)
    assert len(reading["findings"]) < 20
