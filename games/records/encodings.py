"""Turn bytes into text: UTF-8, UTF-16, or one of the sets of East Asia and of the West, found by decoding.

UTF-8 is what decodes as UTF-8. Of the sets of East Asia often several decode; then the one whose characters
are the likeliest is meant. Where none decodes, the best one is taken and the bad bytes are reported.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from games import charsets
from games.problems import Cause, Problem
from games.records.game import FaultCode

# Whatever stands between word and name, and nothing of it is given back: time grows as the text does.
_DECLARED = re.compile(rb"""charset["'=\s]++([A-Za-z0-9_-]{3,20})""", re.IGNORECASE)
_REPLACED = "�"
# What ends a line on some system or in some program.
_LINE_ENDS = re.compile("\r\n?|[\v\f\x85\u2028\u2029]")
# What stands in a copied text and nobody sees, and blanks that look like any; not the joiners that living
# languages write.
_UNSEEN = {
    **dict.fromkeys(
        [0x1A, 0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF]
    ),
    **dict.fromkeys([0xA0, 0x2007, 0x202F], " "),
}


class Decoded(NamedTuple):
    """The text, the codec that gave it, and what was wrong with the bytes."""

    text: str
    codec: str
    faults: tuple[Problem, ...]


def decode_record(raw: bytes) -> Decoded:
    """The text of a file, whatever ends its lines made ``\\n``, without what nobody sees."""
    declared = _declared(raw)
    raw = raw.removeprefix(codecs.BOM_UTF8)
    text, codec, faults = _decode(raw)
    if declared and not _same(declared, codec):
        fault = _undecodable(raw, declared, FaultCode.DECLARED_ENCODING, used=codec)
        faults = (*faults, fault) if fault else faults
    return Decoded(_LINE_ENDS.sub("\n", text).translate(_UNSEEN), codec, faults)


def _decode(raw: bytes) -> Decoded:
    if codec := charsets.unicode_of(raw):
        return _lenient(raw, codec)
    try:
        return Decoded(raw.decode("utf-8"), "utf-8", ())
    except UnicodeDecodeError as error:
        if error.start >= len(raw) - 3 and error.start and not raw[: error.start].isascii():
            return _lenient(raw, "utf-8")
    if western := charsets.western(raw):
        codec, text = western
        fault = Problem(Cause.UNREADABLE, FaultCode.GUESSED_ENCODING, params={"codec": codec})
        return Decoded(text, codec, (fault,))
    if likely := charsets.likeliest(raw):
        codec, text = likely
        return Decoded(text, codec, ())
    tried = [_lenient(raw, codec) for codec in ("utf-8", *charsets.CHINESE)]
    return max(
        tried, key=lambda read: charsets.likelihood(read.text, read.codec) - 3 * read.text.count(_REPLACED)
    )


def _lenient(raw: bytes, codec: str) -> Decoded:
    fault = _undecodable(raw, codec, FaultCode.BAD_CHARACTERS)
    return Decoded(raw.decode(codec, "replace"), codec, (fault,) if fault else ())


def _undecodable(raw: bytes, codec: str, code: FaultCode, **params: object) -> Problem | None:
    try:
        raw.decode(codec)
    except UnicodeDecodeError as error:
        if error.end >= len(raw) and code is FaultCode.BAD_CHARACTERS:
            code = FaultCode.TRUNCATED
        return Problem(
            Cause.UNREADABLE,
            code,
            line=raw.count(b"\n", 0, error.start) + 1,
            text=raw[error.start : error.end].hex(" "),
            params={"codec": codec, **params},
        )
    except LookupError:
        return None
    return None


def _declared(raw: bytes) -> str | None:
    """The encoding that a byte-order mark, an HTML page or a PGN tag claims."""
    if raw.startswith(codecs.BOM_UTF8):
        return "utf-8"
    match = _DECLARED.search(raw[:2000])
    return match[1].decode() if match else None


def _same(declared: str, codec: str) -> bool:
    family = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs"}
    name = declared.lower().replace("_", "-")
    return family.get(name, name) == codec


def lines_of(text: str, offsets: list[int]) -> Iterator[int]:
    """Give the line, from 1, of each offset; the offsets ascend."""
    line, last = 1, 0
    for offset in offsets:
        line += text.count("\n", last, offset)
        last = offset
        yield line
