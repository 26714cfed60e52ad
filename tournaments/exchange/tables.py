"""From the bytes of a list to records with line numbers. Nothing is thrown away: every problem is collected.

Encodings. A byte order mark decides, then UTF-8 where it decodes strictly. Else the most plausible of those
that decode: the one in which more heading words are known (姓名, 協會, họ tên, …), then the one with the
larger share of characters that such a text has: in frequent use in Chinese (GB2312 level 1, Big5 level 1),
letters within words of the alphabet in Vietnamese, words that one language's letters write in those of
Europe, Cyrillic words, kana and JIS level 1. Where a list could as well be Turkish or Czech, and where it is
in hangul, that is said. The caller may name the encoding.

Headings. The line of the first forty that holds the most headings that are known; the lines above it are a
letterhead. Where none is known, the list has no headings.
"""

from __future__ import annotations

import codecs
import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.exchange.faults import ListErrorCode, row_problem
from tournaments.exchange.problems import Problem

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS = 10_000
MOST_LINES_OF_A_RECORD = 5
DOUBTFUL_BELOW = 0.6
MOST_SHOWN = 120

# Our names and the codecs behind them: Hong Kong's supplement is what Big5 files from there hold.
ENCODINGS = {
    "utf-8": "utf-8-sig",
    "utf-16": "utf-16",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "windows-1258": "cp1258",
    "windows-1252": "cp1252",
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "windows-1254": "cp1254",
    "shift-jis": "cp932",
    "euc-kr": "cp949",
}
DELIMITERS = ",;\t|，；"
# The headings are looked for in so many lines.
MOST_ABOVE = 40
# How much the cells of a line look like headings; 0: not at all.
KnownCounter = Callable[[Sequence[str]], int]
_VIETNAMESE = frozenset("ăâđêôơưĂÂĐÊÔƠƯ")
_WORD = re.compile(r"[^\W\d_]+")
# The letters beyond ASCII of languages written in each encoding; a word needs those of one language.
_EUROPEAN = {
    "windows-1252": (
        *("äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúüç", "áâãàçéêíóôõú", "àèéìîòóù"),
        *("åäöéü", "æøåéöü", "áðéíóúýþæö"),
    ),
    "windows-1250": (
        *("áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "ąćęłńóśźż", "áéíóöőúüű", "čćđšž", "ăâîşţ"),
        "äöüß",
    ),
    "windows-1254": ("çğıöşüâî", "äöüß"),
}
_OTHER_TILDE = re.compile("õ(?!e)", re.IGNORECASE)
# Nobody reads these where they are not meant: where they are as likely, the reading is doubtful.
_TELLING = frozenset("ğşıřěů")
_ALWAYS_TRIED = frozenset({"gb18030", "big5", "windows-1258", "windows-1252"})
# Chinese names of the first half of GB2312 decode as hangul too: so many syllables are no chance.
_LEAST_HANGUL = 6


@dataclass(frozen=True, slots=True)
class Decoded:
    """``encoding`` is a key of `ENCODINGS`; ``guessed``: another one would have decoded as well."""

    text: str
    encoding: str
    guessed: bool = False
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One row of cells; ``line`` is the first of the lines it stands on."""

    line: int
    cells: tuple[str, ...]
    text: str
    unbalanced: bool = False


def decode_table(data: bytes, encoding: str | None, count_known: KnownCounter) -> Decoded:
    """The text of ``data``.

    An unknown name of an encoding is a problem and the encoding is detected instead; bytes that cannot be
    read are a problem and become U+FFFD.
    """
    problems: tuple[Problem, ...] = ()
    if encoding is not None:
        wanted = encoding.strip().lower()
        if wanted in ENCODINGS:
            return _decode_as(data, wanted)
        problems = (row_problem(ListErrorCode.UNKNOWN_ENCODING, {"encoding": encoding[:MOST_SHOWN]}),)
    decoded = _detect(data, count_known)
    return Decoded(decoded.text, decoded.encoding, decoded.guessed, problems + decoded.problems)


def _decode_as(data: bytes, encoding: str) -> Decoded:
    codec = ENCODINGS[encoding]
    try:
        return Decoded(unicodedata.normalize("NFC", data.decode(codec)), encoding)
    except UnicodeDecodeError as error:
        problem = row_problem(ListErrorCode.UNREADABLE, {"encoding": encoding, "position": error.start})
        return Decoded(data.decode(codec, "replace"), encoding, problems=(problem,))


def _detect(data: bytes, count_known: KnownCounter) -> Decoded:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decode_as(data, "utf-16")
    if _strict(data, "utf-8") is not None:
        return _decode_as(data, "utf-8")
    texts = {
        name: text
        for name in (
            *("gb18030", "big5", "shift-jis", "windows-1252", "windows-1250", "windows-1254"),
            *("windows-1258", "windows-1251"),
        )
        if (text := _strict(data, name)) is not None
    }

    def plausibility(name: str) -> tuple[int, float]:
        *_, most = heading_at(texts[name].splitlines()[:MOST_ABOVE], count_known)
        return most, share(name)

    def share(name: str) -> float:
        if name == "windows-1258":
            return alphabetic_share(texts[name]) * (0.4 + 0.6 * bool(_VIETNAMESE & {*texts[name]}))
        if name in _EUROPEAN:
            return european_share(texts[name], name)
        if name == "windows-1251":
            return cyrillic_share(texts[name])
        return (japanese_share if name == "shift-jis" else frequent_share)(texts[name])

    # With one of these any bytes are some text: they are read where that looks like a language.
    texts = {
        name: text for name, text in texts.items() if name in _ALWAYS_TRIED or share(name) >= DOUBTFUL_BELOW
    }
    if not texts:
        return _decode_as(data, "utf-8")
    best = max(texts, key=plausibility)
    doubtful = share(best) < DOUBTFUL_BELOW
    if best == "windows-1252":
        # Every byte of it is one of the others as well.
        doubtful = doubtful or any(
            plausibility(name) == plausibility(best) and not _TELLING.isdisjoint(texts[name].casefold())
            for name in ("windows-1250", "windows-1254")
            if name in texts
        )
    if best in {"gb18030", "big5"} and (korean := _strict(data, "euc-kr")) and _is_hangul(korean):
        texts, best, doubtful = texts | {"euc-kr": korean}, "euc-kr", True
    doubt = (row_problem(ListErrorCode.ENCODING_DOUBTFUL, {"encoding": best}),) if doubtful else ()
    return Decoded(texts[best], best, len(texts) > 1, doubt)


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return unicodedata.normalize("NFC", data.decode(ENCODINGS[encoding]))
    except UnicodeDecodeError:
        return None


def frequent_share(text: str) -> float:
    """The share of the characters beyond ASCII, punctuation left out, that are in frequent use; 1 if none."""
    counts = Counter(c for c in text if c > "\x7f" and not unicodedata.category(c).startswith(("P", "Z")))
    whole = counts.total()
    return sum(n for c, n in counts.items() if _is_frequent(c)) / whole if whole else 1.0


def alphabetic_share(text: str) -> float:
    """Return the share of the characters beyond ASCII that stand in a word as people write one."""
    whole = sum(c > "\x7f" for c in text)
    good = sum(
        sum(c > "\x7f" for c in word)
        for word in _WORD.findall(text)
        # With a letter of ASCII, and no small letter before a capital one.
        if len(word) < 2 or (any(c <= "\x7f" for c in word) and (word[1:].islower() or word.isupper()))
    )
    return good / whole if whole else 1.0


def european_share(text: str, encoding: str) -> float:
    """Return that share for the languages that are written in this encoding."""
    whole = sum(c > "\x7f" for c in text)
    good = 0
    for word in _WORD.findall(text):
        beyond = {c for c in word.casefold() if c > "\x7f" and c != "\u0307"}
        proper = word.isalpha() and (len(word) < 2 or word[1:].islower() or word.isupper())
        # Portuguese has õ before e alone; elsewhere it is a Hungarian ő.
        proper = proper and not _OTHER_TILDE.search(word)
        if proper and any(beyond <= {*letters} for letters in _EUROPEAN[encoding]):
            good += sum(c > "\x7f" for c in word)
    return good / whole if whole else 1.0


def cyrillic_share(text: str) -> float:
    """The share of the characters beyond ASCII that stand in words of Cyrillic letters alone."""
    whole = sum(c > "\x7f" for c in text)
    good = sum(
        len(word)
        for word in _WORD.findall(text)
        if all("\u0400" <= c <= "\u052f" for c in word) and (word[1:].islower() or word.isupper())
    )
    return good / whole if whole else 0.0


def japanese_share(text: str) -> float:
    """The share of the characters beyond ASCII that are kana or of JIS level 1, none of half width."""
    beyond = [c for c in text if c > "\x7f"]
    good = 0
    for character in beyond:
        code = character.encode("cp932", "replace")
        good += len(code) == 2 and 0x81 <= code[0] <= 0x97
    return good / len(beyond) if beyond else 0.0


def _is_hangul(text: str) -> bool:
    beyond = [c for c in text if c > "\x7f"]
    return len(beyond) >= _LEAST_HANGUL and all("가" <= c <= "힣" for c in beyond)


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


def heading_at(lines: Sequence[str], count_known: KnownCounter) -> tuple[int, str, int]:
    """Return where the headings stand, from 0, the delimiter between them, and how much of them is known."""
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    announced = lines[first][4:5] if first < len(lines) and lines[first][:4].lower() == "sep=" else ""
    delimiters = announced if announced and announced in DELIMITERS else DELIMITERS
    first += bool(announced and announced in DELIMITERS)
    candidates = [
        (count_known(cells := _cells([line], delimiter) or [line]), -at, len(cells), -place)
        for at, line in enumerate(lines[:MOST_ABOVE], start=0)
        if at >= first and line.strip()
        for place, delimiter in enumerate(delimiters)
    ]
    # Where nothing is known: the first line that is not blank, with the delimiter that it has most of.
    most, at, _, place = max(candidates, default=(0, -first, 0, 0))
    return -at, delimiters[-place], most


def records(
    text: str,
    count_known: KnownCounter = lambda cells: 0,
    *,
    headings: int | None = None,
    delimiter: str = "",
) -> tuple[str, Iterator[Record], tuple[str, ...], bool]:
    """Return the delimiter, the records from the headings on, the lines above, and whether any heading is
    known.

    ``headings``: the line of them, from 1, where somebody has said so."""
    # Line by line: a quotation mark without its partner spoils its own line only.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start, separator, most = heading_at(lines, count_known)
    if headings:
        start = min(headings - 1, len(lines))
        _, separator, _ = heading_at(lines[start : start + 1], count_known)
    delimiter = delimiter or separator
    blank = delimiter + " \t\u3000"
    above = tuple(line for line in lines[:start] if line.strip(blank) and line[:4].lower() != "sep=")
    return delimiter, _records(lines, start, delimiter), above, most > 0


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
