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
    "wall": "boards/demo-2026/men/round/5/",
}
# Each table of a round that is played, some moves old.
BEGUN = """
from games.acts.live import write_game
from games.acts.live_settings import show_live
from portal.accounts.models import User
from tournaments.models import Pairing, Round
users = {user.username: user for user in User.objects.all()}
round_ = Round.objects.get(section__event__slug="demo-2026", section__slug="men", number=5)
show_live(section=round_.section, public=True, delay=0, comments=True, by=users["organiser"])
pairings = Pairing.objects.filter(round=round_).select_related("round__section__event").exclude(table=None)
for pairing in pairings.filter(reports=None):
    write_game(pairing=pairing, moves=["h2e2", "h9g7", "h0g2", "i9h9"], by=users["referee"])
answer = True
"""


def main() -> None:
    if machine.chromium() is None:
        print(machine.missing("chromium-headless-shell fonts-wqy-microhei"))
        sys.exit(2)
    with opened_album() as album:
        album.publish()
        album.site.ask(BEGUN)
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
