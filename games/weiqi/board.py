"""Play stones on a board and take them back exactly: captures, suicide, ko, repetition (articles 3–6).

The one mutable thing of this room.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from games.weiqi.values import (
    BLACK,
    COLOUR_LETTERS,
    EMPTY,
    OFF_BOARD,
    SIZES,
    STRIDE,
    WHITE,
    Move,
    opponent,
    point_at,
    points_of,
)

_random = random.Random("qiyuan: weiqi repetition keys")  # noqa: S311 - the same keys on every machine
# Colour, point → its part of the repetition key (Zobrist).
KEYS: Final = tuple(
    [_random.getrandbits(60) if colour else 0 for _ in range(STRIDE * STRIDE)] for colour in range(3)
)
_NONE: Final[tuple[int, ...]] = ()


class Repetition(StrEnum):
    """What is done about a play that recreates an earlier whole-board position (article 6)."""

    # It is illegal: the letter of article 6.
    STRICT = "strict"
    # The immediate recapture of a ko is illegal; a longer cycle is the referee's.
    PRACTICE = "practice"


class Illegal(StrEnum):
    """Why a stone may not be played."""

    OFF_BOARD = "off-board"
    OCCUPIED = "occupied"
    SUICIDE = "suicide"
    RECAPTURE = "recapture"
    REPETITION = "repetition"


class Cycle(NamedTuple):
    """The play at ``ply`` recreates position ``repeats``, ``length`` plies before."""

    ply: int
    repeats: int
    length: int


class IllegalPlayError(ValueError):
    """A play that the rules forbid here; ``cycle`` says what it would repeat."""

    def __init__(self, move: Move, reason: Illegal, cycle: Cycle | None = None) -> None:
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason
        self.cycle = cycle


@cache
def _empty_stones(size: int) -> bytes:
    stones = bytearray([OFF_BOARD]) * (STRIDE * STRIDE)
    for point in points_of(size):
        stones[point] = EMPTY
    return bytes(stones)


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """Point → the points next to it along the lines, on a board of that size."""
    table: list[tuple[int, ...]] = [_NONE] * (STRIDE * STRIDE)
    for row in range(size):
        for column in range(size):
            around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
            table[point_at(column, row)] = tuple(
                point_at(x, y) for x, y in around if 0 <= x < size and 0 <= y < size
            )
    return tuple(table)


# Whether a chain has a liberty is answered by *watching* one: each stone remembers a point that was found to
# be a liberty of its chain. Chains only grow until they are captured, so while that point is empty the chain
# lives, and nothing need be searched; only when it is filled is another one looked for. Taking back forgets
# what the chain of the stone that goes had found.
class Board:
    """A game's board. ``Board()`` is empty, of 19 lines.

    size       lines
    rule       what a repetition is
    first      the colour that moves first
    stones     colour by point
    moves      what was played, oldest first
    captured   per move, the points that it emptied
    keys       keys[k - floor]: the same for the same position *k*
    floor      the ply from which positions count: 0 unless stones were set up later
    """

    __slots__ = (
        "_neighbours", "_seen", "_watch",
        "captured", "first", "floor", "keys", "moves", "rule", "size", "stones",
    )  # fmt: skip

    def __init__(self, size: int = 19, rule: Repetition = Repetition.PRACTICE, first: int = BLACK) -> None:
        if size not in SIZES:
            raise ValueError(f"no board of {size} lines")
        self.size = size
        self.rule = rule
        self.first = first
        self.stones = bytearray(_empty_stones(size))
        self.moves: list[Move] = []
        self.captured: list[tuple[int, ...]] = []
        self.keys = [0]
        self.floor = 0
        self._seen = {0}
        self._watch = list(range(STRIDE * STRIDE))  # its own point, which is filled: nothing found yet
        self._neighbours = neighbours(size)

    def __str__(self) -> str:
        rows = (self.stones[point_at(0, row) : point_at(self.size, row)] for row in range(self.size))
        return "\n".join("".join(COLOUR_LETTERS[stone] for stone in row) for row in rows)

    @property
    def turn(self) -> int:
        """Give the colour that is to move: strict alternation, passes included (article 2)."""
        return opponent(self.moves[-1].colour) if self.moves else self.first

    @property
    def ply(self) -> int:
        """Moves so far."""
        return len(self.moves)

    @property
    def is_over(self) -> bool:
        """Say whether there were two passes in a row: both sides agree that play has ended (article 7)."""
        return len(self.moves) >= 2 and self.moves[-1].point is None and self.moves[-2].point is None

    def captures(self, colour: int) -> int:
        pairs = zip(self.moves, self.captured, strict=True)
        return sum(len(captured) for move, captured in pairs if move.colour == colour)

    def set_up(
        self, black: Iterable[int] = (), white: Iterable[int] = (), empty: Iterable[int] = ()
    ) -> set[int]:
        """Put stones down and take some off, without a move; give the points of chains that have no
        liberty."""
        for colour, points in ((EMPTY, empty), (BLACK, black), (WHITE, white)):
            for point in points:
                if self.stones[point] == OFF_BOARD:
                    raise IllegalPlayError(Move(colour, point), Illegal.OFF_BOARD)
                self.stones[point] = colour
        watch = self._watch = list(range(STRIDE * STRIDE))
        key = 0
        breathless: set[int] = set()
        for point in points_of(self.size):
            if colour := self.stones[point]:
                key ^= KEYS[colour][point]
                # A chain is walked through once: a record may fill the board anew at every ply.
                if watch[point] == point and point not in breathless and self._find_liberty(point) < 0:
                    breathless.update(self.chain(point))
        self.keys = [key]
        self._seen = {key}
        # Earlier positions no longer count.
        self.floor = len(self.moves)
        return breathless

    def play(self, move: Move) -> Cycle | None:
        """Play a stone or pass, and give the cycle that it closes, where the rule lets it stand.

        Raises `IllegalPlayError` and changes nothing for a play on a stone, a suicide, a recapture of the
        ko and, under
        `STRICT`, any repetition. The turn is not asked: compare `turn`.
        """
        if not self.push(move):
            return None
        cycle = self._cycle()
        if cycle is None:
            return None
        if cycle.length == 2 or self.rule is Repetition.STRICT:
            self.pop()
            reason = Illegal.RECAPTURE if cycle.length == 2 else Illegal.REPETITION
            raise IllegalPlayError(move, reason, cycle)
        return cycle

    def push(self, move: Move) -> bool:  # noqa: PLR0912 - one pass over the neighbours; calls would double its time
        """Play without asking for repetition; say whether the position may have occurred (its key has)."""
        colour, point = move
        if point is None:
            self.moves.append(move)
            self.captured.append(_NONE)
            self.keys.append(self.keys[-1])
            return False
        stones = self.stones
        if stones[point]:
            raise IllegalPlayError(
                move, Illegal.OFF_BOARD if stones[point] == OFF_BOARD else Illegal.OCCUPIED
            )
        stones[point] = colour
        watch = self._watch
        dead = _NONE
        liberty = -1
        for near in self._neighbours[point]:
            there = stones[near]
            if there:
                watched = watch[near]
                if not stones[watched]:
                    if there == colour:
                        liberty = watched
                elif there != colour and self._find_liberty(near) < 0:
                    dead += self._lift(near)
                    liberty = near
            else:
                liberty = near
        if liberty < 0:
            liberty = self._find_liberty(point)
            if liberty < 0:
                stones[point] = EMPTY
                raise IllegalPlayError(move, Illegal.SUICIDE)
        watch[point] = liberty
        key = self.keys[-1] ^ KEYS[colour][point]
        if dead:
            theirs = KEYS[3 - colour]
            for stone in dead:
                key ^= theirs[stone]
        self.moves.append(move)
        self.captured.append(dead)
        self.keys.append(key)
        if key in self._seen:
            return True
        self._seen.add(key)
        return False

    def pop(self) -> Move:
        """Take the last move back and give it; raise `IndexError` where stones were set up since."""
        if len(self.moves) == self.floor:
            raise IndexError("no move to take back")
        move = self.moves.pop()
        dead = self.captured.pop()
        key = self.keys.pop()
        if key not in self.keys:
            self._seen.discard(key)
        if move.point is not None:
            watch = self._watch
            for stone in self.chain(move.point):
                watch[stone] = stone
            self.stones[move.point] = EMPTY
            for stone in dead:
                self.stones[stone] = 3 - move.colour
                watch[stone] = stone
        return move

    def is_legal(self, move: Move) -> bool:
        """Whether `play` would take it, and it is that colour's turn."""
        if move.colour != self.turn:
            return False
        try:
            self.play(move)
        except IllegalPlayError:
            return False
        self.pop()
        return True

    def chain(self, point: int) -> list[int]:
        """The chain of the stone on that point (article 3)."""
        stones, table = self.stones, self._neighbours
        colour = stones[point]
        chain = [point]
        seen = {point}
        for stone in chain:
            for near in table[stone]:
                if stones[near] == colour and near not in seen:
                    seen.add(near)
                    chain.append(near)
        return chain

    def _find_liberty(self, point: int) -> int:
        """Find a liberty of the chain, -1 without."""
        stones, watch, table = self.stones, self._watch, self._neighbours
        colour = stones[point]
        chain = [point]
        seen = {point}
        for stone in chain:
            for near in table[stone]:
                there = stones[near]
                if there == colour:
                    if near in seen:
                        continue
                    seen.add(near)
                    chain.append(near)
                    liberty = watch[near]
                    if stones[liberty]:
                        continue
                elif there:
                    continue
                else:
                    liberty = near
                # What was walked through watches it from now on.
                for walked in chain:
                    watch[walked] = liberty
                return liberty
        return -1

    def _lift(self, point: int) -> tuple[int, ...]:
        """Takes the chain off the board and gives its points."""
        chain = self.chain(point)
        for stone in chain:
            self.stones[stone] = EMPTY
        return tuple(chain)

    def _cycle(self) -> Cycle | None:
        """The latest earlier position that is this one."""
        key = self.keys[-1]
        ply = len(self.moves)
        for index in range(len(self.keys) - 2, -1, -1):
            earlier = self.floor + index
            if self.keys[index] == key and self._was_the_same(earlier):
                return Cycle(ply, earlier, ply - earlier)
        return None

    def _was_the_same(self, earlier: int) -> bool:
        # Keys can be made to agree where boards do not; so the stones are compared.
        then: dict[int, int] = {}
        for ply in range(len(self.moves) - 1, earlier - 1, -1):
            colour, point = self.moves[ply]
            if point is not None:
                then[point] = EMPTY
                for stone in self.captured[ply]:
                    then[stone] = 3 - colour
        return all(self.stones[point] == colour for point, colour in then.items())
