"""How each kind of paper is set: its template, what that walks through, and which way the page lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Section
from tournaments.paper.blanks import empty_board, move_lines
from tournaments.paper.certificates import certificates
from tournaments.paper.fitting import fitting
from tournaments.paper.starting_lists import ORDERS, ordered_list, shown_columns
from tournaments.queries.money.receipts import RECEIPT_KINDS
from tournaments.queries.papers import NormPaper, PlayersPage, ReportPaper
from tournaments.queries.public.public import Framed, PublicPerson
from tournaments.queries.public.public_rounds import RoundPage
from tournaments.queries.public.public_standings import StandingsPage
from tournaments.queries.refereeing.referee_reports import report_tables, round_lines
from tournaments.wording.names import both_names
from tournaments.wording.referee_reports import ROUND_COLUMNS
from tournaments.wording.sides import side_word

Drawn = Mapping[str, Any]
Piece = TypeVar("Piece")
# On one page.
CARDS, BADGES = 4, 8


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """``template`` shows ``page``, and what is ``drawn`` of it in the language of the paper, which is
    active."""

    template: str
    drawn: Callable[[Any], Drawn] = lambda page: {}
    landscape: bool = False


_sheets: dict[str, PaperSheet] = {}


def register_sheets(sheets: Mapping[str, PaperSheet]) -> None:
    """Say how these kinds are set; called in ``AppConfig.ready()``."""
    _sheets.update(sheets)


def sheet_of(kind: str) -> PaperSheet:
    """Raises LookupError for a kind that nobody sets."""
    return _sheets[kind]


def cut_stack(items: Sequence[Piece], on_a_page: int) -> list[list[Piece | None]]:
    """Cut items into pages of ``on_a_page`` each; None where a page has a place to spare."""
    pages = -(-len(items) // on_a_page)
    padded = [*items, *[None] * (pages * on_a_page - len(items))]
    # The stack of pages, cut and its parts laid one upon the other from the first, is in the order of the
    # items.
    return [[padded[place * pages + page] for place in range(on_a_page)] for page in range(pages)]


def qr_code(text: str) -> SafeString:
    """A QR code as a drawing in the page, level Q: it is read from a card that has been handled."""
    import segno  # as in templatetags/qr.py

    drawing = segno.make(text, error="q", micro=False).svg_inline(scale=4, border=2, omitsize=True)
    return mark_safe(drawing)  # noqa: S308  a drawing of squares


def public_address(path: str) -> str:
    """An address without language: the reader's own is found by the site."""
    return f"{settings.PUBLIC_URL}/{path}"


def _scoresheets(page: RoundPage) -> Drawn:
    sheets = [{"table": table, "side": side} for table in page.tables for side in ("first", "second")]
    game = page.section.game
    sides = (side_word("first", game), side_word("second", game))
    grid = empty_board() if game == Section.Game.WEIQI else move_lines(*sides)
    return {"pages": cut_stack(sheets, 2), "grid": grid}


def _cards(page: PlayersPage) -> Drawn:
    address = public_address(f"e/{page.event.slug}/{page.section.slug}/")
    tables = list(range(1, len(page.players) // 2 + 1))
    return {"pages": cut_stack(tables, CARDS), "code": qr_code(address), "address": address}


def _badges(page: PlayersPage) -> Drawn:
    badges = [Badge(player, *both_names(player)) for player in page.players]
    return {"pages": cut_stack(badges, BADGES)}


@dataclass(frozen=True, slots=True)
class Badge:
    """``first``: the name to read from afar, as large as its place allows."""

    player: PublicPerson
    first: str
    second: str = ""

    @property
    def first_size(self) -> float:
        return fitting(self.first, width=85, height=22 if self.second else 32, most=54)

    @property
    def second_size(self) -> float:
        return fitting(self.second, width=85, height=11, most=28)


# So many tables fit one sheet in each setting: the first two for readers three metres away.
FILLS = {"roomy": 9, "wall": 18, "close": 24}


def _pairings(page: RoundPage) -> Drawn:
    """The type fills the sheet: ``fills`` is its class in the style sheet."""
    count = len(page.tables)
    return {"fills": next((name for name, most in FILLS.items() if count <= most), "")}


def _starting(order: str) -> Callable[[PlayersPage], Drawn]:
    return lambda page: {"groups": ordered_list(page.players, order), "shown": shown_columns(page.players)}


def _norms(page: NormPaper) -> Drawn:
    """``address``: where anybody reads the same, if the event shows it."""
    if not page.frame.norms:
        return {}
    address = public_address(f"e/{page.event.slug}/{page.section.slug}/norms/")
    return {"address": address, "code": qr_code(address)}


def _report(page: ReportPaper) -> Drawn:
    return {
        "columns": ROUND_COLUMNS.values(),
        "rounds": round_lines(page.data),
        "tables": list(report_tables(page.data, page.people)),
    }


def _certificates(page: StandingsPage) -> Drawn:
    return {"certificates": certificates(page)}


SHEETS: Mapping[str, PaperSheet] = {
    **{
        f"starting-{order}": PaperSheet("tournaments/paper/starting_list.html", _starting(order))
        for order in ORDERS
    },
    "all-rounds": PaperSheet("tournaments/paper/all_rounds.html"),
    "pairings": PaperSheet("tournaments/paper/pairings.html", _pairings),
    "by-name": PaperSheet("tournaments/paper/by_name.html"),
    "scoresheets": PaperSheet("tournaments/paper/scoresheets.html", _scoresheets, landscape=True),
    "standings": PaperSheet("tournaments/paper/standings.html"),
    "crosstable": PaperSheet("tournaments/paper/crosstable.html", landscape=True),
    "teams": PaperSheet("tournaments/paper/teams.html"),
    "prize-list": PaperSheet("tournaments/paper/prize_list.html"),
    "certificates": PaperSheet("tournaments/paper/certificates.html", _certificates, landscape=True),
    **dict.fromkeys((kind.key for kind in RECEIPT_KINDS), PaperSheet("tournaments/paper/receipt.html")),
    "norm-report": PaperSheet("tournaments/paper/norm_report.html", _norms),
    "norm-certificates": PaperSheet("tournaments/paper/norm_certificates.html", _norms),
    "referee-report": PaperSheet("tournaments/paper/referee_report.html", _report),
    "table-cards": PaperSheet("tournaments/paper/table_cards.html", _cards),
    "badges": PaperSheet("tournaments/paper/badges.html", _badges),
}


def context_of(page: Framed) -> dict[str, Any]:
    """What every paper knows: what it shows, and where that belongs."""
    return {
        "page": page,
        "event": page.event,
        "section": page.section,
        "game": page.section.game,
        "zone": page.event.zone,
    }
