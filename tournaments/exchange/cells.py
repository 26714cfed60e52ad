"""Read a cell of a list of players; what cannot be read is blamed and left empty, and the entry stays."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from tournaments.exchange.faults import ListErrorCode, row_problem
from tournaments.exchange.headings import NAMES
from tournaments.exchange.problems import Problem
from tournaments.exchange.tables import MOST_SHOWN, Record
from tournaments.text.titles import LONGEST as LONGEST_TITLE
from tournaments.text.titles import TITLES, grade_of, graded, title_of

# Characters of the number by which a federation knows a player.
LONGEST_NUMBER = 12
GENDERS: Mapping[str, str] = {
    **dict.fromkeys(("m", "male", "man", "men", "boy", "男", "nam"), "m"),
    **dict.fromkeys(("f", "w", "female", "woman", "women", "girl", "女", "nữ"), "f"),
}
LONGEST: Mapping[str, int] = {
    **dict.fromkeys(("name", "team", "club", "native_club", "province", "native_province"), 80),
    "native_name": 40,
    "title": LONGEST_TITLE,
    "grade": LONGEST_TITLE,
    "declared_grade": LONGEST_TITLE,
    **dict.fromkeys(("egf_pin", "ffg_licence", "aga_id"), LONGEST_NUMBER),
    "categories": 20,
}
BIRTH_YEARS = (LEAST_BIRTH_YEAR, LATEST_BIRTH_YEAR) = (1900, 2100)
MOST_RATING = 10_000
# A number with decimals below this is rather something else than a rating.
LEAST_ROUNDED = 100
# People write these into a cell that holds nothing.
NOTHING = frozenset(
    {"-", "--", "–", "—", "――", "―", "/", "?", "？", "n/a", "无", "無", "không", "none", "nil"}
)
# What begins a formula, in full width too, as East Asian editions of spreadsheets read it.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

_BETWEEN_CATEGORIES = re.compile(r"[,;|/、，；\s]+")
# 2480, 2480.0, 2,480, 2 480; with a mark behind it, as lists have for "provisional": 2490*. A fraction has
# a comma where people write one; 2.480 may be either, and is read as neither.
_NUMBER = re.compile(
    r"(?P<whole>[0-9]{1,9}|[0-9]{1,3}(?:[ ,'’][0-9]{3})+)"
    r"(?:\.0+|(?<=[0-9]{4})[.,](?P<long>[0-9]{1,17})|[.,](?P<short>[0-9]{1,2}|[0-9]{4,17}))?"
    r"(?P<mark> ?(?:[*†‡#!?]+|\([^()]{1,3}\))?)"
)
_DAY = re.compile(
    r"(?P<year>[0-9]{4})[-./年 ]{1,2}[0-9]{1,2}(?:[-./月 ]{1,2}(?:[0-9]{1,2})?日?)?"
    r"|(?P<packed>(?:19|20)[0-9]{2})(?:0[1-9]|1[0-2])(?:[0-3][0-9])?|(?P<plain>[0-9]{4})年"
    r"|(?:[0-9]{1,2}[-./ ])?[0-9]{1,2}[-./ ](?P<at_the_end>[0-9]{4})"
)
_TURNS_TEXT_ROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class ProblemCollector:
    """Collects the problems of one record."""

    def __init__(self, record: Record) -> None:
        self.line = record.line
        self.problems: list[Problem] = []

    def __call__(self, code: ListErrorCode, text: str = "", **params: str | int) -> None:
        self.problems.append(row_problem(code, params, self.line, printable_start(text)))


def printable_start(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


def clean_cell(column: str, cell: str, blame: ProblemCollector) -> str:
    """Clean a cell: NFC, white space single, without characters that nobody can see, which are named."""
    text = unicodedata.normalize("NFC", unguarded(cell))
    visible = "".join(c for c in text if c.isspace() or not _is_hidden(c))
    if visible != text:
        blame(ListErrorCode.CONTROL_CHARACTERS, visible, column=column)
    words = " ".join(visible.split())
    if words.casefold() in NOTHING:
        return ""
    if "\ufffd" in words:
        blame(ListErrorCode.LOST_CHARACTERS, words, column=column)
        return words if column in NAMES else ""
    # How long names are is seen when they are together.
    if column in LONGEST and column not in (*NAMES, "categories") and len(words) > LONGEST[column]:
        blame(ListErrorCode.TOO_LONG, words, column=column, length=len(words), most=LONGEST[column])
        return ""
    return words


def guarded(cell: str) -> str:
    """Text that a spreadsheet takes for text, never for a formula: an apostrophe before what begins one."""
    return f"'{cell}" if cell.lstrip("'").startswith(FORMULA_SIGNS) else cell


def unguarded(cell: str) -> str:
    """A cell without the apostrophe of `guarded`."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(FORMULA_SIGNS) else cell


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) == "Cc" or character in _TURNS_TEXT_ROUND or character == "\ufeff"


def number(column: str, text: str, least: int, most: int, blame: ProblemCollector) -> int | None:
    plain = unicodedata.normalize("NFKC", text)
    if not plain:
        return None
    if column == "birth_year" and (day := _DAY.fullmatch(plain)):
        plain = day["year"] or day["packed"] or day["plain"] or day["at_the_end"]
    read = _NUMBER.fullmatch(plain)
    value = int(re.sub("[^0-9]", "", read["whole"])) if read else -1
    if column == "rating" and value == 0:
        # What programs write for a player without rating.
        return None
    fraction = (read["long"] or read["short"] or "") if read else ""
    if fraction.strip("0"):
        if column != "rating" or value < LEAST_ROUNDED:
            value = -1
        else:
            # Half a point up: it is the value that people expect.
            value += fraction[0] >= "5"
            blame(ListErrorCode.DECIMALS_ROUNDED, text, column=column, rows=1)
    if read and least <= value <= most:
        if read["mark"]:
            blame(ListErrorCode.NUMBER_DOUBTFUL, text, column=column, value=value)
        return value
    blame(ListErrorCode.NOT_A_NUMBER, text, column=column, least=least, most=most)
    return None


def group(text: str, blame: ProblemCollector) -> int | None:
    plain = unicodedata.normalize("NFKC", text)
    if plain in ("", "1", "2"):
        return int(plain) if plain else None
    blame(ListErrorCode.GROUP_UNKNOWN, text, column="group")
    return None


def gender(text: str, blame: ProblemCollector) -> str:
    if not text:
        return ""
    gender_key = GENDERS.get(unicodedata.normalize("NFKC", text).casefold().rstrip("."), "")
    if not gender_key:
        blame(ListErrorCode.GENDER_UNKNOWN, text, column="gender")
    return gender_key


def title_and_grade(titled: str, graded_as: str, blame: ProblemCollector) -> tuple[str, str]:
    """Return title and grade as they are kept (`state.titles`)."""
    # In one column many lists have both.
    if titled and is_grade_cell(titled) and not graded_as:
        titled, graded_as = "", titled
    is_odd = not any(c.isalpha() for c in titled) or any(c.isdigit() for c in titled)
    # A title that nobody knows stays, for federations have titles of their own; a figure is none.
    if titled and is_odd and title_of(titled) not in TITLES:
        blame(ListErrorCode.TITLE_ODD, titled, column="title")
        titled = ""
    if graded_as and not is_grade_cell(graded_as):
        blame(ListErrorCode.GRADE_UNKNOWN, graded_as, column="grade")
        graded_as = ""
    return title_of(titled), grade_of(graded_as)


def is_grade_cell(text: str) -> bool:
    return graded(grade_of(text)) is not None


def categories(text: str, blame: ProblemCollector) -> tuple[str, ...]:
    parts = dict.fromkeys(part for part in _BETWEEN_CATEGORIES.split(text.casefold()) if part)
    most = LONGEST["categories"]
    for part in parts:
        if len(part) > most:
            blame(ListErrorCode.TOO_LONG, part, column="categories", length=len(part), most=most)
    return tuple(part for part in parts if len(part) <= most)
