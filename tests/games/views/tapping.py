"""A referee's phone whose network comes and goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from portal.journal.models import JournalEntry
from tests.browser.site import wait_until

CONFLICT = "Table 1 already has another result: "


def done(act: str) -> int:
    return JournalEntry.objects.filter(act=act).count()


def panel(page: Page) -> Any:
    return page.locator("#waiting")


def note(page: Page, text: str) -> None:
    page.locator("#note-text").fill(text)
    page.get_by_role("button", name="Add note").first.click()


def drop(line: Any, change: str) -> None:
    """By keyboard; what goes is said before."""
    line.locator("summary").focus()
    line.page.keyboard.press("Enter")
    expect(line.locator("details")).to_contain_text(change)
    line.page.keyboard.press("Tab")
    line.page.keyboard.press("Enter")


def until(page: Page, reached: Callable[[], bool]) -> None:
    """Playwright hears nothing of the browser while Python sleeps: waiting is done there."""
    wait_until(lambda: reached() or pumped(page))


def cut(context: BrowserContext, *, off: bool = True) -> None:
    context.set_offline(off)


STORED_TAPS = """new Promise((resolve) => {
  indexedDB.open("qiyuan").onsuccess = (event) => {
    event.target.result.transaction("taps").objectStore("taps").getAll().onsuccess = (found) => {
      resolve(JSON.stringify(found.target.result));
      event.target.result.close();
    };
  };
})"""


def pumped(page: Page) -> bool:
    """Playwright hears of the end only while it is asked something."""
    try:
        page.wait_for_timeout(50)
    except Exception:  # noqa: BLE001  whatever it says, the browser is gone
        return True
    return False
