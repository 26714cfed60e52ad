"""A ply of a game and where it stands on the sheets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from games.xiangqi.values import Move

NOWHERE: Final = -1
"""The cell of a sheet that skipped the ply."""


class Step(NamedTuple):
    """A ply and the cell of each sheet that stands for it, `NOWHERE` where none does."""

    move: Move
    first: int
    second: int


def strain(cost: int, game: Sequence[Step]) -> tuple[int, int, int]:
    """Of two ways to lay one game on the sheets the one with less strain is taken. Where the same moves stand
    in two rows, a sheet that skips one of them reads as one with rows in the wrong order; skipping is
    commoner. And a row that was forgotten explains more than halves of two."""
    sides = [step.first for step in game], [step.second for step in game]
    back = sum(NOWHERE < later < place for places in sides for place, later in pairwise(places))
    ragged = sum(
        (places[at] == NOWHERE) != (places[at + 1] == NOWHERE)
        for places in sides
        for at in range(0, len(places) - 1, 2)
    )
    return cost + back, back, ragged
