"""A picture that somebody sends, made into one of ours: PNG of a bounded size, with nothing else in it.

At most `MOST_PIXELS` are unpacked, a few hundredths of a second: little enough for the process that answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from portal.policy import Refusal

MOST_BYTES = 1_000_000
MOST_PIXELS = 4_000_000
FITS = (640, 320)
"""Pixels within which the picture is kept: sharp at 27 mm on paper and at twice the size of the page."""
KINDS = ("PNG", "JPEG", "WEBP")


@dataclass(frozen=True, slots=True)
class Picture:
    """PNG, with its size in pixels."""

    body: bytes
    width: int
    height: int


def normalised_image(raw: bytes) -> Picture:
    """Refusals for the field ``file``: ``logo-empty``, ``logo-too-large``, ``logo-unreadable``,
    ``logo-too-many-pixels``."""
    if not raw:
        raise Refusal("logo-empty", field="file")
    if len(raw) > MOST_BYTES:
        raise Refusal("logo-too-large", field="file", size=len(raw), limit=MOST_BYTES)
    try:
        # The head alone is read here; what it announces is looked at before anything is unpacked.
        with Image.open(BytesIO(raw), formats=KINDS) as found:
            width, height = found.size
            if width * height > MOST_PIXELS:
                raise Refusal("logo-too-many-pixels", field="file", width=width, height=height)
            with _whole():
                drawn = ImageOps.exif_transpose(found)
                drawn = drawn.convert("RGBA" if drawn.has_transparency_data else "RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        # Pillow's ways of saying that a file is broken off, is another kind or lies about itself.
        raise Refusal("logo-unreadable", field="file") from None
    drawn.thumbnail(FITS, Image.Resampling.LANCZOS)
    clean = Image.new(drawn.mode, drawn.size)
    clean.paste(drawn)
    packed = BytesIO()
    clean.save(packed, "PNG", optimize=True)
    return Picture(packed.getvalue(), *clean.size)


@contextmanager
def _whole() -> Iterator[None]:
    """What is broken off is an error here. Whoever prints has told Pillow, for the whole process, to fill up
    what is missing; a logo that is printed meanwhile is whole either way."""
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before
