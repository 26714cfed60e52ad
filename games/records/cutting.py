"""Cut a file into its games: each as the bytes that stood there, by which it is read alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from games import charsets
from games.records import cbl, dhtmlxq
from games.records.encodings import decode_record
from games.weiqi import text as sgf_text
from games.weiqi.sgf import delimiters, looks_like_sgf

# As `pgn.TAG`, before anything is decoded: no second byte of GB18030 or Big5 is a line's end or a quote.
_TAG: Final = re.compile(
    rb"^(?:\xef\xbb\xbf)?[ \t]*(?:\xe3\x80\x80|\xa1\x40|\xa1\xa1)*\[[ \t]*(\w+)[ \t]+"
    rb'"(?:.*|[^"\n]*(?:\n[^"\n\[]*){1,5})"[ \t]*\][ \t\r]*$',
    re.MULTILINE,
)
_DHTMLXQ: Final = re.compile(dhtmlxq.GAME.pattern.encode(), re.IGNORECASE)
_ANY_DHTMLXQ: Final = re.compile(rb"\[DhtmlXQ", re.IGNORECASE)


class Cut(NamedTuple):
    """One game of a file."""

    # Of `games.records.game.FORMATS`, or ``sgf``.
    kind: str
    # Which of the file's, from 0.
    number: int
    # Of the file, on which it begins, from 1.
    line: int
    raw: bytes


def cut(raw: bytes) -> Iterator[Cut]:
    """Give every game of a file, at least one: what is no record is one game of the kind ``text``."""
    if raw.startswith(b"XQ"):
        yield Cut("xqf", 0, 1, raw)
        return
    if raw.startswith(cbl.LIBRARY):
        for index, piece in enumerate(cbl.records(raw) or [raw]):
            yield Cut("cbl", index, 1, piece)
        return
    if raw.startswith(cbl.RECORD):
        yield Cut("cbl", 0, 1, raw)
        return
    # In UTF-16 no mark of these formats could be found among the bytes: those games come as UTF-8.
    if charsets.unicode_of(raw):
        raw = decode_record(raw).text.encode()
    if b"\r" in raw and b"\n" not in raw:
        raw = raw.replace(b"\r", b"\n")
    if looks_like_sgf(raw):
        raw = _readable_sgf(raw)
        kind, starts = "sgf", _sgf_starts(raw)
    elif _ANY_DHTMLXQ.search(raw):
        kind, starts = "dhtmlxq", [match.start() for match in _DHTMLXQ.finditer(raw)]
    else:
        starts = _pgn_starts(raw)
        kind = "pgn" if starts else "text"
    yield from _slices(raw, kind, starts)


def _slices(raw: bytes, kind: str, starts: list[int]) -> Iterator[Cut]:
    if len(starts) < 2:
        yield Cut(kind, 0, 1, raw)
        return
    line, counted = 1, 0
    for index, (start, end) in enumerate(zip(starts, [*starts[1:], len(raw)], strict=True)):
        line += raw.count(b"\n", counted, start)
        counted = start
        yield Cut(kind, index, line, raw[start:end])


def _pgn_starts(raw: bytes) -> list[int]:
    starts: list[int] = []
    behind = 0
    for tag in _TAG.finditer(raw):
        if not starts or not raw[behind : tag.start()].isspace():
            starts.append(tag.start())
        behind = tag.end()
    return starts


def _readable_sgf(raw: bytes) -> bytes:
    if raw.isascii() or len(_sgf_starts(raw)) < 2:
        return raw
    # Several games in another encoding than UTF-8, whose characters may hold brackets.
    return sgf_text.decode_sgf(raw).text.encode()


def _sgf_starts(raw: bytes) -> list[int]:
    starts: list[int] = []
    depth = 0
    for match in delimiters(raw):
        sign = match[0]
        if sign == b"(":
            if depth == 0:
                starts.append(match.start())
            depth += 1
        elif sign == b")":
            depth = max(depth - 1, 0)
    return starts
