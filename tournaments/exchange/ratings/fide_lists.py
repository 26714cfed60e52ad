"""FIDE's lists of ratings, as text and as XML, read line by line: several hundred megabytes in little memory.

Text is Latin-1, its columns stand where the heading line has their names: the single lists and the combined
one differ, and so does the name of the rating's column each month. XML is read element by element.

FIDE forbids to give its lists on: what is kept of one are the rows of persons who are wanted.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml.common import DefusedXmlException
from defusedxml.sax import parse

from tournaments.exchange.conversion import ForeignErrorCode, Problems
from tournaments.exchange.problems import Problem, fatal_problem

# Under which name the register holds each of the three.
FIDE_ISSUERS = {"standard": "fide", "rapid": "fide-rapid", "blitz": "fide-blitz"}
MOST_BYTES = 1024**3
MOST_RATIO = 50
MOST_LINE = 400
LEAST_RATING, MOST_RATING = 1000, 4000
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_MONTH = re.compile(rf"({'|'.join(_MONTHS)})([0-9]{{2}})")
_NAMES = ("ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA", "B-day", "Flag")
_KINDS = {"SRtng": ("SGm", "SK"), "RRtng": ("RGm", "Rk"), "BRtng": ("BGm", "BK")}
_XML_FIELDS = {
    "fideid": "ID Number",
    "name": "Name",
    "country": "Fed",
    "sex": "Sex",
    "title": "Tit",
    "w_title": "WTit",
    "o_title": "OTit",
    "birthday": "B-day",
    "flag": "Flag",
    "rating": "SRtng",
    "games": "SGm",
    "k": "SK",
    "rapid_rating": "RRtng",
    "rapid_games": "RGm",
    "rapid_k": "Rk",
    "blitz_rating": "BRtng",
    "blitz_games": "BGm",
    "blitz_k": "BK",
}


@dataclass(frozen=True, slots=True)
class ListedRating:
    """Hold one of the ratings of a row."""

    value: int
    # Of the month; None where there is no such column.
    games: int | None = None
    k: int | None = None
    # None where the list marks a person with several ratings, and does not say which of them it means.
    inactive: bool | None = False


@dataclass(frozen=True, slots=True)
class ListedAtFide:
    """A row. ``inactive``: in one of its ratings."""

    number: str
    name: str
    federation: str = ""
    sex: str = ""
    title: str = ""
    w_title: str = ""
    other_titles: tuple[str, ...] = ()
    standard: ListedRating | None = None
    rapid: ListedRating | None = None
    blitz: ListedRating | None = None
    birth_year: int | None = None
    inactive: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class FideList:
    """``seen``: rows of the file, wanted or not; ``left_out``: of those, how many could not be read;
    ``dated``: the day of the list, where the file says it."""

    rows: tuple[ListedAtFide, ...]
    seen: int
    problems: tuple[Problem, ...] = ()
    left_out: int = 0
    dated: date | None = None


class _Gathering:
    """Rows that are wanted, and what is wrong with them."""

    def __init__(self, wanted: Callable[[ListedAtFide], bool], single: str) -> None:
        self.rows: list[ListedAtFide] = []
        self.problems = Problems()
        self.seen = self.left_out = 0
        self.dated: date | None = None
        self._numbers: set[str] = set()
        self._wanted, self._single = wanted, single

    def take(self, cells: dict[str, str], line: int) -> None:
        self.seen += 1
        number = cells.get("ID Number", "")
        self.left_out += 1
        if not number:
            self.problems.add(ForeignErrorCode.MISSING, line, field="ID Number")
            return
        try:
            row = _row(cells, line, self._single)
        except _BadFieldError as error:
            self.problems.add(ForeignErrorCode.NOT_A_NUMBER, line, 0, error.text, field=error.field)
            return
        self.left_out -= 1
        if not self._wanted(row):
            return
        if number in self._numbers:
            self.problems.add(ForeignErrorCode.TWICE, line, number=number)
            return
        self._numbers.add(number)
        self.rows.append(row)

    def list(self) -> FideList:
        return FideList(tuple(self.rows), self.seen, tuple(self.problems.problems), self.left_out, self.dated)


class _BadFieldError(ValueError):
    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text!r}")
        self.field, self.text = field, text


def _whole(cells: dict[str, str], field: str) -> int:
    """0 where there is none."""
    text = cells.get(field, "")
    if not text:
        return 0
    if not re.fullmatch("[0-9]{1,6}", text):
        raise _BadFieldError(field, text)
    return int(text)


def _rating(cells: dict[str, str], field: str, inactive: bool | None) -> ListedRating | None:
    value = _whole(cells, field)
    if not value:
        return None
    if not LEAST_RATING <= value <= MOST_RATING:
        raise _BadFieldError(field, cells[field])
    games, k = _KINDS[field]
    number = _whole(cells, games) if games in cells else None
    return ListedRating(value, number, _whole(cells, k) or None, inactive)


def _row(cells: dict[str, str], line: int, single: str) -> ListedAtFide:
    if not re.fullmatch("[0-9]{1,10}", cells["ID Number"]):
        raise _BadFieldError("ID Number", cells["ID Number"])
    inactive = "i" in cells.get("Flag", "")
    several = sum(bool(cells.get(field, "").strip("0")) for field in _KINDS) > 1
    ratings = {
        kind: _rating(cells, field, None if inactive and several else inactive)
        for kind, field in zip(("standard", "rapid", "blitz"), _KINDS, strict=True)
    }
    if single != "standard" and not {"RRtng", "BRtng"} & cells.keys():
        ratings = {"standard": None, "rapid": None, "blitz": None, single: ratings["standard"]}
    return ListedAtFide(
        number=cells["ID Number"],
        name=cells.get("Name", ""),
        federation=cells.get("Fed", ""),
        sex=cells.get("Sex", ""),
        title=cells.get("Tit", ""),
        w_title=cells.get("WTit", ""),
        other_titles=tuple(filter(None, cells.get("OTit", "").split(","))),
        standard=ratings["standard"],
        rapid=ratings["rapid"],
        blitz=ratings["blitz"],
        birth_year=_whole(cells, "B-day") or None,
        inactive=inactive,
        line=line,
    )


def everybody(_row: ListedAtFide) -> bool:
    return True


def read_fide(
    stream: BinaryIO, wanted: Callable[[ListedAtFide], bool] = everybody, single: str = "standard"
) -> FideList:
    """Text or XML, by its first bytes. ``single``: which rating a list with one column of them has."""
    gathering = _Gathering(wanted, single)
    first = stream.readline(MOST_LINE * 4)
    while first and not first.strip():
        first = stream.readline(MOST_LINE * 4)
    if first.lstrip(b"\xef\xbb\xbf \t").startswith(b"<"):
        _xml(_Again(first, stream), gathering)
    else:
        _text(first, stream, gathering)
    if not gathering.seen and not gathering.problems:
        gathering.problems.add(ForeignErrorCode.NO_PLAYERS)
    return gathering.list()


def _text(heading: bytes, stream: BinaryIO, gathering: _Gathering) -> None:
    columns = _columns(heading.decode("latin-1"), gathering.problems)
    if (month := _MONTH.search(heading.decode("latin-1"))) is not None:
        gathering.dated = date(2000 + int(month[2]), _MONTHS.index(month[1]) + 1, 1)
    number = 1
    while columns and (raw := stream.readline(MOST_LINE * 4)):
        number += 1
        line = raw.decode("latin-1").rstrip("\r\n")
        if line.strip():
            gathering.take({name: line[start:end].strip() for name, start, end in columns}, number)


def _columns(heading: str, problems: Problems) -> list[tuple[str, int, int | None]]:
    """Return where each column begins and ends; none where the heading is that of no list."""
    names = {match.group(): match.start() for match in re.finditer(r"ID Number|[A-Za-z-]+[0-9]*", heading)}
    month = next((name for name in names if _MONTH.fullmatch(name)), None)
    if month is not None:
        for listed, column in ((month, "SRtng"), ("Gms", "SGm"), ("K", "SK")):
            if listed in names:
                names[column] = names.pop(listed)
    # In lists of 2011 the names of columns run together.
    for name in (*_NAMES, "SRtng"):
        if name not in names:
            problems.add(ForeignErrorCode.MISSING, 1, field=name)
    if problems:
        return []
    starts = sorted(names.items(), key=lambda item: item[1])
    ends = [start for _, start in starts[1:]]
    return [(name, start, end) for (name, start), end in zip(starts, [*ends, None], strict=True)]


class _Again:
    """A stream with the bytes before it that were read already."""

    def __init__(self, first: bytes, stream: BinaryIO) -> None:
        self._first, self._stream = first, stream

    def read(self, size: int = -1) -> bytes:
        if size == 0:  # `xml.sax` asks so whether it gets bytes
            return b""
        first, self._first = self._first, b""
        return first or self._stream.read(size)

    def close(self) -> None:
        """Who opened the stream closes it."""


class _Players(ContentHandler):
    def __init__(self, gathering: _Gathering) -> None:
        super().__init__()
        self._gathering = gathering
        self._cells: dict[str, str] = {}
        self._field, self._pieces = "", 0
        self._line = 0
        self._place: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 - the interface's name
        self._place = locator

    def line(self) -> int:
        return (self._place.getLineNumber() or 0) if self._place is not None else 0

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - the interface's name
        if name == "player":
            self._cells, self._line = {}, self.line()
        self._field, self._pieces = _XML_FIELDS.get(name, ""), 0
        if self._field:
            self._cells.setdefault(self._field, "")

    def characters(self, content: str) -> None:
        if self._field and self._pieces < MOST_LINE:
            self._pieces += len(content)
            self._cells[self._field] = self._cells.get(self._field, "") + content

    def endElement(self, name: str) -> None:  # noqa: N802 - the interface's name
        self._field = ""
        if name == "player":
            self._gathering.take({field: text.strip() for field, text in self._cells.items()}, self._line)


def _xml(stream: _Again, gathering: _Gathering) -> None:
    handler, problems = _Players(gathering), gathering.problems
    try:
        parse(stream, handler, forbid_dtd=True)
    except DefusedXmlException:
        problems.add(ForeignErrorCode.DOCTYPE, handler.line())
    except SAXParseException as error:
        line, column = error.getLineNumber() or 0, (error.getColumnNumber() or 0) + 1
        problems.add(ForeignErrorCode.NOT_XML, line, column, message=error.getMessage())
    except (SAXException, ValueError, LookupError) as error:
        problems.add(ForeignErrorCode.NOT_XML, handler.line(), message=str(error))


class TooLargeError(ValueError):
    """An archive of more than one file, or that would become too large."""


@contextmanager
def open_fide_list(path: Path) -> Iterator[BinaryIO]:
    """Open the list in a file or its archive. Raises `TooLargeError` and `zipfile.BadZipFile`."""
    if path.stat().st_size > MOST_BYTES:
        raise TooLargeError(f"{path.stat().st_size} bytes")
    with path.open("rb") as stream, unpacked_list(stream) as inner:
        yield inner


@contextmanager
def unpacked_list(stream: BinaryIO) -> Iterator[BinaryIO]:
    """The list in these bytes, as `open_fide_list` has it of a file."""
    if not zipfile.is_zipfile(stream):
        stream.seek(0)
        yield stream
        return
    with zipfile.ZipFile(stream) as archive:
        members = archive.infolist()
        if len(members) != 1:
            raise TooLargeError(f"{len(members)} files")
        (member,) = members
        # What the archive says of itself is what `zipfile` reads at most.
        if member.file_size > MOST_BYTES or member.file_size > MOST_RATIO * max(1, member.compress_size):
            raise TooLargeError(f"{member.file_size} bytes out of {member.compress_size}")
        with archive.open(member) as inner:
            yield inner  # type: ignore[misc]


def list_day(stamp: date) -> date:
    """Return the day of a list that was written then."""
    # Lists are of the first of a month, and that of the next one is made in the last days of a month.
    later = stamp + timedelta(days=5)
    return later.replace(day=1)


def _day_of_archive(body: bytes) -> date | None:
    """By the day on which its one file was written; None where it is no archive."""
    stream = BytesIO(body)
    if not zipfile.is_zipfile(stream):
        return None
    with zipfile.ZipFile(stream) as archive:
        return list_day(date(*archive.infolist()[0].date_time[:3]))


def listed_ratings(body: bytes, numbers: Collection[str]) -> FideList:
    """Return the rows of these numbers alone, of a list as it was fetched."""
    here = frozenset(numbers)
    try:
        with unpacked_list(BytesIO(body)) as stream:
            listed = read_fide(stream, lambda row: row.number in here)
        return replace(listed, dated=listed.dated or _day_of_archive(body))
    except (zipfile.BadZipFile, TooLargeError):
        # What is no list at all has no rows and a problem.
        return FideList((), 0, (fatal_problem(ForeignErrorCode.NO_PLAYERS),))
