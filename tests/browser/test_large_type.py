"""Readers who have set their browser to large letters, 150 and 200 %, on a phone of 390 px: the header stays
inside, the page does not scroll sideways, and a table that is wider scrolls within itself. On every page.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.asking import ask
from tests.browser.shown import PAGES, PLAYING, Album, ShownPage, made
from tests.browser.site import Site, running
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]  # the whole demonstration is made and started
USUAL = 16
PHONE: ViewportSize = {"width": 390, "height": 844}

OUTSIDE = r"""() => {
  const faults = [];
  const room = document.documentElement.clientWidth;
  const over = document.documentElement.scrollWidth - room;
  const called = (box) => `${box.localName}${box.className ? "." + box.className : ""}`.replaceAll(" ", ".");
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((box) => box.checkVisibility());
  const beyond = (box) => { const { left, right, width } = box.getBoundingClientRect();
    return width > 1 && (right > room + 0.5 || left < -0.5); };
  const scrolls = (box) => {
    for (let outer = box.parentElement; outer && outer !== document.body; outer = outer.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(outer).overflowX)) return true;
    return false;
  };
  if (over > 0) {
    const wide = seen("body *").filter((box) => beyond(box) && !scrolls(box) && !box.closest(".only-read"));
    faults.push(`wider than the window by ${over} px: ${wide.slice(0, 3).map(called)}`);
  }
  for (const box of seen(".masthead, .masthead *"))
    if (beyond(box) && !box.closest(".only-read")) faults.push(`outside the header: ${called(box)}`);
  for (const box of seen("table"))
    if (beyond(box) && !scrolls(box)) faults.push(`a table that does not scroll: ${called(box)}`);
  return [...new Set(faults)];
}"""


@pytest.fixture(scope="module")
def album(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Album]:
    site = Site(tmp_path_factory.mktemp("site"), free_port())
    made(site)
    with running(site):
        album = Album(browser, site)
        album.prepare()
        yield album


def enlarged(page: Page, percent: int) -> None:
    """The letters of a reader who has set them so in the browser."""
    size = USUAL * percent // 100
    sizes = {"standard": size, "fixed": size * 13 // 16}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})


def outside(page: Page) -> list[str]:
    faults: list[str] = ask(page, OUTSIDE)
    return faults


def wrong(album: Album, pages: tuple[ShownPage, ...], language: str = "en") -> dict[str, list[str]]:
    """What is wrong with each page with which anything is."""
    faults: dict[str, list[str]] = {}
    for listed, page in album.walk(pages, language):
        page.set_viewport_size(PHONE)
        for percent in (150, 200):
            enlarged(page, percent)
            faults.setdefault(listed.name, []).extend(f"{percent} %: {line}" for line in outside(page))
    return {name: lines for name, lines in faults.items() if lines}


def test_every_page_in_large_type(album: Album) -> None:
    assert wrong(album, PAGES) == {}


def test_every_page_of_a_round_that_is_played_in_large_type(album: Album) -> None:
    album.publish()
    assert wrong(album, PLAYING) == {}


def test_what_does_not_fit_would_be_found(album: Album) -> None:
    context = album.context("", width=360)
    page = context.new_page()
    page.set_viewport_size(PHONE)
    listed = next(row for row in PAGES if row.name == "home")
    for broken, words in (
        ("document.querySelector('main').style.minInlineSize = '30em'", "wider than the window by"),
        ("document.querySelector('.brand').style.translate = '20em'", "outside the header"),
        (
            "document.querySelector('main').insertAdjacentHTML('beforeend',"
            " '<table style=\"display: table; max-inline-size: none; inline-size: 40em\"><tr><td>1</table>')",
            "a table that does not scroll",
        ),
    ):
        album.open(page, listed)
        enlarged(page, 200)
        root = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
        assert root >= 1.9 * USUAL
        assert outside(page) == []
        page.evaluate(broken)
        assert any(line.startswith(words) for line in outside(page)), broken
    context.close()
