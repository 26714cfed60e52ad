"""The reader's process: its limits hold, and whatever becomes of it is an answer."""

from __future__ import annotations

import logging
import sys

import pytest

from games.rulebooks.registry import RULEBOOKS
from games.tasks import read_apart, state_of
from games.wording.records import stored_fault_text
from tests.games.record_texts import FAULTY, GOOD, NOTHING
from tests.games.rulebooks.records import CHASING


def in_its_place(program: str) -> tuple[str, ...]:
    """A child that does something else instead of reading."""
    return (sys.executable, "-c", program)


def only_fault(found: dict[str, object]) -> str:
    [fault] = found["faults"]  # type: ignore[misc]
    assert stored_fault_text(fault)
    assert state_of(found) == "unreadable"
    return str(fault["code"])


def test_what_a_reading_holds() -> None:
    found = read_apart(FAULTY, "auto")
    assert state_of(found) == "faulty"
    assert found["moves"]["iccs"] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    faults = [(fault["ply"], fault["line"], fault["text"], fault["cause"]) for fault in found["faults"]]
    assert faults == [(5, 3, "C2=3", "illegal"), (8, 4, "R8+9", "illegal")]
    assert found["faults"][0]["candidates"]
    assert [(late["ply"], late["text"]) for late in found["rest"]] == [
        (5, "C2=3"),
        (6, "C2=5"),
        (7, "R1=2"),
        (8, "R8+9"),
    ]
    assert [late["move"] is None for late in found["rest"]] == [True, False, False, True]


def test_further_games_of_a_file_are_counted() -> None:
    game = '[Game "Chinese Chess"]\n[Result "*"]\n\n1. C2=5 H8+7 *\n\n'
    assert read_apart((game * 3).encode(), "auto")["others"] == 2


def test_a_text_without_a_game() -> None:
    assert only_fault(read_apart(NOTHING, "auto")) == "no-game"


def test_a_hundred_megabytes_of_brackets_are_refused() -> None:
    assert only_fault(read_apart(b"(" * 100_000_000, "auto")) == "file-too-large"


def test_a_reader_that_is_killed(caplog: pytest.LogCaptureFixture) -> None:
    killed = in_its_place("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert only_fault(read_apart(GOOD, "auto", reader=killed)) == "reader-failed"
    broken = in_its_place("raise RuntimeError('a reader with a fault')")
    assert only_fault(read_apart(GOOD, "auto", reader=broken)) == "reader-failed"
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2
    assert "a reader with a fault" in caplog.text


def test_a_reader_that_takes_too_long() -> None:
    program = "from games.records import child\nchild.SECONDS = 1\nchild.limited()\nwhile True: pass"
    assert only_fault(read_apart(GOOD, "auto", reader=in_its_place(program))) == "too-slow"


def test_a_reader_that_takes_too_much_memory() -> None:
    """Of a ceiling that leaves 2 MB for a text of one."""
    program = (
        "import resource\n"
        "from games.records import answer, child, detect\n"
        "pages = int(open('/proc/self/statm').read().split()[0])\n"
        "child.MEMORY = pages * resource.getpagesize() + (2 << 20)\n"
        "child.run(child.objects, 'auto')"
    )
    text = b"1. C2=5 " * 125_000
    assert only_fault(read_apart(text, "auto", reader=in_its_place(program))) == "too-costly"


def test_the_limits_hold_in_the_reader() -> None:
    program = (
        "import json, resource; from games.records import child; child.limited()\n"
        "kinds = [resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE]\n"
        "faults = [{'text': str(resource.getrlimit(kind)[0])} for kind in kinds]\n"
        "print(json.dumps({'faults': faults}))"
    )
    found = read_apart(GOOD, "auto", reader=in_its_place(program))
    assert [fault["text"] for fault in found["faults"]] == [str(512 << 20), "5", "0"]


def test_a_game_is_judged_by_every_rulebook_of_xiangqi() -> None:
    found = read_apart(CHASING, "auto")
    assert found["judged"] == list(RULEBOOKS)
    decided = {(one["rulebook"], one["article"], one["ply"], one["side"]) for one in found["findings"]}
    assert {("axf", "5", 8, "first"), ("wxc2015", "AXF 5", 8, "first")} <= decided
    [lost] = [one for one in found["findings"] if (one["rulebook"], one["kind"]) == ("axf", "loss")]
    assert lost["evidence"]["arrows"] == {"1": ["b2b6"], "3": ["a2a6"], "5": ["b2b6"], "7": ["a2a6"]}
    assert (lost["evidence"]["piece"], lost["evidence"]["victim"]) == ("b6", "R")
