"""Every page that people see, in every width and language, with the names of the demonstration and with the
longest there may be: none scrolls sideways, none breaks a word inside or its frame, the first row of its
table is seen on a phone without scrolling, and axe finds no violation of WCAG 2.2 AA in light colours nor in
dark ones. ``tests.browser.screenshots`` takes pictures of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from tests.browser.lines import LONG
from tests.browser.looking import everywhere
from tests.browser.shown import HEIGHT, PAGES, PLAYING, WIDTHS, Album, Shown, made
from tests.browser.site import Site, running
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.matrix]  # the whole demonstration is made and started
MAIN = tuple(shown for shown in PAGES if shown.main)
ALL_LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)


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


def wrong(
    album: Album, pages: tuple[Shown, ...], language: str, *, axe_at: Collection[int] = WIDTHS
) -> dict[str, list[str]]:
    """What is wrong with each page with which anything is."""
    return {
        shown.name: said
        for shown, page in album.walk(pages, language)
        if (said := everywhere(page, overview=shown.overview, axe_at=axe_at))
    }


def test_the_main_pages(album: Album) -> None:
    assert wrong(album, MAIN, "zh-hans") == {}


@pytest.mark.long
@pytest.mark.parametrize("language", ALL_LANGUAGES)
def test_every_page(album: Album, language: str) -> None:
    assert wrong(album, PAGES, language, axe_at=HEIGHT if language == "en" else WIDTHS) == {}


def test_the_lines_of_every_page(album: Album) -> None:
    assert wrong(album, PAGES, "en", axe_at=()) == {}
    album.publish()
    assert wrong(album, PLAYING, "en", axe_at=()) == {}


@pytest.mark.long
@pytest.mark.parametrize("language", ALL_LANGUAGES)
def test_every_page_of_a_round_that_is_played(album: Album, language: str) -> None:
    album.publish()
    assert wrong(album, PLAYING, language) == {}
