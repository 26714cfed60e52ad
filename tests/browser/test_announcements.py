"""What a referee writes at the desk stands before the public and on the screen in the hall within seconds,
through the worker, on pages that nobody reloads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import SOON, sign_in
from tests.browser.site import Site, running
from tests.browser.words import BOTH, Words
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]  # a whole journey, in both languages

SET_UP = """
from tournaments.acts.notices.screens import set_screen
from tournaments.demo import cast, stages
from tournaments.models import Event
people = cast.ensure_cast()
stages.found_section(people, seed=7)
event = Event.objects.get(slug="demo-2026")
set_screen(event=event, shows=["announcements"], seconds=5, by=people["chief"])
answer = None
"""
TEXT = {"en": "Round 3 starts at 15:30.", "zh_hans": "第三轮 15:30 开赛。"}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    plain = Site(tmp_path, free_port())
    plain.install("ready")
    return plain


@pytest.mark.parametrize("language", BOTH)
def test_from_the_desk_to_the_public_and_to_the_hall(
    language: str, site: Site, new_page: Callable[..., Page]
) -> None:
    site.ask(SET_UP)
    say = Words(language)
    sentence = TEXT[language.replace("-", "_")]
    with running(site):
        public, hall, desk = new_page(), new_page(), new_page()
        public.goto(f"{site.url}/{language}/e/demo-2026/men/")
        hall.goto(f"{site.url}/{language}/e/demo-2026/-/screen/1/")
        sign_in(desk, site, "chief", say)
        desk.goto(f"{site.url}/{language}/desk/demo-2026/-/announcements/")
        form = desk.locator("form[action$='/announcements/add/']")
        for name, text in TEXT.items():
            form.locator(f"[name={name}]").fill(text)
        form.get_by_role("button", name=say("Publish announcement")).click()
        expect(desk.get_by_text(sentence).first).to_be_visible(timeout=SOON)
        expect(public.get_by_text(sentence)).to_be_visible(timeout=SOON)
        expect(hall.locator("[data-stage]").get_by_text(sentence)).to_be_visible(timeout=2 * SOON)

        item = desk.locator("article").filter(has_text=sentence)
        item.get_by_role("button", name=say("Withdraw announcement")).click()
        expect(desk.get_by_role("button", name=say("Publish again"))).to_be_visible(timeout=SOON)
        expect(public.get_by_text(sentence)).to_be_hidden(timeout=SOON)
