"""The pages that people see most: no violation of WCAG 2.2 AA that axe can find, and none wider than the
screen, on a phone and on a desk. ``tests.browser.screenshots`` looks at all pages, schemes and languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.shown import HEIGHT, PAGES, PLAYING, SCHEMES, WIDTHS, Album, Shown, faults, made
from tests.browser.site import Site, running

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def album(site: Site, browser: Browser) -> Iterator[Album]:
    made(site)
    with running(site):
        album = Album(browser, site)
        album.prepare()
        yield album


def violations(
    album: Album, pages: tuple[Shown, ...], width: int, scheme: str, *, every: bool = False
) -> dict[str, list[str]]:
    """Of the main pages, or of ``every`` one."""
    found = {}
    for user in sorted({shown.user for shown in pages}):
        context = album.context(user, width=width, scheme=scheme)
        page = context.new_page()
        for shown in pages:
            if (every or shown.main) and shown.user == user:
                album.open(page, shown)
                if said := faults(page):
                    found[shown.name] = said
        context.close()
    return found


@pytest.mark.parametrize(
    ("width", "scheme"),
    [(WIDTHS[0], SCHEMES[0]), pytest.param(WIDTHS[1], SCHEMES[1], marks=pytest.mark.matrix)],
)
def test_the_main_pages(album: Album, width: int, scheme: str) -> None:
    assert violations(album, PAGES, width, scheme) == {}


def test_the_pages_of_a_round_that_is_played(album: Album) -> None:
    album.publish()
    for width, scheme in zip(WIDTHS, reversed(SCHEMES), strict=True):
        assert violations(album, PLAYING, width, scheme) == {}


@pytest.mark.long
@pytest.mark.parametrize("width", HEIGHT)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_page_in_every_width(album: Album, width: int, scheme: str) -> None:
    """640 px are 1280 at 200 %."""
    album.publish()
    assert violations(album, (*PAGES, *PLAYING), width, scheme, every=True) == {}


def test_axe_would_find_something(album: Album) -> None:
    context = album.context("", width=360)
    page = context.new_page()
    album.open(page, PAGES[0])
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=x><p style=width:999px>x')"
    )
    assert {line.split(":")[0] for line in faults(page)} >= {"image-alt"}
    assert any("wider than the window" in line for line in faults(page))
    context.close()
