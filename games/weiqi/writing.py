"""Write a record as SGF: FF[4], UTF-8. Reading it gives the same record."""

from __future__ import annotations

from typing import Final

from games.weiqi import sgf
from games.weiqi.record import Setup, WeiqiRecord
from games.weiqi.settings import Settings
from games.weiqi.values import BLACK, COLOUR_LETTERS, UNREADABLE, WHITE, point_name

_OURS: Final = {"FF": "4", "GM": "1", "CA": "UTF-8"}


def write_sgf(record: WeiqiRecord) -> bytes:
    """Write the record's text; raise `ValueError` for one with a move that could not be read."""
    root: sgf.Node = {name: [sgf.escape(value)] for name, value in {**record.properties, **_OURS}.items()}
    root["SZ"] = [str(record.size).encode()]
    _put_setup(root, record.setup)
    if record.setup or record.first == WHITE:
        root["PL"] = [COLOUR_LETTERS[record.first].encode()]
    nodes = [root]
    hangs_on = [1]
    _put_comment(root, record, 0)
    for ply, move in enumerate(record.moves, start=1):
        if ply - 1 in record.setups:
            nodes.append({})
            _put_setup(nodes[-1], record.setups[ply - 1])
        if move.point == UNREADABLE:
            raise ValueError(f"the move at ply {ply} could not be read")
        name = "" if move.point is None else point_name(move.point)
        letter = COLOUR_LETTERS[move.colour]
        nodes.append({letter: [name.encode()]})
        for figures, property_name in ((record.clocks, f"{letter}L"), (record.overtime, f"O{letter}")):
            if ply in figures:
                nodes[-1][property_name] = [str(figures[ply]).encode()]
        _put_comment(nodes[-1], record, ply)
        hangs_on.append(len(nodes))
    if len(record.moves) in record.setups:
        nodes.append({})
        _put_setup(nodes[-1], record.setups[len(record.moves)])
    branches = [sgf.Branch(hangs_on[variation.ply], variation.sgf) for variation in record.variations]
    return sgf.serialise(nodes, branches)


def empty_record(settings: Settings, handicap: int, komi: int | None = None) -> bytes:
    """Write how the record of a game begins that has a handicap or a komi of its own (in half points)."""
    stones = settings.fixed_stones(handicap)
    compensation, _ = settings.price(handicap, komi)
    properties = {"KM": f"{compensation / 2:g}"} | ({"HA": str(handicap)} if handicap > 1 else {})
    # With handicap 1 Black moves first, without a stone.
    first = WHITE if handicap > 1 else BLACK
    return write_sgf(WeiqiRecord(properties=properties, size=settings.size, first=first, setup=Setup(stones)))


def _put_setup(node: sgf.Node, setup: Setup) -> None:
    for name, points in (("AB", setup.black), ("AW", setup.white), ("AE", setup.empty)):
        if points:
            node[name] = [point_name(point).encode() for point in points]


def _put_comment(node: sgf.Node, record: WeiqiRecord, ply: int) -> None:
    if ply in record.comments:
        node["C"] = [sgf.escape(record.comments[ply])]
