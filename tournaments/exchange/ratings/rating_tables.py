"""A list of rated players as CSV, in whatever columns: what each one is, somebody says, as with the import of
entries. Ratings are on the European scale, where 1 dan is 2100, unless somebody says that a lower number is
better (XQ INGO: 10 for a world champion, 300 at most): these stand from 0 to 400, and what is behind a hyphen
(``120-10``) is their index.

A row without a name, with an impossible grade or a rating that is none is left out and named; the others are
taken. What is no year, number of games or K is left empty.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from tournaments.exchange.conversion import MOST_BYTES, ForeignErrorCode, Problems
from tournaments.exchange.headings import SKIP, heading_field, heading_key, known_headings, shape_of
from tournaments.exchange.ratings.rating_lists import RatedRow, ReadRatingList, once_each
from tournaments.exchange.tables import Record, decode_table, records
from tournaments.exchange.weiqi_codes import two_letters
from tournaments.exchange.written_names import tidy_name
from tournaments.state.gotha.ranks import LEAST_RATING, MOST_RATING, is_grade
from tournaments.text.titles import LONGEST, title_of

SOURCE = "csv"
FIELDS = (
    *("number", "name", "surname", "given", "native", "title", "grade", "rating", "club", "country"),
    *("born", "gender", "games", "k", "inactive"),
)
NAMES = frozenset({"name", "surname", "given"})
HIGHER, LOWER = "higher", "lower"
# The worst rating where a lower number is better.
MOST_INGO = 400
MOST_ROWS = 200_000
MOST_COLUMNS = 40
_SAMPLE = 5
# The columns of a long list are proposed from so many bytes at its beginning.
MOST_LOOKED_AT = 200_000
_NUMBERS = frozenset(
    heading_key(alias)
    for alias in ("pin", "egd pin", "id", "number", "licence", "license", "aga id", "member", "code", "编号")
)
_GAMES = frozenset(map(heading_key, ("games", "gms", "played", "partien", "对局数", "局数", "số ván")))
_K = frozenset(map(heading_key, ("k", "k-factor", "coefficient", "k值", "系数", "hệ số k")))
_INACTIVE = frozenset(map(heading_key, ("inactive", "status", "flag", "停赛", "状态", "inaktiv")))
_COLUMN_NAMES: Mapping[str, frozenset[str]] = {"games": _GAMES, "k": _K, "inactive": _INACTIVE}
_FIELD_OF: Mapping[str, str] = {
    "first_name": "given",
    "latin_name": "name",
    "federation": "country",
    "native_name": "native",
    "birth_year": "born",
}
_LONGEST = {"number": 12, "surname": 80, "given": 80, "club": 40}
_WOMEN = frozenset({"f", "w", "female", "woman", "women", "女", "nữ"})
_MEN = frozenset({"m", "male", "man", "men", "男", "nam"})
_YES = frozenset({"i", "wi", "inactive", "inaktiv", "yes", "x", "1", "true", "停赛", "是"})
_FIRST_YEAR, _LAST_YEAR = 1900, 2100


@dataclass(frozen=True, slots=True)
class RatingTable:
    """How a list looks: its headings, none where it has none; the first rows; ``fields``: what each column
    is taken for; ``shape``: by which a list of this kind is known again; ``rows``: of what was looked at."""

    headings: tuple[str, ...]
    sample: tuple[tuple[str, ...], ...]
    fields: tuple[str, ...]
    shape: str
    rows: int


def recognise_table(data: bytes, remembered: Mapping[str, Sequence[str]] | None = None) -> RatingTable:
    """Recognise a table by its beginning; ``remembered``: columns by shape. Never raises on any bytes."""
    heading, rows = _records(first_lines(data))
    width = min(MOST_COLUMNS, max((len(item.cells) for item in rows[:100]), default=0))
    cells = heading.cells[:width] if heading else ()
    shape = shape_of(cells)
    remembered_fields = (remembered or {}).get(shape)
    fields = (
        [*remembered_fields] if remembered_fields and shape else _unique([_guess(cell) for cell in cells])
    )
    fields = [item if item in FIELDS else SKIP for item in fields]
    return RatingTable(
        cells,
        tuple(item.cells[:width] for item in rows[:_SAMPLE]),
        tuple((fields + [SKIP] * width)[:width]),
        shape,
        len(rows),
    )


def first_lines(data: bytes) -> bytes:
    """Return as much of a file as `recognise_table` looks at."""
    if len(data) <= MOST_LOOKED_AT:
        return data
    first = data[:MOST_LOOKED_AT]
    is_wide = first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    # Whole lines; of UTF-16, whose line ends are two bytes, whole letters.
    return first if is_wide else first[: first.rfind(b"\n") + 1] or first


def read_table(data: bytes, columns: Sequence[str], better: str = HIGHER) -> ReadRatingList:
    """``columns``: what each one is, of `FIELDS`; anything else is not read. ``better``: `LOWER` where
    a lower number is. Never raises on any bytes."""
    problems = Problems()
    digest = "sha256:" + sha256(data).hexdigest()
    if len(data) > MOST_BYTES:
        problems.add(ForeignErrorCode.TOO_LARGE, bytes=len(data), most=MOST_BYTES)
        return ReadRatingList(SOURCE, digest, None, (), tuple(problems.problems))
    places = {name: place for place, name in reversed([*enumerate(columns)]) if name in FIELDS}
    if NAMES.isdisjoint(places):
        problems.add(ForeignErrorCode.MISSING, field="name")
        return ReadRatingList(SOURCE, digest, None, (), tuple(problems.problems))
    _, records = _records(data)
    if len(records) > MOST_ROWS:
        problems.add(ForeignErrorCode.TOO_MANY_PLAYERS, records[MOST_ROWS].line, most=MOST_ROWS)
    rated = _ingo if better == LOWER else rating_of
    rows = [row for record in records[:MOST_ROWS] if (row := _row(record, places, rated, problems))]
    rows = once_each(rows, problems)
    if not rows and not problems:
        problems.add(ForeignErrorCode.NO_PLAYERS)
    return ReadRatingList(SOURCE, digest, None, tuple(rows), tuple(problems.problems))


def _records(data: bytes) -> tuple[Record | None, list[Record]]:
    """The headings, if there are any, and the rows."""
    text = decode_table(data, None, known_headings).text.replace("\0", "")
    _, rows, _, has_headings = records(text, known_headings)
    listed = [*islice(rows, MOST_ROWS + 2)]
    return (listed.pop(0) if has_headings and listed else None), listed


def _guess(heading: str) -> str:
    if heading_key(heading) in _NUMBERS:
        return "number"
    for field, words in _COLUMN_NAMES.items():
        if heading_key(heading) in words:
            return field
    name = heading_field(heading)
    return _FIELD_OF.get(name, name)


def _unique(fields: Sequence[str]) -> list[str]:
    """The first column of each kind."""
    return [field if field not in fields[:place] else SKIP for place, field in enumerate(fields)]


def _row(
    record: Record,
    places: Mapping[str, int],
    rated: Callable[[str], int | None],
    problems: Problems,
) -> RatedRow | None:
    cells = {
        name: " ".join(record.cells[place].split())
        for name, place in places.items()
        if place < len(record.cells)
    }
    surname, given_name = cells.get("surname", ""), cells.get("given", "")
    if not surname:
        surname = tidy_name(cells.get("name", "").replace("_", " "))
        if given_name and surname.endswith(f" {given_name}"):
            surname = surname.removesuffix(given_name).strip()
    if not f"{surname}{given_name}".strip():
        problems.add(ForeignErrorCode.NO_NAME, record.line, 0, record.text)
        return None
    grade, rating, index = cells.get("grade", ""), cells.get("rating", ""), ""
    if rated is _ingo:
        rating, _hyphen, index = rating.partition("-")
    if grade and not is_grade(grade):
        problems.add(
            ForeignErrorCode.UNKNOWN_VALUE, record.line, 0, grade, field="grade", known="30k–9d, 1p–9p"
        )
        return None
    points = rated(rating)
    if rating and points is None:
        problems.add(ForeignErrorCode.NOT_A_NUMBER, record.line, 0, rating, field="rating")
        return None
    country = cells.get("country", "").upper()
    texts = {"number": cells.get("number", ""), "surname": surname, "given": given_name}
    texts["club"] = cells.get("club", "")
    return RatedRow(
        **{name: text[: _LONGEST[name]] for name, text in texts.items()},
        country=country if re.fullmatch("[A-Z]{2}", country) else two_letters(country),
        grade=grade.lower(),
        rating=points,
        line=record.line,
        native=cells.get("native", "")[: _LONGEST["club"]],
        title=title_of(cells.get("title", ""))[:LONGEST],
        born=_year(cells.get("born", "")),
        gender=_gender(cells.get("gender", "")),
        games=_whole(cells.get("games", ""), 100_000),
        k=_whole(cells.get("k", ""), 1000),
        inactive=cells.get("inactive", "").casefold() in _YES,
        index=index[: _LONGEST["number"]],
    )


def _year(text: str) -> int | None:
    """Of a date as well."""
    years = re.findall(r"(?<![0-9])[0-9]{4}(?![0-9])", text)
    year = int(years[0]) if len(years) == 1 else 0
    return year if _FIRST_YEAR <= year <= _LAST_YEAR else None


def _gender(text: str) -> str:
    word = text.casefold()
    return "f" if word in _WOMEN else "m" if word in _MEN else ""


def _whole(text: str, most: int) -> int | None:
    plain = re.fullmatch("[0-9]{1,6}", text)
    return int(text) if plain and int(text) <= most else None


def _ingo(text: str) -> int | None:
    """Rounded; None for what is none, or lies outside the scale."""
    plain = text.strip().replace(",", ".")
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,9})?", plain):
        return None
    value = round(float(plain))
    return value if value <= MOST_INGO else None


def rating_of(text: str) -> int | None:
    """Rounded; None for what is none, or lies outside the scale."""
    plain = text.replace("\u2212", "-").replace(",", ".")
    if not re.fullmatch(r"-?[0-9]{1,4}(\.[0-9]{1,9})?", plain):
        return None
    value = round(float(plain))
    return value if LEAST_RATING <= value <= MOST_RATING else None
