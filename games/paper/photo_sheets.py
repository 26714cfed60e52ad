"""Scoresheets to write on and photograph, drawn from the table that reads them (`games.photos.layout`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from games.photos.codes import MARK, SheetCode
from games.photos.layout import HALVES, LAYOUTS, PATTERNS, WHOLE, Box, Layout
from tournaments.paper.blanks import drawing_address
from tournaments.paper.sheets import cut_stack, public_address
from tournaments.queries.public.public_rounds import PublicTable, RoundPage
from tournaments.wording.sides import side_word

SIDES = ("first", "second")
# Pale blue, three quarters of white: a pen stands out, the reader takes it for paper.
LINES = "#b9cbe0"
_WORDS = "#5d594f"


@dataclass(frozen=True, slots=True)
class PhotoSheet:
    """One sheet on its leaf."""

    table: PublicTable
    # Whose it is.
    side: str
    layout: Layout
    # All that does not depend on fonts of names.
    picture: str


def whole_leaves(page: RoundPage) -> Mapping[str, Any]:
    sheets = [(table, side) for table in page.tables for side in SIDES]
    return {"places": _places(), "leaves": [[_sheet(page, *sheet, WHOLE)] for sheet in sheets]}


def half_leaves(page: RoundPage) -> Mapping[str, Any]:
    sheets = [(table, side) for table in page.tables for side in SIDES]
    return {
        "places": _places(),
        "leaves": [
            [_sheet(page, *sheet, HALVES[place]) for place, sheet in enumerate(leaf) if sheet]
            for leaf in cut_stack(sheets, len(HALVES))
        ],
    }


def _places() -> str:
    """Where drawing and words of each layout stand, as a style sheet."""
    rules = [
        f".photo-{layout.version} .photo-grid {{ width: {layout.width:g}mm }}" for layout in LAYOUTS.values()
    ]
    for layout in LAYOUTS.values():
        for name, box in (("head", layout.head), ("foot", layout.foot)):
            place = (
                f"left: {box.left:g}mm; top: {box.top:g}mm; width: {box.width:g}mm; height: {box.height:g}mm"
            )
            rules.append(f".photo-{layout.version} .photo-{name} {{ {place} }}")
    return "\n".join(rules)


def _sheet(page: RoundPage, table: PublicTable, side: str, layout: Layout) -> PhotoSheet:
    code = SheetCode(page.round, table.table, side, layout.version).text(page.event.slug, page.section.slug)
    words = [side_word(each, page.section.game) for each in SIDES]
    return PhotoSheet(
        table, side, layout, picture(layout, words, public_address(MARK.strip("/") + f"/{code}"))
    )


def picture(layout: Layout, words: list[str], address: str) -> str:
    """Marks, QR code, lines, numbers and the ``words`` for both sides, as an address of the drawing."""
    drawn = [
        _mark(number, *corner, layout.mark)
        for number, corner in zip(layout.marks, layout.corners, strict=True)
    ]
    drawn += [
        _code(layout.code, address),
        *(_block(layout, block, words) for block in range(len(layout.blocks))),
    ]
    return drawing_address("".join(drawn), f"0 0 {layout.width:g} {layout.height:g}")


def _squares(rows: list[str], left: float, top: float, size: float, ink: str) -> str:
    """What in ``rows`` of 0 and 1 is 1, as squares, run by run."""
    step = size / len(rows)
    path = []
    for down, row in enumerate(rows):
        place = 0
        while (start := row.find("1", place)) >= 0:
            end = row.find("0", start)
            place = end if end >= 0 else len(row)
            path.append(
                f"M{left + start * step:.4f} {top + down * step:.4f}h{(place - start) * step:.4f}v{step:.4f}"
            )
            path.append(f"H{left + start * step:.4f}z")
    return f'<path fill="{ink}" d="{"".join(path)}"/>'


def _mark(number: int, left: float, top: float, size: float) -> str:
    step = size / 6
    black = f'<rect x="{left:g}" y="{top:g}" width="{size:g}" height="{size:g}" fill="#000"/>'
    return black + _squares(list(PATTERNS[number]), left + step, top + step, size - 2 * step, "#fff")


def _code(box: Box, address: str) -> str:
    import segno  # as in tournaments.paper.sheets

    rows = [
        "".join("1" if dot else "0" for dot in row)
        for row in segno.make(address, error="m", micro=False).matrix
    ]
    return _squares(rows, box.left, box.top, box.width, "#000")


def _block(layout: Layout, block: int, words: list[str]) -> str:
    left, (width, height), rows = layout.blocks[block], layout.cell, layout.rows
    foot, right = layout.line(rows), left + layout.block_width
    cells = left + layout.number
    path = [f"M{cells:g} {layout.line(row):g}H{right:g}" for row in range(rows + 1)]
    path += [f"M{cells + width * place:g} {layout.top:g}V{foot:g}" for place in range(3)]
    texts = [
        _text(cells - 1.2, layout.line(row) + height / 2 + 1, str(block * rows + row + 1), "end")
        for row in range(rows)
    ]
    texts += [
        _text(cells + width * (place + 0.5), layout.top - 1.4, word, "middle")
        for place, word in enumerate(words)
    ]
    return f'<path fill="none" stroke="{LINES}" stroke-width=".25" d="{"".join(path)}"/>{"".join(texts)}'


def _text(x: float, foot: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:g}" y="{foot:g}" text-anchor="{anchor}" font-family="Paper" font-size="2.8" '
        f'fill="{_WORDS}">{escape(text)}</text>'
    )
