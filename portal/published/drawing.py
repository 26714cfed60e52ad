"""Draw the picture of a page that is shown where its address is shared: 1200 by 630 pixels, PNG.

A *card* says what stands on it, in plain values and the reader's language; `draw` is the same for the cards
of all pages.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from portal.ops.fonts import Face, Fonts, fonts

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
MARGIN = 64
PAPER, INK, SOFT, RULE, SEAL = "#fbfaf7", "#1c1b19", "#5d594f", "#d9d4c7", "#a32a1d"
# Sizes of letters, in pixels.
TITLE, LINE, SMALL = 62, 34, 28
MOST_ROWS = 6
# The longer side of a board.
BOARD = 500


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table."""

    # Before it: a rank, a table.
    mark: str
    text: str
    # After it: points, a result.
    end: str = ""


@dataclass(frozen=True, slots=True)
class Disc:
    """A piece or a stone. ``text`` stands in it."""

    x: float
    y: float
    radius: float
    fill: str
    rim: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A position, in lengths of its own drawing."""

    width: float
    height: float
    ground: str
    # From, to.
    lines: Sequence[tuple[float, float, float, float]]
    discs: Sequence[Disc]
    # Place and text.
    words: Sequence[tuple[float, float, str]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    title: str
    # To what the page belongs.
    above: str = ""
    # Lines under the title.
    facts: Sequence[str] = ()
    rows: Sequence[Row] = ()
    board: Board | None = None


@cache
def drawing_version() -> str:
    """Name what a picture depends on besides its card: how it is drawn, and with which fonts."""
    fonts_here = fonts()
    code = sha256(Path(__file__).read_bytes()).hexdigest()[:12]
    return f"{code} {fonts_here.name if fonts_here else ''}"


def draw(card: Card, fonts_here: Fonts) -> bytes:
    from PIL import Image, ImageDraw

    # No transparency and few colours: a palette halves the file and the time to compress it.
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = Pen(ImageDraw.Draw(image), fonts_here)
    pen.box(0, 0, 16, HEIGHT, SEAL)
    right: float = WIDTH - MARGIN
    if card.board:
        right -= _board(pen, card.board) + 48
    _words(pen, card, right)
    with BytesIO() as file:
        image.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            file, "PNG", optimize=False, compress_level=6
        )
        return file.getvalue()


def _words(pen: Pen, card: Card, right: float) -> None:
    width = right - MARGIN
    at = 52.0
    if card.above:
        at = pen.text((MARGIN, at), card.above, SMALL, SOFT, width=width) + 10
    size = TITLE if pen.width(card.title, TITLE) <= 2 * width else 46
    for line in pen.wrapped(card.title, size, width, 2):
        at = pen.text((MARGIN, at), line, size, INK, width=width, bold=True)
    at += 10
    for fact in card.facts:
        for line in pen.wrapped(fact, LINE, width, 2):
            at = pen.text((MARGIN, at), line, LINE, SOFT, width=width)
    at += 14
    step = LINE + 22
    for row in card.rows[: min(MOST_ROWS, int((HEIGHT - 84 - at) // step))]:
        pen.box(MARGIN, at, right, at + 1, RULE)
        end = pen.width(row.end, LINE)
        indent = 68 if row.mark else 0
        pen.text((MARGIN, at + 8), row.mark, LINE, SEAL, width=indent)
        pen.text((MARGIN + indent, at + 8), row.text, LINE, INK, width=width - indent - end - 24)
        pen.text((right - end, at + 8), row.end, LINE, INK, width=end + 1, bold=True)
        at += step
    pen.text((MARGIN, HEIGHT - 66), "棋院 Qiyuan", SMALL, SEAL, width=width)


def _board(pen: Pen, board: Board) -> float:
    """How wide it has become, from the right edge."""
    scale = BOARD / max(board.width, board.height)
    width, height = board.width * scale, board.height * scale
    left, top = WIDTH - MARGIN - width, (HEIGHT - height) / 2

    def place(x: float, y: float) -> tuple[float, float]:
        return left + x * scale, top + y * scale

    pen.box(left, top, left + width, top + height, board.ground)
    for x1, y1, x2, y2 in board.lines:
        pen.line(place(x1, y1), place(x2, y2))
    for x, y, text in board.words:
        pen.centred(*place(x, y), text, 9 * scale, SOFT)
    for disc in board.discs:
        x, y = place(disc.x, disc.y)
        pen.disc(x, y, disc.radius * scale, disc.fill, disc.rim)
        pen.centred(x, y, disc.text, disc.radius * scale * 1.3, disc.rim)
    return width


class Pen:
    """Writes in several fonts, as wide as it may."""

    def __init__(self, on: ImageDraw, fonts_here: Fonts) -> None:
        self._on = on
        self._fonts = fonts_here

    def box(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        self._on.rectangle((left, top, right, bottom), fill=colour)

    def line(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._on.line((*start, *end), fill="#6b5d46", width=2)

    def disc(self, x: float, y: float, radius: float, fill: str, rim: str) -> None:
        self._on.circle((x, y), radius, fill=fill, outline=rim, width=2)

    def width(self, text: str, size: float) -> float:
        return sum(_font(face, size).getlength(part) for face, part in self._parts(text))

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: float,
        colour: str,
        *,
        width: float,
        bold: bool = False,
    ) -> float:
        """Write one line, cut where it is wider than ``width``; return how low it reaches."""
        left, top = at
        for face, part in self._parts(self.cut(text, size, width)):
            font = _font(face, size, bold=bold)
            # A font in one weight is made bolder by a rim.
            rim = 1 if bold and not face.bold else 0
            self._on.text((left, top + size), part, font=font, fill=colour, anchor="ls", stroke_width=rim)
            left += font.getlength(part)
        return top + size * 1.32

    def centred(self, x: float, y: float, text: str, size: float, colour: str) -> None:
        for face, part in self._parts(text):
            self._on.text((x, y), part, font=_font(face, size), fill=colour, anchor="mm")

    def cut(self, text: str, size: float, width: float) -> str:
        if self.width(text, size) <= width:
            return text
        while text and self.width(f"{text}…", size) > width:
            text = text[:-1]
        return f"{text.rstrip()}…" if text else ""

    def wrapped(self, text: str, size: float, width: float, most: int) -> list[str]:
        """In at most so many lines, broken between words and between Chinese characters."""
        lines, line = [], ""
        for word in _words_of(text):
            if line and self.width(line + word.rstrip(), size) > width:
                lines.append(line.rstrip())
                line = ""
            line += word
        lines.append(line.rstrip())
        return lines if len(lines) <= most else [*lines[: most - 1], "".join(_from(text, lines[: most - 1]))]

    def _parts(self, text: str) -> Iterator[tuple[Face, str]]:
        """Cut the text into pieces that one font draws; what none has is left out."""
        face, part = self._fonts.faces[0], ""
        for character in unicodedata.normalize("NFC", text):
            # Character by character with the first font that has it, so names in every script stand beside
            # each other.
            has = next((face for face in self._fonts.faces if self._draws(face, character)), None)
            if has is None:
                continue
            if has is not face and part:
                yield face, part
                part = ""
            face, part = has, part + character
        if part:
            yield face, part

    def _draws(self, face: Face, character: str) -> bool:
        return ord(character) in face.characters and unicodedata.category(character) not in ("Cf", "Cc")


def _words_of(text: str) -> Iterator[str]:
    word = ""
    for character in text:
        word += character
        if character == " " or unicodedata.east_asian_width(character) in "WF":
            yield word
            word = ""
    if word:
        yield word


def _from(text: str, lines: Sequence[str]) -> str:
    remaining = text
    for line in lines:
        remaining = remaining.lstrip().removeprefix(line)
    return remaining.lstrip()


@cache
def _font(face: Face, size: float, *, bold: bool = False) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(face.bold if bold and face.bold else face.file), round(size))
