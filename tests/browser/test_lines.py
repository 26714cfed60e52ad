"""How lines are set with names of any length, where that is more than `tests.browser.test_every_page` asks
of every page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.lines import LONG, faults, first_row, framed
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


def test_the_frame_would_be_found_broken(album: Album) -> None:
    context = album.context("chief", width=DESK)
    page = context.new_page()
    for broken in (
        "document.querySelector('main').style.paddingLeft = '0'; document.querySelector('main > .title')"
        ".style.marginLeft = '20px'",
        "document.querySelector('.colophon').style.translate = '9px'",
        "document.querySelector('.masthead').style.flexWrap = 'wrap';"
        "document.querySelector('.place').style.flexBasis = '100%'",
    ):
        album.open(page, next(shown for shown in PAGES if shown.name == "desk-event"))
        assert framed(page) == []
        page.evaluate(broken)
        assert framed(page) != [], broken
    context.close()


def test_a_line_that_is_set_badly_would_be_found(album: Album) -> None:
    context = album.context("referee", width=PHONE)
    page = context.new_page()
    narrow = "<p style='inline-size: 3em; word-break: break-all'>Featherstonehaugh"
    for broken, look, said in (
        (f"document.querySelector('main').insertAdjacentHTML('beforeend', `{narrow}`)", faults, "broken: F"),
        ("document.querySelector('main').style.width = '999px'", faults, "wider than the window by"),
        ("document.querySelector('main').style.paddingTop = '700px'", first_row, "the first row of"),
    ):
        album.open(page, next(shown for shown in PLAYING if shown.name == "round-results"))
        assert look(page) == []
        page.evaluate(broken)
        assert any(line.startswith(said) for line in look(page)), broken
    context.close()


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
    """What another desk reports must move nothing under a finger, and a name of any length takes one line."""
    for language in ("en", "zh-hans", "zh-hant", "vi"):
        context = album.context("desk", width=width)
        page = context.new_page()
        album.open(page, next(shown for shown in PLAYING if shown.name == "round-results"), language)
        heights = page.locator("#results tbody tr").evaluate_all(
            """rows => rows.filter(row => innerWidth > 767 || !row.querySelector(".badge:not(.badge-plain)"))
                .map(row => Math.round(row.getBoundingClientRect().height))"""
        )
        context.close()
        [height] = set(heights)
        assert height == (40 if width == DESK else 56), language
