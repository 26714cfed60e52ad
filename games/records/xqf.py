"""Read XQF, the binary format of XQStudio: 1.0 as it is, later versions behind keys from the header.

Header of 1024 bytes, little endian: magic ``XQ``, version at 2, keys at 3–15, 32 squares at 16–47, side to
move at 50, result at 51, then Pascal strings in GB18030. Then nodes: origin, target, flags, a spare byte,
and the length of a comment where there is one. The first node is the start; it carries only a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from games.records.dhtmlxq import PIECE_ORDER
from games.records.game import (
    BLACK_WON,
    DRAWN,
    MOST_BYTES_OF_A_GAME,
    RED_WON,
    UNKNOWN,
    FaultCode,
    Game,
    unreadable,
)
from games.records.tree import Node, read_stored
from games.xiangqi.fen import Position
from games.xiangqi.values import BLACK, RED

HEADER: Final = 1024
# The last version without keys.
PLAIN_VERSION: Final = 10
# What is added to the squares of a move.
ORIGIN, TARGET = 0x18, 0x20
_MAGIC = b"XQ"
_COPYRIGHT = b"[(C) Copyright Mr. Dong Shiwei.]"
RESULTS = {0: UNKNOWN, 1: RED_WON, 2: BLACK_WON, 3: DRAWN, 4: DRAWN}
STRINGS = {
    "Title": (80, 63),
    "Event": (208, 63),
    "Date": (272, 15),
    "Site": (288, 15),
    "Red": (304, 15),
    "Black": (320, 15),
    "TimeControl": (336, 63),
    "RedTime": (400, 15),
    "BlackTime": (416, 15),
    "Annotator": (464, 15),
    "Author": (480, 15),
}


class _Keys(NamedTuple):
    squares: int
    origins: int
    targets: int
    comments: int
    stream: bytes


_NO_KEYS = _Keys(0, 0, 0, 0, bytes(32))


def _keys(head: bytes) -> _Keys:
    if head[2] <= PLAIN_VERSION:
        return _NO_KEYS
    mask, *_product, or_a, or_b, or_c, or_d, total, key, key_from, key_to = head[3:16]

    def scramble(byte: int, factor: int) -> int:
        return ((((((byte * byte) * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * factor) & 0xFF

    squares = scramble(key, key)
    origins = scramble(key_from, squares)
    targets = scramble(key_to, origins)
    pads = (total & mask | or_a, key & mask | or_b, key_from & mask | or_c, key_to & mask | or_d)
    stream = bytes(byte & pads[index % 4] for index, byte in enumerate(_COPYRIGHT))
    return _Keys(squares, origins, targets, (total * 256 + key) % 32000 + 767, stream)


def read_xqf(raw: bytes) -> Game:
    """Read the game; a file that ends too early gives what could be read, and a fault."""
    if len(raw) > MOST_BYTES_OF_A_GAME:
        return unreadable(FaultCode.GAME_TOO_LARGE, most=MOST_BYTES_OF_A_GAME)
    if raw[:2] != _MAGIC or len(raw) < HEADER:
        return unreadable(FaultCode.TRUNCATED if raw[:2] == _MAGIC else FaultCode.NO_GAME, size=len(raw))
    keys = _keys(raw)
    headers = {name: text for name, (at, most) in STRINGS.items() if (text := _string(raw, at, most))}
    headers["Result"] = RESULTS.get(raw[51], UNKNOWN)
    body = _decrypted(raw[HEADER:], keys)
    nodes = _nodes(body, keys, plain=raw[2] <= PLAIN_VERSION)
    root = next(nodes, None)
    first = next(nodes, None) if root and root.goes_on else None
    squares = _squares(raw, keys)
    side = BLACK if first and first.origin is not None and squares[first.origin] >= 8 else RED
    if first is None and raw[50] == 1:
        side = BLACK
    position = Position(squares, side)
    moves = None if root and not root.goes_on else chain([first] if first else [], nodes)
    return read_stored(headers, position, root, moves, size=len(raw))


def _string(raw: bytes, at: int, most: int) -> str:
    length = min(raw[at], most)
    return raw[at + 1 : at + 1 + length].decode("gb18030", "replace").strip("\0 ")


def _squares(raw: bytes, keys: _Keys) -> bytes:
    """Lay the 32 squares on a board."""
    places = bytearray(32)
    for index, byte in enumerate(raw[16:48]):
        turned = (keys.squares + index + 1) & 31 if raw[2] > PLAIN_VERSION + 1 else index
        places[turned] = (byte - keys.squares) & 0xFF
    squares = bytearray(90)
    for index, place in enumerate(places):
        # A place beyond 89 means that the piece is not on the board.
        if place < 90:
            squares[place] = PIECE_ORDER[index % 16] + 8 * (index // 16)
    return bytes(squares)


def _decrypted(body: bytes, keys: _Keys) -> bytes:
    if keys is _NO_KEYS:
        return body
    stream = keys.stream * (len(body) // 32 + 1)
    return bytes((byte - pad) & 0xFF for byte, pad in zip(body, stream, strict=False))


def _nodes(body: bytes, keys: _Keys, *, plain: bool) -> Iterator[Node]:
    at = 0
    while at + 4 <= len(body):
        start = at
        origin, target, flags = body[at], body[at + 1], body[at + 2]
        at += 4
        length = 0
        if plain or flags & 0x20:
            if at + 4 > len(body):
                return
            length = int.from_bytes(body[at : at + 4], "little") - keys.comments
            at += 4
        if not 0 <= length <= len(body) - at:
            return
        comment = body[at : at + length].decode("gb18030", "replace").strip("\0 \r\n")
        at += length
        yield Node(
            _on_board((origin - ORIGIN - keys.origins) & 0xFF),
            _on_board((target - TARGET - keys.targets) & 0xFF),
            bool(flags & (0xF0 if plain else 0x80)),
            bool(flags & (0x0F if plain else 0x40)),
            comment,
            HEADER + start,
        )


def _on_board(place: int) -> int | None:
    return place if place < 90 else None
