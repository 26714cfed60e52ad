"""Count what each player failed to record: plies missed, plies wrong (WXC 4.1–4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from games.scoresheets.sheet import Cell
from games.xiangqi.board import Board
from games.xiangqi.notation.reading import moves_of
from games.xiangqi.values import Move


# The steps from a count to fouls are `tournaments.fouls.recording_fouls`.
@dataclass(frozen=True, slots=True)
class SheetCount:
    """One sheet against the game, plies from 1."""

    # Blank, illegible or skipped.
    missed: tuple[int, ...]
    # Readable, but not what was played; those of transposed rows too.
    wrong: tuple[int, ...]
    # In rows that stand in the other order.
    transposed: tuple[int, ...]
    # Without a hole: the sheet goes on with a later ply.
    skipped: tuple[int, ...]
    # Something stands there and cannot be read.
    illegible: tuple[int, ...]
    # Ply → what stands there, where it is not the move.
    texts: dict[int, str]

    @property
    def slips(self) -> int:
        """Count the plies by which the sheet shows that it was not written with care."""
        # A hole that was left is none.
        return len(self.wrong) + len(self.skipped) + len(self.illegible)


def count_missed(
    game: Sequence[Step], sheets: tuple[Sequence[Cell], Sequence[Cell]]
) -> tuple[SheetCount, SheetCount]:
    """What both sheets lack of a game that they gave."""
    return _count(game, sheets[0], [step.first for step in game]), _count(
        game, sheets[1], [step.second for step in game]
    )


def _count(game: Sequence[Step], cells: Sequence[Cell], places: Sequence[int]) -> SheetCount:
    board = Board()
    missed, wrong, transposed, skipped, illegible = [], [], [], [], []
    texts: dict[int, str] = {}
    moved = _transposed(places)
    end = max((ply for ply, place in enumerate(places, 1) if place != NOWHERE), default=0)
    for ply, (step, place) in enumerate(zip(game, places, strict=True), 1):
        cell = cells[place] if place != NOWHERE else None
        if cell is None or not cell.is_readable:
            missed.append(ply)
            if cell is None and ply < end:
                skipped.append(ply)
            elif cell is not None and not cell.is_blank:
                illegible.append(ply)
        elif ply in moved:
            transposed.append(ply)
            wrong.append(ply)
        elif not _means(board, cell, step):
            wrong.append(ply)
        if cell is not None and (ply in moved or missed[-1:] == [ply] or wrong[-1:] == [ply]):
            texts[ply] = cell.text
        board.push(step.move)
    return SheetCount(tuple(missed), tuple(wrong), tuple(transposed), tuple(skipped), tuple(illegible), texts)


def _means(board: Board, cell: Cell, step: Step) -> bool:
    if cell.square is not None:
        return cell.square == step.move
    return any(step.move in moves_of(board, reading) for reading in cell.readings)


def _transposed(places: Sequence[int]) -> set[int]:
    """Find the plies of rows that stand in the other order: there the cells go back."""
    plies: set[int] = set()
    for at in range(2, len(places)):
        if NOWHERE < places[at] < places[at - 1]:
            plies |= {at - 1, at, at + 1, at + 2}
    return plies


# The cell of a sheet that skipped the ply.
NOWHERE: Final = -1


class Step(NamedTuple):
    """A ply and the cell of each sheet that stands for it, `NOWHERE` where none does."""

    move: Move
    first: int
    second: int


def strain(cost: int, game: Sequence[Step]) -> tuple[int, int, int]:
    """Rate a way to lay a game on the sheets; of two ways the one with less strain is taken."""
    sides = [step.first for step in game], [step.second for step in game]
    # Where the same moves stand in two rows, a sheet that skips one of them reads as one with rows in the
    # wrong order; skipping is commoner.
    back = sum(NOWHERE < later < place for places in sides for place, later in pairwise(places))
    # A row that was forgotten explains more than halves of two.
    ragged = sum(
        (places[at] == NOWHERE) != (places[at + 1] == NOWHERE)
        for places in sides
        for at in range(0, len(places) - 1, 2)
    )
    return cost + back, back, ragged
