"""What the desk types for a table."""

from __future__ import annotations

import pytest

from games.live.desk_line import DeskLine, DeskLineError, TypedClock, read_desk_line
from tournaments.exchange.result_lines import TypedResult
from tournaments.state.causes import ResultCause

LINES = {
    "12 C2=5 H8+7": DeskLine(12, moves=("C2=5", "H8+7")),
    "炮二平五": DeskLine(moves=("炮二平五",)),
    "12.2 h2e2": DeskLine(12, 2, moves=("h2e2",)),
    "１２ C2=5": DeskLine(12, moves=("C2=5",)),
    "12 <": DeskLine(12, back=1),
    "12 <3": DeskLine(12, back=3),
    "12 < 3": DeskLine(12, back=3),
    "<": DeskLine(back=1),
    "12 c 1:02:11 58:40": DeskLine(12, clocks=(TypedClock(3731), TypedClock(3520))),
    "C 0:05 100:00": DeskLine(clocks=(TypedClock(5), TypedClock(6000))),
    "12 c 0:00 3x30 58:40": DeskLine(12, clocks=(TypedClock(0, "3x30"), TypedClock(3520))),
    "12 c 3×30s 0:00 15/25": DeskLine(12, clocks=(TypedClock(0, "3×30s"), TypedClock(0, "15/25"))),
    "12 r": DeskLine(12, resigned=True),
    "r": DeskLine(resigned=True),
    "12 1 t": DeskLine(12, ended=TypedResult(12, "1-0", cause=ResultCause.TIME)),
    "12.2 = n": DeskLine(12, 2, ended=TypedResult(12, "1/2", cause=ResultCause.NATURAL_LIMIT)),
    "12 黑胜 超时": DeskLine(12, ended=TypedResult(12, "0-1", cause=ResultCause.TIME)),
    "12 1 n": DeskLine(12, moves=("1", "n")),
    "/": DeskLine(oldest=True),
}
REFUSED = {
    "": "desk-line-empty",
    "12": "desk-line-empty",
    "12 c 1:02": "desk-line-clock",
    "12 c 1:02 -5": "desk-line-clock",
    "12 c 1:75:00 0:10": "desk-line-clock",
    "x" * 601: "desk-line-long",
    "1 " + "h2e2 " * 61: "desk-line-long",
}


@pytest.mark.parametrize("text", LINES)
def test_it_is_read(text: str) -> None:
    assert read_desk_line(text, "xiangqi") == LINES[text]


@pytest.mark.parametrize("text", REFUSED)
def test_it_is_refused(text: str) -> None:
    with pytest.raises(DeskLineError) as refused:
        read_desk_line(text, "xiangqi")
    assert refused.value.code == REFUSED[text]
