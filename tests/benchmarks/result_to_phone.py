"""From a result that is confirmed at a desk to the phone of a reader who does nothing: embedded default, a
published round of 54 players, Chromium, everything on this machine.

The open page asks every few seconds and changes are rendered together, so what counts is the
slowest; the results come at moments that fall everywhere in those intervals.
"""

from __future__ import annotations

import statistics
import sys
import time

from playwright.sync_api import Page, expect

from tests import machine
from tests.benchmarks import shortest
from tests.browser.driving import SOON, sign_in
from tests.browser.shown import opened_album

RESULTS = shortest(12, 1)
POLL = 3.0
STEP = 1.37
"""Seconds by which each result comes later in the reader's interval than the one before it."""


def report(desk: Page, reader: Page, table: int) -> float:
    """Seconds from the confirmation at the desk until the reader sees it."""
    row = reader.locator(f"tr[data-key=t{table}]")
    line = desk.locator("form[data-line] input[name=line]")
    line.fill(f"{table} 1-0")
    with desk.expect_response(lambda answer: answer.url.endswith("/results/report/")):
        line.press("Enter")
    confirmed = time.perf_counter()
    expect(row.get_by_text("1–0")).to_be_visible(timeout=SOON)
    return time.perf_counter() - confirmed


def main() -> None:
    if machine.chromium() is None:
        print(machine.missing("chromium-headless-shell fonts-wqy-microhei"))
        sys.exit(2)
    with opened_album() as album:
        site = album.site
        album.publish()
        desk, reader = album.browser.new_context().new_page(), album.browser.new_context().new_page()
        sign_in(desk, site, "desk")
        desk.goto(f"{site.url}/en/desk/demo-2026/men/round/5/")
        reader.goto(f"{site.url}/en/e/demo-2026/men/round/5/")
        times = []
        for table in range(10, 10 + RESULTS):
            times.append(report(desk, reader, table))
            time.sleep(table * STEP % POLL)
    print(f"| from a confirmed result to the phone, {RESULTS} results | seconds |\n|---|---|")
    print(f"| median | {statistics.median(times):.2f} |")
    print(f"| slowest | {max(times):.2f} |")


if __name__ == "__main__":
    main()
