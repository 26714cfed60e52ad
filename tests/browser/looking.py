"""A page that is open, looked at in every width without being loaded again."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from playwright.sync_api import Page, ViewportSize

from tests.browser import axe
from tests.browser.lines import faults, first_row, framed
from tests.browser.shown import HEIGHT, WIDTHS

LIGHT: Literal["light"] = "light"
DARK: Literal["dark"] = "dark"
SHORT: ViewportSize = {"width": 360, "height": 740}
"""A phone with its browser's bars: the first row of a table is to be seen on it."""


def everywhere(page: Page, *, overview: bool, axe_at: Collection[int] = WIDTHS) -> list[str]:
    """What is wrong with it, a line each: whether it scrolls sideways, breaks a word or its frame in any
    width, hides the first row of its table on a short phone unless it is an ``overview``, and what axe finds
    in the widths ``axe_at``; of dark colours it is asked on a phone, where it is asked at all."""
    complaints = []
    for width, height in HEIGHT.items():
        page.set_viewport_size({"width": width, "height": height})
        faults_of_page = [*faults(page), *framed(page)]
        if width in axe_at:
            faults_of_page += axe.faults(page)
        if width in axe_at and width == SHORT["width"]:
            page.emulate_media(color_scheme=DARK)
            faults_of_page += [f"{DARK}: {line}" for line in axe.faults(page, arguments=axe.COLOURS)]
            page.emulate_media(color_scheme=LIGHT)
        complaints += [f"{width}: {line}" for line in faults_of_page]
    page.set_viewport_size(SHORT)
    return complaints if overview else [*complaints, *first_row(page)]
