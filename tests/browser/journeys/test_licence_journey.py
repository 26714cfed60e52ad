"""A federation says which licence it gives and what it costs; a club that keeps a player asks for one; the
federation sees what waits, notes that the fee is paid, and issues it. On a phone and at a desk."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.world import World
from tournaments.models import Office, Organisation, Person

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
REGISTRAR = Office.Role.REGISTRAR


def press(page: Page, words: str) -> None:
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name=words, exact=True).first.click()


def unfold(page: Page, words: str) -> None:
    page.locator("main summary").get_by_text(words, exact=True).first.click()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", BOTH)
def test_a_club_asks_for_a_licence_and_the_federation_issues_it(
    live_server: Any, drawn: World, open_page: Open, language: str, width: int
) -> None:
    say, size = Words(language), {"viewport": {"width": width, "height": 900}}
    federation = Organisation.objects.create(slug="chn", name="Federation", level="nation")
    club = Organisation.objects.create(slug="club", name="Club", level="club")
    Office.objects.create(organisation=federation, user=drawn.users["frank"], role=REGISTRAR)
    Office.objects.create(organisation=club, user=drawn.users["carol"], role=REGISTRAR)
    entry = drawn.section.entries.select_related("player__person").order_by("pk")[0]
    person = entry.player.person
    # Of whom two organisations keep the row: the club, and the federation above it.
    Organisation.objects.filter(pk=club.pk).update(parent=federation)
    Person.objects.filter(pk=person.pk).update(organisation=club)
    desk = f"{live_server.url}/{language}/desk"

    officer = signed_in(open_page, live_server, drawn, "frank", **size)
    officer.set_default_timeout(SOON)
    officer.goto(f"{desk}/-/organisations/chn/licences/")
    officer.locator("#make-kind-code").fill("chn-player")
    officer.locator("#make-kind-name").fill("Player’s licence")
    officer.locator("#make-kind-validity").select_option("dates")
    officer.locator("#make-kind-fee").fill("twenty")
    officer.locator("input[value=declaration]").first.check()
    press(officer, say("Create licence"))
    expect(officer.locator("main")).to_contain_text(
        say("A fee is an amount and its currency, such as 20 SGD.")
    )
    officer.locator("#make-kind-fee").fill("20 SGD")
    press(officer, say("Create licence"))
    accessible_everywhere(officer)
    expect(officer.locator("main .facts-line").first).to_contain_text("20.00")

    days = {"starts": drawn.event.starts.isoformat(), "ends": drawn.event.ends.isoformat()}
    secretary = signed_in(open_page, live_server, drawn, "carol", **size)
    secretary.set_default_timeout(SOON)
    secretary.goto(f"{desk}/-/persons/{person.pk}/")
    unfold(secretary, say("Ask for a licence"))
    secretary.locator("#ask-for-licence-kind").select_option(index=1)
    for name, day in days.items():
        secretary.locator(f"#ask-for-licence-{name}").fill(day)
    form = secretary.locator("form[action$='/licences/ask/']")
    form.locator("input[value=declaration]").check()
    accessible_everywhere(secretary)
    press(secretary, say("Ask for licence"))
    held = secretary.locator("[aria-labelledby=licences] table")
    expect(held).to_contain_text(say("asked for", context="of a licence"))
    expect(held).to_contain_text(say("due", context="row of an account"))

    officer.reload()
    waiting = officer.locator("[aria-labelledby=asked] a")
    expect(waiting).to_contain_text(person.name)
    accessible_everywhere(officer)
    with officer.expect_navigation():
        waiting.click()
    change = officer.locator("details", has=officer.locator("form[action$='/licences/state/']"))
    change.locator("summary").click()
    change.locator("[name=state]").select_option("issued")
    change.locator("[name=reason]").fill("Complete.")
    with officer.expect_navigation():
        change.locator("button").last.click()
    expect(officer.locator("main")).to_contain_text("chn-player")
    change = officer.locator("details", has=officer.locator("form[action$='/licences/state/']"))
    if not change.locator("[name=state]").is_visible():
        change.locator("summary").click()
    change.locator("[name=state]").select_option("issued")
    change.locator("[name=reason]").fill("Paid.")
    change.locator("input[value=fee]").check()
    with officer.expect_navigation():
        change.locator("button").last.click()
    held = officer.locator("[aria-labelledby=licences] table")
    expect(held).to_contain_text(say("issued", context="of a licence"))
    expect(held).to_contain_text(say("paid", context="row of an account"))
    accessible_everywhere(officer)
