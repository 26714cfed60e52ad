"""A picture that somebody sends, made into one of ours by a child (`tournaments.exchange.pictures`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.exchange import pictures
from tournaments.exchange.pictures import Picture

MOST_BYTES: Final = 1_000_000
MOST_PHOTO_BYTES: Final = 5_000_000


def normalised_image(raw: bytes) -> Picture:
    """Make a PNG of a picture, or refuse it for the field ``file``."""
    return _made(pictures.logo, raw, MOST_BYTES)


def normalised_photo(raw: bytes) -> Picture:
    """JPEG."""
    return _made(pictures.photo, raw, MOST_PHOTO_BYTES)


def _made(draw: Callable[[bytes], Picture | pictures.Problem], raw: bytes, most: int) -> Picture:
    if not raw:
        raise Refusal("image-empty", field="file")
    if len(raw) > most:
        raise Refusal("image-too-large", field="file", size=len(raw), limit=most)
    drawn = parent.run_sandboxed(draw, raw, field="file")
    if isinstance(drawn, tuple):
        code, params = drawn
        raise Refusal(code, field="file", **params)
    return drawn
