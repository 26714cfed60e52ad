"""One Chromium for all tests of a process that drive one and follow each other: to start it, and Playwright's
program beside it, takes longer than most of them."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.driving import launch_options

_open = ExitStack()
_browsers: list[Browser] = []


def browser() -> Browser:
    """Playwright keeps an event loop in this thread; Django is told that the database may be used beside."""
    if not (_browsers and _browsers[0].is_connected()):
        close()
        _open.enter_context(pytest.MonkeyPatch.context()).setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        playwright = _open.enter_context(sync_playwright())
        _browsers[:] = [_open.enter_context(playwright.chromium.launch(**launch_options()))]
    return _browsers[0]


def close() -> None:
    _browsers.clear()
    _open.close()
