"""Find the legal moves of a position, whether there are any, and count them to a depth."""

from __future__ import annotations

from enum import StrEnum

from games.xiangqi.board import Board
from games.xiangqi.geometry import STEPS
from games.xiangqi.lines import DANGERS, LINE_MOVES
from games.xiangqi.values import ADVISOR, ELEPHANT, HORSE, KING, Move, piece_of


class Ending(StrEnum):
    """Whether the board has decided the game; a side without a move has lost either way."""

    MATE = "mate"
    STALEMATE = "stalemate"
    UNDECIDED = "undecided"


def legal_moves(board: Board) -> list[Move]:
    """All legal moves, in no promised order but always the same for the same position."""
    squares, side = bytes(board.squares), board.side
    moves: list[Move] = []
    for line, table in LINE_MOVES[side]:
        moves += table[squares[line]]
    for kind in (HORSE, ELEPHANT, ADVISOR):
        piece = piece_of(kind, side)
        steps = STEPS[piece]
        square = squares.find(piece)
        while square >= 0:
            for move, needed in steps[square]:
                if needed < 0 or not squares[needed]:
                    captured = squares[move[1]]
                    if not captured or captured >> 3 != side:
                        moves.append(move)
            square = squares.find(piece, square + 1)
    king = board.kings[side]
    danger = DANGERS[side][king]
    if danger.careless(squares):
        near = danger.near
        check = board.check
        moves = [
            move
            for move in moves
            if not (check or near[move[0]] or near[move[1]]) or _is_safe(board, move, king)
        ]
    for move, _ in STEPS[piece_of(KING, side)][king]:
        captured = squares[move[1]]
        if (not captured or captured >> 3 != side) and _is_safe(board, move, move[1]):
            moves.append(move)
    return moves


def _is_safe(board: Board, move: Move, king: int) -> bool:
    """Whether the mover's general, then on ``king``, is not attacked after the move."""
    squares = board.squares
    origin, target = move
    captured = squares[target]
    squares[target] = squares[origin]
    squares[origin] = 0
    after = bytes(squares)
    squares[origin] = squares[target]
    squares[target] = captured
    return not DANGERS[board.side][king].attacked(after)


def ending(board: Board) -> Ending:
    """Mate, stalemate or undecided for the side to move."""
    if legal_moves(board):
        return Ending.UNDECIDED
    return Ending.MATE if board.check else Ending.STALEMATE


def perft(board: Board, depth: int) -> int:
    """Count the series of that many legal plies that the position has."""
    if depth <= 0:
        return 1
    moves = legal_moves(board)
    if depth == 1:
        # The last ply is counted, not made.
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes
