"""Somebody applies on the phone, and confirms by the letter that a local server catches."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from portal import outbox
from tests.browser.letterbox import Letterbox
from tests.browser.pages import SOON, Open
from tests.browser.words import Words


def press(page: Page, words: str) -> None:
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name=words, exact=True).first.click()


def link_in(post: Letterbox, address: str) -> str:
    """In the newest letter to ``address``; the path alone."""
    outbox.drain()
    match = re.search(r"/[a-z-]+/a/\S+", post.sent_to(address)[-1].get_content())
    assert match
    return match[0]


def apply(open_page: Open, say: Words, name: str, address: str) -> Page:
    """On the phone, to the page that asks to look for the letter."""
    page = open_page("e/cup/men/", say.language, has_touch=True, bypass_csp=True)
    page.set_default_timeout(SOON)
    page.get_by_role("link", name=say("Enter online")).first.click()
    page.locator("[name=name]").fill(name)
    page.locator("[name=federation]").select_option("GER")
    page.locator("[name=email]").fill(address)
    press(page, say("Apply"))
    return page
