"""What rulebooks find, at the board: selected by click, key and tap; drawn, marked, and readable without."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from portal import outbox
from tests import factories
from tests.browser.pages import Open, accessible
from tests.cached_worlds import remembered
from tests.games.accepted import accepted
from tests.games.rulebooks.records import CHASING

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]

PATH = "e/test-2015/men/round/1/table/1/"


@pytest.fixture
@remembered
def game(browser: Browser, live_server: Any) -> None:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 6)
    factories.publish(factories.pair(section, 1))
    factories.announce(section)
    accepted(section, 1, CHASING)
    outbox.drain()


def arrows(page: Page) -> list[str]:
    """The kinds of what is drawn over the pieces."""
    return [str(item.get_attribute("class")) for item in page.locator("[data-arrows] path").all()]


def layout(page: Page) -> Any:
    return page.eval_on_selector_all(
        ".board button, .moves button, [data-finding]",
        "all => all.map(e => [e.offsetTop, e.offsetLeft, e.offsetWidth, e.offsetHeight])",
    )


def selected(page: Page) -> str:
    return page.locator("[data-finding][aria-current=true]").inner_text()


def test_a_finding_is_selected_drawn_and_marked(game: None, open_page: Open) -> None:
    page = open_page(PATH, has_touch=True)
    # Nothing takes a place on the phone's screen before there is something to say.
    expect(page.locator("[data-finding-now]")).to_be_hidden()
    page.locator("#finding-1 a").tap()
    before = layout(page)
    expect(page.locator("[data-now]")).to_have_text("4. Black: R1=2")
    expect(page.locator("[data-finding-now]")).to_have_text(
        "Perpetual chase by Red of the chariot on b6: Red loses"
    )
    marked = page.locator(".moves .in-finding button")
    assert [item.get_attribute("data-ply") for item in marked.all()] == ["1", "3", "5", "7"]
    # The answer was made: what it answered is drawn faintly, and plainly one ply before.
    assert arrows(page) == ["arrow past"]
    page.keyboard.press("ArrowLeft")
    assert arrows(page) == ["arrow threat"]
    plain = page.locator("[data-arrows] path").get_attribute("d")
    page.keyboard.press("f")
    assert page.locator("[data-arrows] path").get_attribute("d") != plain
    assert layout(page) == before
    page.keyboard.press("Escape")
    assert arrows(page) == []
    expect(page.locator("[data-finding][aria-current], .in-finding")).to_have_count(0)


def test_findings_by_keyboard_and_from_the_list_of_moves(game: None, open_page: Open) -> None:
    page = open_page(PATH, viewport={"width": 1280, "height": 900})
    page.locator("#finding-0 a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-now]")).to_have_text("2. Black: R1=2")
    page.get_by_role("button", name="Next finding").press("Enter")
    assert "Loss" in selected(page)
    page.locator("#ply-4 a.dot").press("Enter")
    assert "Must change" in selected(page)
    expect(page.locator("[data-now]")).to_have_text("2. Black: R1=2")


def test_without_scripts_findings_are_a_list(game: None, open_page: Open) -> None:
    page = open_page(PATH, java_script_enabled=False)
    panel = page.locator(".findings")
    # The section's own rulebook, and no other.
    expect(panel.get_by_role("heading", level=3)).to_have_text(["World Championship 2015"])
    expect(page.locator("#finding-1")).to_contain_text("move 4 of Black")
    expect(page.locator("#finding-1")).to_contain_text(
        "Perpetual chase by Red of the chariot on b6: Red loses"
    )
    page.locator("#finding-1 a").click()
    expect(page).to_have_url(f"{page.url.split('#')[0]}#ply-8")


@pytest.mark.parametrize(("language", "width", "scheme"), [("en", 360, "dark"), ("zh-hans", 1280, "light")])
def test_the_panel_breaks_no_accessibility_rule(
    game: None, open_page: Open, language: str, width: int, scheme: str
) -> None:
    size = {"width": width, "height": 800}
    page = open_page(PATH, language, viewport=size, color_scheme=scheme, bypass_csp=True)
    page.locator("#finding-1 a").click()
    accessible(page)
