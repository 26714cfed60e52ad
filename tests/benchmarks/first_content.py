"""When a spectator has something to read: the public pages in Chromium on a slow phone (2 s of latency, 50 kB
a second) and by Fast 3G with a processor four times slower, nothing cached.

To reach: 5 s on the slow phone, 2.5 s by Fast 3G, no layout shift, 55 kB."""

from __future__ import annotations

import statistics
import sys

from tests import machine
from tests.benchmarks import shortest
from tests.benchmarks.player_page import FAST_3G, Reader, opened
from tests.browser.shown import opened_album

TIMES = shortest(5, 1)
SLOW_PHONE = Reader(2_000, 50_000, 1)
PAGES = {
    "front": "",
    "event": "e/demo-2026/",
    "section": "e/demo-2026/men/",
    "round": "e/demo-2026/men/round/4/",
    "standings": "e/demo-2026/men/standings/4/",
    "game": "e/wxc-2009/women/round/3/table/2/",
}


def main() -> None:
    if machine.chromium() is None:
        print(machine.missing("chromium-headless-shell fonts-wqy-microhei"))
        sys.exit(2)
    with opened_album() as album:
        print(f"| page, median of {TIMES} | slow phone, s | Fast 3G, s | layout shift | over the wire, kB |")
        print("|---|---|---|---|---|")
        for name, path in PAGES.items():
            url = f"{album.site.url}/en/{path}"
            # The first reader has it made.
            opened(album.browser, url)
            slow, fast = (
                [opened(album.browser, url, reader) for _ in range(TIMES)] for reader in (SLOW_PHONE, FAST_3G)
            )
            first_slow, first_fast = (
                statistics.median(first for first, *_ in measured) for measured in (slow, fast)
            )
            shift, weight = (statistics.median(row[column] for row in slow) for column in (2, 3))
            print(
                f"| {name} | {first_slow:.2f} | {first_fast:.2f} | {shift:.3f} | {weight:.1f} |", flush=True
            )


if __name__ == "__main__":
    main()
