"""A referee's phone in a hall of 30 tables, in taps at the table, on line and off.

A no-show takes two, a foul for moves that were not recorded three and no number, a dispute three at most; and
after each one is back in the list.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.wording.rulebooks import TEXTS
from tests.browser.driving import Clicks
from tests.browser.pages import SOON, Open, accessible, signed_in
from tests.browser.words import BOTH, IN_TURN, Words
from tests.factories import make_entries, make_link
from tests.games.views.tapping import cut, panel
from tests.world import World, entry_at
from tournaments.acts.own_table import tell_result
from tournaments.models import Foul, ResultReport, Section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLES = 30
# Article → what it says, in English.
WXC = dict(TEXTS["wxc2015"].articles)


@pytest.fixture(params=IN_TURN)
def say(request: pytest.FixtureRequest) -> Words:
    return Words(request.param)


@pytest.fixture
def hall(world: World) -> World:
    make_entries(world.section, 2 * TABLES)
    Section.objects.filter(pk=world.section.pk).update(lots_drawn_at="2015-09-21T00:00Z")
    world.section.refresh_from_db()
    world.published()
    for colour in ("first", "second"):
        tell_result(
            by=make_link(entry_at(world, 7, colour)), round_=world.round(), outcome="win", once=colour
        )
    return world


class Phone:
    """What is done at a table, and in how many taps; then the list is there, at the row of the table."""

    def __init__(self, page: Page, say: Words) -> None:
        self.page, self.say, self.clicks = page, say, Clicks(page)

    def open(self, table: int) -> None:
        # Two taps in half a second are one with a trembling hand.
        self.page.wait_for_timeout(700)
        self.page.locator(f"#hall-{table}").tap()
        heading = self.say("Table %(table)s", table=table)
        expect(self.page.get_by_role("heading", name=heading, exact=True)).to_be_visible(timeout=SOON)
        self.clicks.number = 0

    def is_back(self, table: int, taps: int, shows: str) -> None:
        expect(self.page.locator(f"#hall-{table}")).to_contain_text(shows, timeout=SOON)
        assert self.clicks.number == taps


def result(table: int) -> tuple[str, bool]:
    report = ResultReport.objects.in_force().get(pairing__table=table)
    return report.value, report.forfeit


@pytest.mark.slow
def test_no_show_foul_and_dispute_in_taps(live_server: Any, hall: World, open_page: Open, say: Words) -> None:
    page = signed_in(open_page, live_server, hall, "dave", has_touch=True)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + say.address(hall.url("hall", 1)))
    expect(page.locator(".hall-row")).to_have_count(TABLES)
    accessible(page)
    phone = Phone(page, say)

    phone.open(28)
    page.locator("#live summary", has_text=say("Somebody did not come…")).tap()
    accessible(page)
    page.locator("#live [name=absent][value=second]").tap()
    phone.is_back(28, 2, "1–0")
    assert result(28) == ("1-0", True)

    phone.open(3)
    side = say("Black", context="side in xiangqi")
    page.get_by_role("link", name=say("Log foul: %(side)s", side=side)).tap()
    page.locator(".referee-choices a").nth(1).tap()
    accessible(page)
    assert page.locator("main input:visible").count() == 0
    page.locator("main form .btn-primary").tap()
    phone.is_back(3, 3, side)
    assert Foul.objects.in_force().filter(entry=entry_at(hall, 3, "second")).count() == 2

    phone.open(7)
    accessible(page)
    ground = page.locator("#dispute input[type=radio]").nth(1)
    page.locator(f"label[for='{ground.get_attribute('id')}']").tap()
    page.locator("#dispute .btn").first.tap()
    # A tap on a label is one on its button as well.
    phone.is_back(7, 3, "1–0")
    assert result(7) == ("1-0", False)


@pytest.mark.slow
def test_no_show_foul_and_dispute_in_taps_without_a_network(
    live_server: Any, hall: World, open_page: Open, say: Words
) -> None:
    page = signed_in(open_page, live_server, hall, "dave", has_touch=True)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + say.address(hall.url("hall", 1)))
    phone = Phone(page, say)
    cut(page.context)
    sheet = page.locator("#sheet")

    phone.open(29)
    sheet.locator("summary", has_text=say("Somebody did not come…")).tap()
    accessible(page)
    sheet.locator("[name=absent][value=first]").tap()
    expect(sheet).to_be_hidden()
    assert phone.clicks.number == 2
    expect(panel(page)).to_contain_text(say("Table %(table)s", table=29))
    expect(page.locator("#hall-29 [data-pending]")).to_be_visible()

    phone.open(3)
    side = say("Black", context="side in xiangqi")
    sheet.locator("summary", has_text=say("Foul by %(side)s", side=side)).tap()
    form = sheet.locator("form[data-leaf='foul/'][data-of='second']")
    # No number is typed, and nothing chosen before one has chosen it.
    form.locator("[name=offence][data-step='8']").check()
    assert form.locator("input:visible:not([type=radio]):not([type=checkbox])").count() == 0
    accessible(page)
    form.locator(".btn-primary").tap()
    expect(sheet).to_be_hidden()
    assert phone.clicks.number == 3
    expect(panel(page)).to_contain_text(say("Table %(table)s", table=3))

    phone.open(7)
    ground = sheet.locator("[data-dispute] [name=ground]").nth(1)
    page.locator(f"label[for='{ground.get_attribute('id')}']").tap()
    accessible(page)
    sheet.locator("[data-told=first]").tap()
    expect(sheet).to_be_hidden()
    # A tap on a label is one on its button as well.
    assert phone.clicks.number == 3
    expect(panel(page)).to_contain_text(say("Table %(table)s", table=7))

    cut(page.context, off=False)
    expect(page.locator("#hall-29")).to_contain_text("0–1", timeout=SOON)
    expect(page.locator("#hall-7")).to_contain_text("1–0", timeout=SOON)
    expect(page.locator("#hall-3")).to_contain_text(side, timeout=SOON)
    assert result(29) == ("0-1", True)
    assert result(7) == ("1-0", False)
    assert Foul.objects.in_force().filter(entry=entry_at(hall, 3, "second"), status="confirmed").count() == 2


@pytest.mark.slow
@pytest.mark.parametrize("say", BOTH, indirect=True)
def test_the_text_of_a_cited_article_is_one_tap_away_without_a_network(
    live_server: Any, hall: World, open_page: Open, say: Words
) -> None:
    """On the list's sheet, and on the pages of a table; what is filled in stays."""
    page = signed_in(open_page, live_server, hall, "dave", has_touch=True)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + say.address(hall.url("hall", 1)))
    phone = Phone(page, say)
    cut(page.context)
    sheet, text = page.locator("#sheet"), page.locator("#cited")

    phone.open(3)
    side = say("Black", context="side in xiangqi")
    sheet.locator("summary", has_text=say("Foul by %(side)s", side=side)).tap()
    form = sheet.locator("form[data-leaf='foul/'][data-of='second']")
    rule = form.locator("[data-rule='missed-moves']")
    expect(rule).to_be_hidden()
    form.locator("[name=offence][data-step='8']").check()
    # Without a tap, below what was chosen.
    expect(rule).to_contain_text(say(WXC["4.3"]))
    sheet.locator("summary", has_text=say("Claim by %(side)s", side=side)).tap()
    claim = sheet.locator("form[data-leaf='claim/'][data-of='second']")
    claim.locator("[name=ply]").fill("71")
    claim.locator("a.cited").tap()
    expect(text).to_contain_text(say(WXC["5"]))
    accessible(page)
    text.get_by_role("button", name=say("Close")).tap()
    expect(text).to_be_hidden()
    expect(claim.locator("[name=ply]")).to_have_value("71")
    sheet.get_by_role("button", name=say("Close")).tap()

    cut(page.context, off=False)
    number = entry_at(hall, 3, "second").number
    address = say.address(hall.url("referee_foul", 1, 3))
    page.goto(f"{live_server.url}{address}?player={number}&offence=missed-moves&missed=8")
    cut(page.context)
    page.locator("main a.cited").first.tap()
    expect(text).to_contain_text(say(WXC["4.3"]))
    accessible(page)
