"""From the bytes of a list to records with line numbers. Nothing is thrown away: every fault is collected.

Encodings. A byte order mark decides. Else the first of these that decodes strictly: UTF-8; then, when only
one of GB18030 and Big5 decodes, that one; when both do, the more plausible: the one in which more heading
words are known (姓名, 協會, …), then the one with the larger share of characters in frequent use (GB2312
level 1, Big5 level 1), then GB18030. The caller may name the encoding.
"""

from __future__ import annotations

import codecs
import csv
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.exchange.faults import Fault, ListErrorCode

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS = 10_000
MOST_LINES_OF_A_RECORD = 5
DOUBTFUL_BELOW = 0.6
MOST_SHOWN = 120

# Our names and the codecs behind them: Hong Kong's supplement is what Big5 files from there hold.
ENCODINGS = {"utf-8": "utf-8-sig", "utf-16": "utf-16", "gb18030": "gb18030", "big5": "big5hkscs"}
DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class Decoded:
    """``encoding`` is a key of `ENCODINGS`; ``guessed``: another one would have decoded as well."""

    text: str
    encoding: str
    guessed: bool = False
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One row of cells; ``line`` is the first of the lines it stands on."""

    line: int
    cells: tuple[str, ...]
    text: str
    unbalanced: bool = False


def decode(data: bytes, encoding: str | None, known_headings: Callable[[str], int]) -> Decoded:
    """The text of ``data``. ``known_headings`` counts the heading words it knows in a line.

    An unknown name of an encoding is a fault and the encoding is detected instead; bytes that cannot be
    read are a fault and become U+FFFD.
    """
    faults: tuple[Fault, ...] = ()
    if encoding is not None:
        wanted = encoding.strip().lower()
        if wanted in ENCODINGS:
            return _decode_as(data, wanted)
        faults = (Fault(ListErrorCode.UNKNOWN_ENCODING, {"encoding": encoding[:MOST_SHOWN]}),)
    found = _detect(data, known_headings)
    return Decoded(found.text, found.encoding, found.guessed, faults + found.faults)


def _decode_as(data: bytes, encoding: str) -> Decoded:
    codec = ENCODINGS[encoding]
    try:
        return Decoded(data.decode(codec), encoding)
    except UnicodeDecodeError as error:
        fault = Fault(ListErrorCode.UNREADABLE, {"encoding": encoding, "position": error.start})
        return Decoded(data.decode(codec, "replace"), encoding, faults=(fault,))


def _detect(data: bytes, known_headings: Callable[[str], int]) -> Decoded:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decode_as(data, "utf-16")
    texts = {name: text for name in ("utf-8", "gb18030", "big5") if (text := _strict(data, name)) is not None}
    if "utf-8" in texts or not texts:
        return _decode_as(data, "utf-8")

    def plausibility(name: str) -> tuple[int, float]:
        lines = texts[name].splitlines()
        heading = lines[heading_at(lines, known_headings)] if lines else ""
        return known_headings(heading), frequent_share(texts[name])

    best = max(texts, key=plausibility)
    _, share = plausibility(best)
    doubt = (Fault(ListErrorCode.ENCODING_DOUBTFUL, {"encoding": best}),) if share < DOUBTFUL_BELOW else ()
    return Decoded(texts[best], best, len(texts) > 1, doubt)


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(ENCODINGS[encoding])
    except UnicodeDecodeError:
        return None


def frequent_share(text: str) -> float:
    """The share of the characters beyond ASCII, punctuation left out, that are in frequent use; 1 if none."""
    counts = Counter(c for c in text if c > "\x7f" and not unicodedata.category(c).startswith(("P", "Z")))
    whole = counts.total()
    return sum(n for c, n in counts.items() if _is_frequent(c)) / whole if whole else 1.0


@lru_cache(maxsize=20_000)
def _is_frequent(character: str) -> bool:
    for codec, lead in (("gb2312", (0xB0, 0xD7)), ("big5", (0xA4, 0xC6))):
        try:
            code = character.encode(codec)
        except UnicodeEncodeError:
            continue
        if len(code) == 2 and lead[0] <= code[0] <= lead[1]:
            return True
    return False


def heading_at(lines: Sequence[str], known_headings: Callable[[str], int], start: int = 0) -> int:
    """The line of the headings, from 0: the first that holds two headings that are known, else the first that
    holds one, else the first that is not blank."""
    best, most = len(lines), -1
    for at in range(start, len(lines)):
        known = known_headings(lines[at]) if lines[at].strip() else -1
        if known > most:
            best, most = at, known
        if most > 1:
            break
    return best


def records(
    text: str, known_headings: Callable[[str], int] = lambda line: 0
) -> tuple[str, Iterator[Record], tuple[str, ...]]:
    """The delimiter (comma, semicolon or tab: the one that the line of headings holds most of), the records
    from the headings on, lines of white space left out, and the lines above the headings. A quotation mark
    without its partner spoils its own line only."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), len(lines))
    told = lines[first][4:5] if first < len(lines) and lines[first][:4].lower() == "sep=" else ""
    delimiter = told if told in tuple(DELIMITERS) else ""
    first += bool(delimiter)
    start = heading_at(lines, known_headings, first)
    heading = lines[start] if start < len(lines) else ""
    delimiter = delimiter or max(DELIMITERS, key=lambda d: len(_cells([heading], d) or [heading]))
    above = tuple(line for line in lines[first:start] if line.strip(delimiter + " \t\u3000"))
    return delimiter, _records(lines, start, delimiter), above


def _records(lines: list[str], start: int, delimiter: str) -> Iterator[Record]:
    at = start
    while at < len(lines):
        if not lines[at].strip(delimiter + " \t\u3000"):
            at += 1
            continue
        for count in range(1, MOST_LINES_OF_A_RECORD + 1):
            taken = lines[at : at + count]
            cells = _cells([line + "\n" for line in taken[:-1]] + taken[-1:], delimiter)
            if cells is not None:
                yield Record(at + 1, tuple(cells), "\n".join(taken))
                at += count
                break
        else:
            yield Record(at + 1, tuple(lines[at].split(delimiter)), lines[at], unbalanced=True)
            at += 1


def _cells(lines: list[str], delimiter: str) -> list[str] | None:
    """The cells of exactly one record; None where the quotation marks do not fit."""
    try:
        rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        return None
    return rows[0] if len(rows) == 1 else None
