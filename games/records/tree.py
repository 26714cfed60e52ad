"""Trees of moves as binary files store them: a move, its continuation, then its alternatives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.records.game import FaultCode
from games.records.lines import GameReader, Line
from games.xiangqi.geometry import MOVES
from games.xiangqi.notation.errors import UnreadableError
from games.xiangqi.values import Move


class Node(NamedTuple):
    """One stored move. Squares out of range are None; ``place`` is the offset in the file."""

    origin: int | None
    target: int | None
    goes_on: bool
    has_alternative: bool
    comment: str
    place: int


def read_tree(reader: GameReader, nodes: Iterator[Node]) -> bool:
    """Feeds the nodes to the reader; whether they ended where the tree does."""
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
