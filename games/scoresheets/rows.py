"""Find rows that a writer skipped or wrote twice: every cell after one stands for another ply.

*place*   the number of the cell that stands for a ply, from 1; None where its row was skipped
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import Final

from games.scoresheets.costed import FLOOR, AnyCell, CostedCell
from games.scoresheets.layers import LOST, WIDEST, FollowedGame, follow
from games.xiangqi.board import Board
from games.xiangqi.values import Move

# What a row costs that was skipped or stands twice: more than one cell that says something else, less than
# two.
MOVED_ROW: Final = 12.0
# By how many rows a sheet may be off.
_APART: Final = 3
# Positions of a layer, where a sheet is followed only to lay the other along it.
_ALONG: Final = 60
_MOST_TWICE: Final = 3
_WINDOW: Final = 10

Places = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class AlignedGame:
    game: FollowedGame
    # Of each sheet by ply; what is beyond stands for none.
    places: tuple[Places, ...]

    @property
    def moved(self) -> list[bool]:
        """Of each sheet, whether a row was skipped or stands twice."""
        return [any(place != at for at, place in enumerate(places, 1)) for places in self.places]


def follow_rows(
    sheets: Sequence[Sequence[AnyCell]], fixed: Mapping[int, Move] | None = None, *, widest: int = WIDEST
) -> AlignedGame:
    """Follow as `follow` does; where that breaks, with rows skipped or written twice, if a game fits
    better then."""
    game = follow(sheets, fixed, widest=widest)
    best = AlignedGame(game, tuple(tuple(range(1, len(cells) + 1)) for cells in sheets))
    if game.lost_at is None and not any(_strays(game, which) for which in range(len(sheets))):
        return best
    price = _price(game, sheets)
    # Beside a second sheet that can be followed by itself, the rows of the first are laid along its game. A
    # sheet alone shows a row that it has twice; one that it skips it cannot show, and is lost from there on.
    for places in _others(sheets, game, fixed):
        aligned = [_laid(cells, along) for cells, along in zip(sheets, places, strict=True)]
        again = follow(aligned, fixed, widest=widest)
        moved_rows = sum(map(_rows_moved, places, sheets))
        if (cost := _price(again, aligned) + MOVED_ROW * moved_rows) < price:
            best, price = AlignedGame(again, places), cost
    # The plies of moved rows are doubtful: a person looks.
    return replace(best, game=_with_doubts(best, fixed or {})) if any(best.moved) else best


def _strays(game: FollowedGame, which: int) -> bool:
    """Whether ten cells in a row of a sheet say something else."""
    costs = [ply.costs[which] for ply in game.plies]
    return any(sum(costs[at : at + _WINDOW]) > LOST * _WINDOW for at in range(len(costs)))


def _price(game: FollowedGame, sheets: Sequence[Sequence[AnyCell]]) -> float:
    """What all cells cost, those included that the game did not come to."""
    beyond = sum(not cell.is_blank for cells in sheets for cell in cells[len(game.plies) :])
    return sum(sum(ply.costs) for ply in game.plies) + FLOOR * beyond


def _others(
    sheets: Sequence[Sequence[AnyCell]], game: FollowedGame, fixed: Mapping[int, Move] | None
) -> Iterator[tuple[Places, ...]]:
    """Other ways in which cells may stand for plies."""
    if len(sheets) == 1:
        (cells,) = sheets
        around = game.lost_at or 1
        rows = sorted(_rows_twice(cells), key=lambda row: abs(2 * row + 1 - around))
        for row in rows[:_MOST_TWICE]:
            yield (tuple(at for at in range(1, len(cells) + 1) if at - 1 not in (2 * row, 2 * row + 1)),)
        return
    for which in range(2):
        alone = follow([sheets[which]], fixed, widest=_ALONG)
        if alone.lost_at is None:
            other = _along([ply.move for ply in alone.plies], sheets[1 - which])
            natural = tuple(range(1, len(sheets[which]) + 1))
            yield (other, natural) if which else (natural, other)


def _rows_twice(cells: Sequence[AnyCell]) -> Iterator[int]:
    """The rows, from 0, in which the same stands as in the row before."""
    texts = [cell.likeliest for cell in cells]
    rows = [texts[at : at + 2] for at in range(0, len(texts) - 1, 2)]
    for row, (before, each) in enumerate(pairwise(rows), 1):
        if each == before and all(each):
            yield row


def _laid(cells: Sequence[AnyCell], places: Places) -> list[AnyCell]:
    blank = CostedCell("english", None)
    return [cells[place - 1] if place is not None and place <= len(cells) else blank for place in places]


def _rows_moved(places: Places, cells: Sequence[AnyCell]) -> int:
    """How many rows were skipped, or stand for nothing."""
    skipped = sum(place is None for place in places)
    there = set(places)
    twice = sum(not cell.is_blank and at not in there for at, cell in enumerate(cells, 1))
    return (skipped + twice + 1) // 2


def _along(moves: Sequence[Move], cells: Sequence[AnyCell]) -> Places:
    """Say which cell stands for each ply of a known game, row by row: the cheapest way to lay one along
    the other."""
    rows, most = (len(moves) + 1) // 2, (len(cells) + 1) // 2 + _APART
    written = max((at // 2 + 1 for at, cell in enumerate(cells) if not cell.is_blank), default=0)
    costs = _row_costs(moves, cells, most)
    least: dict[tuple[int, int], float] = {(0, 0): 0.0}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(rows + 1):
        for place in range(max(0, row - _APART), min(most, row + _APART) + 1):
            here = least.get((row, place), inf)
            for after, cost in (
                ((row + 1, place + 1), costs.get((row, place), inf)),
                ((row + 1, place), MOVED_ROW),
                ((row, place + 1), MOVED_ROW if place < written else inf),
            ):
                if here + cost < least.get(after, inf):
                    least[after], came[after] = here + cost, (row, place)
    ends = [at for at in least if at[0] == rows and at[1] >= written]
    if not ends:
        return tuple(range(1, len(moves) + 1))
    at = min(ends, key=least.__getitem__)
    places: list[int | None] = []
    while at != (0, 0):
        before = came[at]
        if at[0] > before[0]:
            skipped = at[1] == before[1]
            places += [None, None] if skipped else [2 * before[1] + 2, 2 * before[1] + 1]
        at = before
    return tuple(places[::-1][: len(moves)])


def _row_costs(moves: Sequence[Move], cells: Sequence[AnyCell], most: int) -> dict[tuple[int, int], float]:
    """What it costs that a row of the sheet stands for a row of the game."""
    costs: dict[tuple[int, int], float] = {}
    board = Board()
    for ply in range(2 * ((len(moves) + 1) // 2)):
        row, second = divmod(ply, 2)
        for place in range(max(0, row - _APART), min(most, row + _APART + 1)):
            cell = cells[at] if (at := 2 * place + second) < len(cells) else None
            if cell is None or cell.is_blank:
                cost = 0.0
            else:
                cost = cell.costs_of(board, [moves[ply]])[0] if ply < len(moves) else FLOOR
            costs[row, place] = costs.get((row, place), 0.0) + cost
        if ply < len(moves):
            board.push(moves[ply])
    return costs


def _with_doubts(aligned: AlignedGame, fixed: Mapping[int, Move]) -> FollowedGame:
    """The plies of rows that were skipped, and the first after one that stands twice."""
    seams = {
        ply
        for places in aligned.places
        for ply, (before, place) in enumerate(pairwise((0, *places)), 1)
        if place is None or (before is not None and place > before + 1)
    }
    plies = [
        replace(each, doubtful=True) if ply in seams and ply not in fixed else each
        for ply, each in enumerate(aligned.game.plies, 1)
    ]
    return replace(aligned.game, plies=tuple(plies))
