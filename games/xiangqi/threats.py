"""Find which captures a side threatens, read quickly from a position at rest.

*threat*     a legal capture of an enemy piece other than the general, if it were that side's turn.
*protected*  the capture could be answered at once by a legal recapture: true protection, pins counted.
*returned*   the piece under attack could itself legally take its attacker.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.xiangqi.geometry import GAPS, HORSE_ATTACKS, MOVES, NOTHING, POINTS, STEPS, has_crossed
from games.xiangqi.lines import DANGERS, LINE_MOVES
from games.xiangqi.values import (
    ADVISOR,
    BLACK,
    CANNON,
    CHARIOT,
    ELEPHANT,
    HORSE,
    KING,
    PAWN,
    RED,
    SQUARES,
    Move,
    piece_of,
)


class StillPosition(NamedTuple):
    """A position without a side to move: the board as bytes, and where the two generals stand, by side."""

    squares: bytes
    kings: tuple[int, int]


class Threat(NamedTuple):
    """A threatened capture."""

    capture: Move
    # Kinds, as is the victim.
    attacker: int
    victim: int
    protected: bool
    returned: bool
    # The victim is a chariot that may not leave its square because of a horse.
    pinned: bool


# Side, square → the steps by which its generals, advisors, elephants and horses could get there.
_LEAPERS: Final = tuple(
    tuple(
        tuple(
            (move, move.origin, gap.start if gap != NOTHING else -1, piece)
            for piece in (piece_of(kind, side) for kind in (KING, ADVISOR, ELEPHANT, HORSE))
            for move, gap in GAPS[piece].items()
            if move.target == square and move.origin in POINTS[piece] and square in POINTS[piece]
        )
        for square in SQUARES
    )
    for side in (RED, BLACK)
)


def captures_of(squares: bytes, square: int, side: int) -> list[Move]:
    """Find how that side's pieces could take the piece on the square; their general's safety left aside."""
    lines = LINE_MOVES[side]
    file, rank = divmod(square, 10)
    line, table = lines[file]
    moves = [move for move in table[squares[line]] if move[1] == square]
    line, table = lines[9 + rank]
    moves += [move for move in table[squares[line]] if move[1] == square]
    moves += [
        move
        for move, origin, leg, piece in _LEAPERS[side][square]
        if squares[origin] == piece and (leg < 0 or not squares[leg])
    ]
    return moves


def captures_by(squares: bytes, side: int) -> list[Move]:
    """Find all captures of that side, its general's own left out; its general's safety left aside."""
    captures: list[Move] = []
    for line, table in LINE_MOVES[side]:
        captures += [move for move in table[squares[line]] if squares[move[1]]]
    for kind in (HORSE, ELEPHANT, ADVISOR):
        piece = piece_of(kind, side)
        square = squares.find(piece)
        while square >= 0:
            for move, leg in STEPS[piece][square]:
                captured = squares[move[1]]
                if captured and captured >> 3 != side and (leg < 0 or not squares[leg]):
                    captures.append(move)
            square = squares.find(piece, square + 1)
    return captures


def board_after(squares: bytes, move: Move) -> bytes:
    board = bytearray(squares)
    board[move[1]] = board[move[0]]
    board[move[0]] = 0
    return bytes(board)


def keeps_general_safe(still: StillPosition, move: Move, side: int) -> bool:
    king = still.kings[side]
    if king == move[0]:
        king = move[1]
    return not DANGERS[side][king].attacked(board_after(still.squares, move))


def may_take(still: StillPosition, origin: int, target: int, side: int) -> bool:
    """Whether that side's piece on ``origin`` could legally take the enemy piece on ``target``."""
    move = MOVES.get((origin, target))
    piece = still.squares[origin]
    gap = GAPS[piece].get(move) if move is not None else None
    if gap is None or move is None:
        return False
    between = still.squares[gap]
    screens = len(between) - between.count(0)
    return screens == (piece & 7 == CANNON) and keeps_general_safe(still, move, side)


def is_pinned_by_horse(still: StillPosition, square: int, side: int) -> bool:
    """Whether the piece is the leg without which an enemy horse would attack that side's general."""
    squares, horse = still.squares, piece_of(HORSE, 1 - side)
    return any(
        leg == square and squares[origin] == horse for origin, leg in HORSE_ATTACKS[still.kings[side]].items()
    )


def threats_of(still: StillPosition, side: int, *, by_all: bool = False) -> list[Threat]:
    """Find the captures that a side threatens, general and pawns left out unless ``by_all``."""
    squares, enemy = still.squares, 1 - side
    threats = []
    for capture in captures_by(squares, side):
        origin, target = capture
        attacker, victim = squares[origin] & 7, squares[target] & 7
        if (attacker == PAWN and not by_all) or victim == KING:
            continue
        # Targets are all pieces but the general and pawns that have not crossed the river.
        if victim == PAWN and not has_crossed(target, enemy):
            continue
        if not keeps_general_safe(still, capture, side):
            continue
        taken = StillPosition(board_after(squares, capture), still.kings)
        protected = any(
            keeps_general_safe(taken, move, enemy) for move in captures_of(taken.squares, target, enemy)
        )
        returned = attacker == victim and may_take(still, target, origin, enemy)
        pinned = victim == CHARIOT and is_pinned_by_horse(still, target, enemy)
        threats.append(Threat(capture, attacker, victim, protected, returned, pinned))
    return threats
