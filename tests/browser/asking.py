"""Asking a page something when it has arrived. A click waits until the next page begins, not until anything
of it is there: who looks at once sees a document without an element, or one that is just being left."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Error, Page

LEFT = "Execution context was destroyed"
"""What Playwright says of a page that was left while it was asked."""
TIMES = 10
ARRIVED = """async (argument) => {
  if (document.readyState !== "complete") {
    await new Promise((go) => addEventListener("load", go, { once: true }));
  }
  return (%s)(argument);
}"""


def ask(page: Page, script: str, argument: object = None) -> Any:
    """What the function ``script`` returns on a page that is wholly there: on the next one, where one is left
    meanwhile."""
    for _ in range(TIMES):
        page.wait_for_load_state()
        try:
            return page.evaluate(ARRIVED % script, argument)
        except Error as error:
            if LEFT not in error.message:
                raise
    raise AssertionError(f"{page.url} is left again and again")
