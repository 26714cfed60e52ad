"""How much room the head of a page needs: titles may be long, and what does not fit would leave the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from math import ceil

LEAST = 26.0
"""Millimetres of the upper margin, with a head of two lines in it."""
_WIDTHS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGINS, _SHARE, _LOGO = 30.0, 0.7, 30.0
_POINT = 25.4 / 72
_EVENT, _TITLE = 9 * _POINT, 14 * _POINT
_LINE = 1.35
_ROUND = 12
"""What stands behind the title, as "· round 3 of 9", in the widths of Chinese characters."""


def upper_margin(
    event: Sequence[str], title: Sequence[str], *, size: str, landscape: bool, logo: bool
) -> float:
    """For the texts of the two lines, in millimetres; estimated generously from the widths of characters."""
    width = (_WIDTHS[size][landscape] - _MARGINS) * _SHARE - (_LOGO if logo else 0)
    lines = (_ems(event) * _EVENT / width, (_ems(title) + _ROUND) * _TITLE / width)
    more = [(ceil(one) - 1) * letter * _LINE for one, letter in zip(lines, (_EVENT, _TITLE), strict=True)]
    return LEAST + sum(more)


def _ems(texts: Sequence[str]) -> float:
    """The width of ``texts`` with blanks between, in those of a Chinese character."""
    return sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.56 for letter in " ".join(texts))
