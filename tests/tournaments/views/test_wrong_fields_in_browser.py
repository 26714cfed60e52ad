"""A page that came back because of what was typed begins at the first wrong field, on a phone as well."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import PHONE, Open, signed_in
from tests.world import World


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_first_wrong_field_is_seen(live_server: Any, drawn: World, open_page: Open) -> None:
    page = signed_in(open_page, live_server, drawn, "alice", **PHONE)
    page.goto(live_server.url + drawn.url("section_settings"))
    page.evaluate("for (const one of document.forms) one.noValidate = true")
    field = page.locator("main [name=slug]")
    page.locator("details", has=page.locator("[name=slug]")).locator("summary").click()
    field.fill("Not an address")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
