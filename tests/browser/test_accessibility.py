"""A page of each kind in every width and by the keyboard alone, and that a walk with it and axe would find
something. Every page is looked at by the long tests: here by the keyboard, in `tests.browser.test_every_page`
for its lines and by axe."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import keyboard
from tests.browser.axe import faults
from tests.browser.looking import everywhere
from tests.browser.shown import PAGES, PLAYING, WIDTHS, Album, Shown, made
from tests.browser.site import Site, running

pytestmark = [pytest.mark.browser, pytest.mark.matrix]  # the whole demonstration is made and started
PHONE, DESK = WIDTHS
OF_EACH_KIND = ("home", "round", "standings", "sign-in", "my-page", "desk-event", "round-draft")
BY_KEYBOARD = ("round", "sign-in", "my-page", "round-draft")


@pytest.fixture(scope="module")
def album(site: Site, browser: Browser) -> Iterator[Album]:
    made(site)
    with running(site):
        album = Album(browser, site)
        album.prepare()
        yield album


def unreachable(album: Album, pages: tuple[Shown, ...], width: int) -> dict[str, list[str]]:
    """By the keyboard alone, on each page on which there is anything."""
    opened = album.walk(pages, width=width, prepared=keyboard.listen)
    return {shown.name: said for shown, page in opened if (said := keyboard.unreachable(page))}


def named(names: tuple[str, ...]) -> tuple[Shown, ...]:
    pages = tuple(shown for shown in PAGES if shown.name in names)
    assert len(pages) == len(names)
    return pages


def test_in_every_width(album: Album) -> None:
    looked = {
        shown.name: everywhere(page, overview=shown.overview, axe_at=[PHONE])
        for shown, page in album.walk(named(OF_EACH_KIND))
    }
    assert not any(looked.values()), looked


def test_the_keyboard_alone(album: Album) -> None:
    assert unreachable(album, named(BY_KEYBOARD), DESK) == {}


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_by_the_keyboard_alone(album: Album, width: int) -> None:
    album.publish()
    assert unreachable(album, (*PAGES, *PLAYING), width) == {}


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
