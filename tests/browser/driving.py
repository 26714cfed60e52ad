"""How tests and benchmarks drive Chromium: starting it, signing in, waiting."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests import machine
from tests.browser.site import Site
from tests.browser.words import Words

ENGLISH = Words()
SOON = 60_000
"""Milliseconds after which something that should be there is missed."""
SHIFTS = """
  globalThis.shifted = 0;
  const add = (list) => list.getEntries().forEach(({ value }) => { globalThis.shifted += value; });
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
"""
"""A script for a page's beginning: it sums up how far what is shown moves while the page loads."""
QUIET = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]


def launch_options() -> dict[str, Any]:
    """Arguments of ``chromium.launch``: Debian's Chromium, which asks nobody for anything."""
    return {"executable_path": machine.chromium(), "args": QUIET}


def sign_in(page: Page, site: Site, username: str, say: Words = ENGLISH) -> None:
    page.goto(f"{site.url}/{say.language}/account/login/")
    page.locator("input[name=login]").fill(username)
    page.locator("input[name=password]").fill(site.password())
    page.get_by_role("button", name=say("Sign in"), exact=True).click()
    expect(page.get_by_role("heading", name=say("My events"))).to_be_visible(timeout=SOON)


def tap(page: Page, square: str) -> None:
    """A point of the board on which a record is tapped, seen from Red."""
    board = page.locator("[data-typing] svg")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    x = (20 + 20 * (ord(square[0]) - ord("a"))) / 200 * box["width"]
    y = (26 + 20 * (9 - int(square[1]))) / 232 * box["height"]
    page.touchscreen.tap(box["x"] + x, box["y"] + y)


class Clicks:
    """Counts what a person clicks or taps on ``page`` from now on, whichever pages come after it."""

    def __init__(self, page: Page) -> None:
        self.number = 0
        page.expose_function("clicked", self.count)
        listen = (
            "addEventListener('click', (event) => event.isTrusted && globalThis.clicked(), { capture: true })"
        )
        page.add_init_script(listen)
        page.evaluate(listen)

    def count(self) -> None:
        self.number += 1
