"""A picture that somebody sends, made into one of ours: of a bounded size, with nothing else in it. A logo
becomes a PNG, a photo of a person a JPEG.

At most `MOST_PIXELS` are unpacked, a few hundredths of a second: little enough for the process that answers.
What a camera has written, line by line, is made smaller while it is unpacked, so that a photo may have more.
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
MOST_PHOTO_BYTES, MOST_PHOTO_PIXELS = 5_000_000, 25_000_000
PHOTO_FITS = (400, 400)
KINDS = ("PNG", "JPEG", "WEBP")


@dataclass(frozen=True, slots=True)
class Picture:
    """With its size in pixels."""

    body: bytes
    width: int
    height: int


def normalised_image(raw: bytes) -> Picture:
    """PNG. Refusals for the field ``file``: ``image-empty``, ``image-too-large``, ``image-unreadable``,
    ``image-too-many-pixels``."""
    drawn = _drawn(raw, most=MOST_BYTES, fits=FITS)
    clean = Image.new(drawn.mode, drawn.size)
    clean.paste(drawn)
    packed = BytesIO()
    clean.save(packed, "PNG", optimize=True)
    return Picture(packed.getvalue(), *clean.size)


def normalised_photo(raw: bytes) -> Picture:
    """JPEG: a photo as a PNG would be ten times as long. Refusals: the same."""
    drawn = _drawn(raw, most=MOST_PHOTO_BYTES, fits=PHOTO_FITS, photo=True)
    clean = Image.new("RGB", drawn.size, "white")
    clean.paste(drawn, mask=drawn if drawn.mode == "RGBA" else None)
    packed = BytesIO()
    clean.save(packed, "JPEG", quality=85, optimize=True)
    return Picture(packed.getvalue(), *clean.size)


def _drawn(raw: bytes, *, most: int, fits: tuple[int, int], photo: bool = False) -> Image.Image:
    if not raw:
        raise Refusal("image-empty", field="file")
    if len(raw) > most:
        raise Refusal("image-too-large", field="file", size=len(raw), limit=most)
    try:
        # The head alone is read here; what it announces is looked at before anything is unpacked.
        with Image.open(BytesIO(raw), formats=KINDS) as found:
            width, height = found.size
            by_line = photo and found.format == "JPEG" and not found.info.get("progressive")
            limit = MOST_PHOTO_PIXELS if by_line else MOST_PIXELS
            if width * height > limit:
                millions = limit // 1_000_000
                raise Refusal(
                    "image-too-many-pixels", field="file", width=width, height=height, limit=millions
                )
            if by_line:
                found.draft("RGB", fits)
            with _whole():
                drawn = ImageOps.exif_transpose(found)
                drawn = drawn.convert("RGBA" if drawn.has_transparency_data else "RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        # Pillow's ways of saying that a file is broken off, is another kind or lies about itself.
        raise Refusal("image-unreadable", field="file") from None
    drawn.thumbnail(fits, Image.Resampling.LANCZOS)
    return drawn


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
