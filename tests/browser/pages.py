"""Chromium on this test's own database and server: what the tests of pages share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from playwright.sync_api import Page

from tests.browser.axe import faults
from tests.browser.looking import everywhere
from tests.world import World

SOON = 60_000
"""Milliseconds after which something that should be there is missed."""

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "service_workers": "block"}
"""A test that is not about the service worker does without: it would answer in place of the network."""

Open = Callable[..., Page]


def accessible(page: Page) -> None:
    """WCAG 2.2 AA by axe, and nothing scrolls sideways."""
    assert faults(page) == [], page.url


def signed_in(open_page: Open, server: Any, world: World, who: str, **options: Any) -> Page:
    page: Page = open_page("account/login/", **{"bypass_csp": True} | options)
    session = world.client(who).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.url}])
    return page


def accessible_everywhere(page: Page) -> None:
    """On a phone and on a desk; and in every width no word is broken, nor the frame."""
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        accessible(page)
    assert everywhere(page, overview=True, axe_at=()) == [], page.url
