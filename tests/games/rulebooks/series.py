"""Generated series of moves that repeat: random games, and cycles in which each side goes and comes back."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.xiangqi.board import Board
from games.xiangqi.fen import Position
from games.xiangqi.moves import legal_moves
from games.xiangqi.values import Move


class Series(NamedTuple):
    """A way to a position, and plies that lead back to it."""

    start: Position
    lead: list[Move]
    at: Position
    cycle: list[Move]


def back(move: Move) -> Move:
    return Move(move.target, move.origin)


def cycle_at(board: Board, chance: random.Random) -> list[Move] | None:
    """Both sides move a piece and move it back; attacking moves are preferred, for something to be judged."""
    ours = [move for move in legal_moves(board) if not board.squares[move.target]]
    chance.shuffle(ours)
    for first in ours[:6]:
        board.push(first)
        theirs = [move for move in legal_moves(board) if not board.squares[move.target]]
        chance.shuffle(theirs)
        for second in theirs[:6]:
            cycle = [first, second, back(first), back(second)]
            board.push(second)
            legal = board.is_legal(cycle[2])
            if legal:
                board.push(cycle[2])
                legal = board.is_legal(cycle[3])
                board.pop()
            board.pop()
            if legal:
                board.pop()
                return cycle
        board.pop()
    return None


def generated(seed: int, count: int, start: Position, plies: int) -> Iterator[Series]:
    """Random ways of up to that many plies from ``start``, each with a cycle at its end."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        board = Board(start)
        lead: list[Move] = []
        for _ in range(chance.randrange(plies)):
            choices = legal_moves(board)
            if not choices:
                break
            lead.append(chance.choice(choices))
            board.play(lead[-1])
        at = board.position()
        cycle = cycle_at(board, chance)
        if cycle is not None:
            made += 1
            yield Series(start, lead, at, cycle)


def quiet_game(plies: int, captures: int) -> list[Move]:
    """A game of that many plies in which only the first ``captures`` of its captures happen."""
    chance = random.Random(11)
    while True:
        board, line, left = Board(), list[Move](), captures
        while len(line) < plies:
            choices = legal_moves(board)
            takes = [move for move in choices if board.squares[move.target]]
            collected = [move for move in choices if not board.squares[move.target]]
            pick = takes if left and takes else collected
            if not pick:
                break
            left -= pick is takes
            line.append(chance.choice(pick))
            board.play(line[-1])
        if len(line) == plies and not left:
            return line
