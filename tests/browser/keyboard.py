"""A page walked through with the Tab key alone: what it does not reach, what does not show that it has the
focus, what lies under something else, and what only a click reaches. The looking is done in the page
(keyboard.js)."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page

WALK = Path(__file__).with_name("keyboard.js").read_text(encoding="utf-8")
LISTENING = """
globalThis.listening = new WeakSet();
const added = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, ...rest) {
  const told = /^(click|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/.test(type);
  if (told && this instanceof Element) listening.add(this);
  return added.call(this, type, ...rest);
};
"""
"""Which elements are told of clicks; those of the document are found by what they show (keyboard.js)."""
AT_ONCE = 20


def listen(context: BrowserContext) -> None:
    """Before a page of ``context`` is opened."""
    context.add_init_script(LISTENING)


def tab_through(page: Page, things: int) -> None:
    """Until the focus has gone around, or does not."""
    for _ in range(2 * things // AT_ONCE + 2):
        for _ in range(AT_ONCE):
            page.keyboard.press("Tab")
        if page.evaluate("keyboard.out()"):
            return


def unreachable(page: Page) -> list[str]:
    """What is wrong for who has no pointer; a line each."""
    page.evaluate(WALK)
    tab_through(page, page.evaluate("keyboard.start()"))
    result: list[str] = page.evaluate("keyboard.finish()")
    return [*result, *arrows(page), *sheet(page)]


def arrows(page: Page) -> list[str]:
    """Groups with one stop of the Tab key in which no arrow key goes on to another member."""
    collected = []
    stops = page.evaluate_handle("keyboard.rovers()")
    for n in range(page.evaluate("stops => stops.length", stops)):
        page.evaluate("([stops, n]) => stops[n].focus()", [stops, n])
        for key in ("ArrowRight", "ArrowDown"):
            was = page.evaluate_handle("document.activeElement")
            page.keyboard.press(key)
            moved = "was => document.activeElement !== was && document.activeElement.parentNode !== document"
            if not page.evaluate(moved, was):
                collected.append(f"{key} does not move on the board")
    return collected


def sheet(page: Page) -> list[str]:
    """What is wrong in the dialog that a table's link opens while the network is away; Escape closes it and
    gives the focus back."""
    links = page.locator("a[data-sheet]:visible")
    if not page.locator("#sheet").count() or not links.count():
        return []
    page.context.set_offline(True)
    links.first.focus()
    page.keyboard.press("Enter")
    page.locator("#sheet:modal").wait_for()
    page.evaluate(WALK)
    tab_through(page, page.evaluate("keyboard.start(document.getElementById('sheet'))"))
    result: list[str] = page.evaluate("keyboard.finish()")
    page.keyboard.press("Escape")
    if page.evaluate("sheet.open || !document.activeElement.matches('[data-sheet]')"):
        result.append("Escape does not lead from the sheet to the table that opened it")
    page.context.set_offline(False)
    return result
