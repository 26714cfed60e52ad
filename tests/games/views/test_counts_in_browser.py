"""The counting page in use: tapped, reached by the keyboard, enlarged, typed in; accessibility."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from games.models import BoardCount
from games.queries.counts import is_settled
from tests.browser.pages import SOON, Open, accessible
from tests.browser.words import BOTH
from tests.games.views.counting import POSITION, agree, propose, the_count
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]


def opened(open_page: Open, server: Any, world: World, language: str = "en", **arguments: str) -> Page:
    page: Page = open_page("account/login/", language, bypass_csp=True)
    session = world.client("bob").cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.url}])
    address = world.url("count", 1, 1).replace("/en/", f"/{language}/")
    page.goto(f"{server.url}{address}?{urlencode(arguments)}")
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
    page.reload()
    expect(page.locator("[data-stones] use")).to_have_count(2)
    expect(page.locator("textarea")).to_have_value(re.compile(r"\.\.BW\.\.\.\.\."))
    accessible(page)
    page.locator("form.count-type .btn-primary").click()
    expect(page.locator("#at-dc")).to_be_visible()


def test_a_proposed_count_is_accessible(live_server: Any, played: World, open_page: Open) -> None:
    propose(played)
    agree(played, the_count().pk, "first")
    accessible(opened(open_page, live_server, played))


LARGE = "/".join(["b18", "19", "1w1b15", *["19"] * 14, "18w", "17b1"]) + " b"
LEAST = 24
"""Pixels of a target (WCAG 2.2, 2.5.8)."""


@pytest.mark.parametrize("arguments", [{"position": LARGE}, {"new": "1"}], ids=["marking", "typing"])
@pytest.mark.parametrize("language", BOTH)
def test_nineteen_lines_on_a_phone_have_large_enough_points(
    live_server: Any, played: World, open_page: Open, arguments: dict[str, str], language: str
) -> None:
    played.section.options = {}
    played.section.save()
    page = opened(open_page, live_server, played, language, **arguments)
    # The whole board is seen first; a tap on it enlarges it there.
    window, points = page.locator(".count-window"), page.locator(".count-points")
    assert window.evaluate("e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(points).to_be_hidden()
    accessible(page)
    box = window.bounding_box()
    assert box is not None
    window.scroll_into_view_if_needed()
    window.click(position={"x": box["width"] * 0.9, "y": box["width"] * 0.9})
    expect(points).to_be_visible()
    expect(page.locator("#at-rr" if "new" in arguments else "#at-rs")).to_be_in_viewport()
    sizes = page.eval_on_selector_all(
        ".count-points button", "all => all.map(e => e.getBoundingClientRect()).map(e => [e.width, e.height])"
    )
    assert len(sizes) == (361 if "new" in arguments else 5)
    assert min(min(size) for size in sizes) >= LEAST
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert window.evaluate("e => e.scrollWidth > e.clientWidth")
    # A point lies where its stone is drawn.
    point, stone = page.locator("#at-aa"), page.locator("[data-stones] use").first
    if "position" in arguments:
        result, drawn = point.bounding_box(), stone.bounding_box()
        assert result is not None
        assert drawn is not None
        for side, size in (("x", "width"), ("y", "height")):
            middle, other = result[side] + result[size] / 2, drawn[side] + drawn[size] / 2  # type: ignore[literal-required]
            assert abs(middle - other) < 2
    # The last point is reached by moving the board in its window, and by the keyboard alike.
    page.locator("#at-rs").scroll_into_view_if_needed()
    page.locator("#at-rs").click()
    accessible(page)


def test_players_agree_on_their_phones(live_server: Any, played: World, open_page: Open) -> None:
    first, second = seats(played)
    marking = urlencode({"position": POSITION})
    page = open_page(own_page(first, "my_count", 1).removeprefix("/en/") + f"?{marking}", bypass_csp=True)
    # Nobody agrees to the count as it stood before the tap, however slow the network.
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/count/?**", hold)
    page.locator("#at-aa").click()
    expect(page.get_by_role("button", name="Agree to this count")).to_be_disabled()
    waiting.pop().continue_()
    page.unroute_all()
    expect(page.locator(".count-outcome")).to_contain_text("White wins by 16¼")
    page.reload()
    expect(page.locator("#at-aa")).to_have_attribute("aria-pressed", "true")
    accessible(page)
    page.get_by_role("button", name="Agree to this count").dblclick()
    expect(page.get_by_text("You have agreed.")).to_be_visible(timeout=SOON)
    accessible(page)
    other = open_page(own_page(second, "my_count", 1).removeprefix("/en/"), "zh-hans", bypass_csp=True)
    accessible(other)
    other.locator(".count-side form .btn-primary").click()
    expect(other.get_by_text("本台已有结果：")).to_be_visible(timeout=SOON)
    accessible(other)
    assert not other.context.cookies()
    assert BoardCount.objects.count() == 1
    assert is_settled(the_count())
