"""Every page that people see, in every width and language, with the names of the demonstration and with the
longest there may be: none scrolls sideways, none breaks a word inside or its frame, the first row of its
table is seen on a phone without scrolling, and axe finds no violation of WCAG 2.2 AA in light colours nor in
dark ones. ``tests.browser.screenshots`` takes pictures of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from tests.browser.lines import LONG, faults, first_row, framed
from tests.browser.looking import everywhere
from tests.browser.shown import FRESH, HEIGHT, PAGES, PLAYING, WIDTHS, Album, ShownPage, made
from tests.browser.site import Site, running
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]  # the whole demonstration is made and started
MAIN = tuple(subject for subject in PAGES if subject.main)
ALL_LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)


PHONE, DESK = WIDTHS


@pytest.fixture(scope="module", params=["own names", "long names"])
def album(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Album]:
    """Round 5 has its draft."""
    site = Site(tmp_path_factory.mktemp("site"), free_port())
    made(site)
    if request.param == "long names":
        site.ask(LONG)
    with running(site):
        album = Album(browser, site)
        album.prepare()
        yield album


@pytest.fixture
def playing(album: Album) -> Album:
    """Round 5 is being played."""
    album.publish()
    return album


def wrong(
    album: Album, pages: tuple[ShownPage, ...], language: str, *, axe_at: Collection[int] = WIDTHS
) -> dict[str, list[str]]:
    """What is wrong with each page with which anything is."""
    return {
        text.name: message
        for text, page in album.walk(pages, language)
        if (message := everywhere(page, overview=text.overview, axe_at=axe_at))
    }


FILES = ("/-/feed/", "/-/calendar/")
KINDS = """
from portal.published.models import Page
answer = list(Page.objects.filter(withdrawn=False).values_list("path", "kind"))
"""


def test_every_kind_of_published_page_is_among_them(album: Album) -> None:
    paths = {subject.path.partition("?")[0].partition("#")[0] for subject in PAGES}
    # A feed and a calendar are files.
    kinds = [(path, kind) for path, kind in album.site.ask(KINDS) if not path.endswith(FILES)]
    looked_at = {kind for path, kind in kinds if path in paths}
    assert {kind for _, kind in kinds} - looked_at == set()


def test_the_main_pages(album: Album) -> None:
    assert wrong(album, MAIN, "zh-hans") == {}


@pytest.mark.parametrize("language", ALL_LANGUAGES)
def test_every_page(album: Album, language: str) -> None:
    assert wrong(album, PAGES, language, axe_at=HEIGHT if language == "en" else WIDTHS) == {}


def test_the_lines_of_every_page(album: Album) -> None:
    assert wrong(album, PAGES, "en", axe_at=()) == {}


def test_the_lines_of_every_page_of_a_round_that_is_played(playing: Album) -> None:
    assert wrong(playing, PLAYING, "en", axe_at=()) == {}


@pytest.mark.parametrize("language", ALL_LANGUAGES)
def test_every_page_of_a_round_that_is_played(playing: Album, language: str) -> None:
    assert wrong(playing, PLAYING, language) == {}


def test_the_frame_would_be_found_broken(playing: Album) -> None:
    context = playing.context("chief", width=DESK)
    page = context.new_page()
    for broken in (
        "document.querySelector('main').style.paddingLeft = '0'; document.querySelector('main > .title')"
        ".style.marginLeft = '20px'",
        "document.querySelector('.colophon').style.translate = '9px'",
        "document.querySelector('.masthead').style.flexWrap = 'wrap';"
        "document.querySelector('.place').style.flexBasis = '100%'",
    ):
        playing.open(page, next(subject for subject in PAGES if subject.name == "desk-event"))
        assert framed(page) == []
        page.evaluate(broken)
        assert framed(page) != [], broken
    context.close()


def test_a_line_that_is_set_badly_would_be_found(playing: Album) -> None:
    context = playing.context("referee", width=PHONE)
    page = context.new_page()
    narrow = "<p style='inline-size: 3em; word-break: break-all'>Featherstonehaugh"
    for broken, look, message in (
        (f"document.querySelector('main').insertAdjacentHTML('beforeend', `{narrow}`)", faults, "broken: F"),
        ("document.querySelector('main').style.width = '999px'", faults, "wider than the window by"),
        ("document.querySelector('main').style.paddingTop = '700px'", first_row, "the first row of"),
    ):
        playing.open(page, next(text for text in PLAYING if text.name == "round-results"))
        assert look(page) == []
        page.evaluate(broken)
        assert any(line.startswith(message) for line in look(page)), broken
    context.close()


def test_a_game_that_is_not_played_yet_is_a_dash_and_nothing_around_it(playing: Album) -> None:
    context = playing.context("", width=PHONE)
    page = context.new_page()
    playing.open(page, next(text for text in PLAYING if text.name == "round-playing"))
    dash = page.locator("#content [data-table] [data-result] > .waiting").first
    look = dash.evaluate(
        "dash => (({ display, backgroundColor, padding }) => [display, backgroundColor, padding])"
        "(getComputedStyle(dash))"
    )
    assert look == ["inline", "rgba(0, 0, 0, 0)", "0px"]
    context.close()


def test_a_word_stands_apart_from_the_time_after_it(playing: Album) -> None:
    context = playing.context("desk", width=PHONE)
    page = context.new_page()
    playing.open(page, next(text for text in PLAYING if text.name == "round-results"))
    assert page.locator(".numbers .label", has_text="Start:").inner_text().startswith("Start: ")
    context.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_row_is_as_high_with_its_result_as_before_it(playing: Album, width: int) -> None:
    """What another desk reports must move nothing under a finger, and a name of any length takes one line."""
    for language in ("en", "zh-hans", "zh-hant", "vi"):
        context = playing.context("desk", width=width)
        page = context.new_page()
        playing.open(page, next(text for text in PLAYING if text.name == "round-results"), language)
        heights = page.locator("#results tbody tr").evaluate_all(
            """rows => rows.filter(row => innerWidth > 767 || !row.querySelector(".badge:not(.badge-plain)"))
                .map(row => Math.round(row.getBoundingClientRect().height))"""
        )
        context.close()
        [height] = set(heights)
        assert height == (40 if width == DESK else 56), language


def test_the_pages_of_a_fresh_site(browser: Browser, tmp_path: Path) -> None:
    site = Site(tmp_path, free_port())
    site.install("ready")
    with running(site):
        album = Album(browser, site)
        assert {
            language: message for language in ALL_LANGUAGES if (message := wrong(album, FRESH, language))
        } == {}
