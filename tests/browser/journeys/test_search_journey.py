"""From the front page to one's own table: two taps and three letters; and the field by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.driving import SOON, Clicks
from tests.browser.site import Site, running

pytestmark = [pytest.mark.browser, pytest.mark.matrix]  # a whole journey
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "reduced_motion": "reduce"}
SET_UP = """
from django.core.management import call_command
from tests import factories
from tournaments.models import Player
event = factories.make_event()
section = factories.make_section(event)
entries = factories.make_entries(section, 8)
Player.objects.filter(pk=entries[0].player_id).update(name="Zheng Weitong", native_name="鄭惟桐")
round_ = factories.publish(factories.pair(section, 1))
factories.announce(section)
call_command("search_index")
answer = round_.seats.get(entry=entries[0]).pairing.table
"""


@pytest.fixture(scope="module")
def hall(site: Site) -> Iterator[tuple[Site, int]]:
    """Round 1 of eight players is published; Zheng Weitong sits at the table."""
    site.install("ready")
    table = site.ask(SET_UP)
    with running(site):
        yield site, table


@pytest.mark.long
def test_two_taps_and_three_letters(hall: tuple[Site, int], new_page: Callable[..., Page]) -> None:
    site, table = hall
    page = new_page(**PHONE, bypass_csp=True)
    page.goto(f"{site.url}/en/")
    taps = Clicks(page)
    field = page.get_by_role("combobox")
    field.tap()
    field.press_sequentially("zwt")
    option = page.get_by_role("option", name="Zheng Weitong")
    expect(option).to_be_visible(timeout=SOON)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    option.tap()
    expect(page.get_by_role("heading", name="Zheng Weitong")).to_be_visible(timeout=SOON)
    assert taps.number == 2
    row = page.locator("main").get_by_text(f"Table {table}", exact=False).first
    expect(row).to_be_visible()
    # Off the front page, a phone's magnifier leads to the field.
    page.locator(".search-link").tap()
    expect(page.get_by_role("combobox")).to_be_visible(timeout=SOON)


def test_by_keyboard_and_without_scripts(hall: tuple[Site, int], new_page: Callable[..., Page]) -> None:
    site, _table = hall
    page = new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{site.url}/en/e/test-2015/")
    page.keyboard.press("/")
    page.keyboard.type("郑惟")
    options = page.get_by_role("option")
    expect(options).to_have_count(1, timeout=SOON)
    field = page.get_by_role("combobox")
    expect(field).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(options).to_have_attribute("aria-selected", "true")
    assert field.get_attribute("aria-activedescendant") == options.get_attribute("id")
    page.keyboard.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/player/*/")

    plain: Any = new_page(java_script_enabled=False)
    plain.goto(f"{site.url}/en/")
    plain.get_by_label("Search events").fill("zheng wei tong")
    plain.keyboard.press("Enter")
    plain.wait_for_url("**/search/?q=zheng+wei+tong")
    expect(plain.get_by_role("link", name="Zheng Weitong")).to_be_visible()
    assert plain.context.cookies() == []
