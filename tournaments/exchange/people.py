"""A list of players as people send it: CSV in whatever encoding, with headings in whatever language.

`read_people` gives a report with every row and every fault; what to do with them is the caller's. A cell is
text and stays text: ``=cmd()`` is a strange name, never a formula.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from tournaments.exchange.faults import Fault, ListErrorCode
from tournaments.exchange.tables import MOST_BYTES, MOST_ROWS, MOST_SHOWN, Record, decode, records
from tournaments.state.lots import canonical

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "latin_name": ("latin name", "english name", "romanised name", "英文名", "英文姓名", "拉丁名", "拼音"),
    "name": ("name", "full name", "player", "player name", "họ tên", "họ và tên", "tên"),
    "chinese_name": ("姓名", "名字", "棋手", "选手", "選手", "运动员", "運動員"),
    "native_name": ("native name", "chinese name", "中文名", "中文姓名", "本名", "tên chữ hán"),
    "federation": (
        *("federation", "fed", "country", "nation", "noc", "liên đoàn", "quốc gia"),
        *("协会", "協會", "地区", "地區", "国家", "國家", "国家地区", "國家地區", "国家/地区", "國家/地區"),
    ),
    "team": ("team", "队", "隊", "队伍", "隊伍", "代表队", "代表隊", "团体", "團體", "đội"),
    "group": ("group", "lots group", "组", "組", "组别", "組別", "分组", "分組", "签组", "籤組", "nhóm"),
    "rating": ("rating", "elo", "等级分", "等級分", "hệ số"),
    "categories": ("categories", "category", "类别", "類別", "hạng mục"),
    "birth_year": (
        *("birth year", "year of birth", "born", "yob", "năm sinh"),
        *("出生年", "出生年份", "生年"),
    ),
    "gender": ("gender", "sex", "性别", "性別", "giới tính"),
    "club": ("club", "俱乐部", "俱樂部", "棋社", "单位", "單位", "câu lạc bộ"),
}
GENDERS: Mapping[str, str] = {
    **dict.fromkeys(("m", "male", "man", "men", "男", "nam"), "m"),
    **dict.fromkeys(("f", "w", "female", "woman", "women", "女", "nữ"), "f"),
}
LONGEST: Mapping[str, int] = {"name": 80, "native_name": 40, "team": 80, "club": 80, "categories": 20}
LEAST_BIRTH_YEAR, LATEST_BIRTH_YEAR = 1900, 2100
MOST_RATING = 10_000
MOST_COLUMNS = 200
NOTHING = frozenset({"-", "--", "–", "—", "――", "―", "/", "?", "？", "n/a", "无", "無"})
"""What people write into a cell that holds nothing."""

_FIELD_OF = {heading: name for name, headings in HEADINGS.items() for heading in headings}
_BETWEEN_CATEGORIES = re.compile(r"[,;|/、，；\s]+")
# 2480, 2480.0, 2,480, 2 480; with a mark behind it, as lists have for "provisional": 2490*.
_NUMBER = re.compile(
    r"(?P<whole>[0-9]{1,9}|[0-9]{1,3}(?:[ ,'’][0-9]{3})+)(?:\.0+)?(?P<mark> ?(?:[*†‡#!?]+|\([^()]{1,3}\))?)"
)
_DAY = re.compile(
    r"(?P<year>[0-9]{4})[-./][0-9]{1,2}[-./][0-9]{1,2}|[0-9]{1,2}[-./][0-9]{1,2}[-./](?P<at_the_end>[0-9]{4})"
)
_TURNS_TEXT_ROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One player of the list; what a faulty cell held is in its fault. ``gender``: ``m``, ``f`` or empty;
    ``cells``: the row as it stands."""

    line: int
    name: str
    native_name: str = ""
    federation: str = ""
    team: str = ""
    group: int | None = None
    rating: int | None = None
    categories: tuple[str, ...] = ()
    birth_year: int | None = None
    gender: str = ""
    club: str = ""
    faults: tuple[Fault, ...] = ()
    cells: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def is_usable(self) -> bool:
        """Whether the row has a name and no fault beyond warnings."""
        return bool(self.name) and all(fault.is_warning for fault in self.faults)

    @property
    def is_namesake(self) -> bool:
        """Whether nothing is wrong with the row but that the name stands in the list already."""
        wrong = {fault.code for fault in self.faults if not fault.is_warning}
        return bool(self.name) and wrong == {ListErrorCode.DUPLICATE}


@dataclass(frozen=True, slots=True)
class PeopleReport:
    """``encoding`` and whether it was ``guessed`` among several; ``columns``: heading by field;
    ``faults``: those of the whole file (the rows hold their own); ``text``: the list as a person can put it
    right, its lines those of the rows."""

    encoding: str
    rows: tuple[PersonRow, ...] = ()
    faults: tuple[Fault, ...] = ()
    guessed: bool = False
    delimiter: str = ","
    columns: Mapping[str, str] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    text: str = field(default="", repr=False)


def heading_key(cell: str) -> str:
    """A heading as it is compared: NFKC, lower case, no underscores, stars, brackets or double spaces."""
    plain = re.sub(r"[_*:：\s]+|\(.*?\)", " ", unicodedata.normalize("NFKC", cell).casefold())
    return " ".join(plain.split())


def known_headings(line: str) -> int:
    """How many cells of a line are headings that are known."""
    return sum(heading_key(cell.strip('" ')) in _FIELD_OF for cell in re.split(r"[,;\t]", line))


def read_people(
    data: bytes,
    *,
    federations: Collection[str] | None = None,
    federation_names: Mapping[str, str] | None = None,
    federation: str = "",
    encoding: str | None = None,
) -> PeopleReport:
    """The players in a CSV file of at most 2 MB and 10,000 rows; the headings may stand below a title.

    ``federations``: the codes that are known (None: any is taken); ``federation_names``: code by canonical
    name (`federations.codes_by_name`), for lists that write 越南 instead of VIE; ``federation``: of players
    for whom the list names none. Never raises on any bytes.
    """
    if len(data) > MOST_BYTES:
        fault = Fault(ListErrorCode.TOO_LARGE, {"bytes": len(data), "most": MOST_BYTES})
        return PeopleReport("", faults=(fault,))
    decoded = decode(data, encoding, known_headings)
    delimiter, rows, above = records(decoded.text, known_headings)
    report = partial(
        PeopleReport, decoded.encoding, guessed=decoded.guessed, delimiter=delimiter, text=decoded.text
    )
    heading = next(rows, None)
    if heading is None:
        return report(faults=(*decoded.faults, Fault(ListErrorCode.EMPTY)))
    places, faults = _columns(heading)
    faults = [*decoded.faults, *faults]
    if above:
        faults.append(
            Fault(ListErrorCode.ABOVE_HEADINGS, {"lines": len(above)}, heading.line, _shown(above[0]))
        )
    columns = {name: _shown(heading.cells[place]) for name, place in places.items()}
    if "name" not in places:
        found = ", ".join(cell.strip() for cell in heading.cells[:MOST_COLUMNS])
        params = {"column": "name", "found": found[:MOST_SHOWN]}
        faults.append(Fault(ListErrorCode.COLUMN_MISSING, params, heading.line, _shown(heading.text)))
        return report(faults=tuple(faults), columns=columns)
    reader = _Rows(places, len(heading.cells), federations, federation_names or {}, federation)
    people: list[PersonRow] = []
    for record in rows:
        if len(people) == MOST_ROWS:
            faults.append(Fault(ListErrorCode.TOO_MANY_ROWS, {"most": MOST_ROWS}, record.line))
            break
        people.append(reader.read(record))
    if not people:
        faults.append(Fault(ListErrorCode.ONLY_HEADER, line=heading.line))
    return report(rows=tuple(people), faults=tuple(faults), columns=columns, headings=heading.cells)


def _shown(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


def _columns(heading: Record) -> tuple[dict[str, int], list[Fault]]:
    """Where each field stands. A Chinese heading 姓名 is the name, or beside a Latin one the native name."""
    faults: list[Fault] = []
    if heading.unbalanced:
        faults.append(Fault(ListErrorCode.UNBALANCED_QUOTE, line=heading.line, text=_shown(heading.text)))
    if len(heading.cells) > MOST_COLUMNS:
        params: dict[str, str | int] = {"columns": len(heading.cells), "most": MOST_COLUMNS}
        faults.append(Fault(ListErrorCode.TOO_MANY_COLUMNS, params, heading.line, _shown(heading.text)))
    cells = heading.cells[:MOST_COLUMNS]
    keys = [heading_key(cell) for cell in cells]
    fields = [_FIELD_OF.get(key, "") for key in keys]
    latin = "latin_name" in fields
    roles = {
        "latin_name": "name",
        "name": "native_name" if latin else "name",
        "chinese_name": "native_name" if latin or "name" in fields else "name",
    }
    places: dict[str, int] = {}
    for place, (cell, name) in enumerate(zip(cells, fields, strict=True)):
        role = roles.get(name, name)
        if not role:
            if cell.strip():
                faults.append(
                    Fault(ListErrorCode.COLUMN_UNKNOWN, line=heading.line, text=_shown(cell.strip()))
                )
        elif role in places:
            faults.append(
                Fault(ListErrorCode.COLUMN_TWICE, {"column": role}, heading.line, _shown(cell.strip()))
            )
        else:
            places[role] = place
    return places, faults


class _Rows:
    """Reads record after record; remembers who was seen."""

    def __init__(
        self,
        places: Mapping[str, int],
        width: int,
        federations: Collection[str] | None,
        federation_names: Mapping[str, str],
        federation: str,
    ) -> None:
        self.places = places
        self.width = width
        self.federations = None if federations is None else frozenset(federations)
        self.federation_names = federation_names
        self.federation = federation
        self.seen: dict[tuple[str, str], int] = {}

    def read(self, record: Record) -> PersonRow:
        blame = _Blame(record)
        if record.unbalanced:
            blame(ListErrorCode.UNBALANCED_QUOTE, record.text)
        if any(cell.strip() for cell in record.cells[self.width :]):
            blame(ListErrorCode.EXTRA_CELLS, record.text, cells=len(record.cells), columns=self.width)
        cells = dict.fromkeys(HEADINGS, "")
        for name, place in self.places.items():
            if place < len(record.cells):
                cells[name] = _clean(name, record.cells[place], blame)
        if not cells["name"]:
            blame(ListErrorCode.MISSING, record.text, column="name")
        row = PersonRow(
            line=record.line,
            name=cells["name"],
            native_name=cells["native_name"],
            federation=self._federation(cells["federation"], blame),
            team=cells["team"],
            group=_group(cells["group"], blame),
            rating=_number("rating", cells["rating"], 0, MOST_RATING, blame),
            categories=_categories(cells["categories"], blame),
            birth_year=_number("birth_year", cells["birth_year"], LEAST_BIRTH_YEAR, LATEST_BIRTH_YEAR, blame),
            gender=_gender(cells["gender"], blame),
            club=cells["club"],
            cells=record.cells,
        )
        if row.name:
            first = self.seen.setdefault((canonical(row.name), row.federation), row.line)
            if first != row.line:
                blame(ListErrorCode.DUPLICATE, row.name, first_line=first)
        return replace(row, faults=tuple(blame.faults))

    def _federation(self, text: str, blame: _Blame) -> str:
        if not text:
            if not self.federation and self.federations is not None:
                blame(ListErrorCode.MISSING, column="federation")
            return self.federation
        if self.federations is None or text in self.federations:
            return text
        code = (
            text.upper() if text.upper() in self.federations else self.federation_names.get(canonical(text))
        )
        if code is None:
            blame(ListErrorCode.FEDERATION_UNKNOWN, text)
        return code or ""


class _Blame:
    """Collects the faults of one record."""

    def __init__(self, record: Record) -> None:
        self.line = record.line
        self.faults: list[Fault] = []

    def __call__(self, code: ListErrorCode, text: str = "", **params: str | int) -> None:
        self.faults.append(Fault(code, params, self.line, _shown(text)))


def _clean(name: str, cell: str, blame: _Blame) -> str:
    """NFC, white space single; characters that nobody can see are taken out and named."""
    text = unicodedata.normalize("NFC", cell)
    visible = "".join(c for c in text if c.isspace() or not _is_hidden(c))
    if visible != text:
        blame(ListErrorCode.CONTROL_CHARACTERS, visible, column=name)
    if "\ufffd" in visible:
        blame(ListErrorCode.LOST_CHARACTERS, visible, column=name)
    words = " ".join(visible.split())
    if words.casefold() in NOTHING:
        return ""
    if name in LONGEST and name != "categories" and len(words) > LONGEST[name]:
        blame(ListErrorCode.TOO_LONG, words, column=name, length=len(words), most=LONGEST[name])
    return words


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) == "Cc" or character in _TURNS_TEXT_ROUND or character == "\ufeff"


def _number(name: str, text: str, least: int, most: int, blame: _Blame) -> int | None:
    plain = unicodedata.normalize("NFKC", text)
    if not plain:
        return None
    if name == "birth_year" and (day := _DAY.fullmatch(plain)):
        plain = day["year"] or day["at_the_end"]
    number = _NUMBER.fullmatch(plain)
    value = int(re.sub("[^0-9]", "", number["whole"])) if number else -1
    if number and least <= value <= most:
        if number["mark"]:
            blame(ListErrorCode.NUMBER_DOUBTFUL, text, column=name, value=value)
        return value
    blame(ListErrorCode.NOT_A_NUMBER, text, column=name, least=least, most=most)
    return None


def _group(text: str, blame: _Blame) -> int | None:
    plain = unicodedata.normalize("NFKC", text)
    if plain in ("", "1", "2"):
        return int(plain) if plain else None
    blame(ListErrorCode.GROUP_UNKNOWN, text)
    return None


def _gender(text: str, blame: _Blame) -> str:
    if not text:
        return ""
    gender = GENDERS.get(unicodedata.normalize("NFKC", text).casefold(), "")
    if not gender:
        blame(ListErrorCode.GENDER_UNKNOWN, text)
    return gender


def _categories(text: str, blame: _Blame) -> tuple[str, ...]:
    parts = [part for part in _BETWEEN_CATEGORIES.split(text.casefold()) if part]
    for part in parts:
        if len(part) > LONGEST["categories"]:
            most = LONGEST["categories"]
            blame(ListErrorCode.TOO_LONG, part, column="categories", length=len(part), most=most)
    return tuple(dict.fromkeys(parts))
