"""Setting who does not play with the mouse and with Enter, as a browser sends the form."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Open, signed_in
from tests.world import World
from tournaments.models import Absence


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_folded_reason_that_is_empty_stops_nobody(live_server: Any, drawn: World, open_page: Open) -> None:
    """The reason of a withdrawal is required, and stands folded in the same form."""
    page = signed_in(open_page, live_server, drawn, "alice")
    page.goto(live_server.url + drawn.url("round_desk", 1))
    rows = page.locator("#away tbody tr")
    page.locator("input[name=who]").fill("2")
    page.get_by_role("button", name="Absent", exact=True).click()
    expect(rows).to_have_count(1)
    page.locator("input[name=who]").fill("3")
    page.locator("input[name=who]").press("Enter")
    expect(rows).to_have_count(2)
    page.locator("summary", has_text="Withdraw from the tournament").click()
    page.locator("input[name=who]").fill("4")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    expect(page.locator("#away [name=reason]")).to_be_focused()
    assert set(Absence.objects.values_list("entry__number", flat=True)) == {2, 3}
