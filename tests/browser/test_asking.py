"""A page is asked when it is there, also where another one comes in between."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.asking import ask

LEAVES = "<p>one</p><script>setTimeout(() => location.assign('/two'), 200)</script>"
SAYS = """async () => {
  if (location.pathname === "/one") await new Promise(() => {});
  return document.querySelector("p").textContent;
}"""


@pytest.mark.slow
@pytest.mark.browser
def test_the_next_page_is_asked_where_one_is_left_meanwhile(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.route("**/one", lambda route: route.fulfill(body=LEAVES, content_type="text/html"))
    page.route("**/two", lambda route: route.fulfill(body="<p>two</p>", content_type="text/html"))
    page.goto("http://pages.test/one")
    assert ask(page, SAYS) == "two"
