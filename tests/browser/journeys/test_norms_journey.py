"""The rating officer fills in what a title asks; before the last round the organiser reads what it must
bring, afterwards who has a norm and which place gives a title, shows it to everybody; report and
certificate are printed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal import outbox
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.tournaments.norm_world import fill, make_norms
from tests.tournaments.paper.reading import printed
from tests.world import World
from tournaments.models import NormTable, Office, Organisation
from tournaments.pages import announce_section

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]


def push(page: Page, words: str) -> None:
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name=words, exact=True).first.click()


@pytest.mark.usefixtures("press")
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", BOTH)
def test_from_the_table_of_a_title_to_the_certificate(
    live_server: Any, world: World, open_page: Open, language: str, width: int
) -> None:
    say, size = Words(language), {"viewport": {"width": width, "height": 900}}
    section = make_norms(world)
    NormTable.objects.all().delete()
    owner = Organisation.objects.get(slug="xia")
    Office.objects.create(organisation=owner, user=world.users["frank"], role=Office.Role.RATING_OFFICER)
    desk = f"{live_server.url}/{language}/desk"

    officer = signed_in(open_page, live_server, world, "frank", **size)
    officer.set_default_timeout(SOON)
    officer.goto(f"{desk}/-/organisations/xia/norms/?like=IM")
    accessible_everywhere(officer)
    push(officer, say("Save table"))
    expect(officer.locator("main .entries").first).to_contain_text("IM")
    officer.locator("#place-norm-title").fill("棋协大师")
    officer.locator("#place-norm-places").fill("2")
    officer.locator("#place-norm-since").fill("2010-01-01")
    push(officer, say("Save"))
    expect(officer.locator("[aria-labelledby=by-place] .entries")).to_contain_text(
        say("Association Master (CHN)")
    )

    organiser = signed_in(open_page, live_server, world, "alice", **size)
    organiser.set_default_timeout(SOON)
    organiser.goto(f"{desk}/norms/open/norms/")
    first = organiser.locator("main details").first
    expect(first.locator("summary")).to_contain_text(say("has it in any case, but must play"))
    first.locator("summary").click()
    expect(first.locator("table").first).to_contain_text(say("Average of the opponents"))
    accessible_everywhere(organiser)

    fill(section, "0-1")
    organiser.reload()
    expect(organiser.locator("main details").first.locator("summary")).to_contain_text(say("fulfilled"))
    for kind in ("norm-report", "norm-certificates"):
        assert "2525" in " ".join(printed(section, kind).pages)

    rows = [{"number": number, "rank": number} for number in range(1, 11)]
    section.standings.create(after_round=9, version=1, data={"rows": rows}, digest="sha256:1")
    organiser.reload()
    expect(organiser.locator("[aria-labelledby=by-place] li")).to_have_count(2)
    push(organiser, say("Show them to everybody"))
    announce_section(section)
    outbox.drain()
    public = open_page("e/norms/open/norms/", language)
    expect(public.locator("main")).to_contain_text("2525")
    expect(public.locator("[aria-labelledby=by-place]")).to_contain_text(say("Association Master (CHN)"))
