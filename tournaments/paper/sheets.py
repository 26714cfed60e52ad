"""How each kind of paper is set: its template, what that walks through, and which way the page lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Section
from tournaments.pages import shaping
from tournaments.paper.blanks import empty_board, move_lines
from tournaments.wording.sides import side_word

Data = dict[str, Any]
One = TypeVar("One")
CARDS, BADGES = 4, 8
"""On one page."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """``shape(data)`` prepares for ``template``; the language of the paper is active."""

    template: str
    shape: Callable[[Data], Data]
    landscape: bool = False


_sheets: dict[str, Sheet] = {}


def register_sheets(sheets: Mapping[str, Sheet]) -> None:
    """Say how these kinds are set; called in ``AppConfig.ready()``."""
    _sheets.update(sheets)


def sheet_of(kind: str) -> Sheet:
    """Raises LookupError for a kind that nobody sets."""
    return _sheets[kind]


def cut_stack(items: Sequence[One], on_a_page: int) -> list[list[One | None]]:
    """Pages of ``on_a_page`` items each, so that the stack of pages, cut and its parts laid one upon the
    other from the first, is in the order of ``items``. None where a page has a place to spare."""
    pages = -(-len(items) // on_a_page)
    padded = [*items, *[None] * (pages * on_a_page - len(items))]
    return [[padded[place * pages + page] for place in range(on_a_page)] for page in range(pages)]


def qr_code(text: str) -> SafeString:
    """A QR code as a drawing in the page, level Q: it is read from a card that has been handled."""
    import segno  # as in templatetags/qr.py

    drawing = segno.make(text, error="q", micro=False).svg_inline(scale=4, border=2, omitsize=True)
    return mark_safe(drawing)  # noqa: S308  a drawing of squares


def public_address(path: str) -> str:
    """An address without language: the reader's own is found by the site."""
    return f"{settings.PUBLIC_URL}/{path}"


def _pairings(data: Data) -> Data:
    people = data["people"]
    return {
        "tables": shaping.tables(data),
        "byes": [people[number] for number in data["byes"]],
        "absent": [people[number] for number in data["absent"]],
    }


def _teams(data: Data) -> Data:
    people = data["people"]
    ranks = {row["number"]: row["rank"] for row in data["rows"]}
    return {
        "teams": [
            {
                **team,
                "members": [{**people[number], "rank": ranks.get(number)} for number in team["members"]],
            }
            for team in data["teams"]
        ]
    }


def _scoresheets(data: Data) -> Data:
    game = data["frame"]["section"]["game"]
    sheets = [
        {"table": table, "side": side} for table in shaping.tables(data) for side in ("first", "second")
    ]
    sides = (side_word("first", game), side_word("second", game))
    grid = empty_board() if game == Section.Game.WEIQI else move_lines(*sides)
    return {"pages": cut_stack(sheets, 2), "grid": grid}


def _certificates(data: Data) -> Data:
    people = data["people"]
    return {
        "awards": [
            {"prize": prize, "place": place["place"], "person": people[place["number"]]}
            for prize in data["prizes"]
            for place in prize["places"]
        ]
    }


def _cards(data: Data) -> Data:
    frame = data["frame"]
    path = f"e/{frame['event']['slug']}/{frame['section']['slug']}/"
    tables = list(range(1, len(data["players"]) // 2 + 1))
    return {
        "pages": cut_stack(tables, CARDS),
        "code": qr_code(public_address(path)),
        "address": public_address(path),
    }


def _badges(data: Data) -> Data:
    return {"pages": cut_stack(data["players"], BADGES)}


SHEETS: Mapping[str, Sheet] = {
    "pairings": Sheet("tournaments/paper/pairings.html", _pairings),
    "by-name": Sheet("tournaments/paper/by_name.html", lambda data: {"lines": shaping.lines(data)}),
    "scoresheets": Sheet("tournaments/paper/scoresheets.html", _scoresheets, landscape=True),
    "standings": Sheet("tournaments/paper/standings.html", lambda data: {"rows": shaping.ranking(data)}),
    "crosstable": Sheet(
        "tournaments/paper/crosstable.html", lambda data: {"rows": shaping.crosstable(data)}, landscape=True
    ),
    "teams": Sheet("tournaments/paper/teams.html", _teams),
    "certificates": Sheet("tournaments/paper/certificates.html", _certificates, landscape=True),
    "table-cards": Sheet("tournaments/paper/table_cards.html", _cards),
    "badges": Sheet("tournaments/paper/badges.html", _badges),
}


def context_of(data: Data) -> Data:
    """What every paper knows: where it belongs."""
    frame = data["frame"]
    return {
        **data,
        "event": frame["event"],
        "section": frame["section"],
        "game": frame["section"]["game"],
        "zone": frame["event"]["zone"],
    }
