"""Records read in a process of their own: what comes back, and that whatever becomes of it is an answer."""

from __future__ import annotations

import logging

import pytest

from games.rulebooks.registry import RULEBOOKS
from games.tasks import read_apart, read_in_child, state_of
from games.wording import weiqi
from games.wording.records import stored_fault_text
from tests import tasks_apart as tasks
from tests.games.record_texts import FAULTY, GOOD, NOTHING
from tests.games.rulebooks.records import CHASING


def only_fault(result: dict[str, object]) -> str:
    [fault] = result["faults"]  # type: ignore[misc]
    assert (weiqi.stored_fault_text if result["game"] == "weiqi" else stored_fault_text)(fault)
    assert state_of(result) == "unreadable"
    return str(fault["code"])


def test_what_a_reading_holds() -> None:
    reading = read_apart(FAULTY, "auto")
    assert state_of(reading) == "faulty"
    assert reading["moves"]["iccs"] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    faults = [(fault["ply"], fault["line"], fault["text"], fault["cause"]) for fault in reading["faults"]]
    assert faults == [(5, 3, "C2=3", "illegal"), (8, 4, "R8+9", "illegal")]
    assert reading["faults"][0]["candidates"]
    assert [(late["ply"], late["text"]) for late in reading["rest"]] == [
        (5, "C2=3"),
        (6, "C2=5"),
        (7, "R1=2"),
        (8, "R8+9"),
    ]
    assert [late["move"] is None for late in reading["rest"]] == [True, False, False, True]


def test_further_games_of_a_file_are_counted() -> None:
    game = '[Game "Chinese Chess"]\n[Result "*"]\n\n1. C2=5 H8+7 *\n\n'
    assert read_apart((game * 3).encode(), "auto")["others"] == 2


def test_a_text_without_a_game() -> None:
    assert only_fault(read_apart(NOTHING, "auto")) == "no-game"


@pytest.mark.slow
def test_a_hundred_megabytes_of_brackets_are_refused() -> None:
    assert only_fault(read_apart(b"(" * 100_000_000, "auto")) == "file-too-large"


@pytest.mark.slow
def test_a_reader_that_dies_or_takes_too_much(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever becomes of it, the record is unreadable and says why."""
    assert only_fault(read_in_child("xiangqi", tasks.dies, GOOD)) == "reader-failed"
    assert only_fault(read_in_child("xiangqi", tasks.fails, GOOD)) == "reader-failed"
    assert only_fault(read_in_child("weiqi", tasks.fails, GOOD)) == "reader-failed"
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 3
    assert "a reader with a fault" in caplog.text
    assert only_fault(read_in_child("xiangqi", tasks.never_ends, GOOD, seconds=1)) == "too-slow"
    assert only_fault(read_in_child("xiangqi", tasks.fills_memory, GOOD)) == "too-costly"


def test_a_game_is_judged_by_every_rulebook_of_xiangqi() -> None:
    reading = read_apart(CHASING, "auto")
    assert reading["judged"] == list(RULEBOOKS)
    decided = {
        (finding["rulebook"], finding["article"], finding["ply"], finding["side"])
        for finding in reading["findings"]
    }
    assert {("axf", "5", 8, "first"), ("wxc2015", "AXF 5", 8, "first")} <= decided
    [lost] = [
        finding
        for finding in reading["findings"]
        if (finding["rulebook"], finding["kind"]) == ("axf", "loss")
    ]
    assert lost["evidence"]["arrows"] == {"1": ["b2b6"], "3": ["a2a6"], "5": ["b2b6"], "7": ["a2a6"]}
    assert (lost["evidence"]["piece"], lost["evidence"]["victim"]) == ("b6", "R")
