"""Cut SGF into tokens and write trees: the one module that knows sgfmill, the SGF parser."""

from __future__ import annotations

import codecs
import re
import warnings
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Final

from games import charsets
from games.problems import Cause, Problem

with warnings.catch_warnings():
    # sgfmill 1.1.1 has an escape in a docstring that Python complains of whenever it compiles the module.
    warnings.simplefilter("ignore")
    from sgfmill import sgf_grammar

# The properties of a node: identifier → raw values in UTF-8, as they stand between their brackets.
Node = dict[str, list[bytes]]

MOST_RESUMPTIONS: Final = 20
_START: Final = re.compile(rb"\(\s*;")
_SIGNS_OF_ROOT: Final = rb"(?:GM|FF|CA|SZ|AP)[ \t]{0,9}\["
_BEGINNING: Final = re.compile(rb"\(\s{0,99};|\(\s{0,99}[A-Z]{1,2}[ \t]{0,9}\[|;?\s{0,99}" + _SIGNS_OF_ROOT)
# Words may stand before a game: those of a letter, or of a page.
_WITHIN: Final = re.compile(rb"\(\s{0,99};\s{0,99}(?:GM|FF|CA|SZ|AP|EV|GN|PB|PW|KM|RE|AB|B)[ \t]{0,9}\[")
_FAR: Final = 20_000
_SIGN: Final = re.compile(rb"\\.|[\[\]]", re.DOTALL)
_WITHOUT_NODE: Final = re.compile(rb"\((?=\s{0,99}[A-Z]{1,2}[ \t]{0,9}\[)")
_WITHOUT_BRACKET: Final = re.compile(rb";?\s{0,99}" + _SIGNS_OF_ROOT)
# A game whose properties stand in small letters, of which SGF takes no notice.
_SMALL: Final = re.compile(rb"\(\s{0,99};\s{0,99}[a-z]{1,2}[ \t]{0,9}\[")
# A value that nothing closes ends with the file: else each of its brackets would be read to the end.
_NAME_OR_VALUE: Final = re.compile(rb"\[(?:[^\\\]]++|\\.?)*+(?:\]|\Z)|([a-z]{1,2})(?=\s{0,9}\[)", re.DOTALL)
_PROPERTY: Final = re.compile(rb"[A-Za-z]{1,12}[ \t]{0,9}\[")
_MOVE: Final = re.compile(rb"(?<![A-Za-z])[BW][ \t]{0,9}\[")
_NEXT_MOVE: Final = re.compile(rb"\s{0,9}\)?\s{0,9}\(?\s{0,9};\s{0,9}[BW][ \t]{0,9}\[")
# The other games that ``GM`` names.
GAMES: Final = {
    "2": "Othello",
    "3": "Chess",
    "4": "Gomoku, Renju",
    "5": "Nine Men's Morris",
    "6": "Backgammon",
    "7": "Xiangqi",
    "8": "Shogi",
    "9": "Lines of Action",
    "10": "Ataxx",
    "11": "Hex",
}
_DELIMITER: Final = re.compile(rb"[;()]")
# A delimiter, or a value, which may never end.
_DELIMITER_OR_VALUE: Final = re.compile(rb"[;()]|\[(?:[^\\\]]++|\\.?)*+(\]|\Z)", re.DOTALL)

_Token = tuple[str, bytes]


@dataclass(slots=True)
class Branch:
    """A variation: the main line's nodes before it, and its text, kept as it is."""

    nodes: int
    text: str


def _defect(code: str, text: str, node: int = 0, offset: int | None = None) -> Problem:
    """Note something that is not SGF: at a node of the main line, or at an offset."""
    return Problem(Cause.UNREADABLE, code, text=text, node=node, offset=offset)


# Above the tokens sgfmill decodes Latin-1 by default, drops a second move of a node, reads a missing komi as
# 0, stops at the first game and gives nothing of a file with a broken bracket; none of that is used. All is
# loops here: a tree may be 150,000 nodes deep.
@dataclass(slots=True)
class Tree:
    """A game as it stands in the file."""

    # Where it starts in the file's UTF-8.
    offset: int
    # The main line, from the root.
    nodes: list[Node] = field(default_factory=list)
    # The variations off the main line.
    branches: list[Branch] = field(default_factory=list)
    # What was not SGF.
    defects: list[Problem] = field(default_factory=list)


def delimiters(data: bytes, start: int = 0) -> Iterator[re.Match[bytes]]:
    """Find what cuts SGF into games and nodes, outside of values."""
    for match in _DELIMITER_OR_VALUE.finditer(data, start):
        if match[1] is None:
            yield match
        elif not match[1]:
            # A bracket that is never closed begins no value: neither does any behind it, so none of them is
            # followed to the end of the file.
            yield from _DELIMITER.finditer(data, match.start() + 1)


def game_trees(data: bytes) -> Iterator[Tree | Problem]:
    """The games of a file (UTF-8), one after the other, with what stands outside them as defects."""
    position = 0
    while (start := _START.search(data, position)) is not None:
        yield from _outside(data, position, start.start())
        tree = Tree(start.start())
        tokens, position = _tokens(data, start.start(), tree)
        _grow(tree, tokens)
        yield tree
    yield from _outside(data, position, len(data))


def framed(data: bytes) -> bytes:
    """Begin a file's first game as SGF has it, which some programs leave out in part; no line is put in."""
    if _SMALL.search(data[:_FAR]) is not None:
        data = _NAME_OR_VALUE.sub(lambda match: match.group() if match[1] is None else match[1].upper(), data)
    begin = len(data) - len(data.lstrip())
    if (bracket := _WITHOUT_NODE.match(data, begin)) is not None:
        return data[: bracket.end()] + b";" + data[bracket.end() :]
    if _WITHOUT_BRACKET.match(data, begin) is not None:
        sign = b"(" if data[begin : begin + 1] == b";" else b"(;"
        return data[:begin] + sign + data[begin:]
    return data


def mended(data: bytes) -> tuple[bytes, list[Problem]]:
    """Escape in one pass the brackets that stand in values unescaped (``US[Somebody[3d]]``), and say
    where."""
    parts: list[bytes] = []
    defects: list[Problem] = []
    depth = copied = begun = 0
    at = -1
    while (match := _SIGN.search(data, at + 1)) is not None:
        at = match.start()
        sign = match.group()
        if sign == b"[":
            begun = at if not depth else begun
            depth += 1
        elif sign == b"]" and depth:
            if _NEXT_MOVE.match(data, at + 1) or (depth == 1 and _closes(data, at + 1)):
                depth = 0
                continue
            depth = max(depth - 1, 1)
            parts += [data[copied:at], b"\\"]
            copied = at
            if len(defects) < MOST_RESUMPTIONS:
                defects.append(_defect("unescaped", _excerpt(data[begun : at + 1]), offset=begun))
        elif sign != b"]":
            at = match.end() - 1
    return b"".join([*parts, data[copied:]]), defects


def broken(parts: Sequence[Tree | Problem]) -> int:
    """How often something stands in the games that is not SGF."""
    trees = (part for part in parts if isinstance(part, Tree))
    return sum(defect.code == "not-sgf" for tree in trees for defect in tree.defects)


def _closes(data: bytes, at: int) -> bool:
    """Whether what follows a bracket may follow a value."""
    behind = data[at : at + 200].lstrip()
    return not behind or behind[:1] in b";()[" or _PROPERTY.match(behind) is not None


def _outside(data: bytes, start: int, stop: int) -> Iterator[Problem]:
    junk = data[start:stop].strip()
    if junk:
        yield _defect("outside-game", _excerpt(junk), offset=data.index(junk, start))


def _excerpt(data: bytes) -> str:
    return data[:60].decode("utf-8", "replace").split("\n", 1)[0][:40]


def _tokens(data: bytes, start: int, tree: Tree) -> tuple[list[_Token], int]:
    """Read the tokens of the game that starts there, and its end."""
    tokens: list[_Token]
    tokens, end = sgf_grammar.tokenise(data, start)
    # Goes on behind what is not SGF, a few times.
    for _ in range(MOST_RESUMPTIONS):
        depth = _depth(tokens)
        if depth <= 0:
            return tokens, end
        remaining = data[end:].lstrip()
        if not remaining:
            tree.defects.append(_defect("unclosed", "", offset=len(data)))
            return tokens, len(data)
        tree.defects.append(_defect("not-sgf", _excerpt(remaining), offset=len(data) - len(remaining)))
        behind = _DELIMITER.search(data, len(data) - len(remaining) + 1)
        lost = data[len(data) - len(remaining) : behind.start() if behind else None]
        if _MOVE.search(lost):
            tree.defects.append(_defect("stray-value", _excerpt(lost), offset=len(data) - len(remaining)))
        if behind is None:
            if tokens[-1] in (("I", b"B"), ("I", b"W")):
                tree.defects.append(
                    _defect("bad-move", _excerpt(tokens[-1][1] + remaining), offset=len(data))
                )
            return tokens, len(data)
        # sgfmill starts at a game only; so the brackets that are open are given to it again.
        prefix = b"(;" + b"(" * (depth - 1)
        more, length = sgf_grammar.tokenise(prefix + data[behind.start() :], 0)
        tokens += more[depth + 1 :]
        end = behind.start() + length - len(prefix)
    tree.defects.append(_defect("unclosed", _excerpt(data[end:]), offset=end))
    return tokens, len(data)


def _depth(tokens: list[_Token]) -> int:
    return tokens.count(("D", b"(")) - tokens.count(("D", b")"))


def _grow(tree: Tree, tokens: list[_Token]) -> None:
    """Build the tree: the main line is what comes up to the first closing bracket."""
    nodes = tree.nodes
    forks: list[int] = []
    node: Node | None = None
    values: list[bytes] | None = None
    name = ""
    for index, (kind, token) in enumerate(tokens):
        if kind == "V":
            if values is None:
                tree.defects.append(_defect("stray-value", f"[{_excerpt(token)}]", len(nodes) - 1))
            else:
                values.append(token)
            continue
        if values is not None and not values and node is not None:
            tree.defects.append(_defect("no-value", name, len(nodes) - 1))
            del node[name]
        if kind == "I":
            name = token.decode("ascii")
            if node is None or not name:
                tree.defects.append(_defect("stray-name", name, len(nodes) - 1))
                values = None
            else:
                values = node.setdefault(name, [])
            continue
        values = None
        if token == b";":
            node = {}
            nodes.append(node)
        elif token == b"(":
            node = None
            forks.append(len(nodes))
        else:
            # Then come variations, deepest first.
            _keep_branches(tree, forks, tokens[index + 1 :])
            return
    if values is not None and not values and node is not None:
        tree.defects.append(_defect("no-value", name, len(nodes) - 1))
        del node[name]


def _keep_branches(tree: Tree, forks: list[int], tokens: list[_Token]) -> None:
    """Keep what follows the main line; ``forks``: the nodes before each bracket that the main line opened."""
    hangs_on = forks.pop()
    parts: list[bytes] = []
    depth = 0
    for kind, token in tokens:
        if kind == "D":
            if token == b")" and depth == 0:
                hangs_on = forks.pop() if forks else 0
                continue
            depth += {b"(": 1, b")": -1}.get(token, 0)
        parts.append(b"[" + token + b"]" if kind == "V" else token)
        if depth == 0:
            _keep_branch(tree, hangs_on, parts)
            parts = []
    if parts:
        _keep_branch(tree, hangs_on, [*parts, b")" * depth])


def _keep_branch(tree: Tree, hangs_on: int, parts: list[bytes]) -> None:
    text = b"".join(parts)
    try:
        sgf_grammar.parse_sgf_game(text)
    except ValueError:
        tree.defects.append(_defect("bad-variation", _excerpt(text), hangs_on - 1))
    else:
        tree.branches.append(Branch(hangs_on, text.decode("utf-8", "replace")))


def text_value(raw: bytes) -> str:
    """A value of several lines, without its escapes."""
    text: bytes = sgf_grammar.text_value(raw)
    return text.decode("utf-8", "replace")


def line_of(data: bytes, offset: int) -> int:
    """The line of a place in the file, from 1."""
    return bisect_left(_line_ends(data), offset) + 1


def line_of_node(data: bytes, start: int, nodes: int, node: int) -> int:
    """The line of a node of the main line, which has so many nodes, in the game that starts there."""
    offsets = _node_offsets(data, start, nodes)
    return line_of(data, offsets[node] if node < len(offsets) else start)


@lru_cache(maxsize=2)
def _line_ends(data: bytes) -> list[int]:
    return [match.start() for match in re.finditer(b"\n", data)]


@lru_cache(maxsize=4)
def _node_offsets(data: bytes, start: int, nodes: int) -> list[int]:
    """Find where the main line's nodes stand: they come first in a game."""
    nodes_begin = (match.start() for match in delimiters(data, start) if match.group() == b";")
    return list(islice(nodes_begin, nodes))


def looks_like_sgf(data: bytes) -> bool:
    """Whether a file begins as SGF does, or holds a game of SGF behind other words."""
    head = data[:_FAR].removeprefix(codecs.BOM_UTF8)
    if codec := charsets.unicode_of(head):
        head = head.decode(codec, "ignore").encode()
    return _BEGINNING.match(head.lstrip()) is not None or _WITHIN.search(head) is not None


def is_one_line(text: str) -> bool:
    """Whether a text is one game without variations, so that a node before its last bracket goes on."""
    data = text.strip().encode()
    marks = [(match.group(), match.start()) for match in delimiters(data) if match.group() != b";"]
    return marks == [(b"(", 0), (b")", len(data) - 1)]


def serialise(nodes: list[Node], branches: list[Branch]) -> bytes:
    """Write a game's text in UTF-8; raise `ValueError` for a branch whose text is no game."""
    by_node: dict[int, list[Branch]] = {}
    for branch in branches:
        by_node.setdefault(min(max(branch.nodes, 1), len(nodes)), []).append(branch)
    tree = root = sgf_grammar.Coarse_game_tree()
    for index, node in enumerate(nodes, start=1):
        tree.sequence.append(node)
        if index in by_node:
            child = sgf_grammar.Coarse_game_tree()
            if index == len(nodes):
                child.sequence.append({})  # or else the main line would go on in the variation
            tree.children = [child]
            tree.children += [sgf_grammar.parse_sgf_game(branch.text.encode()) for branch in by_node[index]]
            tree = child
    text: bytes = sgf_grammar.serialise_game_tree(root)
    return text


def escape(text: str) -> bytes:
    """Text as a raw value."""
    raw: bytes = sgf_grammar.escape_text(text.encode())
    return raw
