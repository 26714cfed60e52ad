"""A section made by three answers, and its tie-breaks changed after two rounds, as an organiser does it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from portal import outbox
from tests import factories
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.world import World
from tournaments.models import Section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.slow
@pytest.mark.parametrize("language", BOTH)
def test_a_section_is_made_by_three_answers(
    browser: Browser, live_server: Any, world: World, open_page: Open, language: str
) -> None:
    """Each answer narrows what is shown, what was typed stays, rounds are proposed while one types."""
    say = Words(language)
    page = signed_in(open_page, live_server, world, "alice")
    page.goto(f"{live_server.url}/{language}/desk/cup/-/new-section/")
    accessible_everywhere(page)
    page.locator("[name=name]").fill("Open")
    page.get_by_text(say("Weiqi"), exact=True).first.click()
    expect(page.get_by_label(say("McMahon"))).to_be_visible(timeout=SOON)
    expect(page.locator("[name=name]")).to_have_value("Open")
    page.get_by_label(say("Expected players")).fill("24")
    proposed = say("The rules give %(count)s round.", "The rules give %(count)s rounds.", count=10)
    expect(page.get_by_text(proposed)).to_be_visible(timeout=SOON)
    page.get_by_label(say("Time control"), exact=True).fill("45分，读秒3次，每次30秒")
    accessible_everywhere(page)
    page.get_by_role("button", name=say("Create section")).click()
    expect(page).to_have_url(f"{live_server.url}/{language}/desk/cup/open/", timeout=SOON)
    section = Section.objects.get(slug="open")
    assert (section.game, section.rounds, section.rulebook) == ("weiqi", 10, "weiqi")
    assert str(section.time_control) == "45 min, 3 × 30 s byo-yomi"


@pytest.mark.long
@pytest.mark.parametrize("language", BOTH)
def test_tie_breaks_are_changed_after_round_2(
    browser: Browser, live_server: Any, world: World, open_page: Open, language: str
) -> None:
    """A few clicks from the section's page; standings are frozen again, and everybody reads why."""
    say = Words(language)
    factories.make_entries(world.section, 8)
    factories.play(world.section, 2)
    factories.announce(world.section)
    page = signed_in(open_page, live_server, world, "alice", viewport={"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/{language}/desk/cup/men/")
    page.get_by_role("link", name=say("Settings"), exact=True).first.click()
    page.locator("details.fold", has=page.locator("select[name=tiebreaks]")).locator("summary").click()
    # By keyboard: what was first goes behind the others, and what is in the way is taken out.
    rows = page.locator(".sortable li")
    while rows.count() > 1:
        rows.last.get_by_role("button").last.click()
    page.locator(".sortable-more").select_option("progressive")
    rows.last.locator(".grip").focus()
    for key in (" ", "ArrowUp", " "):
        page.keyboard.press(key)
    page.locator(".sortable-more").select_option("direct")
    rows.nth(1).get_by_role("button").last.click()
    page.get_by_role("button", name=say("Save settings")).click()
    expect(page.get_by_role("heading", name=say("Check this change"))).to_be_visible(timeout=SOON)
    accessible_everywhere(page)
    page.get_by_label(say("Reason")).fill("规程第 7 条")
    page.get_by_role("button", name=say("Save with this reason")).click()
    expect(page.get_by_text(say("Settings saved."))).to_be_visible(timeout=SOON)
    outbox.drain()
    frozen = world.section.standings.filter(version=2).order_by("after_round")
    assert [item.data["criteria"] for item in frozen] == [["progressive", "direct"]] * 2
    page.goto(f"{live_server.url}/{language}/e/cup/men/")
    expect(page.get_by_text("规程第 7 条")).to_be_visible(timeout=SOON)
