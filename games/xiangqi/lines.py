"""Look up what follows from the contents of one line (a file or a rank) alone, remembered by those
contents."""

from __future__ import annotations

from typing import Final

from games.xiangqi.geometry import FILE_SLICES, GAPS, HORSE_ATTACKS, MOVES, RANK_SLICES
from games.xiangqi.values import (
    BLACK,
    CANNON,
    CHARIOT,
    HORSE,
    KING,
    PAWN,
    RED,
    SQUARES,
    Move,
    kind_of,
    piece_of,
    side_of,
)

FULL_MOVES: Final = 512
# Contents that one table remembers; 38 tables of moves and 36 of danger stay under 30 MB.
FULL_DANGER: Final = 2048

ATTACKED: Final = 1
SENSITIVE: Final = 2


# A line is its pieces as bytes: a slice of the board. The same few contents come back all the time, so the
# moves along a line, and whether a general on it stands attacked, are looked up instead of computed. Each
# table forgets everything when it is full: memory stays bounded whatever is read.
class LineMoves(dict[bytes, tuple[Move, ...]]):
    """Contents of a line → the moves along it of one side's chariots, cannons and pawns."""

    def __init__(self, squares: tuple[int, ...], side: int) -> None:
        super().__init__()
        self.squares = squares
        self.side = side

    def __missing__(self, contents: bytes) -> tuple[Move, ...]:
        if len(self) >= FULL_MOVES:
            self.clear()
        line_moves: list[Move] = []
        for index, piece in enumerate(contents):
            if piece and side_of(piece) == self.side:
                kind = kind_of(piece)
                if kind == PAWN:
                    line_moves += self._pawn(contents, index, piece)
                elif kind in (CHARIOT, CANNON):
                    line_moves += self._slider(contents, index, kind)
        moves = self[contents] = tuple(line_moves)
        return moves

    def _pawn(self, contents: bytes, index: int, piece: int) -> list[Move]:
        reach = GAPS[piece]
        return [
            MOVES[step]
            for near in (index - 1, index + 1)
            if 0 <= near < len(contents)
            and (step := (self.squares[index], self.squares[near])) in reach
            and not self._is_own(contents[near])
        ]

    def _slider(self, contents: bytes, index: int, kind: int) -> list[Move]:
        moves = []
        for way in (range(index - 1, -1, -1), range(index + 1, len(contents))):
            screens = 0
            for place in way:
                piece = contents[place]
                if not piece and not screens:
                    moves.append(MOVES[self.squares[index], self.squares[place]])
                if piece:
                    screens += 1
                    if screens == (2 if kind == CANNON else 1):
                        if not self._is_own(piece):
                            moves.append(MOVES[self.squares[index], self.squares[place]])
                        break
        return moves

    def _is_own(self, piece: int) -> bool:
        return piece != 0 and side_of(piece) == self.side


class LineDanger(dict[bytes, int]):
    """Contents of a line with a general on it → `ATTACKED` and `SENSITIVE`, or'ed.

    *sensitive*   one own move could expose the general on this line: an own piece is the only cover from a
                  chariot or a general, or one of two before a cannon, or the way of a cannon is empty.
    """

    def __init__(self, index: int, side: int, *, is_file: bool) -> None:
        super().__init__()
        self.index = index
        self.side = side
        self.is_file = is_file

    def __missing__(self, contents: bytes) -> int:
        if len(self) >= FULL_DANGER:
            self.clear()
        before, after = contents[: self.index][::-1], contents[self.index + 1 :]
        forward, backward = (after, before) if self.side == RED else (before, after)
        danger = self._way(forward, pawn_near=True) | self._way(backward, pawn_near=not self.is_file)
        self[contents] = danger
        return danger

    def _way(self, way: bytes, *, pawn_near: bool) -> int:
        """Find the danger from one direction; ``way`` goes outwards from the general."""
        enemy = 1 - self.side
        danger = covers = covers_own = 0
        for distance, piece in enumerate(way):
            if not piece:
                continue
            if side_of(piece) == enemy:
                kind = kind_of(piece)
                if kind == CHARIOT or (kind == KING and self.is_file):
                    danger |= ATTACKED * (covers == 0) | SENSITIVE * (covers == covers_own == 1)
                elif kind == CANNON:
                    empty_way = covers == 0 and distance > 0
                    danger |= ATTACKED * (covers == 1) | SENSITIVE * (
                        empty_way or (covers == 2 and covers_own > 0)
                    )
                elif kind == PAWN and distance == 0 and pawn_near:
                    danger |= ATTACKED
            else:
                covers_own += 1
            covers += 1
        return danger


FILE_MOVES: Final = tuple(
    tuple((line, LineMoves(tuple(SQUARES[line]), side)) for line in FILE_SLICES) for side in (RED, BLACK)
)
# Side → the nineteen lines: the slice of the board, and the moves along it.
LINE_MOVES: Final = tuple(
    FILE_MOVES[side] + tuple((line, LineMoves(tuple(SQUARES[line]), side)) for line in RANK_SLICES)
    for side in (RED, BLACK)
)


class Danger:
    """Whether one side's general on one square stands attacked, asked of a board as ``bytes``."""

    __slots__ = ("file", "file_danger", "high", "horse", "legs", "low", "near", "rank", "rank_danger")

    def __init__(self, square: int, side: int) -> None:
        file, rank = divmod(square, 10)
        self.file = FILE_SLICES[file]
        self.rank = RANK_SLICES[rank]
        self.file_danger = LineDanger(rank, side, is_file=True)
        self.rank_danger = LineDanger(file, side, is_file=False)
        self.horse = piece_of(HORSE, 1 - side)
        self.legs = HORSE_ATTACKS[square]
        self.low, self.high = min(self.legs), max(self.legs) + 1
        legs = set(self.legs.values())
        # 1 where leaving or entering can change whether the general is attacked.
        self.near = bytes(
            other // 10 == file or other % 10 == rank or other in legs or other in self.legs
            for other in SQUARES
        )

    def attacked(self, board: bytes) -> bool:
        """Whether it is attacked, generals that face each other included."""
        if self.file_danger[board[self.file]] & ATTACKED or self.rank_danger[board[self.rank]] & ATTACKED:
            return True
        horse = board.find(self.horse, self.low, self.high)
        while horse >= 0:
            leg = self.legs.get(horse)
            if leg is not None and not board[leg]:
                return True
            horse = board.find(self.horse, horse + 1, self.high)
        return False

    def careless(self, board: bytes) -> bool:
        """Whether some move of another own piece could leave the general attacked, or it already is."""
        if self.file_danger[board[self.file]] or self.rank_danger[board[self.rank]]:
            return True
        horse = board.find(self.horse, self.low, self.high)
        while horse >= 0:
            if horse in self.legs:
                return True
            horse = board.find(self.horse, horse + 1, self.high)
        return False


# Side → square in its palace → what threatens a general there.
DANGERS: Final = tuple(
    {
        square: Danger(square, side)
        for square in SQUARES
        if square // 10 in (3, 4, 5) and square % 10 in ((0, 1, 2) if side == RED else (7, 8, 9))
    }
    for side in (RED, BLACK)
)
