"""The counting page in use: tapped, reached by the keyboard, enlarged, typed in; accessibility."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.pages import Open, accessible, browser, open_page
from tests.games.views.test_counts import POSITION, agree, played, propose, the_count
from tests.tournaments.views.conftest import World

__all__ = ["browser", "open_page", "played"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def opened(open_page: Open, server: Any, world: World, language: str = "en", **asked: str) -> Page:
    page: Page = open_page("account/login/", language, bypass_csp=True)
    session = world.client("bob").cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.url}])
    address = world.url("count", 1, 1).replace("/en/", f"/{language}/")
    page.goto(f"{server.url}{address}?{urlencode(asked)}")
    return page


def test_chains_are_marked_by_tap_and_by_keyboard(live_server: Any, played: World, open_page: Open) -> None:
    page = opened(open_page, live_server, played, position=POSITION)
    stone = page.get_by_role("button", name="White A9, 1 stone")
    stone.click()
    expect(page.locator("#at-aa")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".count-outcome")).to_contain_text("White wins by 16¼")
    expect(page.locator("#at-aa")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#at-ca")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#at-da")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("[aria-pressed=true]")).to_have_count(10)
    page.get_by_label("Larger board").check()
    box = page.locator("#at-aa").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40
    accessible(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    accessible(page)


def test_a_position_is_tapped_in(live_server: Any, played: World, open_page: Open) -> None:
    page = opened(open_page, live_server, played, "zh-hans", new="1")
    page.locator("#at-cc").click()
    page.keyboard.press("ArrowRight")
    page.get_by_label("白方").check()
    page.locator("#at-dc").press("Enter")
    expect(page.locator("textarea")).to_have_value(
        "\n".join([*["........."] * 2, "..BW.....", *["........."] * 6])
    )
    expect(page.locator("[data-stones] use")).to_have_count(2)
    accessible(page)
    page.locator("form.count-type .btn-primary").click()
    expect(page.locator("#at-dc")).to_be_visible()


def test_a_proposed_count_is_accessible(live_server: Any, played: World, open_page: Open) -> None:
    propose(played)
    agree(played, the_count().pk, "first")
    accessible(opened(open_page, live_server, played))
