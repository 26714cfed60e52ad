"""Readers who have set their browser to large letters, 150 and 200 %, on a phone of 390 px: the header stays
inside, the page does not scroll sideways, and a table that is wider scrolls within itself. On every page.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.asking import ask
from tests.browser.shown import PAGES, PLAYING, Album, Shown, made
from tests.browser.site import Site, running
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]  # the whole demonstration is made and started
USUAL = 16
PHONE = {"width": 390, "height": 844}

OUTSIDE = r"""() => {
  const found = [];
  const room = document.documentElement.clientWidth;
  const over = document.documentElement.scrollWidth - room;
  const called = (one) => `${one.localName}${one.className ? "." + one.className : ""}`.replaceAll(" ", ".");
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const beyond = (one) => { const { left, right, width } = one.getBoundingClientRect();
    return width > 1 && (right > room + 0.5 || left < -0.5); };
  const scrolls = (one) => {
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return true;
    return false;
  };
  if (over > 0) {
    const wide = seen("body *").filter((one) => beyond(one) && !scrolls(one) && !one.closest(".only-read"));
    found.push(`wider than the window by ${over} px: ${wide.slice(0, 3).map(called)}`);
  }
  for (const one of seen(".masthead, .masthead *"))
    if (beyond(one) && !one.closest(".only-read")) found.push(`outside the header: ${called(one)}`);
  for (const one of seen("table"))
    if (beyond(one) && !scrolls(one)) found.push(`a table that does not scroll: ${called(one)}`);
  return [...new Set(found)];
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
    found: list[str] = ask(page, OUTSIDE)
    return found


def wrong(album: Album, pages: tuple[Shown, ...], language: str = "en") -> dict[str, list[str]]:
    """What is wrong with each page with which anything is."""
    found: dict[str, list[str]] = {}
    for shown, page in album.walk(pages, language):
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        for percent in (150, 200):
            enlarged(page, percent)
            found.setdefault(shown.name, []).extend(f"{percent} %: {line}" for line in outside(page))
    return {name: lines for name, lines in found.items() if lines}


def test_every_page_in_large_type(album: Album) -> None:
    assert wrong(album, PAGES) == {}


def test_every_page_of_a_round_that_is_played_in_large_type(album: Album) -> None:
    album.publish()
    assert wrong(album, PLAYING) == {}


def test_what_does_not_fit_would_be_found(album: Album) -> None:
    context = album.context("", width=360)
    page = context.new_page()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    shown = next(one for one in PAGES if one.name == "home")
    for broken, said in (
        ("document.querySelector('main').style.minInlineSize = '30em'", "wider than the window by"),
        ("document.querySelector('.brand').style.translate = '20em'", "outside the header"),
        (
            "document.querySelector('main').insertAdjacentHTML('beforeend',"
            " '<table style=\"inline-size: 40em\"><tr><td>1</td></tr></table>')",
            "a table that does not scroll",
        ),
    ):
        album.open(page, shown)
        enlarged(page, 200)
        root = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
        assert root >= 1.9 * USUAL
        assert outside(page) == []
        page.evaluate(broken)
        assert any(line.startswith(said) for line in outside(page)), broken
    context.close()
