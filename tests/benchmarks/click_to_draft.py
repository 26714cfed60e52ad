"""From the chief referee's click to a draft on the screen: 54 players, round 5, the embedded default (SQLite,
files as broker, the worker a process of its own), Chromium, everything on this machine.

Each time the round is paired anew, so the whole way is gone again: form, outbox row, wake-up, worker, draft,
page.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests import machine
from tests.benchmarks import shortest
from tests.browser.driving import SOON, launch_options, sign_in
from tests.browser.site import Site, running
from tests.services import free_port

ROUNDS = shortest(9, 2)
DRAFT = "Round 5: 27 tables"
COMPUTED = """
from portal.outbox import Job
jobs = Job.objects.filter(kind="pair", state="done").order_by("-pk")
answer = [(job.finished_at - job.started_at).total_seconds() for job in jobs[:%d]]
"""


def click(page: Page, name: str) -> float:
    """Seconds from the click until the draft is on the screen."""
    button = page.get_by_role("button", name=name, exact=True)
    button.scroll_into_view_if_needed()
    begin = time.perf_counter()
    with page.expect_navigation(wait_until="commit"):
        button.click(no_wait_after=True)
    expect(page.get_by_role("table", name=DRAFT)).to_be_visible(timeout=SOON)
    return time.perf_counter() - begin


def main() -> None:
    if machine.chromium() is None:
        print(machine.missing("chromium-headless-shell fonts-wqy-microhei"))
        sys.exit(2)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder), free_port())
        site.install("demo")
        with running(site):
            page = playwright.chromium.launch(**launch_options()).new_page()
            sign_in(page, site, "referee")
            page.goto(f"{site.url}/en/desk/demo-2026/men/round/5/")
            times = [click(page, "Pair round 5")]
            for _ in range(ROUNDS - 1):
                page.get_by_text("Pair again", exact=True).click()
                times.append(click(page, "Pair round 5 again"))
            computed = site.ask(COMPUTED % ROUNDS)
    print("| from the click to the draft, 54 players | seconds |\n|---|---|")
    for words, value in (
        ("first click", times[0]),
        (f"median of {ROUNDS}", statistics.median(times)),
        ("slowest", max(times)),
        ("of it the worker's part, median", statistics.median(computed)),
    ):
        print(f"| {words} | {value:.2f} |")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
