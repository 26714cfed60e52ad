"""A public page printed by a browser says of which event it is, where, when and of which round; its times are
those of the hall first. And a time in another zone leaves the lines around it as they are."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from games.acts.records import submit_record
from portal import outbox
from tests.browser.pages import Open
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.world import World, pairing_at
from tournaments import pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BERLIN: dict[str, Any] = {"timezone_id": "Europe/Berlin"}


def on_paper(page: Page) -> str:
    """The text of the first sheet."""
    document = pypdfium2.PdfDocument(page.pdf())
    text: str = document[0].get_textpage().get_text_range()
    return " ".join(text.split())


@pytest.mark.matrix
def test_a_printed_page_says_what_it_is_of(live_server: Any, drawn: World, open_page: Open) -> None:
    drawn.event.place = "Kuching"
    drawn.event.save()
    pages.announce_event(drawn.event)
    drawn.post("alice", "schedule", where="hall", round_1="2015-09-21T14:00")
    drawn.closed()
    outbox.drain()
    page = open_page("e/cup/", **BERLIN)
    for path, words in (
        ("e/cup/", ()),
        ("e/cup/-/schedule/", ()),
        ("e/cup/men/", ()),
        ("e/cup/men/round/1/", ("round 1",)),
        ("e/cup/men/round/1/by-name/", ("round 1",)),
        ("e/cup/men/standings/1/", ("after round 1",)),
    ):
        page.goto(f"{live_server.url}/en/{path}")
        expect(page.locator(".print-only").first).to_be_hidden()
        text = on_paper(page)
        for expected in (str(drawn.event.name), "Kuching", "2015", *words):
            assert expected in text, (path, expected, text[:300])
    page.goto(f"{live_server.url}/en/e/cup/-/schedule/")
    start = page.locator("time[datetime^='2015-09-21T14:00']").first
    assert start.inner_text().split(" (")[0].endswith("08:00")
    assert "14:00 (08:00 Berlin)" in on_paper(page)


@pytest.mark.matrix
def test_the_history_of_a_record_keeps_its_lines_in_another_zone(
    live_server: Any, drawn: World, open_page: Open
) -> None:
    drawn.published()
    submit_record(pairing=pairing_at(drawn, 1), raw=b"1. C2=5 H8+7", by=drawn.users["bob"])
    outbox.drain()
    first, _ = seats(drawn)
    page = open_page("", viewport={"width": 360, "height": 740}, **BERLIN)
    page.goto(live_server.url + own_page(first, "my_record", 1))
    line = page.locator(".log > li").first
    expect(line.locator("time .soft")).to_be_visible()
    words = line.locator("> span")
    box, whole = words.bounding_box(), line.bounding_box()
    assert box is not None
    assert whole is not None
    assert box["width"] > 0.6 * whole["width"]
