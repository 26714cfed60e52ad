"""How a game ended, as its record says it."""

from __future__ import annotations

import pytest

from games.pages.files import ending_headers
from games.records.detect import read
from games.records.endings import NOT_STATED, StatedEnding, stated_ending
from games.records.writing import to_pgn
from tournaments.state.causes import CAUSES, sgf_result


@pytest.mark.parametrize(
    ("headers", "stated"),
    [
        ({"Termination": "time forfeit"}, StatedEnding("time")),
        ({"Termination": "normal", "TerminationDetails": "resignation"}, StatedEnding("resignation")),
        (
            {"Termination": "rules infraction", "TerminationDetails": "repetition, article AXF 1"},
            StatedEnding("repetition", "AXF 1"),
        ),
        ({"Termination": "time forfeit", "TerminationDetails": "x, article <b>"}, StatedEnding("time")),
        ({"Termination": "超时"}, StatedEnding("time")),
        ({"Result": "红胜 超时"}, StatedEnding("time")),
        ({"Result": "1-0", "ResultText": "黑方认输"}, StatedEnding("resignation")),
        ({"Termination": "the roof fell in"}, NOT_STATED),
        ({"Termination": "normal", "Result": "1-0"}, NOT_STATED),
        ({}, NOT_STATED),
        ({"SgfResult": "B+R"}, StatedEnding("resignation")),
        ({"SgfResult": "W+T"}, StatedEnding("time")),
        ({"SgfResult": "B+1.5"}, StatedEnding("count", "", 3)),
        ({"SgfResult": "黑中盘胜"}, StatedEnding("resignation")),
        ({"SgfResult": "B+F"}, NOT_STATED),
        ({"SgfResult": "Void"}, StatedEnding("no-result")),
        ({"SgfResult": "?"}, NOT_STATED),
    ],
    ids=str,
)
def test_the_headers_say_it(headers: dict[str, str], stated: StatedEnding) -> None:
    assert stated_ending(headers) == stated


@pytest.mark.parametrize("cause", CAUSES, ids=str)
def test_what_is_written_is_read_again(cause: str) -> None:
    headers = ending_headers("1-0", forfeit=False, cause=str(cause), article="4.3")
    assert stated_ending(headers) == StatedEnding(str(cause), "4.3")


@pytest.mark.parametrize("cause", ["resignation", "time"])
def test_sgf_as_well(cause: str) -> None:
    assert stated_ending({"SgfResult": sgf_result("1-0", False, cause, None)}).cause == cause


def test_a_result_in_words_says_it_to_whoever_reads_the_file() -> None:
    [game] = read('[Game "Chinese Chess"]\n[Result "红胜 超时"]\n\n1. 炮二平五 马8进7\n'.encode())
    assert (game.headers["Result"], stated_ending(game.headers).cause) == ("1-0", "time")
    [again] = read(to_pgn(game).encode())
    assert stated_ending(again.headers).cause == "time"
