"""The desk gives a federation two places and its office a link; on the phone the office enters three players,
withdraws one, and its reserve moves up."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.applying import settings
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.world import World
from tournaments.acts.entry_forms import set_entry_form
from tournaments.models import Section

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
LIST = "name,native name\nWang Anna,王安娜\nLi Berta,\nZhao Clara,\n"


def press(page: Page, words: str) -> None:
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name=words, exact=True).first.click()


@pytest.mark.parametrize("language", BOTH)
def test_from_the_quota_to_the_reserve_who_plays(
    live_server: Any, world: World, open_page: Open, language: str
) -> None:
    say, section = Words(language), world.section
    Section.objects.filter(pk=section.pk).update(state=Section.State.OPEN)
    values = settings(asks={"native_name": "asked"})
    set_entry_form(section=section, values=values, by=world.users["alice"])

    desk = signed_in(open_page, live_server, world, "alice", **DESK)
    desk.set_default_timeout(SOON)
    desk.goto(f"{live_server.url}/{language}/desk/cup/men/applications/quotas/")
    desk.locator("[name=codes]").fill("chn")
    desk.locator("[name=places]").fill("2")
    press(desk, say("Save quotas"))
    with desk.expect_navigation():
        desk.locator("#links + form button").click()
    accessible_everywhere(desk)
    path = desk.locator(".address").inner_text().partition("/q/")[2]

    office = open_page(f"q/{path}", language, has_touch=True, bypass_csp=True)
    office.set_default_timeout(SOON)
    office.locator("[name=text]").fill(LIST)
    press(office, say("Enter these players"))
    accessible_everywhere(office)
    badges = office.locator("tbody .badge")
    accepted = say("accepted", context="application")
    expect(badges).to_have_text([accepted, accepted, say("reserve", context="of a quota")])
    office.get_by_role("link", name="Wang Anna").click()
    accessible_everywhere(office)
    press(office, say("Withdraw the player"))
    withdrawn = say("withdrawn", context="application")
    expect(badges).to_have_text([accepted, accepted, withdrawn])
    expect(office.locator("tbody tr").nth(1)).to_contain_text("Zhao Clara")
