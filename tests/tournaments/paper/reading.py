"""Papers as the worker sets them and as they are read back."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import pypdfium2

from portal.ops.fonts import fonts
from tournaments.acts.papers import wanted_of
from tournaments.models import Section
from tournaments.paper.handler import plan_paper, set_paper

PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-wqy-microhei fonts-dejavu-core"

NUMBERS = {"pairings": 3, "by-name": 3, "scoresheets": 3, "table-cards": 0, "badges": 0}


@dataclass(frozen=True)
class Read:
    """A PDF as it is read back."""

    body: bytes
    reports: list[dict[str, object]]

    @cached_property
    def pages(self) -> list[str]:
        document = pypdfium2.PdfDocument(self.body)
        texts = []
        for page in document:
            text = page.get_textpage()
            texts.append(" ".join(text.get_text_range().split()))
            text.close()
            page.close()
        document.close()
        return texts

    @property
    def text(self) -> str:
        return " ".join(self.pages)

    @property
    def sizes(self) -> set[tuple[int, int]]:
        """Of the pages, in points."""
        document = pypdfium2.PdfDocument(self.body)
        sizes = {tuple(map(round, document.get_page_size(number))) for number in range(len(document))}
        document.close()
        return sizes

    @property
    def room_above(self) -> float:
        """From the edge of the first page to its highest character, in points."""
        document = pypdfium2.PdfDocument(self.body)
        page = document[0]
        text = page.get_textpage()
        tops = [text.get_charbox(place)[3] for place in range(text.count_chars())]
        height = page.get_height()
        text.close()
        page.close()
        document.close()
        return float(height - max(tops))

    def left_of(self, words: str) -> float:
        """From the left edge of the first page to these words, in points; whole in one line."""
        document = pypdfium2.PdfDocument(self.body)
        page = document[0]
        text = page.get_textpage()
        start, _count = text.search(words).get_next() or (0, 0)
        left = text.get_charbox(start)[0]
        lines = [text.get_charbox(start + place)[1] for place in range(len(words))]
        text.close()
        page.close()
        document.close()
        assert max(lines) - min(lines) < 6, words
        return float(left)

    @property
    def room_beside(self) -> float:
        """From the rightmost dot of ink on the first page to its edge, in points."""
        document = pypdfium2.PdfDocument(self.body)
        page = document[0]
        picture = page.render(scale=1).to_pil().convert("L").point(lambda grey: 255 if grey < 250 else 0)
        page.close()
        document.close()
        return float(picture.width - picture.getbbox()[2])

    def check_drawable(self) -> None:
        """Every character has a glyph: a missing one would be an empty box, and its text read well."""
        result = fonts()
        assert result is not None
        assert result.outside(self.text.replace("\ufffe", "").replace("\r", " ")) == []


@contextmanager
def boxes() -> Iterator[list[str]]:
    """What the library says of characters that no face draws."""
    collected: list[str] = []

    class MissingGlyphs(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if ".notdef" in record.getMessage():
                collected.append(record.getMessage())

    answer = MissingGlyphs()
    logging.getLogger("weasyprint").addHandler(answer)
    try:
        yield collected
    finally:
        logging.getLogger("weasyprint").removeHandler(answer)


def printed(
    section: Section, kind: str, number: int | None = None, *, language: str = "en", size: str = "a4"
) -> Read:
    """A paper as the worker makes it; every character has found a face that draws it."""
    number = NUMBERS.get(kind, 2) if number is None else number
    planned = plan_paper(wanted_of(section, kind, number, language=language, size=size))
    with boxes() as result:
        made, reports = set_paper(planned)
    assert result == []
    read = Read(made.body, reports)
    assert len(read.pages) == made.pages
    return read
