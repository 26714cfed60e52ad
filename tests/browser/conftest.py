from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.letterbox import Letterbox, letters_go_to
from tests.browser.site import Site
from tests.services import free_port


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Each call is another person: a page in a context of its own, without a service worker unless one is
    asked for. A script's error fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(**options: object) -> Page:
        context = browser.new_context(**{"service_workers": "block"} | options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if "Policy" in message.text else None)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """An installation that has no data yet (`Site.install`); the test says what is in it and starts it."""
    folder: Path = tmp_path_factory.mktemp("site")
    return Site(folder, free_port())


@pytest.fixture
def post(settings: Any) -> Iterator[Letterbox]:
    """Letters go by SMTP to a server of this test's own."""
    with letters_go_to(settings) as box:
        yield box
