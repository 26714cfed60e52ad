"""Turn bytes into text: strict UTF-8, then what the file says (``CA``), then the likeliest of East Asia's
sets."""

from __future__ import annotations

import codecs
import re
from typing import Final, NamedTuple

from games import charsets

# Nothing is given back that was taken: else a run of blanks is tried in every way to share it out.
_DECLARED: Final = re.compile(rb"CA\s*+\[\s*+([A-Za-z0-9_.:-][A-Za-z0-9_.:\- ]{0,39}+)\s*+\]")
# What ``CA`` may name: Python knows codecs that are no character sets.
_ASCII_SAFE: Final = frozenset(
    [
        "utf-8",
        "ascii",
        "gb18030",
        "gbk",
        "gb2312",
        "hz",
        "big5",
        "big5hkscs",
        "cp950",
        "shift_jis",
        "cp932",
        "euc_jp",
        "iso2022_jp",
        "euc_kr",
        "cp949",
        "johab",
        "koi8-r",
        "koi8-u",
        "iso8859-1",
        "iso8859-2",
        "iso8859-5",
        "iso8859-7",
        "iso8859-9",
        "iso8859-15",
        "cp1250",
        "cp1251",
        "cp1252",
        "cp1253",
        "cp1254",
        "cp1257",
        "cp1258",
        "tis-620",
    ]
)
# A value's end with the next property behind it.
_BOUNDARY: Final = re.compile(r"\][\s;()]*[A-Z]{1,2}\[")
# Files that name the older set hold characters of the wider one.
_WIDER: Final = {"gb2312": "gb18030", "gbk": "gb18030", "iso8859-1": "cp1252", "shift_jis": "cp932"}


class Decoded(NamedTuple):
    """A file's text, the encoding it was read with, the offset of a byte that did not fit (or None)."""

    text: str
    encoding: str
    bad_byte: int | None


def declared_encoding(data: bytes) -> str | None:
    """Find the codec that the first ``CA`` names; None without one, or for a name that is no character
    set."""
    match = _DECLARED.search(data)
    if match is None:
        return None
    try:
        name = codecs.lookup(match.group(1).decode("ascii").strip().replace(" ", "-")).name
    except LookupError:
        return None
    return _WIDER.get(name, name) if name in _ASCII_SAFE else None


# The whole file is decoded before it is parsed: in GBK the second byte of a character may be a bracket.
def decode_sgf(data: bytes) -> Decoded:
    """Decode a file; where nothing fits, what cannot be read is replaced and the rest is there."""
    if codec := charsets.unicode_of(data):
        text = data.decode(codec, "replace")
        return Decoded(text, codec, len(text) if "\ufffd" in text else None)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return Decoded(data.decode("utf-8"), "utf-8", None)
    except UnicodeDecodeError as error:
        bad_byte = error.start
    declared = declared_encoding(data)
    if declared:
        try:
            return Decoded(data.decode(declared), declared, None)
        except UnicodeDecodeError as error:
            bad_byte = error.start
    if western := charsets.western(data):
        codec, text = western
        return Decoded(text, codec, bad_byte)
    likely = charsets.likeliest(data)
    if likely:
        encoding, text = likely
        return _whole(data, Decoded(text, encoding, None), bad_byte)
    return _whole(data, Decoded(data.decode("gb18030", "replace"), "gb18030", bad_byte), bad_byte)


def _whole(data: bytes, decoded: Decoded, first: int) -> Decoded:
    """Give what was decoded, or only its ASCII; ``first``: the byte that was no UTF-8."""
    plain = data.decode("ascii", "replace")
    if len(_BOUNDARY.findall(plain)) <= len(_BOUNDARY.findall(decoded.text)):
        return decoded
    # Decoding would swallow brackets between values, of a file that does not say what it is (`PB[René]` in
    # Latin-1): the moves stay, and what was no character is told.
    return Decoded(plain, "ascii", first)
