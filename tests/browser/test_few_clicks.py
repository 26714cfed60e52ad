"""A setting of a section whose rounds are public already, changed from the section's page, in clicks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.driving import SOON, Clicks
from tests.browser.shown import Album, ShownPage, made
from tests.browser.site import Site, running
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]

MOST = 4
DEEPEST = """(form) => Math.max(...[...form.elements]
    .filter((field) => field.name && field.type !== "hidden")
    .map((field) => {
        const shut = "details:not([open])";
        let folds = 0;
        for (let at = field.closest(shut); at; at = at.parentElement.closest(shut)) folds += 1;
        return folds;
    }))"""


def test_any_setting_is_changed_in_four_clicks(browser: Browser, tmp_path: Path) -> None:
    """There, unfold, save, save with the reason that what is public needs: no setting lies deeper than one
    fold."""
    site = Site(tmp_path, free_port())
    made(site)
    with running(site):
        album = Album(browser, site)
        page = album.context("chief", width=1280).new_page()
        album.open(page, ShownPage("desk-section", "desk/demo-2026/men/", "chief"))
        clicks = Clicks(page)
        page.locator("a[href$='/men/settings/']:visible").first.click()
        field = page.locator("[name=time_control]")
        expect(field).to_be_attached(timeout=SOON)
        assert field.evaluate(f"(field) => ({DEEPEST})(field.form)") == 1
        page.locator("details:has([name=time_control]) summary").first.click()
        field.fill("50 min + 30 s")
        page.get_by_role("button", name="Save settings", exact=True).click()
        page.locator("input[name=reason]:visible").first.fill("agreed at the captains' meeting", timeout=SOON)
        page.get_by_role("button", name="Save with this reason", exact=True).click()
        expect(page.get_by_text("Settings saved.")).to_be_visible(timeout=SOON)
        assert clicks.number <= MOST
