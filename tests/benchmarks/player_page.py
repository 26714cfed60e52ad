"""What a player in a corridor waits for: the page that says table, colour and opponent, in Chromium at
150 ms, 1.6 Mbit/s and a processor four times slower, nothing cached. Weight is what comes over the wire,
scripts and all; the first paint is that of anything to read or to see, and the page is readable when its
largest text has been drawn. What moves after the first paint is told as Chromium counts it (cumulative layout
shift). The service worker comes after that, on a first visit: what it brings until it watches over the page
is in the second weight.

To reach for a round's page: 60 kB, first paint under 1.2 s, no layout shift."""

from __future__ import annotations

import statistics
import sys
from dataclasses import dataclass

from playwright.sync_api import Browser

from tests import machine
from tests.benchmarks import shortest
from tests.benchmarks._wire import Relay
from tests.browser.driving import SHIFTS, launch_options
from tests.browser.shown import opened_album

TIMES = shortest(5, 1)
PATIENCE = 120_000
AFTER = 1_000
"""Milliseconds for which the page is watched once nothing is on its way any more."""
PAINTED = """async () => {
  const seen = (type) => new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries())).observe({ type, buffered: true });
  });
  const [first, largest] = await Promise.all([seen("paint"), seen("largest-contentful-paint")]);
  const painted = first.find(({ name }) => name === "first-contentful-paint");
  return [painted.startTime, largest.at(-1).startTime];
}"""

OFFLINE_PAGE_CACHED = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("assets-"));
  if (!name) return false;
  return (await (await caches.open(name)).keys()).some((one) => one.url.endsWith("/offline/"));
}"""


@dataclass(frozen=True, slots=True)
class Reader:
    """By what somebody reads: milliseconds of latency, bytes a second, how much slower the processor is."""

    latency: int
    bytes_per_second: int
    slower: int


FAST_3G = Reader(150, 200_000, 4)


def opened(browser: Browser, url: str, reader: Reader = FAST_3G) -> tuple[float, float, float, float]:
    """Seconds until the first paint and until it is readable, layout shift, kilobytes over the wire."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.add_init_script(SHIFTS)
    wire = context.new_cdp_session(page)
    received = []
    wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    rate = reader.bytes_per_second
    limits = {"latency": reader.latency, "downloadThroughput": rate, "uploadThroughput": rate}
    wire.send("Network.emulateNetworkConditions", {"offline": False, **limits})
    wire.send("Emulation.setCPUThrottlingRate", {"rate": reader.slower})
    page.goto(url, wait_until="networkidle", timeout=PATIENCE)
    first, readable = page.evaluate(PAINTED)
    # What scripts put in belatedly (a time in the reader's zone, a card) would move the page only now.
    page.wait_for_timeout(AFTER)
    shifted = float(page.evaluate("globalThis.shifted"))
    context.close()
    return first / 1000, readable / 1000, shifted, sum(received) / 1000


def with_worker(browser: Browser, relay: Relay, url: str) -> float:
    """Kilobytes over the wire until the worker has installed itself and the page is kept."""
    before = relay.received
    # What is waited for is asked in the page, which its policy refuses to strings.
    context = browser.new_context(viewport={"width": 360, "height": 740}, bypass_csp=True)
    page = context.new_page()
    page.goto(url, wait_until="load")
    page.wait_for_function("navigator.serviceWorker.controller")
    page.wait_for_function(OFFLINE_PAGE_CACHED)
    received = relay.received - before
    context.close()
    return received / 1000


def main() -> None:
    if machine.chromium() is None:
        print(machine.missing("chromium-headless-shell fonts-wqy-microhei"))
        sys.exit(2)
    with opened_album() as album:
        album.publish()
        pages = {
            "pairings by table": "e/demo-2026/men/round/5/",
            "find me by name": "e/demo-2026/men/round/5/by-name/",
            "the player's own page": f"p/{album.requests_made['secret']}/",
            "a record to be handed in": f"p/{album.requests_made['secret']}/round/5/record/",
        }
        relay = Relay(album.site.port)
        through = f"--host-resolver-rules=MAP 127.0.0.1:{album.site.port} 127.0.0.1:{relay.port}"
        options = launch_options()
        weighed = album.browser.browser_type.launch(**options | {"args": [*options["args"], through]})
        print(
            f"| page, median of {TIMES} | first paint, s | readable, s | layout shift | over the wire, kB "
            "| with the worker, kB |"
        )
        print("|---|---|---|---|---|---|")
        for name, path in pages.items():
            url = f"{album.site.url}/en/{path}"
            collected = [opened(album.browser, url) for _ in range(TIMES)]
            first, readable, shift, weight = (
                statistics.median(column) for column in zip(*collected, strict=True)
            )
            worker = with_worker(weighed, relay, url)
            print(f"| {name} | {first:.2f} | {readable:.2f} | {shift:.3f} | {weight:.1f} | {worker:.1f} |")
        weighed.close()


if __name__ == "__main__":
    main()
