"""Make moves on a position and take them back, exactly.

The one mutable thing of this room. It keeps what the rules ask for at every ply: whether the side to move
stands in check, plies since the last capture, and how often the position has occurred since then.
"""

from __future__ import annotations

import random
from collections.abc import Container
from enum import StrEnum
from typing import Final, NamedTuple

from games.xiangqi.fen import START_POSITION, FenError, FileErrorCode, Position
from games.xiangqi.geometry import GAPS
from games.xiangqi.lines import DANGERS
from games.xiangqi.values import BLACK, CANNON, KING, RED, SQUARES, Move, piece_of

_random = random.Random("qiyuan: repetition keys")  # noqa: S311 - the same keys on every machine
# Piece, square → its part of the repetition key.
KEYS: Final = tuple(
    [0] * 90 if piece % 8 == 0 else [_random.getrandbits(62) for _ in SQUARES] for piece in range(16)
)
BLACK_KEY: Final = _random.getrandbits(62)


class Illegal(StrEnum):
    """Why a move may not be made."""

    EMPTY = "no-piece-there"
    WRONG_SIDE = "wrong-side"
    OWN_PIECE = "own-piece-on-target"
    NOT_ITS_WAY = "piece-does-not-move-so"
    GENERAL = "general-is-never-captured"
    BLOCKED = "way-blocked"
    NO_SCREEN = "cannon-without-screen"
    FACING = "generals-would-face"
    STILL_IN_CHECK = "check-not-answered"
    INTO_CHECK = "general-left-in-check"


class IllegalMoveError(ValueError):
    """A move that the rules forbid here; ``reason`` says why."""

    def __init__(self, move: Move, reason: Illegal) -> None:
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason


class Made(NamedTuple):
    """A move that was made and what the board was before it; enough to take it back."""

    move: Move
    captured: int
    check: bool
    quiet: int
    key: int
    seen: dict[int, int]


class Board:
    """A position of a game. ``Board()`` is the start.

    squares    piece by square
    side       who is to move
    check      whether that side's general is attacked
    quiet      plies since the last capture
    key        the same for the same position with the same side to move
    seen       key → occurrences since the last capture, this position included
    history    what was made, oldest first
    """

    __slots__ = ("check", "history", "key", "kings", "number", "quiet", "seen", "side", "squares")

    def __init__(
        self, position: Position = START_POSITION, *, allowed: Container[FileErrorCode] = ()
    ) -> None:
        defects = position.defects() if position is not START_POSITION else ()
        if any(defect.code not in allowed for defect in defects):
            raise FenError(position.fen(), defects)
        self.squares = bytearray(position.squares)
        self.side = position.side
        self.quiet = position.quiet
        self.number = position.number
        self.kings = [position.squares.index(piece_of(KING, side)) for side in (RED, BLACK)]
        self.check = self.is_attacked(self.side)
        self.key = BLACK_KEY * self.side
        for square, piece in enumerate(position.squares):
            self.key ^= KEYS[piece][square]
        self.seen: dict[int, int] = {self.key: 1}
        self.history: list[Made] = []

    @classmethod
    def from_fen(cls, text: str) -> Board:
        """Read a FEN; raise `FenError` with every defect."""
        return cls(Position.parse(text))

    def __repr__(self) -> str:
        return f"Board.from_fen({self.fen()!r})"

    def copy(self) -> Board:
        """The same position and history, independent of this one."""
        other = self._bare()
        copies: dict[int, dict[int, int]] = {id(self.seen): other.seen}
        for made in self.history:
            if id(made.seen) not in copies:
                copies[id(made.seen)] = dict(made.seen)
            other.history.append(made._replace(seen=copies[id(made.seen)]))
        return other

    def passed(self) -> Board:
        """Give the board if the side to move passed, without a history; the general may stand attacked."""
        other = self._bare()
        other.number = self.position().number + self.side
        other.side = 1 - self.side
        other.key ^= BLACK_KEY
        other.check = other.is_attacked(other.side)
        other.seen = {other.key: 1}
        return other

    def after(self, move: Move) -> Board:
        """The board after a legal move, without a history."""
        self.push(move)
        other = self._bare()
        self.pop()
        other.seen = {other.key: 1}
        return other

    def _bare(self) -> Board:
        other = Board.__new__(Board)
        other.squares = bytearray(self.squares)
        other.side, other.quiet, other.number, other.check = self.side, self.quiet, self.number, self.check
        other.kings, other.key = self.kings[:], self.key
        other.seen, other.history = dict(self.seen), []
        return other

    def position(self) -> Position:
        black_started = (len(self.history) + self.side) % 2
        number = self.number + (len(self.history) + black_started) // 2
        return Position(bytes(self.squares), self.side, self.quiet, number)

    def fen(self) -> str:
        return self.position().fen()

    @property
    def repetition(self) -> int:
        """Say which occurrence of this position since the last capture this is; 1 for the first."""
        return self.seen[self.key]

    def is_attacked(self, side: int) -> bool:
        """Whether that side's general is attacked, or faces the other."""
        return DANGERS[side][self.kings[side]].attacked(bytes(self.squares))

    def can_move(self, move: Move) -> bool:
        """Whether the piece may move so here, leaving aside what happens to the generals."""
        squares = self.squares
        origin, target = move
        piece = squares[origin]
        captured = squares[target]
        if not piece or piece >> 3 != self.side:
            return False
        if captured and (captured >> 3 == self.side or captured & 7 == KING):
            return False
        gap = GAPS[piece].get(move)
        if gap is None:
            return False
        between = squares[gap]
        screens = len(between) - between.count(0)
        return screens == 1 if captured and piece & 7 == CANNON else not screens

    def push(self, move: Move) -> None:
        """Makes a move that `can_move` allows, even one that leaves the general attacked."""
        squares = self.squares
        origin, target = move
        piece = squares[origin]
        captured = squares[target]
        key = self.key
        self.history.append(Made(move, captured, self.check, self.quiet, key, self.seen))
        squares[target] = piece
        squares[origin] = 0
        keys = KEYS[piece]
        key ^= keys[origin] ^ keys[target] ^ BLACK_KEY
        if captured:
            key ^= KEYS[captured][target]
            self.quiet = 0
            self.seen = {key: 1}
        else:
            self.quiet += 1
            self.seen[key] = self.seen.get(key, 0) + 1
        self.key = key
        side = self.side
        if piece & 7 == KING:
            self.kings[side] = target
        self.side = side = 1 - side
        danger = DANGERS[side][self.kings[side]]
        near = danger.near
        self.check = (near[origin] or near[target]) != 0 and danger.attacked(bytes(squares))

    def pop(self) -> Move:
        """Takes back the last move and gives it."""
        made = self.history.pop()
        origin, target = move = made.move
        if self.seen is made.seen:
            if self.seen[self.key] == 1:
                del self.seen[self.key]
            else:
                self.seen[self.key] -= 1
        self.seen = made.seen
        self.key, self.quiet, self.check = made.key, made.quiet, made.check
        self.side = 1 - self.side
        piece = self.squares[origin] = self.squares[target]
        self.squares[target] = made.captured
        if piece & 7 == KING:
            self.kings[self.side] = origin
        return move

    def play(self, move: Move) -> None:
        """Make a legal move; raise `IllegalMoveError` and change nothing for any other."""
        if not self.can_move(move):
            raise IllegalMoveError(move, self._why_not(move))
        was_in_check = self.check
        self.push(move)
        side = 1 - self.side
        origin, target = move
        danger = DANGERS[side][self.kings[side]]
        near = danger.near
        if (was_in_check or near[origin] or near[target] or target == self.kings[side]) and danger.attacked(
            bytes(self.squares)
        ):
            facing = self.check and self._generals_face()
            self.pop()
            if facing:
                raise IllegalMoveError(move, Illegal.FACING)
            raise IllegalMoveError(move, Illegal.STILL_IN_CHECK if was_in_check else Illegal.INTO_CHECK)

    def is_legal(self, move: Move) -> bool:
        """Whether `play` would make it."""
        try:
            self.play(move)
        except IllegalMoveError:
            return False
        self.pop()
        return True

    def _generals_face(self) -> bool:
        low, high = self.kings
        return low // 10 == high // 10 and not any(self.squares[low + 1 : high])

    def _why_not(self, move: Move) -> Illegal:
        piece = self.squares[move.origin]
        captured = self.squares[move.target]
        if not piece:
            return Illegal.EMPTY
        if piece >> 3 != self.side:
            return Illegal.WRONG_SIDE
        if move not in GAPS[piece]:
            return Illegal.NOT_ITS_WAY
        if captured and captured >> 3 == self.side:
            return Illegal.OWN_PIECE
        if captured and captured & 7 == KING:
            return Illegal.GENERAL
        return Illegal.NO_SCREEN if captured and piece & 7 == CANNON else Illegal.BLOCKED
