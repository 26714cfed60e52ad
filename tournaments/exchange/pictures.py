"""A picture that somebody sends, made into one of ours: of a bounded size, with nothing else in it. A logo
becomes a PNG, a photo of a person a JPEG. For `portal.sandbox.parent` alone: no web process unpacks a
stranger's picture.

What a camera has written, line by line, is made smaller while it is unpacked, so that a photo may have more.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from PIL import Image, ImageOps, UnidentifiedImageError

MOST_PIXELS: Final = 4_000_000
# Pixels within which the picture is kept: sharp at 27 mm on paper and at twice the size of the page.
FITS: Final = (640, 320)
MOST_PHOTO_PIXELS: Final = 25_000_000
PHOTO_FITS: Final = (400, 400)
KINDS: Final = ("PNG", "JPEG", "WEBP")
# Pillow says in so many ways that a file is broken off, is another kind or lies about itself.
BROKEN: Final = (
    UnidentifiedImageError,
    OSError,
    ValueError,
    SyntaxError,
    Image.DecompressionBombError,
)

# Why there is no picture: `image-unreadable` or `image-too-many-pixels`, with its parameters.
Problem = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Picture:
    """With its size in pixels."""

    body: bytes
    width: int
    height: int


def logo(raw: bytes) -> Picture | Problem:
    """PNG."""
    drawn = _drawn(raw, fits=FITS)
    if isinstance(drawn, tuple):
        return drawn
    clean = Image.new(drawn.mode, drawn.size)
    clean.paste(drawn)
    packed = BytesIO()
    clean.save(packed, "PNG", optimize=True)
    return Picture(packed.getvalue(), *clean.size)


def photo(raw: bytes) -> Picture | Problem:
    """JPEG: a photo as a PNG would be ten times as long."""
    drawn = _drawn(raw, fits=PHOTO_FITS, by_line=True)
    if isinstance(drawn, tuple):
        return drawn
    clean = Image.new("RGB", drawn.size, "white")
    clean.paste(drawn, mask=drawn if drawn.mode == "RGBA" else None)
    packed = BytesIO()
    clean.save(packed, "JPEG", quality=85, optimize=True)
    return Picture(packed.getvalue(), *clean.size)


def kind_of_picture(raw: bytes) -> str:
    """One of `KINDS`, of a file that is whole; empty where it is none."""
    try:
        with Image.open(BytesIO(raw), formats=KINDS) as picture:
            kind = str(picture.format)
            picture.verify()
    except BROKEN:
        return ""
    return kind


def _drawn(raw: bytes, *, fits: tuple[int, int], by_line: bool = False) -> Image.Image | Problem:
    try:
        # The head alone is read here; what it announces is looked at before anything is unpacked.
        with Image.open(BytesIO(raw), formats=KINDS) as picture:
            width, height = picture.size
            by_line = by_line and picture.format == "JPEG" and not picture.info.get("progressive")
            limit = MOST_PHOTO_PIXELS if by_line else MOST_PIXELS
            if by_line and width * height <= limit:
                picture.draft("RGB", fits)
                # A thin picture can hardly be made smaller on the way: what is left of it is what it takes.
                if picture.width * picture.height > MOST_PIXELS:
                    limit = MOST_PIXELS
            if width * height > limit:
                millions = limit // 1_000_000
                return "image-too-many-pixels", {"width": width, "height": height, "limit": millions}
            drawn = ImageOps.exif_transpose(picture)
            drawn = drawn.convert("RGBA" if drawn.has_transparency_data else "RGB")
    except BROKEN:
        return "image-unreadable", {}
    drawn.thumbnail(fits, Image.Resampling.LANCZOS)
    return drawn


def preload_pictures() -> None:
    """Load what unpacks the first picture."""
    for kind in ("PNG", "JPEG", "WEBP"):
        packed = BytesIO()
        Image.new("RGB", (1, 1)).save(packed, kind)
        photo(packed.getvalue())
