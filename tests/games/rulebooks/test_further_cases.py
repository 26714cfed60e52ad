"""Further cases, derived by hand from the texts of the rulebooks as those of ``fixtures/live`` are: what the
same moves are under each of them, what is no chase, and what is not done often enough.

Positions, each with a cycle of four plies after which it stands again (at plies 0, 4, 8, …).
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.rulebooks.prompting import Table
from games.xiangqi.values import Move
from tests.games.rulebooks.facts import position

CHECK = "3k5/9/9/9/9/9/R8/9/9/5K3 w - - 0 1", "a3d3 " + "d9e9 d3e3 e9d9 e3d3 " * 4
"""The chariot checks with every move."""
PROTECTED = "3k5/9/9/9/c7r/9/9/1R7/9/5K3 w - - 0 1", "b2a2 a5b5 a2b2 b5a5 " * 4
"""It attacks a cannon that a chariot protects: nothing is won by taking it, so it is not chased."""
EXCHANGE = "3k5/9/9/9/r8/9/9/1R7/9/5K3 w - - 0 1", "b2a2 a5b5 a2b2 b5a5 " * 4
"""It attacks a chariot, which could take it in turn: an exchange is offered."""
SOLDIER = "5k3/3c5/4P4/9/9/9/9/5A3/9/5K3 w - - 0 1", "e7d7 d8e8 d7e7 e8d8 " * 4
"""A soldier attacks a cannon: soldiers and generals may."""
IDLE = "3k5/9/9/9/8r/9/9/1R7/9/5K3 w - - 0 1", "b2c2 i5i6 c2b2 i6i5 " * 4
CHASE = "3k5/9/9/9/c8/9/9/1R7/9/5K3 w - - 0 1", "b2a2 a5b5 a2b2 b5a5 " * 4


@dataclass(frozen=True, slots=True)
class Further:
    """``expect``: ply, kind, article, code, side (0: Red) of every prompt that is due by then."""

    rulebook: str
    play: tuple[str, str]
    until: int
    expect: tuple[tuple[int, str, str, str, int | None], ...]


CASES = {
    # AXF 1: who alone checks loses at the third occurrence, and is told at the second.
    "axf: perpetual check": Further(
        "axf",
        CHECK,
        9,
        ((5, "must-change", "1", "perpetual-check", 0), (9, "loss", "1", "perpetual-check", 0)),
    ),
    # AXF 5: likewise who alone chases an unprotected piece; the position before ply 1 is its first.
    "axf: perpetual chase": Further(
        "axf",
        CHASE,
        8,
        ((4, "must-change", "5", "perpetual-chase", 0), (8, "loss", "5", "perpetual-chase", 0)),
    ),
    "axf: idle moves": Further("axf", IDLE, 8, ((8, "draw", "11", "nothing-forbidden", None),)),
    "axf: a protected piece is not chased": Further(
        "axf", PROTECTED, 8, ((8, "draw", "11", "nothing-forbidden", None),)
    ),
    "wxc: a protected piece is not chased": Further(
        "wxc2015", PROTECTED, 8, ((8, "draw", "AXF 11", "nothing-forbidden", None),)
    ),
    "wxc: an exchange is offered": Further(
        "wxc2015", EXCHANGE, 8, ((8, "draw", "AXF 11", "nothing-forbidden", None),)
    ),
    "wxc: a soldier may chase": Further(
        "wxc2015", SOLDIER, 8, ((8, "draw", "AXF 11", "nothing-forbidden", None),)
    ),
    "wxc: checks twice and no third time": Further(
        "wxc2015", CHECK, 8, ((5, "must-change", "AXF 1", "perpetual-check", 0),)
    ),
    # Tiantian 1.2: a draw at the fifth occurrence, where nobody checks or chases.
    "tiantian: a protected piece is not chased": Further(
        "tiantian2020", PROTECTED, 16, ((16, "draw", "1.2", "nothing-forbidden", None),)
    ),
    "tiantian: an exchange is offered": Further(
        "tiantian2020", EXCHANGE, 16, ((16, "draw", "1.2", "nothing-forbidden", None),)
    ),
    "tiantian: a soldier may chase": Further(
        "tiantian2020", SOLDIER, 16, ((16, "draw", "1.2", "nothing-forbidden", None),)
    ),
    # 2.3: six rounds with one piece are due, five are not.
    "tiantian: five checks": Further("tiantian2020", CHECK, 10, ()),
    # Rules 1 and 2 act at the third time.
    "xiangqi.com: checks twice": Further("xiangqi-com", CHECK, 9, ()),
    "xiangqi.com: a pattern twice": Further(
        "xiangqi-com", IDLE, 11, ((8, "warning", "3", "pattern-repeated", None),)
    ),
}


@pytest.mark.anywhere
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_due_and_nothing_else(case: Further) -> None:
    start, plies = case.play
    table = Table.of(case.rulebook, (), position(start))
    prompted = [row for ply in plies.split()[: case.until] for row in table.push(Move.parse(ply)).raised]
    due = [(row.ply, str(row.kind), row.article, row.code, row.side) for row in prompted]
    assert due == list(case.expect)
