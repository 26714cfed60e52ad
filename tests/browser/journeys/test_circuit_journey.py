"""The officer of a circuit has two players who are level draw lots, disqualifies one of them in an event and
publishes; everybody reads who drew what, and that the other event still counts. On a phone and at a desk."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.tournaments.circuit_world import make_season
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]


def press(page: Page, words: str, within: str = "main") -> None:
    with page.expect_navigation():
        page.locator(within).get_by_role("button", name=words, exact=True).first.click()


def places(page: Page) -> list[str]:
    """Place and name of each row of the first table."""
    rows = page.locator("tr.unfolds")
    return [" ".join(rows.nth(at).inner_text().split()[:2]) for at in range(rows.count())]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", BOTH)
def test_lots_and_a_disqualification(
    live_server: Any, world: World, open_page: Open, language: str, width: int
) -> None:
    say, size = Words(language), {"viewport": {"width": width, "height": 900}}
    season = make_season(world.users["frank"])
    first = season.counted("spring", date(2026, 1, 10), "An", "Bo", "Cy")
    season.counted("summer", date(2026, 2, 10), "Bo", "An", "Cy")
    circuit = season.circuit

    officer = signed_in(open_page, live_server, world, "frank", **size)
    officer.set_default_timeout(SOON)
    officer.goto(f"{live_server.url}/{language}/desk/-/organisations/xia/circuits/{circuit.pk}/")
    accessible_everywhere(officer)
    assert [line.split()[0] for line in places(officer)] == ["1", "1", "3"]

    rule = officer.locator("[aria-labelledby=rule-title] details").first
    rule.locator("summary").click()
    for place in range(1, 9):
        field = rule.locator(f"[name=tie_{place}]")
        if field.count():
            field.select_option("lots" if place == 1 else "")
    press(officer, say("Save"), "[aria-labelledby=rule-title]")
    press(officer, say("Draw lots"))
    drawn = places(officer)
    assert [line.split()[0] for line in drawn] == ["1", "2", "3"]
    expect(officer.get_by_role("button", name=say("Draw lots"), exact=True)).to_have_count(0)

    ahead = drawn[0].split()[1]
    officer.locator("summary").get_by_text(say("Disqualification"), exact=True).click()
    form = officer.locator("form[action$='/disqualify/']")
    form.locator("[name=counted]").select_option(str(first.pk))
    form.locator("[name=person]").select_option(str(season.persons[ahead].pk))
    form.locator("[name=disqualified]").check()
    form.locator("[name=reason]").fill("Games that were agreed beforehand.")
    accessible_everywhere(officer)
    press(officer, say("Save"), "form[action$='/disqualify/']")
    expect(officer.locator("main p.notice")).to_contain_text(ahead)
    assert places(officer)[0].split()[1] == drawn[1].split()[1]
    press(officer, say("Publish standings"))

    public = open_page(f"circuits/{circuit.pk}/", language, **size)
    assert next(line.split()[1] for line in places(public)) == drawn[1].split()[1]
    row = public.locator("tr.unfolds", has_text=ahead)
    row.get_by_role("button").first.click()
    accessible_everywhere(public)
    expect(public.locator("main")).not_to_contain_text("agreed beforehand")
