"""Say where each kind of piece may go on an empty board, and what must be empty for it; computed once.

*gap*   the squares between origin and target as a slice of the board: for a chariot or a cannon the line
        between, for a horse its leg, for an elephant its eye, else nothing. A move needs an empty gap; a
        cannon that captures needs exactly one piece (its screen) in it.
"""

from __future__ import annotations

from typing import Final

from games.xiangqi.values import (
    ADVISOR,
    BLACK,
    CANNON,
    CHARIOT,
    ELEPHANT,
    HORSE,
    KINDS,
    KING,
    PAWN,
    RED,
    SQUARES,
    Move,
    piece_of,
    square_at,
)

NOTHING: Final = slice(0, 0)
DIAGONAL: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))


def on_board(file: int, rank: int) -> bool:
    return 0 <= file < 9 and 0 <= rank < 10


def in_palace(square: int, side: int) -> bool:
    """Whether the square is one of the nine where that side's general may stand."""
    file, rank = divmod(square, 10)
    return 3 <= file <= 5 and (rank <= 2 if side == RED else rank >= 7)


def has_crossed(square: int, side: int) -> bool:
    """Whether the square lies beyond the river for that side."""
    return (square % 10 >= 5) if side == RED else (square % 10 <= 4)


def _king(square: int, side: int) -> dict[int, slice]:
    return {
        to: NOTHING
        for file, rank in STRAIGHT
        if on_board(square // 10 + file, square % 10 + rank)
        and in_palace(to := square + 10 * file + rank, side)
    }


def _advisor(square: int, side: int) -> dict[int, slice]:
    return {
        to: NOTHING
        for file, rank in DIAGONAL
        if on_board(square // 10 + file, square % 10 + rank)
        and in_palace(to := square + 10 * file + rank, side)
    }


def _elephant(square: int, side: int) -> dict[int, slice]:
    destinations = {}
    for file, rank in DIAGONAL:
        if on_board(square // 10 + 2 * file, square % 10 + 2 * rank):
            to, eye = square + 20 * file + 2 * rank, square + 10 * file + rank
            if not has_crossed(to, side):
                destinations[to] = slice(eye, eye + 1)
    return destinations


def _horse(square: int, _side: int) -> dict[int, slice]:
    destinations = {}
    for file, rank in STRAIGHT:
        leg = square + 10 * file + rank
        for turn in (1, -1):
            df, dr = (2 * file, turn) if file else (turn, 2 * rank)
            if on_board(square // 10 + df, square % 10 + dr):
                destinations[square + 10 * df + dr] = slice(leg, leg + 1)
    return destinations


def _line(square: int, _side: int) -> dict[int, slice]:
    destinations = {}
    for to in SQUARES:
        low, high = min(square, to), max(square, to)
        if to != square and to // 10 == square // 10:
            destinations[to] = slice(low + 1, high)
        elif to != square and to % 10 == square % 10:
            destinations[to] = slice(low + 10, high, 10)
    return destinations


def _pawn(square: int, side: int) -> dict[int, slice]:
    file, rank = divmod(square, 10)
    steps = [(0, 1 if side == RED else -1)]
    if has_crossed(square, side):
        steps += [(1, 0), (-1, 0)]
    return {square_at(file + f, rank + r): NOTHING for f, r in steps if on_board(file + f, rank + r)}


_REACH = {
    KING: _king,
    ADVISOR: _advisor,
    ELEPHANT: _elephant,
    HORSE: _horse,
    CHARIOT: _line,
    CANNON: _line,
    PAWN: _pawn,
}


def _points(kind: int, side: int) -> frozenset[int]:
    """The squares where a piece may ever stand."""
    if kind == KING:
        return frozenset(square for square in SQUARES if in_palace(square, side))
    if kind in (ADVISOR, ELEPHANT):
        points = {square_at(3 if kind == ADVISOR else 2, 0 if side == RED else 9)}
        grown = True
        while grown:
            more = {to for square in points for to in _REACH[kind](square, side)} - points
            grown = bool(more)
            points |= more
        return frozenset(points)
    if kind == PAWN:
        lines = (3, 4) if side == RED else (6, 5)
        return frozenset(
            square
            for square in SQUARES
            if has_crossed(square, side) or (square % 10 in lines and square // 10 % 2 == 0)
        )
    return frozenset(SQUARES)


# Every move that some piece could make, one object each: making a move never makes an object.
MOVES: Final[dict[tuple[int, int], Move]] = {
    (origin, to): Move(origin, to)
    for origin in SQUARES
    for to in {to for kind in KINDS for side in (RED, BLACK) for to in _REACH[kind](origin, side)}
}

# Piece → the squares where it may ever stand (elephants seven, advisors five, and so on).
POINTS: Final = {piece_of(kind, side): _points(kind, side) for kind in KINDS for side in (RED, BLACK)}

# Piece → its moves on an empty board → the gap of each.
GAPS: Final[list[dict[Move, slice]]] = [{} for _ in range(16)]
for _kind in KINDS:
    for _side in (RED, BLACK):
        GAPS[piece_of(_kind, _side)] = {
            MOVES[square, to]: gap for square in SQUARES for to, gap in _REACH[_kind](square, _side).items()
        }

# Piece, square → (move, the square that must be empty or -1) for generals, advisors, elephants, horses.
STEPS: Final[list[list[tuple[tuple[Move, int], ...]]]] = [
    [
        tuple(
            (MOVES[square, to], gap.start if gap != NOTHING else -1)
            for to, gap in _REACH[piece & 7](square, piece >> 3).items()
        )
        if piece & 7 in (KING, ADVISOR, ELEPHANT, HORSE)
        else ()
        for square in SQUARES
    ]
    for piece in range(16)
]

# Square → from where a horse attacks it → that horse's leg.
HORSE_ATTACKS: Final[list[dict[int, int]]] = [{} for _ in SQUARES]
for (_origin, _to), _gap in GAPS[HORSE].items():
    HORSE_ATTACKS[_to][_origin] = _gap.start

FILE_SLICES: Final = tuple(slice(10 * file, 10 * file + 10) for file in range(9))
RANK_SLICES: Final = tuple(slice(rank, 90, 10) for rank in range(10))
