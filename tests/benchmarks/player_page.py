"""What a player in a corridor waits for: the page that says table, colour and opponent, in Chromium at
150 ms, 1.6 Mbit/s and a processor four times slower, nothing cached. Weight is what comes over the wire,
scripts and all; the page is readable when its largest text has been drawn. The service worker comes after
that, on a first visit: what it brings until it watches over the page is in the second weight."""

from __future__ import annotations

import statistics
import sys

from playwright.sync_api import Browser

from tests import machine
from tests.benchmarks import shortest
from tests.benchmarks._wire import Relay
from tests.browser.driving import launch_options
from tests.browser.shown import opened_album

TIMES = shortest(5, 1)
LATENCY = 150
BITS = 1_600_000
SLOWER = 4
PAINTED = """() => new Promise((done) => {
  const last = (list) => done(list.getEntries().at(-1).startTime);
  new PerformanceObserver(last).observe({ type: "largest-contentful-paint", buffered: true });
})"""

KEPT = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("assets-"));
  if (!name) return false;
  return (await (await caches.open(name)).keys()).some((one) => one.url.endsWith("/offline/"));
}"""


def opened(browser: Browser, url: str) -> tuple[float, float]:
    """Seconds until it is readable, and kilobytes over the wire."""
    context = browser.new_context(viewport={"width": 360, "height": 780})
    page = context.new_page()
    wire = context.new_cdp_session(page)
    received = []
    wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    limits = {"latency": LATENCY, "downloadThroughput": BITS / 8, "uploadThroughput": BITS / 8}
    wire.send("Network.emulateNetworkConditions", {"offline": False, **limits})
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="networkidle")
    painted = float(page.evaluate(PAINTED))
    context.close()
    return painted / 1000, sum(received) / 1000


def with_worker(browser: Browser, relay: Relay, url: str) -> float:
    """Kilobytes over the wire until the worker has installed itself and the page is kept."""
    before = relay.received
    # What is waited for is asked in the page, which its policy refuses to strings.
    context = browser.new_context(viewport={"width": 360, "height": 780}, bypass_csp=True)
    page = context.new_page()
    page.goto(url, wait_until="load")
    page.wait_for_function("navigator.serviceWorker.controller")
    page.wait_for_function(KEPT)
    found = relay.received - before
    context.close()
    return found / 1000


def main() -> None:
    if machine.chromium() is None:
        print(machine.missing("chromium-headless-shell fonts-wqy-microhei"))
        sys.exit(2)
    with opened_album() as album:
        album.publish()
        pages = {
            "pairings by table": "e/demo-2026/men/round/5/",
            "find me by name": "e/demo-2026/men/round/5/by-name/",
            "the player's own page": f"p/{album.secret}/",
            "a record to be handed in": f"p/{album.secret}/round/5/record/",
        }
        relay = Relay(album.site.port)
        through = f"--host-resolver-rules=MAP 127.0.0.1:{album.site.port} 127.0.0.1:{relay.port}"
        options = launch_options()
        weighed = album.browser.browser_type.launch(**options | {"args": [*options["args"], through]})
        print(f"| page, median of {TIMES} | readable, s | over the wire, kB | with the worker, kB |")
        print("|---|---|---|---|")
        for name, path in pages.items():
            url = f"{album.site.url}/en/{path}"
            found = [opened(album.browser, url) for _ in range(TIMES)]
            seconds, weight = (statistics.median(column) for column in zip(*found, strict=True))
            print(f"| {name} | {seconds:.2f} | {weight:.1f} | {with_worker(weighed, relay, url):.1f} |")
        weighed.close()


if __name__ == "__main__":
    main()
