"""Trees of moves as binary files store them: a move, its continuation, then its alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.problems import Cause, Problem
from games.records.game import FaultCode, Game
from games.records.lines import GameReader, Line, TooManyPliesError
from games.xiangqi.fen import START_POSITION, Position
from games.xiangqi.geometry import MOVES
from games.xiangqi.notation.errors import UnreadableError
from games.xiangqi.values import Move


class Node(NamedTuple):
    """One stored move."""

    # Squares out of range are None.
    origin: int | None
    target: int | None
    goes_on: bool
    has_alternative: bool
    comment: str
    # The offset in the file.
    place: int


def read_stored(
    headers: Mapping[str, str], start: Position, root: Node | None, moves: Iterator[Node] | None, *, size: int
) -> Game:
    """Read the game of a file of ``size`` bytes; ``root``: the node before the first move, with its
    comment."""
    defects = start.defects()
    reader = GameReader(START_POSITION if defects else start, first_rank=0)
    if defects:
        defect_texts = tuple(f"{defect.code} {defect.text}" for defect in defects)
        text = start.placement()
        reader.add(
            Problem(Cause.UNREADABLE, FaultCode.BAD_START, text=text, params={"defects": defect_texts})
        )
        reader.without_position()
    if root and root.comment:
        reader.main.comment(root.comment)
    try:
        # Without moves where the file says that there are none.
        if moves is not None and not read_tree(reader, moves):
            reader.note(FaultCode.TRUNCATED, size=size)
    except TooManyPliesError:
        reader.note(FaultCode.TOO_MANY_PLIES, ply=reader.main.ply)
    return reader.game(headers)


def read_tree(reader: GameReader, nodes: Iterator[Node]) -> bool:
    """Feed the nodes to the reader; say whether they ended where the tree does."""
    line: Line = reader.main
    open_branches: list[Line] = []
    for node in nodes:
        if node.has_alternative:
            if reader.too_deep(line):
                reader.note(FaultCode.TOO_DEEP, place=node.place)
            open_branches.append(line.branch())
        _play(line, node)
        if node.comment:
            line.comment(node.comment)
        if not node.goes_on:
            if not open_branches:
                return True
            line = open_branches.pop()
    return False


def _play(line: Line, node: Node) -> None:
    text = f"@{node.place}"
    if node.origin is None or node.target is None:
        line.fail(UnreadableError(text, "not-notation"), text, node.place)
        return
    move = Move(node.origin, node.target)
    line.move(MOVES.get(move, move), str(move), node.place)
