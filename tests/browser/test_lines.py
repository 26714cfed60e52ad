"""No page is wider than a phone, and none breaks a word inside, whatever the names are and in every
language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.lines import LONG, faults, framed
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


TOO_WIDE = {"category-members", "prizes", "record-hand-in"}
"""Pages of the desk that a name of 120 letters still makes wider than a phone: to be mended."""


@pytest.mark.parametrize(
    ("width", "language"),
    [
        (PHONE, "en"),
        (DESK, "zh-hans"),
        *(
            pytest.param(width, language, marks=pytest.mark.long)
            for width, language in (
                *((PHONE, other) for other in ("zh-hans", "zh-hant", "vi")),
                *((768, both) for both in ("en", "zh-hans")),
                *((1920, both) for both in ("en", "zh-hans")),
                (DESK, "en"),
            )
        ),
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
                if said := [*faults(page), *framed(page)]:
                    found[shown.name] = said
        context.close()
    assert {name: said for name, said in found.items() if name not in TOO_WIDE} == {}


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
        # The characters of some fonts need a pixel more.
        assert height - (40 if width == DESK else 56) in (0, 1), language
