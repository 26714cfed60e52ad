"""Count what is on the board when play has ended, to a result (articles 8, 9, 11).

Areas are in half points, because a shared point counts half for each; margins and compensation in quarters
of a stone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from games.weiqi.board import Board, neighbours
from games.weiqi.values import BLACK, COLOUR_LETTERS, COLOURS, EMPTY, WHITE, points_of

# Article 11: 2¾ stones.
COMPENSATION: Final = 11

_QUARTER_SIGNS: Final = ("", "¼", "½", "¾")


def quarters_text(quarters: int) -> str:
    """Write ``2¾``, ``-¼``, ``184``: quarters of a stone as the rules print them."""
    whole, remainder = divmod(abs(quarters), 4)
    digits = "" if whole == 0 and remainder else str(whole)
    return f"{'-' if quarters < 0 else ''}{digits}{_QUARTER_SIGNS[remainder]}"


def half_points(halves: int) -> int | float:
    """Give half points as a number: 184, 183.5."""
    return halves / 2 if halves % 2 else halves // 2


@dataclass(frozen=True, slots=True)
class Count:
    """What a board holds; ``black + white`` is twice the number of points, whatever is on it."""

    # Areas in half points.
    black: int
    white: int
    # Empty points that touch both colours, or none.
    shared: int
    points: int
    # Point → whose area it is; 0 where it is shared.
    owners: Mapping[int, int]

    def area(self, colour: int) -> int:
        """The area of a colour in quarters of a stone (see `quarters_text`)."""
        return 2 * (self.black if colour == BLACK else self.white)

    def outcome(self, compensation: int = COMPENSATION, handicap_return: int = 0) -> CountOutcome:
        """Give the result, where Black gives back that many quarters; handicap is left to another rule
        (9)."""
        return CountOutcome(self.area(BLACK) - 2 * self.points - compensation - handicap_return)


@dataclass(frozen=True, slots=True)
class CountOutcome:
    """By how many quarters of a stone Black's area is above the line (negative: White's)."""

    margin: int

    @property
    def winner(self) -> int:
        """Give the colour that has won; 0 for a draw."""
        return BLACK if self.margin > 0 else WHITE if self.margin < 0 else EMPTY

    @property
    def sgf(self) -> str:
        """Write ``B+1.5``, ``0``."""
        if not self.winner:
            return "0"
        # SGF counts the difference of the areas, twice what one side is above the line.
        halves = abs(self.margin)
        return f"{COLOUR_LETTERS[self.winner]}+{halves // 2}{'.5' if halves % 2 else ''}"

    def __str__(self) -> str:
        """``Black + ¾``, ``draw``."""
        name = ("draw", "Black", "White")[self.winner]
        return f"{name} + {quarters_text(abs(self.margin))}" if self.winner else name


def count(board: Board, dead: Collection[int] = ()) -> Count:
    """Count the board without the dead stones; raise `ValueError` for a dead point that has no stone."""
    stones = bytearray(board.stones)
    for point in dead:
        if stones[point] not in COLOURS:
            raise ValueError(f"no stone on {point} to be dead")
    for point in dead:
        stones[point] = EMPTY
    table = neighbours(board.size)
    owners: dict[int, int] = {}
    for point in points_of(board.size):
        if stones[point]:
            owners[point] = stones[point]
        elif point not in owners:
            region, touched = _region(stones, table, point)
            owner = touched.pop() if len(touched) == 1 else EMPTY
            owners.update(dict.fromkeys(region, owner))
    totals = [0, 0, 0]
    for owner in owners.values():
        totals[owner] += 1
    shared, black, white = totals
    return Count(2 * black + shared, 2 * white + shared, shared, len(owners), owners)


def _region(stones: bytearray, table: tuple[tuple[int, ...], ...], point: int) -> tuple[list[int], set[int]]:
    """The empty region around a point, and the colours that it touches."""
    region = [point]
    seen = {point}
    touched: set[int] = set()
    for at in region:
        for near in table[at]:
            if stones[near]:
                touched.add(stones[near])
            elif near not in seen:
                seen.add(near)
                region.append(near)
    return region, touched


def toggle(board: Board, dead: Collection[int], point: int) -> frozenset[int]:
    """Give the dead stones after a tap on a point: its chain is marked as one, or unmarked."""
    if board.stones[point] not in COLOURS:
        return frozenset(dead)
    chain = frozenset(board.chain(point))
    return frozenset(dead) - chain if point in dead else frozenset(dead) | chain


def whole_chains(board: Board, dead: Collection[int]) -> bool:
    """Say whether that marks chains as wholes: a chain is indivisible (article 3)."""
    marked = frozenset(dead)
    return all(board.stones[point] in COLOURS and marked.issuperset(board.chain(point)) for point in marked)
