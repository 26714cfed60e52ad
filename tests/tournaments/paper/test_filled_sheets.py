"""Sheets that are cut into badges and cards are filled, and so is each part of them."""

from __future__ import annotations

import pypdfium2
import pytest

from tests.tournaments.paper.reading import printed
from tournaments.models import Section

MARGIN = 23
"""Points; 8 mm."""


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "rows", "filled"), [("badges", 4, 0.62), ("table-cards", 2, 0.8)])
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_sheet_is_filled(section: Section, kind: str, rows: int, filled: float, size: str) -> None:
    document = pypdfium2.PdfDocument(printed(section, kind, size=size).body)
    page = document[0]
    scale = 2
    picture = page.render(scale=scale).to_pil().convert("L").point(lambda grey: 255 if grey < 250 else 0)
    ink = picture.getbbox()
    room = page.get_height() - 2 * MARGIN
    # The cutting lines reach the lower margin.
    assert ink[3] / scale > MARGIN + 0.98 * room
    # What stands in the first part, below its upper line and above its lower one.
    part = room / rows
    left, top = MARGIN + 6, MARGIN + 6
    first = picture.crop(
        tuple(int(scale * edge) for edge in (left, top, page.get_width() / 2 - 6, MARGIN + part * 0.97))
    )
    assert first.getbbox()[3] / scale + 6 > filled * part
