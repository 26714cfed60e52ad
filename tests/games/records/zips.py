"""Archives as they come, and as whoever means harm makes them."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping

from tests.games.record_texts import FAULTY, GOOD, NOTHING, WEIQI

PGN = b'[Game "Chinese Chess"]\n[Red "%s"]\n[Black "%s"]\n[Round "%s"]\n[Result "*"]\n\n%s\n'


def pgn(red: str = "", black: str = "", round_: str = "", moves: bytes = GOOD) -> bytes:
    return PGN % (red.encode(), black.encode(), round_.encode(), moves)


def zipped(files: Mapping[str, bytes]) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in files.items():
            # As it is: `ZipFile` itself would mend what is wrong with a name.
            entry = zipfile.ZipInfo("x")
            entry.filename = name
            archive.writestr(entry, raw, zipfile.ZIP_DEFLATED)
    return body.getvalue()


def link(name: str, target: bytes) -> bytes:
    """An archive with a symbolic link."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        entry = zipfile.ZipInfo(name)
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, target)
    return body.getvalue()


def locked(name: str) -> bytes:
    """One whose file says that it needs a password."""
    raw = bytearray(zipped({name: b"x"}))
    for sign, at in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        raw[raw.index(sign) + at] |= 1
    return bytes(raw)


def swollen(raw: bytes, size: int) -> bytes:
    """The same archive, whose first file says that it unpacks to so many bytes."""
    answer = bytearray(raw)
    at = answer.index(b"PK\1\2") + 24
    answer[at : at + 4] = size.to_bytes(4, "little")
    return bytes(answer)


def damaged(name: str) -> bytes:
    """One whose file is packed by LZMA, and has no such thing."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        archive.writestr(name, bytes(100), zipfile.ZIP_LZMA)
        archive.writestr("good.txt", GOOD)
    raw = bytearray(body.getvalue())
    at = raw.index(name.encode()) + len(name)
    # Behind the version of its software and the size of its settings.
    raw[at + 4 : at + 9] = b"\xff" * 5
    return bytes(raw)


MIXED = {
    "2009/r1.pgn": pgn("甲", "乙") + b"\n" + pgn("丙", "丁", moves=FAULTY),
    "weiqi/one.sgf": WEIQI,
    "readme.txt": NOTHING,
    "board.png": b"\x89PNG\r\n\x1a\n",
    "again.pgn": pgn("甲", "乙") + b"\n",
}
"""Six games: three good ones in two formats, one with a fault, one twice, and two files that are none."""
