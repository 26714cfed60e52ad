"""What is established about each ply of a valid game: what pages and rulebooks start from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.xiangqi.board import Board
from games.xiangqi.fen import START_POSITION, Position
from games.xiangqi.values import Move


class Fact(NamedTuple):
    """A ply and the position after it.

    piece, captured   what moved, and what it took (0: nothing)
    check             whether the side to move then stands in check
    quiet             plies since the last capture, this one included
    repetition        which occurrence of the position since the last capture
    """

    move: Move
    piece: int
    captured: int
    check: bool
    quiet: int
    repetition: int


def facts(moves: Iterable[Move], start: Position = START_POSITION) -> list[Fact]:
    """The facts of a game, every move checked. Raises `IllegalMoveError` at the first illegal one."""
    board = Board(start)
    play, squares = board.play, board.squares
    found = []
    for move in moves:
        piece, captured = squares[move[0]], squares[move[1]]
        play(move)
        found.append(Fact(move, piece, captured, board.check, board.quiet, board.seen[board.key]))
    return found
