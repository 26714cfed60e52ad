"""Who publishes with the keyboard goes on from there: the focus does not fall to the top of the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from portal import outbox
from tests.browser.pages import SOON, Open, signed_in
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]
PART = "document.activeElement.closest('[id]:not(#content)')?.id"


def test_publishing_with_the_keyboard_keeps_the_focus(
    live_server: Any, drawn: World, open_page: Open
) -> None:
    drawn.post("bob", "pair_round", 1)
    outbox.drain()
    page = signed_in(open_page, live_server, drawn, "bob")
    page.goto(live_server.url + drawn.url("round_desk", 1))
    page.locator("#round-bar button").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#working")).to_be_visible()
    assert page.evaluate(PART) == "round-bar"
    outbox.drain()
    expect(page.locator("#round-bar button", has_text="Close round 1")).to_be_visible(timeout=SOON)
    page.wait_for_function(f"{PART} === 'round-bar'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_who_points_with_a_mouse_begins_at_the_top(live_server: Any, drawn: World, open_page: Open) -> None:
    page = signed_in(open_page, live_server, drawn, "bob")
    page.goto(live_server.url + drawn.url("round_desk", 1))
    with page.expect_navigation():
        page.locator("#round-bar button").click()
    assert page.evaluate("document.activeElement === document.body")
