"""What axe finds on a page against WCAG 2.2 AA, and whether the page is wider than its window."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.asking import ask

WCAG: dict[str, object] = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS: dict[str, object] = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""All that a page in its dark colours can do wrong that it did right in its light ones."""

# What was found to be well is not described: that would take as long as the looking.
LINES = """async (asked) => {
  if (!globalThis.axe) return null;
  const { violations } = await axe.run({ runOnly: asked, resultTypes: ["violations"] });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary: why }) => `${id}: ${target} ${why ?? ""}`.replaceAll(/\\s+/g, " ")));
  const tooWide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return tooWide > 0 ? [...found, `wider than the window by ${tooWide} px`] : found;
}"""


def faults(page: Page, *, arguments: dict[str, object] = WCAG) -> list[str]:
    """A line each."""
    while (result := ask(page, LINES, arguments)) is None:
        ask(page, f"() => {{ {Axe().axe_script} }}")
    return list(result)
