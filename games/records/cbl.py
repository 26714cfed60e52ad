"""Read CBR and CBL, the binary formats of CCBridge: one record, and a library of many.

Texts are UTF-16 and end at a NUL. The board is 90 bytes from Black's back rank, 0x11–0x17 Red's
R H E A K C P, 0x21–0x27 Black's. A node is flags, a spare byte, origin, target (1 ends the line, 2 has an
alternative, 4 has a comment). A library is slots of 4096 bytes behind its index; a long record takes several.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
from games.xiangqi.values import ADVISOR, BLACK, CANNON, CHARIOT, ELEPHANT, HORSE, KING, PAWN, RED, square_at

RECORD: Final = b"CCBridge Record\0"
LIBRARY: Final = b"CCBridgeLibrary\0"
SLOT: Final = 4096
_INDEX = 66624
_ENTRY = 276
_MOVES = 2214
# Records of version 1 lack the first text, so everything behind it stands that much earlier.
_OLD_SHIFT = 128
_STRINGS = {
    "Title": (180, 128),
    "Event": (692, 64),
    "Round": (756, 64),
    "Table": (852, 32),
    "Date": (884, 64),
    "Site": (948, 64),
    "TimeControl": (1012, 64),
    "Red": (1076, 64),
    "RedTeam": (1140, 64),
    "RedTime": (1204, 64),
    "Black": (1300, 64),
    "BlackTeam": (1364, 64),
    "BlackTime": (1428, 64),
    "Annotator": (1652, 64),
}
_RESULT, _SIDE, _BOARD = 2076, 2112, 2120
_RESULTS = {0: UNKNOWN, 1: RED_WON, 2: BLACK_WON, 3: DRAWN}
_KINDS = (0, CHARIOT, HORSE, ELEPHANT, ADVISOR, KING, CANNON, PAWN)


def read_cbl(raw: bytes) -> Iterator[Game]:
    if raw.startswith(RECORD):
        yield read_record(raw)
        return
    if not raw.startswith(LIBRARY):
        yield unreadable(FaultCode.NO_GAME)
        return
    record_bytes = records(raw)
    if not record_bytes:
        yield unreadable(FaultCode.TRUNCATED, size=len(raw))
    yield from map(read_record, record_bytes)


def records(raw: bytes) -> list[bytes]:
    """The records of a library, each as a file of its own would have it."""
    starts = _starts(raw)
    return [raw[start:end] for start, end in zip(starts, [*starts[1:], len(raw)], strict=False)]


def _starts(raw: bytes) -> list[int]:
    """Find where records begin, in the slots behind the index."""
    slots = int.from_bytes(raw[60:64], "little")
    first = raw.find(RECORD, min(_INDEX + slots * _ENTRY, len(raw)))
    if first < 0:
        first = raw.find(RECORD)
    if first < 0:
        return []
    # Slots that continue a record lack the magic.
    return [at for at in range(first, len(raw), SLOT) if raw.startswith(RECORD, at)]


def read_record(raw: bytes) -> Game:
    shift = _OLD_SHIFT if len(raw) > 19 and raw[19] == 1 else 0
    if len(raw) > MOST_BYTES_OF_A_GAME:
        return unreadable(FaultCode.GAME_TOO_LARGE, most=MOST_BYTES_OF_A_GAME)
    if len(raw) < _MOVES - shift:
        return unreadable(FaultCode.TRUNCATED, size=len(raw))
    headers = {
        name: text for name, (at, size) in _STRINGS.items() if (text := _string(raw, at - shift, size))
    }
    headers["Result"] = _RESULTS.get(raw[_RESULT - shift], UNKNOWN)
    nodes = _nodes(raw, _MOVES - shift)
    root = next(nodes, None)
    position = _position(raw, shift)
    if root and not root.goes_on and not any(position.squares):
        # A page of a book: words on an empty board.
        return Game(headers, comments={0: root.comment} if root.comment else {})
    empty = root is not None and (not root.goes_on or not any(raw[_MOVES - shift + 4 :]))
    return read_stored(headers, position, root, None if empty else nodes, size=len(raw))


def _string(raw: bytes, at: int, size: int) -> str:
    return raw[at : at + size].decode("utf-16-le", "replace").partition("\0")[0].strip()


def _position(raw: bytes, shift: int) -> Position:
    squares = bytearray(90)
    for index, code in enumerate(raw[_BOARD - shift : _BOARD - shift + 90]):
        colour, kind = divmod(code, 16)
        if colour in (1, 2) and 1 <= kind <= 7:
            squares[_square(index)] = _KINDS[kind] + 8 * (colour - 1)
    return Position(bytes(squares), BLACK if raw[_SIDE - shift] == 2 else RED)


def _square(index: int) -> int:
    return square_at(index % 9, 9 - index // 9)


def _nodes(raw: bytes, at: int) -> Iterator[Node]:
    while at + 4 <= len(raw):
        start = at
        flags, _spare, origin, target = raw[at : at + 4]
        at += 4
        length = 0
        if flags & 4:
            length = int.from_bytes(raw[at : at + 4], "little")
            at += 4
            if length > len(raw) - at:
                return
        comment = raw[at : at + length].decode("utf-16-le", "replace").partition("\0")[0].strip()
        at += length
        yield Node(
            _square(origin) if origin < 90 else None,
            _square(target) if target < 90 else None,
            not flags & 1,
            bool(flags & 2),
            comment,
            start,
        )
