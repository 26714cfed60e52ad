"""Read SGF, FF[3] and FF[4]: the main line, setup, comments; variations kept, not judged.

A file is never thrown away: whatever is wrong is a fault with its line and ply, and the rest is there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Final

from games.problems import Problem
from games.weiqi import sgf
from games.weiqi.handicap import MOST, Placement, fixed_points
from games.weiqi.record import (
    DEFAULT_SIZE,
    MOST_BYTES,
    MOST_FAULTS,
    MOST_GAMES,
    MOST_MOVES,
    FaultCode,
    Setup,
    Variation,
    WeiqiRecord,
    fault,
)
from games.weiqi.results import NO_CLAIM, parse_claim
from games.weiqi.text import decode_sgf
from games.weiqi.values import (
    BLACK,
    COLOUR_LETTERS,
    HUMAN_COLUMNS,
    LETTERS,
    SIZES,
    STRIDE,
    UNREADABLE,
    WHITE,
    Move,
    parse_point,
    point_at,
    point_name,
)
from games.weiqi.words import handicap_in_words, komi_in_words, size_in_words

_SETUP: Final = frozenset({"AB", "AW", "AE"})
_NOT_TEXT: Final = _SETUP | {"B", "W", "C", "PL"}
_LEFT: Final = re.compile(rb"(\d{1,6})(?:\.\d{0,6})?")
# Values of one setup property; a board has no more points.
MOST_SETUP: Final = 1_000
# Property as some sites of China and Japan name it in the root → as SGF does.
_OTHER_NAMES: Final = {"KO": "KM", "TE": "EV", "RD": "DT"}
# Programs that know no decimals write a komi of 6.5 as ``650``, or as ``65``.
_HUNDREDTHS: Final = 100
_SPOKEN: Final = re.compile("([A-HJ-T])([1-9][0-9]?)")
_TENTHS: Final = (55, 65, 75)


@cache
def _moves(colour: int, size: int) -> dict[bytes, Move]:
    """Map raw values to moves."""
    letters = LETTERS[:size]
    moves = {(x + y).encode(): Move(colour, parse_point(x + y)) for x in letters for y in letters}
    # ``tt`` is a pass too on boards of up to 19 lines, as in FF[3].
    return moves | dict.fromkeys([b"", b"tt"] if size <= 19 else [b""], Move(colour, None))


def read_file(data: bytes, placement: Placement | None = None) -> list[WeiqiRecord]:
    """Read the games of a file; at least one record, which for a file without a game holds only the fault.

    ``placement``: where handicap stones stand of which a file says no more than how many (HA without AB);
    None:
    nothing is known of the rules.
    """
    if len(data) > MOST_BYTES:
        return [
            WeiqiRecord(
                faults=(fault(FaultCode.FILE_TOO_LARGE, params={"bytes": len(data), "most": MOST_BYTES}),)
            )
        ]
    decoded = decode_sgf(data)
    text = sgf.framed(decoded.text.encode())
    outside: list[Problem] = []
    if decoded.bad_byte is not None:
        line = sgf.line_of(data, decoded.bad_byte)
        outside.append(fault(FaultCode.BAD_CHARACTERS, line=line, params={"encoding": decoded.encoding}))
    records: list[WeiqiRecord] = []
    games = list(islice(sgf.game_trees(text), 2 * MOST_GAMES + 2))
    if sgf.broken(games):
        again, unescaped = sgf.mended(text)
        mended = list(islice(sgf.game_trees(again), 2 * MOST_GAMES + 2))
        if unescaped and sgf.broken(mended) < sgf.broken(games):
            games = mended
            outside += [
                fault(FaultCode(defect.code), defect.text, line=sgf.line_of(text, defect.offset or 0))
                for defect in unescaped
            ]
            text = again
    for tree in games:
        if isinstance(tree, Problem):
            outside.append(fault(FaultCode(tree.code), tree.text, line=sgf.line_of(text, tree.offset or 0)))
        elif len(records) == MOST_GAMES:
            line = sgf.line_of(text, tree.offset)
            outside.append(fault(FaultCode.TOO_MANY_GAMES, line=line, params={"most": MOST_GAMES}))
            break
        else:
            records.append(_Reader(text, tree, len(records), placement).read())
    if not records:
        return [WeiqiRecord(faults=(*outside[:MOST_FAULTS], fault(FaultCode.NO_GAME)))]
    if outside:
        records[0] = replace(records[0], faults=(*outside[:MOST_FAULTS], *records[0].faults))
    return records


class _Reader:
    """Reads one game of a file."""

    def __init__(self, text: bytes, tree: sgf.Tree, index: int, placement: Placement | None) -> None:
        self.text = text
        self.tree = tree
        self.index = index
        self.placement = placement
        self.faults: list[Problem] = []
        self.unlisted = 0
        self.size = DEFAULT_SIZE
        self.turn = ""
        self.before = 0
        self.moves: list[Move] = []
        self.where: list[int] = []
        self.comments: dict[int, str] = {}
        self.clocks: dict[int, int] = {}
        self.overtime: dict[int, int] = {}
        self.setups: dict[int, Setup] = {}

    def add(
        self,
        code: FaultCode,
        text: str = "",
        node: int = 0,
        *,
        ply: int | None = None,
        candidates: tuple[str, ...] = (),
        **params: object,
    ) -> None:
        """Keep a fault at a node of the main line; from `MOST_FAULTS` on they are only counted."""
        if len(self.faults) >= MOST_FAULTS:
            self.unlisted += 1
            return
        line = sgf.line_of_node(self.text, self.tree.offset, len(self.tree.nodes), node)
        self.faults.append(fault(code, text, line=line, ply=ply, candidates=candidates, params=params))

    def read(self) -> WeiqiRecord:
        for defect in self.tree.defects[:MOST_FAULTS]:
            line = None if defect.offset is None else sgf.line_of(self.text, defect.offset)
            if line is None:
                self.add(FaultCode(defect.code), defect.text, defect.node)
            else:
                self.faults.append(fault(FaultCode(defect.code), defect.text, line=line))
        root = self.tree.nodes[0]
        properties = {
            name: _one_line(values[0]) for name, values in root.items() if name not in _NOT_TEXT and values
        }
        for name, usual in _OTHER_NAMES.items():
            if properties.get(name) and not properties.get(usual):
                properties[usual] = properties[name]
        self._game_and_size(properties)
        setup = self._first_setup() or self._fixed_stones(properties)
        handicap = self._handicap(properties, setup)
        first = self.turn = self._first(setup, handicap)
        self._walk()
        faults = self.faults
        if self.unlisted:
            faults = [*faults, fault(FaultCode.MORE_FAULTS, params={"count": self.unlisted})]
        return WeiqiRecord(
            index=self.index,
            properties=properties,
            size=self.size,
            first=COLOUR_LETTERS.index(first),
            setup=setup,
            setups=self.setups,
            moves=tuple(self.moves),
            comments=self.comments,
            clocks=self.clocks,
            overtime=self.overtime,
            variations=tuple(
                Variation(bisect_left(self.where, branch.nodes), branch.text) for branch in self.tree.branches
            ),
            komi=self._komi(properties),
            handicap=handicap,
            claim=parse_claim(properties["RE"]) if "RE" in properties else NO_CLAIM,
            faults=tuple(faults),
            source=self.text,
            offset=self.tree.offset,
            nodes=tuple(self.where),
        )

    def _game_and_size(self, properties: dict[str, str]) -> None:
        game = properties.get("GM", "1")
        if game != "1":
            name = sgf.GAMES.get(game)
            self.add(FaultCode.WRONG_GAME, f"GM[{game}]" + (f" {name}" if name else ""), found=game)
        size = properties.get("SZ", str(DEFAULT_SIZE))
        lines = size_in_words(size)
        if lines is not None and lines in SIZES:
            self.size = lines
        else:
            self.add(FaultCode.BAD_SIZE, f"SZ[{size}]", most=SIZES[-1])

    def _komi(self, properties: dict[str, str]) -> int | None:
        text = properties.get("KM", "")
        if not text:
            return None
        komi = komi_in_words(text)
        if komi is None:
            self.add(FaultCode.BAD_KOMI, f"KM[{text}]")
            return None
        points = komi.value
        if not komi.unit and points.denominator == 1 and abs(points) in _TENTHS:
            points /= 10
        elif points.denominator == 1 and abs(points) >= _HUNDREDTHS:
            points /= 100
        halves = 2 * points
        if halves.denominator == 1:
            return int(halves)
        if halves.denominator == 2:
            # Quarters are no points: the stones that a player gives back.
            self.add(FaultCode.KOMI_IN_STONES, f"KM[{text}]", candidates=(f"{float(2 * points):g}",))
        elif komi.unit or points != komi.value:
            self.add(FaultCode.BAD_KOMI, f"KM[{text}]")
        else:
            self.add(FaultCode.KOMI_IN_STONES, f"KM[{text}]")
        return None

    def _fixed_stones(self, properties: dict[str, str]) -> Setup:
        """Place the stones of a game whose rules say where they stand."""
        # Where Black begins, moves may have placed them.
        text = properties.get("HA", "")
        if self.placement is not Placement.FIXED or self._opening() == "B":
            return Setup()
        if not (text.isascii() and text.isdecimal() and len(text) == 1 and int(text) <= MOST):
            return Setup()
        try:
            return Setup(black=tuple(sorted(fixed_points(self.size, int(text)))))
        except ValueError:
            # A board without so many star points.
            return Setup()

    def _opening(self) -> str:
        """Say who plays the first move of the file, ``B`` or ``W``; empty where there is none."""
        played = (node for node in self.tree.nodes if "B" in node or "W" in node)
        return "B" if "B" in (node := next(played, {})) else "W" if node else ""

    def _handicap(self, properties: dict[str, str], setup: Setup) -> int:
        stones = 0 if setup.white else len(setup.black)
        text = properties.get("HA", "")
        if not text:
            return stones if stones > 1 else 0
        count = handicap_in_words(text)
        if count is None:
            self.add(FaultCode.BAD_HANDICAP, f"HA[{text}]")
            return stones
        if count > 1 and not setup and self.placement is not None:
            self.add(FaultCode.UNPLACED_HANDICAP, f"HA[{text}]", said=count)
        elif count not in (stones, stones or 1) and not setup.white:
            self.add(FaultCode.HANDICAP_DIFFERS, f"HA[{text}]", said=count, stones=stones)
        return stones or (count if count > 1 else 0)

    def _first(self, setup: Setup, handicap: int) -> str:
        """Say who moves first: whom the file names; White after handicap stones; else Black."""
        heads = self.tree.nodes[: self.before + 1]
        named = [node["PL"][0] for node in heads if node.get("PL")] or [b""]
        player = named[-1].strip()[:1].upper().decode("ascii", "replace")
        if player in ("B", "W"):
            return player
        if setup.black and not setup.white:
            return "W"
        played = (node for node in self.tree.nodes if "B" in node or "W" in node)
        opening = next(played, {"B": [b""]})
        if "B" in opening:
            return "B"
        if not setup and not handicap:
            self.add(FaultCode.WHITE_FIRST, f"W[{_excerpt(opening['W'][0])}]", self.tree.nodes.index(opening))
        return "W"

    def _first_setup(self) -> Setup:
        """Find what stands on the board before the first move."""
        setup = Setup()
        # Some programs set it up behind the root.
        for index, node in enumerate(self.tree.nodes):
            if index and ("B" in node or "W" in node):
                break
            if not _SETUP.isdisjoint(node):
                more = self._setup(node, index)
                setup = _joined(setup, more) if setup else more
            self.before = index
            if "B" in node or "W" in node:
                break
        return Setup(setup.black, setup.white) if self.before else setup

    def _setup(self, node: sgf.Node, index: int) -> Setup:
        if _SETUP.isdisjoint(node):
            return Setup()
        black, white, empty = (self._points(node, name, index) for name in ("AB", "AW", "AE"))
        for point in sorted(black & white):
            self.add(FaultCode.BAD_SETUP, f"AB[{point_name(point)}]AW[{point_name(point)}]", index)
        return Setup(tuple(sorted(black)), tuple(sorted(white - black)), tuple(sorted(empty - black - white)))

    def _points(self, node: sgf.Node, name: str, index: int) -> set[int]:
        points: set[int] = set()
        values = node.get(name, [])
        for raw in values[:MOST_SETUP]:
            try:
                points |= _rectangle(raw.decode("ascii", "replace").strip(), self.size)
            except ValueError:
                self.add(FaultCode.BAD_SETUP, f"{name}[{_excerpt(raw)}]", index)
        if len(values) > MOST_SETUP:
            self.add(FaultCode.BAD_SETUP, name, index, most=MOST_SETUP)
        return points

    def _walk(self) -> None:
        """The nodes of the main line, one after the other."""
        moves, where = self.moves, self.where
        tables = self.tables = {"B": _moves(BLACK, self.size), "W": _moves(WHITE, self.size)}
        for index, node in enumerate(self.tree.nodes):
            if len(node) == 1:
                turn = self.turn
                values = node.get(turn)
                if values is not None and len(values) == 1:
                    move = tables[turn].get(values[0])
                    if move is not None:
                        moves.append(move)
                        where.append(index)
                        self.turn = "W" if turn == "B" else "B"
                        continue
            self._node(node, index)
        if len(moves) > MOST_MOVES:
            self.add(FaultCode.TOO_MANY_MOVES, str(moves[MOST_MOVES]), where[MOST_MOVES], most=MOST_MOVES)
            del moves[MOST_MOVES:], where[MOST_MOVES:]
            self.comments = {ply: text for ply, text in self.comments.items() if ply <= MOST_MOVES}
            self.setups = {ply: setup for ply, setup in self.setups.items() if ply <= MOST_MOVES}

    def _node(self, node: sgf.Node, index: int) -> None:
        """A node with more than the move that is due."""
        if index > self.before and not _SETUP.isdisjoint(node):
            ply = len(self.moves)
            names = "".join(
                f"{name}[{_excerpt(node[name][0])}]" for name in sorted(_SETUP & node.keys()) if node[name]
            )
            self.add(FaultCode.SETUP_AFTER_ROOT, names, index, ply=ply + 1)
            self.setups[ply] = _joined(self.setups.get(ply, Setup()), self._setup(node, index))
        due = (self.turn, "W" if self.turn == "B" else "B")
        played = [(name, raw) for name in due for raw in node.get(name, ())]
        for nth, (name, raw) in enumerate(played):
            self._move(name, raw, index, nth)
            for clocks, property_name in ((self.clocks, f"{name}L"), (self.overtime, f"O{name}")):
                left = _LEFT.fullmatch((node.get(property_name) or [b""])[0].strip())
                if left is not None:
                    clocks[len(self.moves)] = int(left[1])
        if node.get("C"):
            ply = len(self.moves)
            text = sgf.text_value(node["C"][0])
            self.comments[ply] = f"{self.comments[ply]}\n{text}" if ply in self.comments else text

    def _move(self, name: str, raw: bytes, index: int, nth: int) -> None:
        ply = len(self.moves) + 1
        text = f"{name}[{_excerpt(raw)}]"
        if nth:
            self.add(FaultCode.TWO_MOVES, text, index, ply=ply)
        elif name != self.turn:
            self.add(FaultCode.SAME_COLOUR, text, index, ply=ply)
        colour = COLOUR_LETTERS.index(name)
        move = self.tables[name].get(raw.strip()) or _otherwise(raw.strip(), colour, self.size)
        if move is None:
            try:
                move = Move(colour, parse_point(raw.strip().decode("ascii", "replace")))
            except ValueError:
                self.add(FaultCode.BAD_MOVE, text, index, ply=ply)
                move = Move(colour, UNREADABLE)
        self.moves.append(move)
        self.where.append(index)
        self.turn = "W" if name == "B" else "B"


def _otherwise(raw: bytes, colour: int, size: int) -> Move | None:
    """Read a move as some programs write it: ``PD`` in capitals, ``Q16`` as players say it, ``pass`` in a
    word."""
    text = raw.decode("ascii", "replace").upper()
    if text == "PASS":
        return Move(colour, None)
    if spoken := _SPOKEN.fullmatch(text):
        column, row = HUMAN_COLUMNS.index(spoken[1]), size - int(spoken[2])
        return Move(colour, point_at(column, row)) if 0 <= row < size and column < size else None
    return _moves(colour, size).get(text.lower().encode("ascii", "replace"))


def _joined(before: Setup, after: Setup) -> Setup:
    """Join two setups in a row: the later word on a point counts."""
    where = {
        point: kind
        for setup in (before, after)
        for kind, points in ((0, setup.black), (1, setup.white), (2, setup.empty))
        for point in points
    }
    black, white, empty = (tuple(sorted(p for p, kind in where.items() if kind == want)) for want in range(3))
    return Setup(black, white, empty)


def _rectangle(text: str, size: int) -> set[int]:
    """Read ``pd``, or all points of ``aa:cc``; raise `ValueError` for anything else, and off the board."""
    corners = [parse_point(part) for part in text.split(":")]
    if len(corners) > 2 or any(max(divmod(point, STRIDE)) >= size for point in corners):
        raise ValueError(f"not points of this board: {text!r}")
    (top, left), (bottom, right) = divmod(corners[0], STRIDE), divmod(corners[-1], STRIDE)
    if top > bottom or left > right:
        raise ValueError(f"not a rectangle: {text!r}")
    return {point_at(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}


def _one_line(raw: bytes) -> str:
    return " ".join(sgf.text_value(raw).split())


def _excerpt(raw: bytes) -> str:
    return raw[:40].decode("utf-8", "replace")
