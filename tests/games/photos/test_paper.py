"""Sheets to be photographed: what the press sets, the reader finds where the one table says it is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image

from games.photos.codes import SheetCode
from games.photos.intake import take_in
from games.photos.layout import HALVES, LAYOUTS, PATTERNS, WHOLE, Layout
from games.photos.page import SCALE, find_sheets
from tests import factories
from tests.cached_worlds import remembered
from tests.games.photos.made_sheets import Hand, games
from tests.games.photos.made_sheets import photographed as bad_photo
from tests.games.photos.made_sheets import written as filled
from tests.games.photos.photographing import packed, photographed, rendered, written
from tests.games.photos.sending import PRESS
from tests.tournaments.paper.reading import printed
from tournaments.models import Section


@pytest.fixture
@remembered
def section(press: None, db: None) -> Section:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 5)
    factories.publish(factories.pair(section, 1))
    return section


def place_of(section: Section, table: int, side: str, layout: Layout) -> str:
    return SheetCode(1, table, side, layout.version).text(section.event.slug, section.slug)


def test_patterns_are_those_that_the_reader_knows() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, pattern in enumerate(PATTERNS):
        drawn = cv2.aruco.generateImageMarker(dictionary, number, 6)[1:-1, 1:-1]
        assert ["".join("1" if dot else "0" for dot in row) for row in drawn] == list(pattern)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=lambda layout: f"version-{layout.version}")
def test_a_layout_can_be_written_on_and_read(layout: Layout) -> None:
    """Cells that a hand can fill, white around the marks by half their size, nothing over anything else."""
    assert layout.cell[1] >= 6
    grid = [(left, layout.top, left + layout.block_width, layout.line(layout.rows)) for left in layout.blocks]
    marks = [(left, top, left + layout.mark, top + layout.mark) for left, top in layout.corners]
    quiet = layout.mark / 2
    boxes = [
        (box.left, box.top, box.left + box.width, box.top + box.height) for box in (layout.head, layout.foot)
    ]
    code = (layout.code.left, layout.code.top, layout.code.left + 26, layout.code.top + 26)
    for left, top, right, foot in marks:
        assert min(left, top, layout.width - right, layout.height - foot) >= 7
        for other in [*grid, *boxes, code]:
            apart = max(other[0] - right, left - other[2], other[1] - foot, top - other[3])
            assert apart >= quiet - 0.01, (layout.version, other)
    assert grid[0][2] < grid[1][0]
    assert boxes[0][2] + 2 < code[0] or boxes[0][2] <= code[0]
    assert boxes[0][3] <= layout.top - 5
    assert code[3] <= layout.top - 5
    assert boxes[1][1] > layout.line(layout.rows)
    numbers = [number for each in LAYOUTS.values() for number in each.marks]
    assert len(set(numbers)) == len(numbers), "one mark tells its layout"


@pytest.mark.slow
@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_printed_sheet_is_read_back(section: Section, size: str, language: str) -> None:
    paper = printed(section, "photo-sheets", 1, language=language, size=size)
    paper.check_drawable()
    assert len(paper.pages) == 4
    assert "Table 1" in paper.pages[0] or "1 台" in paper.pages[0], paper.pages[0]
    for page, (table, side) in enumerate([(1, "first"), (1, "second"), (2, "first"), (2, "second")]):
        (sheet,) = find_sheets(rendered(paper.body, page)).sheets
        assert sheet.layout == WHOLE
        for block in sheet.lines:
            assert block == pytest.approx([WHOLE.line(row) * SCALE for row in range(26)], abs=3)
        taken = take_in(packed(photographed(rendered(paper.body, page))))
        assert [each.code for each in taken.sheets] == [place_of(section, table, side, WHOLE)]


@pytest.mark.slow
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_an_uncut_leaf_has_two_sheets(section: Section, size: str) -> None:
    """And laid one upon the other the cut halves are in the order of the tables."""
    paper = printed(section, "photo-halves", 1, size=size)
    assert len(paper.pages) == 2
    for page, seats in enumerate([((1, "first"), (2, "first")), ((1, "second"), (2, "second"))]):
        taken = take_in(packed(photographed(rendered(paper.body, page), tilt=0.02)))
        codes = [place_of(section, *seat, half) for seat, half in zip(seats, HALVES, strict=True)]
        assert [sheet.code for sheet in taken.sheets] == codes
    leaf = rendered(paper.body)
    left = leaf[:, : leaf.shape[1] // 2]
    assert [sheet.layout for sheet in take_in(packed(photographed(left))).sheets] == [HALVES[0].version]


@pytest.mark.slow
def test_ink_is_in_the_row_where_it_was_written(section: Section) -> None:
    """However the camera was held: the strip of a row has the stroke of that row, and no other has one."""
    paper = rendered(printed(section, "photo-sheets", 1).body)
    for ply in (0, 7, 49, 50, 98):
        paper = written(paper, *WHOLE.cell_of(ply))
    for quarter in range(4):
        (sheet,) = find_sheets(photographed(paper, turn=-6, quarter=quarter)).sheets
        inked = set()
        for block, lines in enumerate(sheet.lines):
            left = round((WHOLE.blocks[block] + WHOLE.number + 1) * SCALE)
            right = round((WHOLE.blocks[block] + WHOLE.block_width - 1) * SCALE)
            for row in range(WHOLE.rows):
                inside = sheet.picture[round(lines[row]) + 8 : round(lines[row + 1]) - 8, left:right]
                if (inside < 120).sum() > 20:
                    inked.add(block * WHOLE.rows + row)
        assert inked == {0, 3, 24, 25, 49}, quarter


@pytest.mark.slow
def test_what_is_stored_is_a_picture_of_its_own(section: Section) -> None:
    photo = photographed(rendered(printed(section, "photo-sheets", 1).body))
    exif = Image.Exif()
    exif[0x010F] = "Secretphone"
    (sheet,) = take_in(packed(photo, exif=exif)).sheets
    assert b"Secretphone" not in sheet.picture
    assert (sheet.width, sheet.height) == (round(WHOLE.width * 6), round(WHOLE.height * 6))
    for lines in sheet.lines:
        assert np.diff(lines) == pytest.approx([WHOLE.cell[1] * 6] * WHOLE.rows, abs=4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1003, 1023])
def test_bent_paper_is_laid_flat(seed: int) -> None:
    """Bent by 1.7 mm, a line leaves its place by more across a block than from row to row."""
    sheet = filled(games()[0].texts("simplified"), Hand("wqy-microhei", [PRESS]), seed)
    (straight,) = find_sheets(bad_photo(sheet, 3, seed)).sheets
    for lines in straight.lines:
        printed_at = [WHOLE.line(row) * SCALE for row in range(WHOLE.rows + 1)]
        assert np.abs(np.array(lines) - printed_at).max() <= 0.4 * SCALE
