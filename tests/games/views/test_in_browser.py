"""The record's page in use: pasted, read by the worker, corrected by a tap, accepted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import GameRecord
from portal import outbox
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.games.record_texts import FAULTY
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.matrix  # a whole journey
def test_from_a_typed_sheet_to_an_accepted_game(live_server: Any, drawn: World, open_page: Open) -> None:
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "bob")
    page.goto(live_server.url + drawn.url("record", 1, 1))
    accessible_everywhere(page)
    page.get_by_role("textbox", name="Moves").fill(FAULTY.decode())
    page.get_by_role("button", name="Submit record").click()
    expect(page.get_by_text("Reading the record…")).to_be_visible()
    outbox.drain()
    expect(page.get_by_role("heading", name="2 errors")).to_be_visible(timeout=SOON)
    accessible_everywhere(page)
    first, second = (page.locator(f"#fault-{place} .candidates button").first for place in (0, 1))
    candidates = [first.inner_text(), second.inner_text()]
    first.click()
    text = page.get_by_role("textbox", name="Moves")
    expect(text).to_have_value(FAULTY.decode().replace("C2=3", candidates[0]))
    second.click()
    expect(text).to_have_value(FAULTY.decode().replace("C2=3", candidates[0]).replace("R8+9", candidates[1]))
    accessible_everywhere(page)
    page.get_by_role("textbox", name="Moves").press("Home")
    expect(page.locator("[data-now]")).to_have_text("2. Black: R9=8")
    page.get_by_role("button", name="Submit correction").click()
    outbox.drain()
    page.get_by_role("button", name="Accept").click(timeout=SOON)
    expect(page.get_by_role("link", name="Public page")).to_be_visible()
    assert GameRecord.objects.count() == 2
    page.get_by_role("link", name="Public page").click()
    expect(page.locator(".moves li").first).to_contain_text("炮二平五")
