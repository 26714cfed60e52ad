"""No page is wider than a phone, and none breaks a word inside, whatever the names are and in every
language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.lines import LONG, faults
from tests.browser.shown import PAGES, PLAYING, WIDTHS, Album, made
from tests.browser.site import Site, running

pytestmark = [pytest.mark.browser, pytest.mark.matrix]
PHONE, DESK = WIDTHS


@pytest.fixture(scope="module")
def album(site: Site, browser: Browser) -> Iterator[Album]:
    """The demonstration with long names, round 5 being played."""
    made(site)
    site.ask(LONG)
    with running(site):
        album = Album(browser, site)
        album.prepare()
        album.publish()
        yield album


@pytest.mark.parametrize(
    ("width", "language"),
    [
        (PHONE, "en"),
        (PHONE, "zh-hans"),
        (PHONE, "zh-hant"),
        (PHONE, "vi"),
        (768, "en"),
        (DESK, "en"),
        (DESK, "zh-hans"),
    ],
)
def test_names_of_any_length(album: Album, width: int, language: str) -> None:
    found = {}
    for user in sorted({shown.user for shown in (*PAGES, *PLAYING)}):
        context = album.context(user, width=width)
        page = context.new_page()
        for shown in (*PAGES, *PLAYING):
            if shown.user == user:
                album.open(page, shown, language)
                if said := faults(page):
                    found[shown.name] = said
        context.close()
    assert found == {}


def test_a_game_that_is_not_played_yet_is_a_dash_and_nothing_around_it(album: Album) -> None:
    context = album.context("", width=PHONE)
    page = context.new_page()
    album.open(page, next(shown for shown in PLAYING if shown.name == "round-playing"))
    dash = page.locator("#content [data-table] [data-result] > .waiting").first
    look = dash.evaluate(
        "dash => (({ display, backgroundColor, padding }) => [display, backgroundColor, padding])"
        "(getComputedStyle(dash))"
    )
    assert look == ["inline", "rgba(0, 0, 0, 0)", "0px"]
    context.close()


def test_a_word_stands_apart_from_the_time_after_it(album: Album) -> None:
    context = album.context("desk", width=PHONE)
    page = context.new_page()
    album.open(page, next(shown for shown in PLAYING if shown.name == "round-results"))
    assert page.locator(".numbers .label", has_text="Start:").inner_text().startswith("Start: ")
    context.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_row_is_as_high_with_its_result_as_before_it(album: Album, width: int) -> None:
    """What another desk reports must move nothing under a finger: whatever stands in the cell of a result has
    room in the height that each of them is given."""
    for language in ("en", "zh-hans", "zh-hant", "vi"):
        context = album.context("desk", width=width)
        page = context.new_page()
        album.open(page, next(shown for shown in PLAYING if shown.name == "round-results"), language)
        spilt = page.locator("#results .result").evaluate_all(
            """cells => cells.flatMap(cell => {
                const inside = document.createRange();
                inside.selectNodeContents(cell);
                const needed = Math.round(inside.getBoundingClientRect().height);
                const narrow = document.documentElement.lang === "vi" ? 3.5 : 2.75;
                const given = 44 * (innerWidth < 1024 ? narrow : 2);
                return needed > given ? [`${cell.innerText}: ${needed} of ${given}`] : [];
            })"""
        )
        context.close()
        assert spilt == [], language
