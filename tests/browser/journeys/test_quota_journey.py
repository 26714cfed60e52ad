"""The desk gives a federation two places and its office a link; on the phone the office enters three players,
withdraws one, and its reserve moves up. Where teams meet teams it enters a team, and changes its players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.applying import settings
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.teams_world import make_team_section
from tests.world import World
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.models import Section, Team
from tournaments.queries.teams.team_matches import roster_order

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
LIST = "name,native name\nWang Anna,王安娜\nLi Berta,\nZhao Clara,\n"


def press(page: Page, words: str) -> None:
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name=words, exact=True).first.click()


@pytest.fixture(params=BOTH)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def quota(live_server: Any, world: World, open_page: Open, language: str) -> Callable[[str, int], Page]:
    """The desk gives China so many places in a section; the page that opens from the link of its office."""

    def give(section: str, places: int) -> Page:
        desk = signed_in(open_page, live_server, world, "alice", **DESK)
        desk.set_default_timeout(SOON)
        desk.goto(f"{live_server.url}/{language}/desk/cup/{section}/applications/quotas/")
        desk.locator("[name=codes]").fill("chn")
        desk.locator("[name=places]").fill(str(places))
        press(desk, Words(language)("Save quotas"))
        with desk.expect_navigation():
            desk.locator("#links + form button").click()
        accessible_everywhere(desk)
        path = desk.locator(".address").inner_text().partition("/q/")[2]
        office = open_page(f"q/{path}", language, has_touch=True, bypass_csp=True)
        office.set_default_timeout(SOON)
        return office

    return give


def test_from_the_quota_to_the_reserve_who_plays(
    world: World, quota: Callable[[str, int], Page], language: str
) -> None:
    say, section = Words(language), world.section
    Section.objects.filter(pk=section.pk).update(state=Section.State.OPEN)
    values = settings(asks={"native_name": "asked"})
    set_entry_form(section=section, values=values, by=world.users["alice"])

    office = quota("men", 2)
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


def test_from_the_quota_to_the_team_with_other_players(
    world: World, quota: Callable[[str, int], Page], language: str
) -> None:
    say = Words(language)
    section = make_team_section(world.event, world.users["alice"], teams=3)
    values = settings(asks={"birth_year": "asked"})
    set_entry_form(section=section, values=values, by=world.users["alice"])

    office = quota("teams", 1)
    office.locator("[name=name]").fill("Red Cliffs")
    for place, name in enumerate(("Ahn Li", "Bo Wei", "Cui An"), 1):
        office.locator(f"[name=member_{place}_name]").fill(name)
    press(office, say("Enter the team"))
    accessible_everywhere(office)
    expect(office.locator("tbody .badge")).to_have_text([say("accepted", context="application")])
    expect(office.locator("tbody")).to_contain_text("Bo Wei")
    office.get_by_role("link", name="Red Cliffs").click()
    accessible_everywhere(office)
    office.locator("[name=member_1_name]").fill("Cui An")
    office.locator("[name=member_3_name]").fill("Dong Fu")
    press(office, say("Save changes"))
    expect(office.locator("tbody")).to_contain_text("Dong Fu")
    members = roster_order(Team.objects.get(name="Red Cliffs").entries.select_related("player"))
    assert [member.player.name for member in members] == ["Cui An", "Bo Wei", "Dong Fu"]
