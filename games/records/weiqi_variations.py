"""Give what an annotator gave instead of a move: variations of a record as plain values, and back as SGF.

They are shaped as those of xiangqi (`games.records.answer`): ``ply`` is the first that a line replaces. Of
their nodes moves and comments are kept, nothing else; nothing in them is judged.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.problems import Problem
from games.records.answer import VariationBudget
from games.weiqi import sgf
from games.weiqi.record import Variation, WeiqiRecord
from games.weiqi.values import Move

# So many lines inside each other are kept: each is cut out of the text of the one around it.
DEEPEST: Final = 8


def variations(record: WeiqiRecord) -> list[dict[str, Any]]:
    budget = VariationBudget()
    return [
        line
        for variation in record.variations
        for line in _lines(variation.sgf, variation.ply, DEEPEST, budget)
    ]


def variations_as_sgf(lines: Sequence[Mapping[str, Any]]) -> tuple[Variation, ...]:
    return tuple(Variation(line["ply"] - 1, _text(line)) for line in lines)


def _lines(text: str, before: int, depth: int, budget: VariationBudget) -> Iterator[dict[str, Any]]:
    """List the lines of a text; ``before``: how many plies were made when it begins."""
    tree = next(sgf.game_trees(text.encode()), None)
    if tree is None or isinstance(tree, Problem):
        return
    moves: list[str] = []
    nodes_of_moves: list[int] = []
    comments: dict[str, str] = {}
    for index, node in enumerate(tree.nodes):
        for name in ("B", "W"):
            for raw in node.get(name, ()):
                move = _move(name, raw)
                if move is not None:
                    moves.append(move)
                    nodes_of_moves.append(index)
        for raw in node.get("C", ())[:1]:
            at = str(before + len(moves))
            value = sgf.text_value(raw)
            comments[at] = f"{comments[at]}\n{value}" if at in comments else value
    if not moves or not budget.takes(len(moves)):
        return
    yield {
        "ply": before + 1,
        "moves": {"sgf": moves},
        "comments": comments,
        "variations": [
            line
            for branch in (tree.branches if depth > 1 else ())
            for line in _lines(
                branch.text, before + bisect_left(nodes_of_moves, branch.nodes), depth - 1, budget
            )
        ],
    }


def _move(name: str, raw: bytes) -> str | None:
    text = f"{name}[{raw.strip().decode('ascii', 'replace')}]"
    try:
        return str(Move.parse(text))
    except ValueError:
        return None


def _text(line: Mapping[str, Any]) -> str:
    """Write a line as SGF."""
    first, comments = line["ply"], line["comments"]
    # A line that begins with words, or with another choice, has a node for them.
    nodes: list[sgf.Node] = [{}] if _has_head(line) else []
    head = len(nodes)
    for text in line["moves"]["sgf"]:
        move = Move.parse(text)
        nodes.append({text[0]: [text[2:-1].encode() if move.point is not None else b""]})
    for ply, text in comments.items():
        nodes[int(ply) - first + head]["C"] = [sgf.escape(text)]
    inner = [sgf.Branch(each["ply"] - first + head, _text(each)) for each in line["variations"]]
    return sgf.serialise(nodes, inner).decode()


def _has_head(line: Mapping[str, Any]) -> bool:
    first = line["ply"]
    return str(first - 1) in line["comments"] or any(each["ply"] == first for each in line["variations"])
