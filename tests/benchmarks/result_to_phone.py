"""From a result that is confirmed at a desk to the phone of a reader who does nothing, and from a ply of
which the rulebook says something to the referee's phone: embedded default, a published round of 54 players,
Chromium, everything on this machine. To reach for prompts: 2 s.

The open page asks every few seconds and changes are rendered together, so what counts is the
slowest; the results come at moments that fall everywhere in those intervals.
"""

from __future__ import annotations

import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Page, expect

from tests import machine
from tests.benchmarks import shortest
from tests.browser.driving import SOON, sign_in
from tests.browser.shown import opened_album
from tests.browser.site import Site

RESULTS = shortest(12, 1)
PROMPTS = shortest(5, 1)
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


# Each game begins with a perpetual check short of one ply; when those were answered.
PROMPTED = f"""
import time
from games.acts.live import write_game
from portal.accounts.models import User
from tests.games.acts.perpetual import CHECKS, PERPETUAL
from tournaments.models import Pairing, Section
by = User.objects.get(username="referee")
Section.objects.filter(event__slug="demo-2026", slug="men").update(rulebook="wxc2015")
pairings = Pairing.objects.filter(round__section__event__slug="demo-2026", round__section__slug="men")
pairings = pairings.filter(round__number=5, table__gte={10 + RESULTS}).select_related("round__section__event")
answer = []
for number, pairing in enumerate(pairings.order_by("table")[:{PROMPTS}]):
    moves = PERPETUAL[:5]
    write_game(pairing=pairing, moves=moves[:-1], start=CHECKS, by=by)
    time.sleep(2 + number * {STEP} % 1)
    written = write_game(pairing=pairing, moves=moves, by=by)
    assert written.prompted, written
    answer.append(time.time())
"""
# Tells when each card came.
WATCH = """() => {
  const cards = (window.cards = new Map());
  const look = () => document.querySelectorAll("#live-prompts [data-card]").forEach(
    (card) => cards.has(card.dataset.card) || cards.set(card.dataset.card, Date.now() / 1000));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def prompts(site: Site, referee: Page) -> list[float]:
    """Seconds from each ply until its card stands on top of the referee's tables."""
    referee.goto(f"{site.url}/en/desk/demo-2026/men/round/5/tables/")
    referee.evaluate(WATCH)
    with ThreadPoolExecutor(1) as writer:
        answering = writer.submit(site.ask, PROMPTED, timeout=300)
        while not answering.done():
            referee.wait_for_timeout(100)
    referee.wait_for_timeout(5_000)
    arrived = sorted(referee.evaluate("() => [...window.cards.values()]"))
    return [seen - written for written, seen in zip(answering.result(), arrived, strict=True)]


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
        referee = album.browser.new_context(bypass_csp=True).new_page()
        sign_in(referee, site, "referee")
        waits = prompts(site, referee)
    print(f"| from a confirmed result to the phone, {RESULTS} results | seconds |\n|---|---|")
    print(f"| median | {statistics.median(times):.2f} |")
    print(f"| slowest | {max(times):.2f} |\n")
    print(f"| from a ply with a prompt to the referee's phone, {PROMPTS} prompts | seconds |\n|---|---|")
    print(f"| median | {statistics.median(waits):.2f} |")
    print(f"| slowest | {max(waits):.2f} |")


if __name__ == "__main__":
    main()
