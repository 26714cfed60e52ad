"""The federations' lists of rated players: a dated snapshot each, with its source and digest.

EGF: the page "all players" of the European Go Database, columns of text. FFG: the French *échelle*. AGA: the
American list, tabs between (variant A). Ratings come out on the European scale, where 1 dan is 2100.

A row that cannot be read is left out and named; the others are taken. Each line is UTF-8 or, if it is not,
the western encoding of its source. The columns of the EGF are counted in bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from tournaments.exchange.conversion import MOST_BYTES, ForeignErrorCode, Problems
from tournaments.exchange.problems import Problem
from tournaments.state.gotha.ranks import FFG_ZERO, rating_of_aga

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_EGF_DATE = re.compile(r"\(([0-9]{1,2}) ([A-Z][a-z]{2}) ([0-9]{4})\)")
_EGF_COUNT = re.compile(r"Number of players: *([0-9]{1,9})")
_FFG_DATE = re.compile(r"#Echelle au ([0-9]{2})/([0-9]{2})/([0-9]{4})")
_NONE_FFG = -9999
# The American membership of those who play for another country; which one the list does not say.
FOREIGN = "Forgn"
# Bytes of a row of the EGF; a longer one has more bytes than columns.
MOST_EGF = 92


@dataclass(frozen=True, slots=True)
class RatedRow:
    """One player of a list. ``number``: in that federation; ``rating``: None where the list has none. Of
    tables alone: ``native``: the name in its own script; ``born``: the year, ``games``, ``k``: None where
    nothing stands; ``index``: what stands behind a rating that has one, such as the events of INGO
    (``120-10``)."""

    number: str
    surname: str
    given: str
    country: str = ""
    club: str = ""
    grade: str = ""
    rating: int | None = None
    status: str = ""
    line: int = 0
    native: str = ""
    title: str = ""
    born: int | None = None
    gender: str = ""
    games: int | None = None
    k: int | None = None
    inactive: bool = False
    index: str = ""


@dataclass(frozen=True, slots=True)
class ReadRatingList:
    """``dated``: None where the list does not say it. ``digest`` of its bytes."""

    source: str
    digest: str
    dated: date | None
    rows: tuple[RatedRow, ...]
    problems: tuple[Problem, ...] = ()


def read_rating_list(data: bytes, source: str) -> ReadRatingList:
    """``source``: ``egf``, ``ffg`` or ``aga``. Never raises on any bytes."""
    problems = Problems()
    digest = "sha256:" + sha256(data).hexdigest()
    if len(data) > MOST_BYTES:
        problems.add(ForeignErrorCode.TOO_LARGE, bytes=len(data), most=MOST_BYTES)
        return ReadRatingList(source, digest, None, (), tuple(problems.problems))
    western = "iso8859-15" if source == "ffg" else "latin-1"
    raw = [line.rstrip(b"\r") for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n")]
    lines = [
        line.decode("latin-1") if source == "egf" and len(line) <= MOST_EGF else _decoded(line, western)
        for line in raw
    ]
    reader = {"egf": _egf, "ffg": _ffg, "aga": _aga}[source]
    dated, rows = reader(lines, problems)
    rows = once_each(rows, problems)
    if not rows and not problems:
        problems.add(ForeignErrorCode.NO_PLAYERS)
    return ReadRatingList(source, digest, dated, tuple(rows), tuple(problems.problems))


def once_each(rows: Iterable[RatedRow], problems: Problems) -> list[RatedRow]:
    """Of those with the same number the first."""
    numbers: set[str] = set()
    unique = []
    for row in rows:
        if row.number in numbers:
            problems.add(ForeignErrorCode.TWICE, row.line, number=row.number)
            continue
        if row.number:
            numbers.add(row.number)
        unique.append(row)
    return unique


def _decoded(text: bytes, western: str) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        return text.decode(western)


def _rows(
    lines: Iterable[tuple[int, str]], row: Callable[[str, int], RatedRow], problems: Problems
) -> Iterator[RatedRow]:
    for number, line in lines:
        if line.strip():
            try:
                yield row(line, number)
            except _NotANumberError as error:
                problems.add(ForeignErrorCode.NOT_A_NUMBER, number, 0, error.text, field=error.part_name)


class _NotANumberError(ValueError):
    """``part_name`` it was to be, and the ``text`` that stands there."""

    def __init__(self, part_name: str, text: str) -> None:
        super().__init__(f"{part_name}: {text!r}")
        self.part_name, self.text = part_name, text.strip()


def _number(text: str, part_name: str, pattern: str) -> str:
    """Raises `_NotANumberError`."""
    if not re.fullmatch(pattern, text.strip()):
        raise _NotANumberError(part_name, text)
    return text.strip()


def _egf(lines: list[str], problems: Problems) -> tuple[date | None, list[RatedRow]]:
    heading = next(
        (i for i, line in enumerate(lines) if "PIN" in line and "GoR" in line and "NT" in line), None
    )
    if heading is None:
        problems.add(ForeignErrorCode.MISSING, field="PIN … GoR")
        return None, []
    end = next((i for i in range(heading, len(lines)) if "</pre>" in lines[i]), len(lines))
    inner = enumerate(lines[heading + 1 : end], heading + 2)
    rows = list(_rows(((n, s) for n, s in inner if not re.match(r"\s*(<|Number of)", s)), _egf_row, problems))
    count = next((read for line in lines[heading:] if (read := _EGF_COUNT.search(line))), None)
    if count is not None and int(count[1]) != len(rows):
        problems.add(ForeignErrorCode.ROW_COUNT, found=len(rows), expected=int(count[1]))
    return next((day for line in lines[:heading] if (day := _egf_day(line))), None), rows


def _egf_day(line: str) -> date | None:
    read = _EGF_DATE.search(line)
    if read is None or read[2] not in _MONTHS:
        return None
    return _day(int(read[3]), _MONTHS.index(read[2]) + 1, int(read[1]))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _egf_row(line: str, number: int) -> RatedRow:
    name = line[11:49].strip()
    if len(line) <= MOST_EGF:
        name = _decoded(name.encode("latin-1"), "latin-1")
    surname, _, given_name = name.partition(" ")
    return RatedRow(
        number=_number(line[1:9], "PIN", "[0-9]{8}"),
        surname=surname.replace("_", " "),
        given=given_name.strip().replace("_", " "),
        country=line[49:52].strip(),
        club=line[53:58].strip(),
        grade=line[60:63].strip(),
        rating=int(_number(line[71:75], "GoR", "-?[0-9]{1,4}")),
        line=number,
    )


def _ffg(lines: list[str], problems: Problems) -> tuple[date | None, list[RatedRow]]:
    read = _FFG_DATE.match(lines[0]) if lines else None
    dated = _day(int(read[3]), int(read[2]), int(read[1])) if read else None
    body = ((n, line) for n, line in enumerate(lines, 1) if not line.startswith("#"))
    return dated, list(_rows(body, _ffg_row, problems))


def _ffg_row(line: str, number: int) -> RatedRow:
    words = line[:38].split()
    capitals = next((i for i, word in enumerate(words) if word != word.upper()), len(words) - 1)
    capitals = max(1, capitals)
    rating = int(_number(line[38:43], "rating", "-?[0-9]{1,4}"))
    licence = _number(line[46:53], "licence", "[0-9]{7}|-{7}")
    return RatedRow(
        number="" if licence.startswith("-") else licence,
        surname=" ".join(words[:capitals]),
        given=" ".join(words[capitals:]),
        country=line[59:61].strip(),
        club=line[54:58].strip(),
        rating=None if rating == _NONE_FFG else rating + FFG_ZERO,
        status=line[44:45].strip(),
        line=number,
    )


def _aga(lines: list[str], problems: Problems) -> tuple[date | None, list[RatedRow]]:
    return None, list(_rows(enumerate(lines, 1), _aga_row, problems))


def _aga_row(line: str, number: int) -> RatedRow:
    cells = [cell.strip() for cell in line.split("\t")] + [""] * 9
    surname, _, given_name = cells[0].partition(",")
    return RatedRow(
        number=_number(cells[1], "id", "[0-9]{1,9}"),
        surname=surname.strip(),
        given=given_name.strip(),
        country="" if cells[2] == FOREIGN else "US",
        club=cells[5],
        rating=_aga_rating(cells[3]),
        status=cells[2],
        line=number,
    )


def _aga_rating(text: str) -> int | None:
    if not text:
        return None
    plain = _number(text, "rating", r"-?[0-9]{1,2}(\.[0-9]{1,9})?")
    try:
        return rating_of_aga(float(plain))
    except ValueError:
        raise _NotANumberError("rating", text) from None
