"""Cycles of the rules of Tiantian."""

from __future__ import annotations

from typing import Any

from games.rulebooks.findings import Finding
from games.rulebooks.tiantian2020 import findings
from tests.games.rulebooks.facts import moves, play

CHARIOTS = "4k4/9/9/9/9/9/R8/9/r8/3K5 w"


def in_words(result: list[Finding]) -> list[tuple[str, str, int | None, int]]:
    return [(item.article, str(item.kind), item.side, item.ply) for item in result]


def played_on(item: dict[str, Any]) -> list[Finding]:
    """The findings when the last cycle of the series is played on for 200 plies."""
    line = moves(item["moves"])
    played = play(item["position"], line)
    before = played.occurrences(len(line))
    if len(before) > 1:
        cycle = line[before[-2] :]
        while len(line) < 200:
            line += cycle
    return findings(play(item["position"], line))


CHASE = "2bak4/4a4/4b4/9/9/c8/1R7/9/4A4/4KA3 w"
