"""Builds XQF and CBR files, as the programs that made those formats would; the product only reads them."""

from collections.abc import Sequence

from games.records.cbl import LIBRARY, RECORD, SLOT
from games.records.dhtmlxq import PIECE_ORDER
from games.xiangqi.fen import START_POSITION
from games.xiangqi.values import Move

COPYRIGHT = b"[(C) Copyright Mr. Dong Shiwei.]"
CBR_CODES = {kind: code for code, kind in enumerate((0, 5, 4, 3, 2, 1, 6, 7)) if code}


def places() -> list[int]:
    """The 32 places of the start, as XQF and DhtmlXQ order the pieces."""
    waiting: dict[int, list[int]] = {}
    for square, piece in enumerate(START_POSITION.squares):
        if piece:
            waiting.setdefault(piece, []).append(square)
    return [waiting[PIECE_ORDER[index % 16] + 8 * (index // 16)].pop(0) for index in range(32)]


def pascal(text: str, size: int) -> bytes:
    raw = text.encode("gb18030")[: size - 1]
    return (bytes([len(raw)]) + raw).ljust(size, b"\0")


def scramble(byte: int, factor: int) -> int:
    return (((byte * byte * 3 + 9) * 3 + 8) * 2 + 1) * 3 * factor + 8 * factor & 0xFF


def xqf(
    moves: Sequence[Move],
    *,
    version: int = 10,
    red: str = "红",
    result: int = 1,
    comment: str = "",
    keys: bytes = b"",
) -> bytes:
    """A game without variations. ``keys``: thirteen bytes from offset 3, for versions above 10."""
    head = bytearray(1024)
    head[:3] = b"XQ" + bytes([version])
    head[51] = result
    head[304:320] = pascal("红", 16)
    square = origin = target = size = 0
    pads = bytes(4)
    if version > 10:
        head[3:16] = keys
        mask, ors, (total, xy, xy_from, xy_to) = keys[0], keys[5:9], keys[9:13]
        square = scramble(xy, xy)
        origin = scramble(xy_from, square)
        target = scramble(xy_to, origin)
        size = (total * 256 + xy) % 32000 + 767
        pads = bytes(part & mask | more for part, more in zip((total, xy, xy_from, xy_to), ors, strict=True))
    for index, place in enumerate(places()):
        slot = index if version <= 11 else (index - square - 1) % 32
        head[16 + slot] = (place + square) & 0xFF
    body = bytearray()
    for number, move in enumerate([None, *moves]):
        words = comment.encode("gb18030") if number == 0 else b""
        last = number == len(moves)
        flags = (0 if last else 0xF0) if version <= 10 else (0 if last else 0x80) | (0x20 if words else 0)
        squares = (0, 0) if move is None else (move.origin + 0x18 + origin, move.target + 0x20 + target)
        body += bytes([squares[0] & 0xFF, squares[1] & 0xFF, flags, 0])
        if version <= 10 or words:
            body += (len(words) + size).to_bytes(4, "little") + words
    if version > 10:
        stream = bytes(byte & pads[index % 4] for index, byte in enumerate(COPYRIGHT))
        body = bytearray((byte + stream[index % 32]) & 0xFF for index, byte in enumerate(body))
    return bytes(head + body)


def wide(text: str, size: int) -> bytes:
    return text.encode("utf-16-le").ljust(size, b"\0")


def cbr(moves: Sequence[Move], *, result: int = 1, comment: str = "") -> bytes:
    """A record of CCBridge without variations."""
    head = bytearray(2214)
    head[:16] = RECORD
    head[19] = 2
    head[1076:1140] = wide("红", 64)
    head[2076], head[2112], head[2116] = result, 1, 1
    for square, piece in enumerate(START_POSITION.squares):
        if piece:
            head[2120 + place(square)] = 16 * (1 + (piece >> 3)) + CBR_CODES[piece & 7]
    words = wide(comment, 2 * len(comment) + 2) if comment else b""
    body = bytearray([4 if words else 0, 0, 0, 0]) if moves else bytearray([1, 0, 0, 0])
    if words:
        body += len(words).to_bytes(4, "little") + words
    for number, move in enumerate(moves, 1):
        body += bytes([1 if number == len(moves) else 0, 0, place(move.origin), place(move.target)])
    return bytes(head + body)


def place(square: int) -> int:
    file, rank = divmod(square, 10)
    return (9 - rank) * 9 + file


def cbl(records: Sequence[bytes], slots: int = 4) -> bytes:
    """A library: header, index, then the records in slots."""
    head = bytearray(66624 + slots * 276)
    head[:16] = LIBRARY
    head[60:64] = slots.to_bytes(4, "little")
    body = b"".join(record.ljust(-(-len(record) // SLOT) * SLOT, b"\0") for record in records)
    return bytes(head) + body


KEYS = bytes([0x5A, 1, 2, 3, 4, 0x11, 0x22, 0x33, 0x44, 0xAA, 0x63, 0x2F, 0x71])
"""Mask, product number (four bytes), four bytes to or, sum, and the three keys."""
