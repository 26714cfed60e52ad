"""The rating officer makes a system, counts a section, looks at the list and publishes it; a result is
corrected, and the officer sees who moves and publishes the correction. Everybody reads both versions."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal import outbox
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, WIDTHS, Words
from tests.tournaments.rated_world import correct, make_ratings
from tests.world import World
from tournaments.models import ListVersion

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]


def press(page: Page, words: str) -> None:
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name=words, exact=True).first.click()


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", BOTH)
def test_from_the_first_list_to_its_correction(
    live_server: Any, world: World, open_page: Open, language: str, width: int
) -> None:
    say = Words(language)
    ratings = make_ratings(world.users["frank"])
    section = ratings.section(
        "spring",
        date(2026, 1, 10),
        [[("Ann", "Bo", "1-0"), ("Cy", "Dee", "1/2")], [("Ann", "Cy", "1-0"), ("Bo", "Dee", "1-0")]],
    )
    desk = signed_in(open_page, live_server, world, "frank", viewport={"width": width, "height": 900})
    desk.set_default_timeout(SOON)
    desk.goto(f"{live_server.url}/{language}/desk/-/organisations/xia/")
    with desk.expect_navigation():
        desk.get_by_role("link", name=say("Rating systems"), exact=True).click()
    desk.locator("[name=name]").fill("Xia rating")
    desk.locator("[name=code]").fill("xia")
    accessible_everywhere(desk)
    press(desk, say("Create rating system"))
    desk.locator("[name=k]").fill("40, 30\n20, -, 2400\n10")
    press(desk, say("Save rules"))
    desk.locator("[name=name]").fill("2026-01")
    desk.locator("[name=first]").fill("2026-01-01")
    desk.locator("[name=end]").fill("2026-02-01")
    accessible_everywhere(desk)
    press(desk, say("Open period"))
    desk.locator("[name=chosen]").check()
    press(desk, say("Count these sections"))
    accessible_everywhere(desk)
    press(desk, say("Give numbers"))
    press(desk, say("Preview", context="a rating list"))
    outbox.drain()
    desk.reload()
    who_moves = desk.locator("#list details")
    who_moves.locator("summary").click()
    expect(who_moves.locator("tbody tr")).to_have_count(4)
    expect(who_moves).to_contain_text("1540")
    accessible_everywhere(desk)
    press(desk, say("Publish list"))
    outbox.drain()
    desk.reload()
    with desk.expect_navigation():
        desk.locator(".facts-line a").click()
    expect(desk.locator("tbody tr").first).to_contain_text("Ann")
    expect(desk.locator("tbody tr").first).to_contain_text("1540")
    accessible_everywhere(desk)
    with desk.expect_navigation():
        desk.locator("tbody tr a").first.click()
    desk.locator("[name=opponent]").fill("1540")
    press(desk, say("Compute"))
    expect(desk.locator("#offer + form + dl dd")).to_have_text(["+20.00", "+0.00", "−20.00"])
    accessible_everywhere(desk)

    correct(section, 1, 1, "0-1")
    desk.goto(f"{live_server.url}/{language}/desk/-/organisations/xia/ratings/xia/")
    press(desk, say("Check published lists"))
    outbox.drain()
    desk.reload()
    moved = desk.locator("#corrections details")
    moved.locator("summary").click()
    expect(moved.locator("tbody tr")).to_have_count(2)
    accessible_everywhere(desk)
    desk.locator("#corrections [name=reason]").fill("Protest")
    press(desk, say("Publish correction"))
    outbox.drain()
    desk.reload()
    expect(desk.locator("#corrections .notice").first).to_have_text(say("The correction is published."))
    assert [version.number for version in ListVersion.objects.order_by("number")] == [1, 2]
    public = open_page("ratings/xia/2026-02-01/v1/", language)
    expect(public.locator(".notice-warn")).to_contain_text("spring/open")
    with public.expect_navigation():
        public.locator(".notice-warn a").click()
    expect(public.locator("tbody tr").first).to_contain_text("Bo")
