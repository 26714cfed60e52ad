"""A fresh site in a real browser: begun with its code, its first event made, that event's address changed; a
link that somebody has kept still leads there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import SOON, Clicks
from tests.browser.site import Site, running
from tests.browser.words import BOTH, Words
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]  # a whole journey

CODE = """
from tournaments.acts.notices.site import first_code
answer = first_code()
"""
PUBLIC = """
from portal.accounts.models import User
from tournaments.acts.sections import create_section, open_section
from tournaments.models import Event, Section
by = User.objects.get(is_superuser=True)
event = Event.objects.get()
made = create_section(event=event, slug="men", name="Men", rounds=3, seed="x", by=by)
open_section(section=Section.objects.get(pk=made["section"]), by=by)
answer = ""
"""
BEGIN = {
    "name": "Malaysia Xiangqi Federation",
    "username": "chief",
    "last_name": "Tan",
    "password": "seven green bottles",
}
MOST_CLICKS = 4


@pytest.mark.parametrize("language", BOTH)
def test_begun_changed_and_still_found(language: str, tmp_path: Path, new_page: Callable[..., Page]) -> None:
    say = Words(language)
    site = Site(tmp_path, free_port())
    site.install("ready")
    code = site.ask(CODE)
    with running(site):
        page = new_page()
        page.goto(f"{site.url}/{language}/setup/")
        for name, value in {**BEGIN, "code": code}.items():
            page.locator(f"input[name={name}]").fill(value)
        page.get_by_role("button", name=say("Set up site")).click()
        ready = say("The site is ready, and you administer it. Create the first event.")
        expect(page.get_by_text(ready)).to_be_visible(timeout=SOON)
        page.locator("input[name=name]").fill("First Cup")
        page.get_by_role("button", name=say("Create event")).click()
        # Its address is made of its name; what an event is without, a section, is asked next.
        expect(page.get_by_role("heading", name=say("Create section"))).to_be_visible(timeout=SOON)
        assert page.url.endswith("/desk/first-cup/-/new-section/")
        site.ask(PUBLIC)

        reader = new_page()
        reader.goto(f"{site.url}/{language}/e/first-cup/")
        expect(reader.get_by_role("heading", name="First Cup")).to_be_visible(timeout=SOON)

        # From the overview, any setting is changed in a few clicks.
        page.goto(f"{site.url}/{language}/desk/first-cup/")
        clicks = Clicks(page)
        page.reload()
        page.get_by_role("link", name=say("Settings"), exact=True).first.click()
        page.locator("input[name=slug]").fill("grand-cup")
        page.get_by_role("button", name=say("Review changes")).click()
        expect(page.get_by_role("heading", name=say("Before and after"))).to_be_visible(timeout=SOON)
        page.locator("input[name=reason]").fill("It has a new name")
        page.get_by_role("button", name=say("Save changes")).click()
        saved = say("Settings saved. Public pages update within seconds.")
        expect(page.get_by_text(saved)).to_be_visible(timeout=SOON)
        assert page.url.endswith(f"/{language}/desk/grand-cup/-/settings/")
        assert clicks.number <= MOST_CLICKS

        expect(reader.get_by_role("heading", name="First Cup")).to_be_visible()
        reader.goto(f"{site.url}/{language}/e/first-cup/men/")
        assert reader.url == f"{site.url}/{language}/e/grand-cup/men/"
        expect(reader.get_by_role("heading", name="Men", exact=True)).to_be_visible(timeout=SOON)
        page.goto(f"{site.url}/{language}/desk/first-cup/")
        assert page.url == f"{site.url}/{language}/desk/grand-cup/"
        # A fresh site is begun once.
        answer = reader.goto(f"{site.url}/{language}/setup/")
        assert answer is not None
        assert answer.status == 404
