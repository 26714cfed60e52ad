"""Whether letters can be read on a ground: the contrast of two colours (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

LEAST_CONTRAST = 4.5
_LINEAR_BELOW = 0.04045


def contrast(colour: str, other: str) -> float:
    """From 1 to 21, of two colours such as ``#1a5fb4``."""
    lighter, darker = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= _LINEAR_BELOW else ((part + 0.055) / 1.055) ** 2.4
