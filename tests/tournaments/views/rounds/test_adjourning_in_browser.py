"""Going from the menu of a row to the form behind the fold."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Open, signed_in
from tests.world import World


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_adjourn_in_the_menu_opens_its_form(live_server: Any, drawn: World, open_page: Open) -> None:
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "bob")
    page.goto(live_server.url + drawn.url("round_desk", 1))
    page.locator("#t2 .cell-menu summary").click()
    page.locator("#t2").get_by_role("link", name="Adjourn game").click()
    expect(page.locator("#adjourn")).to_have_attribute("open", "")
    expect(page.locator("#adjourn").get_by_role("button").first).to_be_visible()
