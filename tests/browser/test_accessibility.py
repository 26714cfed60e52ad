"""The pages that people see most: no violation of WCAG 2.2 AA that axe can find, none wider than the screen,
on a phone and on a desk, and each complete by the keyboard alone. The long tests look at all pages, in all
widths and schemes; ``tests.browser.screenshots`` takes pictures of them in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import keyboard
from tests.browser.axe import COLOURS, WCAG, faults
from tests.browser.lines import first_row
from tests.browser.shown import HEIGHT, LANGUAGES, PAGES, PLAYING, SCHEMES, WIDTHS, Album, Shown, made
from tests.browser.site import Site, running

pytestmark = [pytest.mark.browser, pytest.mark.matrix]  # the whole demonstration is made and started
PHONE, DESK = WIDTHS
MAIN = tuple(shown for shown in PAGES if shown.main)
BY_KEYBOARD = ("home", "round", "standings", "sign-in", "my-page", "desk-event", "round-draft")
"""One of each kind; the long test walks through all."""


@pytest.fixture(scope="module")
def album(site: Site, browser: Browser) -> Iterator[Album]:
    made(site)
    with running(site):
        album = Album(browser, site)
        album.prepare()
        yield album


def wrong(
    album: Album,
    pages: tuple[Shown, ...],
    width: int,
    scheme: str,
    look: Callable[[Page], list[str]] = faults,
    *,
    language: str = "en",
) -> dict[str, list[str]]:
    """What ``look`` finds on each page on which it finds anything."""
    found = {}
    for user in sorted({shown.user for shown in pages}):
        context = album.context(user, width=width, scheme=scheme)
        keyboard.listen(context)
        page = context.new_page()
        for shown in pages:
            if shown.user == user:
                album.open(page, shown, language)
                if said := look(page):
                    found[shown.name] = said
        context.close()
    return found


@pytest.mark.parametrize(("width", "scheme"), [(PHONE, SCHEMES[0]), (DESK, SCHEMES[1])])
def test_the_main_pages(album: Album, width: int, scheme: str) -> None:
    assert wrong(album, MAIN, width, scheme) == {}


def test_the_keyboard_alone(album: Album) -> None:
    pages = tuple(shown for shown in PAGES if shown.name in BY_KEYBOARD)
    assert len(pages) == len(BY_KEYBOARD)
    assert wrong(album, pages, DESK, SCHEMES[0], keyboard.unreachable) == {}


def in_both_widths(page: Page) -> list[str]:
    """Dark on a phone, light on a desk."""
    return [
        line
        for width, scheme in zip(WIDTHS, reversed(SCHEMES), strict=True)
        for line in at(page, width, scheme)
    ]


def in_all_widths(page: Page) -> list[str]:
    """640 px are 1280 at 200 %."""
    found = []
    for width in HEIGHT:
        found += at(page, width, "light")
        found += at(page, width, "dark", asked=COLOURS)
    return found


def at(page: Page, width: int, scheme: str, *, asked: dict[str, object] = WCAG) -> list[str]:
    """The page that is open, as it is there."""
    page.set_viewport_size({"width": width, "height": HEIGHT[width]})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    return [f"{width} {scheme}: {line}" for line in faults(page, asked=asked)]


def test_the_pages_of_a_round_that_is_played(album: Album) -> None:
    album.publish()
    pages = tuple(shown for shown in PLAYING if shown.main)
    assert wrong(album, pages, PHONE, SCHEMES[0], in_both_widths) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_row_of_a_table_is_seen_on_a_phone(album: Album, language: str) -> None:
    """At the desk: 360 × 740, the bar at the bottom included."""
    album.publish()

    def look(page: Page) -> list[str]:
        page.set_viewport_size({"width": PHONE, "height": 740})
        return first_row(page)

    pages = tuple(shown for shown in (*PAGES, *PLAYING) if shown.path.startswith("desk/"))
    assert wrong(album, pages, PHONE, SCHEMES[0], look, language=language) == {}


@pytest.mark.long
def test_every_page_in_every_width(album: Album) -> None:
    album.publish()
    assert wrong(album, (*PAGES, *PLAYING), PHONE, SCHEMES[0], in_all_widths) == {}


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_by_the_keyboard_alone(album: Album, width: int) -> None:
    album.publish()
    assert wrong(album, (*PAGES, *PLAYING), width, SCHEMES[0], keyboard.unreachable) == {}


def test_axe_would_find_something(album: Album) -> None:
    context = album.context("", width=360)
    page = context.new_page()
    album.open(page, PAGES[0])
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<img><div style=width:999px>x')"
    )
    assert {line.split(":")[0] for line in faults(page)} >= {"image-alt"}
    assert any("wider than the window" in line for line in faults(page))
    context.close()


BACKWARDS = "display:flex;reading-flow:flex-visual"
BROKEN = {
    "<a href=# id=x tabindex=-1>x</a>": 'Tab does not reach a#x "x"',
    "<a href=# id=x style='outline:none;box-shadow:none'>x</a>": 'nothing shows that a#x "x" has the focus',
    "<a href=# id=x>x</a><div style='position:fixed;inset:0'></div>": 'a#x "x" has the focus and is hidden',
    "<span id=x data-sheet=y>x</span>": 'only a click reaches span#x "x"',
    "<span id=x style=cursor:pointer>x</span>": 'only a click reaches span#x "x"',
    "<p id=x onclick='1'>x</p>": 'only a click reaches p#x "x"',
    "<p id=x data-heard>x</p>": 'only a click reaches p#x "x"',
    "<textarea id=x onkeydown='event.preventDefault()'></textarea>": 'the focus is trapped in textarea#x ""',
    "<a href=# id=x tabindex=1>x</a>": 'Tab does not reach a#x "x"',
    f"<p style={BACKWARDS}><a href=# style=order:2>x</a> <a href=#>y</a>": 'a "x" comes after a "y"',
    "<div data-board-text=y><button>x</button></div>": "ArrowRight does not move on the board",
}


def test_a_walk_by_keyboard_would_find_something(album: Album) -> None:
    context = album.context("", width=360)
    keyboard.listen(context)
    page = context.new_page()
    for broken, fault in BROKEN.items():
        album.open(page, PAGES[0])
        page.evaluate(
            "broken => { document.querySelector('main').insertAdjacentHTML('beforeend', broken);"
            "document.querySelector('[data-heard]')?.addEventListener('click', () => {}); }",
            broken,
        )
        assert any(fault in line for line in keyboard.unreachable(page)), broken
    context.close()
