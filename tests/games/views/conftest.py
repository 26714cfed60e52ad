from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.pages import Open, signed_in
from tests.cached_worlds import remembered
from tests.world import World


@pytest.fixture
@remembered
def played(drawn: World) -> World:
    """Round 1 of a weiqi section on nine lines is public."""
    drawn.section.game, drawn.section.rulebook = "weiqi", "weiqi"
    drawn.section.options = {"weiqi": {"size": 9}}
    drawn.section.save()
    drawn.published()
    return drawn


@pytest.fixture
@remembered
def playing(drawn: World) -> World:
    """Round 1 is published."""
    drawn.published()
    return drawn


@pytest.fixture
def table(live_server: Any, drawn: World, open_page: Open) -> Page:
    """Dave at table 1."""
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("referee", 1, 1))
    return page
