"""Every page by the keyboard alone, and that a walk with it and axe would find something. What axe says of
every page stands in `tests.browser.test_every_page`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import keyboard
from tests.browser.axe import faults
from tests.browser.shown import PAGES, PLAYING, WIDTHS, Album, made
from tests.browser.site import Site, running

pytestmark = [pytest.mark.browser, pytest.mark.long]  # the whole demonstration is made and started


@pytest.fixture(scope="module")
def album(site: Site, browser: Browser) -> Iterator[Album]:
    made(site)
    with running(site):
        album = Album(browser, site)
        album.prepare()
        yield album


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_by_the_keyboard_alone(album: Album, width: int) -> None:
    album.publish()
    opened = album.walk((*PAGES, *PLAYING), width=width, prepared=keyboard.listen)
    assert {text.name: message for text, page in opened if (message := keyboard.unreachable(page))} == {}


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
