"""Two players in a corridor, phones in hand: the own table in two taps, the result from both sides, a record
tapped and typed, and a network that is not always there. One reads English, the other Chinese."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import faults
from tests.browser.driving import SOON, Clicks, tap
from tests.browser.site import Site, running, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.matrix]  # a whole journey
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "reduced_motion": "reduce"}

SET_UP = """
from tests import factories
from tournaments.queries.invitations import invitation_secret
event = factories.make_event()
section = factories.make_section(event)
factories.make_entries(section, 8)
round_ = factories.publish(factories.pair(section, 1))
factories.announce(section)
seats = round_.seats.filter(pairing__table=1).order_by("colour").select_related("entry__player")
links = [factories.make_link(seat.entry) for seat in seats]
answer = [[link.entry.player.name, link.entry.player.native_name, invitation_secret(link)] for link in links]
"""
WRITTEN = """
from games.models import GameRecord
from portal.journal.models import JournalEntry
from tournaments.models import ResultReport
answer = {
    "records": [bytes(record.source.raw).decode() for record in GameRecord.objects.all()],
    "results": list(ResultReport.objects.values_list("value", flat=True)),
    "acts": list(JournalEntry.objects.exclude(party="").order_by("pk").values_list("act", flat=True)),
}
"""


@pytest.fixture
def hall(site: Site) -> Iterator[tuple[Site, list[Any]]]:
    """Round 1 of eight players is published."""
    site.install("ready")
    players = site.ask(SET_UP)
    with running(site):
        yield site, players


def text_of(page: Page) -> Locator:
    return page.locator("#record-text")


@pytest.mark.long
def test_two_players(hall: tuple[Site, list[Any]], new_page: Callable[..., Page]) -> None:
    site, [(name, _, red), (opponent, native, black)] = hall
    first_one, other = new_page(**PHONE, bypass_csp=True), new_page(**PHONE, locale="zh-CN")

    # From the address of the event, two taps: table, colour, opponent. A few letters put them at the top.
    first_one.goto(f"{site.url}/en/e/test-2015/")
    taps = Clicks(first_one)
    first_one.get_by_role("link", name="Find your table").first.tap()
    first_one.wait_for_url("**/round/1/#find-me")
    first_one.get_by_role("link", name="By name").first.tap()
    row = first_one.locator("table.by-name tr", has=first_one.locator("th", has_text=name))
    expect(row.locator("[data-at]")).to_have_text("1", timeout=SOON)
    expect(row.locator("td").last).to_contain_text("Red")
    expect(row.locator("td").last).to_contain_text(opponent)
    assert taps.number == 2
    first_one.get_by_label("Find your table").fill(name[:4])
    card = first_one.locator(".cards .card")
    expect(card.locator(".table-number")).to_have_text("Table 1", timeout=SOON)
    expect(card.locator(".against")).to_contain_text("Red")

    # The code on the card leads to the own page, in the reader's language, without a cookie.
    other.goto(f"{site.url}/p/{black}/")
    assert other.url.endswith(f"/zh-hans/p/{black}/")
    expect(other.get_by_role("heading", level=1)).to_contain_text(native or "")
    first_one.goto(f"{site.url}/en/p/{red}/")
    assert first_one.context.cookies() == []
    assert faults(first_one) == []

    # The first word goes out while there is no network: it waits, says so, and is sent once.
    first_one.context.set_offline(True)
    first_one.get_by_role("button", name="I won").tap()
    expect(first_one.get_by_text("No connection. What you entered is saved here")).to_be_visible(timeout=SOON)
    first_one.context.set_offline(False)
    expect(first_one.get_by_text("that is what you reported")).to_be_visible(timeout=SOON)
    other.get_by_role("button", name="我输了").tap()
    expect(other.get_by_text("您负")).to_be_visible(timeout=SOON)
    first_one.reload()
    expect(first_one.get_by_text("you won")).to_be_visible(timeout=SOON)

    # The record: tapped, typed, put right, kept when the page is closed by mistake, handed in once.
    first_one.locator("#record-1").tap()
    expect(first_one.get_by_text("Red to move")).to_be_visible(timeout=SOON)
    assert faults(first_one) == []
    tap(first_one, "h2")
    expect(first_one.locator("[data-targets] .target")).to_have_count(12)
    tap(first_one, "e2")
    expect(text_of(first_one)).to_have_value("1. C2=5", timeout=SOON)
    expect(first_one.get_by_text("Black to move")).to_be_visible(timeout=SOON)
    text_of(first_one).press_sequentially(" H8+7 H2+9")
    expect(first_one.locator("#so-far .notice-bad")).to_be_visible(timeout=SOON)
    first_one.locator("#so-far").get_by_role("button", name="H2+3").tap()
    expect(text_of(first_one)).to_have_value("1. C2=5 H8+7 H2+3", timeout=SOON)
    expect(first_one.get_by_text("Black to move")).to_be_visible(timeout=SOON)
    first_one.get_by_role("button", name="Undo last move").tap()
    expect(text_of(first_one)).to_have_value("1. C2=5 H8+7", timeout=SOON)
    first_one.reload()
    expect(text_of(first_one)).to_have_value("1. C2=5 H8+7", timeout=SOON)
    expect(first_one.get_by_text("Red to move")).to_be_visible(timeout=SOON)
    first_one.context.set_offline(True)
    first_one.get_by_role("button", name="Submit record").tap()
    expect(first_one.get_by_text("No connection. What you entered is saved here")).to_be_visible(timeout=SOON)
    expect(text_of(first_one)).to_have_value("1. C2=5 H8+7")
    first_one.context.set_offline(False)
    expect(first_one.get_by_text("no errors")).to_be_visible(timeout=SOON)

    # The opponent sees the same game, and everybody the result.
    other.locator("#record-1").tap()
    expect(other.get_by_text("棋谱由").first).to_be_visible(timeout=SOON)
    other.goto(f"{site.url}/zh-hans/e/test-2015/men/round/1/")
    wait_until(lambda: "1–0" in ((other.reload() and other.locator("tr[data-key=t1]").inner_text()) or ""))
    written = site.ask(WRITTEN)
    assert written == {
        "records": ["1. C2=5 H8+7"],
        "results": ["1-0"],
        "acts": ["tell_result", "tell_result", "submit_record"],
    }
