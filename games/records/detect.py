"""Which container bytes are, and reading them: the door that everything outside this room uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from games.records import cbl, dhtmlxq, pgn, text, xqf
from games.records.encodings import decode
from games.records.game import (
    MOST_BYTES_OF_A_FILE,
    MOST_BYTES_OF_A_GAME,
    MOST_GAMES_OF_A_FILE,
    FaultCode,
    Game,
    unreadable,
)

FORMATS: Final = ("text", "pgn", "dhtmlxq", "xqf", "cbl")
_PICTURES: Final = (
    (0, b"\xff\xd8\xff", "JPEG"),
    (0, b"\x89PNG\r\n", "PNG"),
    (0, b"GIF8", "GIF"),
    (0, b"II*\0", "TIFF"),
    (0, b"MM\0*", "TIFF"),
    (0, b"%PDF-", "PDF"),
    (8, b"WEBP", "WebP"),
    (4, b"ftypavi", "AVIF"),
    (4, b"ftypheic", "HEIC"),
    (4, b"ftypheix", "HEIC"),
    (4, b"ftypmif1", "HEIC"),
)
"""Where which bytes tell which kind."""
_OTHERS: Final = (
    (0, b"PK\3\4", "ZIP, DOCX, XLSX"),
    (0, b"\xd0\xcf\x11\xe0", "DOC, XLS"),
    (0, b"{\\rtf", "RTF"),
    (0, b"Rar!", "RAR"),
    (0, b"7z\xbc\xaf", "7z"),
    (0, b"\x1f\x8b", "GZIP"),
    (4, b"ftyp", "MP4"),
    (0, b"ID3", "MP3"),
    (8, b"WAVE", "WAV"),
    (8, b"AVI ", "AVI"),
)
"""The same of what else people send in place of a record."""
MOST_OF_A_SIGN: Final = 16
"""So many bytes tell what a file is."""
_SGF = re.compile(r"\s*\(\s*;")
_DHTMLXQ = re.compile(r"\[DhtmlXQ", re.IGNORECASE)


def picture(raw: bytes) -> str:
    """Which kind of picture or scan the bytes are, since nobody reads moves from one; else empty."""
    return next((kind for at, sign, kind in _PICTURES if raw.startswith(sign, at)), "")


def other_file(raw: bytes) -> str:
    """Which kind of file the bytes are where it is neither picture nor text; else empty."""
    return next((kind for at, sign, kind in _OTHERS if raw.startswith(sign, at)), "")


def read(raw: bytes, kind: str = "auto", *, most: int = MOST_GAMES_OF_A_FILE) -> Iterator[Game]:
    """Every game of a file, at least one; ``kind`` is one of `FORMATS` or ``auto``.

    Nothing is thrown: what cannot be read is a game without moves and with a fault; so is what follows the
    first ``most`` games.
    """
    for number, game in enumerate(_games(raw, kind)):
        if number == most:
            yield unreadable(FaultCode.TOO_MANY_GAMES, most=most)
            return
        yield game


def _games(raw: bytes, kind: str) -> Iterator[Game]:
    if len(raw) > MOST_BYTES_OF_A_FILE:
        yield unreadable(FaultCode.FILE_TOO_LARGE, size=len(raw), most=MOST_BYTES_OF_A_FILE)
        return
    if kind == "auto" and raw.startswith((cbl.RECORD[:8], b"XQ")):
        kind = "xqf" if raw.startswith(b"XQ") else "cbl"
    if kind == "xqf":
        yield xqf.read_xqf(raw)
        return
    if kind == "cbl":
        yield from cbl.read_cbl(raw)
        return
    decoded = decode(raw)
    if kind == "auto":
        kind = detect(decoded.text)
    if kind == "sgf":
        yield unreadable(FaultCode.UNKNOWN_FORMAT, "SGF")
        return
    if kind == "dhtmlxq":
        yield from dhtmlxq.read_dhtmlxq(decoded.text, faults=decoded.faults)
    elif kind == "pgn" and pgn.TAG.search(decoded.text):
        yield from pgn.read_pgn(decoded.text, faults=decoded.faults)
    elif len(raw) > MOST_BYTES_OF_A_GAME:
        yield unreadable(FaultCode.GAME_TOO_LARGE, size=len(raw), most=MOST_BYTES_OF_A_GAME)
    else:
        yield text.read_text(decoded.text, faults=decoded.faults)


def detect(content: str) -> str:
    """``dhtmlxq``, ``pgn``, ``sgf`` (which the weiqi room reads) or ``text``."""
    if _SGF.match(content):
        return "sgf"
    if _DHTMLXQ.search(content):
        return "dhtmlxq"
    return "pgn" if pgn.TAG.search(content) else "text"
