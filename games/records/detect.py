"""Find which container bytes are, and read them: the door that everything outside this room uses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games import charsets
from games.records import cbl, dhtmlxq, foreign, pgn, text, xqf
from games.records.encodings import decode_record
from games.records.frames import games_of
from games.records.game import (
    MOST_BYTES_OF_A_FILE,
    MOST_BYTES_OF_A_GAME,
    MOST_GAMES_OF_A_FILE,
    FaultCode,
    Game,
    unreadable,
)
from games.records.tidying import tidied_moves, without_marks

_SGF = re.compile(r"\s*[(（]\s*[;；]")
_DHTMLXQ = re.compile(r"\[DhtmlXQ", re.IGNORECASE)


def read(raw: bytes, kind: str = "auto", *, most: int = MOST_GAMES_OF_A_FILE) -> Iterator[Game]:
    """Read every game of a file, at least one; ``kind`` is one of `games.records.game.FORMATS` or
    ``auto``.

    Nothing is thrown: what cannot be read is a game without moves and with a fault; so is what follows the
    first
    ``most`` games.
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
    is_free = kind == "auto"
    if is_free:
        kind = stored_kind(raw) or kind
    if kind == "xqf":
        yield xqf.read_xqf(raw)
    elif kind == "cbl":
        yield from cbl.read_cbl(raw)
    elif is_free and (name := foreign.binary(raw)):
        yield unreadable(FaultCode.UNKNOWN_FORMAT, name)
    else:
        yield from _written(raw, kind, is_free=is_free)


def _written(raw: bytes, kind: str, *, is_free: bool) -> Iterator[Game]:
    """The games of a file that is text, or should be."""
    decoded = decode_record(raw)
    content = pgn.straightened(without_marks(decoded.text))
    if is_free:
        kind = detect(content)
    if digits := dhtmlxq.bare_moves(content):
        content, kind = digits, "dhtmlxq"
    if kind == "sgf":
        yield unreadable(FaultCode.UNKNOWN_FORMAT, "SGF")
    elif kind == "dhtmlxq":
        yield from dhtmlxq.read_dhtmlxq(content, faults=decoded.faults)
    elif is_free and (none := _foreign(raw, content)):
        yield none
    elif kind == "pgn" and pgn.TAG.search(content):
        yield from pgn.read_pgn(content, faults=decoded.faults)
    else:
        faults = decoded.faults
        for part, line in games_of(content):
            if (size := len(part.encode())) > MOST_BYTES_OF_A_GAME:
                yield unreadable(FaultCode.GAME_TOO_LARGE, size=size, most=MOST_BYTES_OF_A_GAME)
            else:
                yield text.read_text(part, first_line=line, faults=faults)
            faults = ()


def _foreign(raw: bytes, content: str) -> Game | None:
    """What is said of a file that is of another kind than those that are read here."""
    if name := foreign.text(content) or foreign.text(tidied_moves(content)):
        return unreadable(FaultCode.UNKNOWN_FORMAT, name)
    if charsets.unicode_of(raw) is None and (name := foreign.unknown_binary(raw)):
        unknown, none = unreadable(FaultCode.UNKNOWN_FORMAT, name), unreadable(FaultCode.NO_GAME)
        return Game(faults=(*unknown.faults, *none.faults))
    return None


def stored_kind(raw: bytes) -> str:
    """Tell ``xqf`` or ``cbl`` by the first bytes; empty for what may be text that begins alike."""
    if raw.startswith(cbl.RECORD[:8]) and (b"\0" in raw[:64] or len(raw) < len(cbl.RECORD)):
        return "cbl"
    # The version follows: 10 to 18, where a text has a letter.
    if raw.startswith(b"XQ") and (raw[2:3] < b" " or len(raw) == 2) and (b"\0" in raw[:64] or len(raw) < 64):
        return "xqf"
    return ""


def detect(content: str) -> str:
    """``dhtmlxq``, ``pgn``, ``sgf`` (which the weiqi room reads) or ``text``."""
    if _SGF.match(content):
        return "sgf"
    if _DHTMLXQ.search(content):
        return "dhtmlxq"
    return "pgn" if pgn.TAG.search(content) else "text"
