"""Words for what is wrong with a list of players or federations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from django.utils.translation import gettext, gettext_lazy, gettext_noop, pgettext_lazy

from portal.web.bidi import escape_bidi
from tournaments.exchange.faults import ListErrorCode
from tournaments.exchange.problems import Problem
from tournaments.wording.lists import listed
from tournaments.wording.register.persons import PARTICULARS

FAULTS: Mapping[StrEnum, str] = {
    ListErrorCode.TOO_LARGE: gettext_noop("The file has %(bytes)s bytes; the limit is %(most)s."),
    ListErrorCode.TOO_MANY_ROWS: gettext_noop("Only the first %(most)s rows were read."),
    ListErrorCode.EMPTY: gettext_noop("The file is empty."),
    ListErrorCode.ONLY_HEADER: gettext_noop("The file has a header row but no data."),
    ListErrorCode.UNKNOWN_ENCODING: gettext_noop(
        "Unknown encoding “%(encoding)s”; the encoding was detected instead."
    ),
    ListErrorCode.UNREADABLE: gettext_noop("Not valid %(encoding)s: byte %(position)s cannot be read."),
    ListErrorCode.ENCODING_DOUBTFUL: gettext_noop(
        "Read as %(encoding)s, which looks doubtful. If the names are wrong, choose another encoding."
    ),
    ListErrorCode.ABOVE_HEADINGS: gettext_noop(
        "Lines omitted above the headings: %(lines)s. The first is “%(text)s”."
    ),
    ListErrorCode.COLUMN_MISSING: gettext_noop("The column “%(column)s” is missing. Found: %(found)s."),
    ListErrorCode.NO_NAMES: gettext_noop(
        "No column holds the names. Found: %(found)s. Say below which column is the name."
    ),
    ListErrorCode.COLUMN_TWICE: gettext_noop(
        "Two columns are “%(column)s”; the second, “%(text)s”, is ignored."
    ),
    ListErrorCode.COLUMN_UNKNOWN: gettext_noop("Unknown column “%(text)s” ignored."),
    ListErrorCode.COLUMN_UNTITLED: gettext_noop(
        "Column %(number)s has no heading and was ignored. It contains: %(text)s"
    ),
    ListErrorCode.TOO_MANY_COLUMNS: gettext_noop("%(columns)s columns; only the first %(most)s were read."),
    ListErrorCode.OTHER_FORMAT: gettext_noop(
        "This is %(format)s, which cannot be read. Save the list as XLSX or CSV and choose that file."
    ),
    ListErrorCode.NO_HEADINGS: gettext_noop("No headings were found. Check below what each column is."),
    ListErrorCode.HIDDEN_ROWS: gettext_noop("Hidden and filtered rows were left out: %(text)s."),
    ListErrorCode.HIDDEN_SHEETS: gettext_noop("Hidden sheets were left out: %(text)s."),
    ListErrorCode.DECIMALS_ROUNDED: gettext_noop(
        "Decimals were rounded in %(rows)s rows of the column %(column)s, for example %(text)s."
    ),
    ListErrorCode.NOT_A_WORKBOOK: gettext_noop("The workbook cannot be read: %(reason)s"),
    ListErrorCode.UNBALANCED_QUOTE: gettext_noop("Unmatched quotation mark: %(text)s"),
    ListErrorCode.EXTRA_CELLS: gettext_noop("%(cells)s cells for %(columns)s columns: %(text)s"),
    ListErrorCode.CONTROL_CHARACTERS: gettext_noop("Invisible characters were removed from “%(text)s”."),
    ListErrorCode.LOST_CHARACTERS: gettext_noop(
        "Some characters of the %(column)s “%(text)s” could not be read."
    ),
    ListErrorCode.NO_PLAYER: gettext_noop("“%(text)s” counts or numbers the list and is no player."),
    ListErrorCode.MISSING: gettext_noop("The %(column)s is missing."),
    ListErrorCode.TOO_LONG: gettext_noop(
        "The %(column)s “%(text)s” has %(length)s characters; the limit is %(most)s."
    ),
    ListErrorCode.FEDERATION_UNKNOWN: gettext_noop(
        "Unknown federation “%(text)s”; the federation stays empty."
    ),
    ListErrorCode.NOT_A_NUMBER: gettext_noop(
        "The %(column)s stays empty: “%(text)s” is not a number between %(least)s and %(most)s."
    ),
    ListErrorCode.FEDERATION_DOUBTFUL: gettext_noop("%(text)s → %(federation)s?"),
    ListErrorCode.NUMBER_DOUBTFUL: gettext_noop("The %(column)s “%(text)s” was read as %(value)s."),
    ListErrorCode.GROUP_UNKNOWN: gettext_noop("The group stays empty: it must be 1 or 2, not “%(text)s”."),
    ListErrorCode.GENDER_UNKNOWN: gettext_noop("The gender stays empty: it must be m or f, not “%(text)s”."),
    ListErrorCode.TITLE_ODD: gettext_noop("“%(text)s” is not a title; the title stays empty."),
    ListErrorCode.GRADE_UNKNOWN: gettext_noop(
        "The grade stays empty: it must be dan or kyu, such as 5d or 3k, not “%(text)s”."
    ),
    ListErrorCode.CATEGORY_UNKNOWN: gettext_noop(
        "This section has no category “%(text)s”. Add it to the section, then set it on the entry."
    ),
    ListErrorCode.SAME_ROW: gettext_noop("The same row as line %(first_line)s."),
    ListErrorCode.DUPLICATE: gettext_noop("“%(text)s” is already in line %(first_line)s."),
    ListErrorCode.FORMULA: gettext_noop("Cell %(cell)s contains a formula without a value and stays empty."),
    ListErrorCode.CELL_ERROR: gettext_noop("Cell %(cell)s shows the error “%(text)s” and stays empty."),
    ListErrorCode.BAD_CODE: gettext_noop("A code must be three capital letters, not “%(text)s”."),
    ListErrorCode.CODE_TWICE: gettext_noop("The code %(text)s is already in line %(first_line)s."),
}

FORMATS = {
    "xls": gettext_lazy("an old Excel file (.xls) or a file with a password"),
    "pdf": gettext_lazy("a PDF"),
    "rtf": gettext_lazy("a text document (RTF)"),
    "docx": gettext_lazy("a text document (DOCX)"),
    "ods": gettext_lazy("an OpenDocument file"),
    "numbers": gettext_lazy("a Numbers file"),
    "html": gettext_lazy("a web page"),
    "image": gettext_lazy("an image"),
    "archive": gettext_lazy("an archive"),
}
COLUMNS = {
    "name": gettext_lazy("name"),
    "surname": gettext_lazy("surname"),
    "first_name": gettext_lazy("first name"),
    "native_name": gettext_lazy("native name"),
    "federation": gettext_lazy("federation"),
    "team": gettext_lazy("team"),
    "group": gettext_lazy("group"),
    "rating": gettext_lazy("rating"),
    "categories": gettext_lazy("categories"),
    "birth_year": gettext_lazy("year of birth"),
    "gender": gettext_lazy("gender"),
    "title": gettext_lazy("title"),
    "grade": gettext_lazy("grade"),
    "declared_grade": gettext_lazy("declared grade"),
    "given_name": gettext_lazy("given name"),
    "egf_pin": gettext_lazy("EGF number (PIN)"),
    "ffg_licence": gettext_lazy("FFG licence"),
    "aga_id": gettext_lazy("AGA number"),
    "wxf_id": gettext_lazy("WXF number"),
    "axf_id": gettext_lazy("AXF number"),
    "fide_id": gettext_lazy("FIDE number (ID)"),
    "national_id": gettext_lazy("national number"),
    "club": gettext_lazy("club"),
    "native_club": gettext_lazy("native name of the club"),
    "province": gettext_lazy("province"),
    "native_province": gettext_lazy("native name of the province"),
}

# The headings of an empty list, which `exchange.headings` knows in every language.
TEMPLATE = {
    "name": pgettext_lazy("heading of a list", "Name"),
    "native_name": pgettext_lazy("heading of a list", "Native name"),
    "federation": pgettext_lazy("heading of a list", "Federation"),
    "province": pgettext_lazy("heading of a list", "Province"),
    "club": pgettext_lazy("heading of a list", "Club"),
    "team": pgettext_lazy("heading of a list", "Team"),
    "title": pgettext_lazy("heading of a list", "Title"),
    "grade": pgettext_lazy("heading of a list", "Grade"),
    "rating": pgettext_lazy("heading of a list", "Rating"),
    "birth_year": pgettext_lazy("heading of a list", "Year of birth"),
    "gender": pgettext_lazy("heading of a list", "Gender"),
    "categories": pgettext_lazy("heading of a list", "Categories"),
    "group": pgettext_lazy("heading of a list", "Draw group"),
}


def fault_text(fault: Problem) -> str:
    """One sentence about a fault, without its line."""
    params: dict[str, object] = {"text": fault.place.text, **fault.params}
    if "column" in params:
        params["column"] = COLUMNS.get(str(params["column"]), params["column"])
    if "format" in params:
        params["format"] = FORMATS.get(str(params["format"]), params["format"])
    return escape_bidi(gettext(FAULTS[fault.code]) % params)


def doubt_text(fault: Problem) -> str:
    """``federation: ATL?``: what stood in the list where nothing stands now."""
    column = COLUMNS.get(fault.column, fault.column)
    return escape_bidi(gettext("%(column)s: “%(text)s”?") % {"column": column, "text": fault.place.text})


def column_name(field: str) -> str | None:
    """Name a detail of a person; None for what is none."""
    name = COLUMNS.get(field) or PARTICULARS.get(field)
    return str(name) if name else None


def fields_text(fields: Iterable[str]) -> str:
    """``native name, club``."""
    return listed(COLUMNS.get(field) or PARTICULARS[field] for field in fields)


def kept_text(fields: Iterable[str]) -> str:
    """That a player was known, and in what he or she stayed as before."""
    return gettext("Known player; kept unchanged: %(fields)s.") % {"fields": fields_text(fields)}
