"""Chromium on this test's own database and server: what the tests of pages share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.axe import faults
from tests.browser.driving import launch_options

SOON = 15_000
"""Milliseconds after which something that should be there is missed."""

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 780}, "service_workers": "block"}
"""A test that is not about the service worker does without: it would answer in place of the network."""

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Playwright keeps an event loop in this thread; Django is told that the database may be used beside."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(**launch_options())
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, live_server: Any) -> Iterator[Open]:
    """Opens a page in a context of its own, a phone unless told otherwise; a fault in the console fails the
    test."""
    contexts = []
    faults: list[str] = []

    def opened(path: str, language: str = "en", **options: Any) -> Page:
        context = browser.new_context(**PHONE | options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Policy" in said.text else None)
        page.goto(f"{live_server.url}/{language}/{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def accessible(page: Page) -> None:
    """WCAG 2.2 AA by axe, and nothing scrolls sideways."""
    assert faults(page) == [], page.url
