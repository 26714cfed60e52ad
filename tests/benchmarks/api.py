"""A published round by the interface against its page, and judging a record of 120 plies.

The product as it is run, with the demonstration in it. To reach: a document at 0.5 times the rate of its page
(medians of interleaved runs), a record under 30 ms.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from games.records.game import Game
from games.records.writing import to_pgn
from games.xiangqi.values import Move
from tests import machine
from tests.benchmarks import shortest
from tests.benchmarks.front import load
from tests.browser.shown import made
from tests.browser.site import ROOT, Site, running
from tests.services import free_port

ROUNDS = shortest(5, 1)
CHECKS = shortest(60, 10)
PLIES = 120
FIXTURE = ROOT / "games" / "fixtures" / "championships_2009_games.json"
ROUND = "demo-2026/sections/men/rounds/4"


def record() -> str:
    """The longest game of the fixture, in Chinese, cut to `PLIES`."""
    reading = json.loads(FIXTURE.read_text(encoding="utf-8"))
    games = [game["moves"].split() for section in reading["sections"] for game in section["games"]]
    moves = max(games, key=len)[:PLIES]
    return to_pgn(Game({"Result": "*"}, moves=tuple(map(Move.parse, moves))))


def checked(address: str, text: str) -> float:
    """Milliseconds from asking to the answer."""
    body = json.dumps({"text": text, "rulebooks": ["wxc2015"]}).encode()
    request = urllib.request.Request(  # noqa: S310  our own server
        address, body, {"Content-Type": "application/json"}
    )
    began = time.perf_counter()
    with urllib.request.urlopen(request) as answer:  # noqa: S310  our own server
        reading = json.load(answer)
    if reading["plies"] != PLIES or not reading["valid"]:
        raise RuntimeError(reading["faults"])
    return (time.perf_counter() - began) * 1000


def main() -> None:
    if machine.program("wrk") is None:
        print(machine.missing("wrk"))
        sys.exit(2)
    with tempfile.TemporaryDirectory() as data:
        site = Site(Path(data), free_port())
        made(site)
        with running(site):
            page = f"{site.url}/en/e/demo-2026/men/round/4/"
            document = f"{site.url}/api/v1/events/{ROUND}"
            # The first reader of a process goes through Django, where strangers' programs have one thread.
            for address in (page, document):
                calm = ["wrk", "-t1", "-c8", "-d1s", "-H", "Accept-Encoding: gzip", address]
                subprocess.run(calm, stdout=subprocess.DEVNULL, check=True)
            rates = [(load(page), load(document)) for _ in range(ROUNDS)]
            text = record()
            times = [checked(f"{site.url}/api/v1/records/check", text) for _ in range(CHECKS)][5:]
    pages, documents = (statistics.median(column) for column in zip(*rates, strict=True))
    ratio = statistics.median(rate / other for other, rate in rates)
    print(f"page {pages:8.0f}/s   document {documents:8.0f}/s   ratio {ratio:.2f} (to reach: 0.5)")
    times.sort()
    print(
        f"record of {PLIES} plies: median {statistics.median(times):.1f} ms, "
        f"nine of ten under {times[len(times) * 9 // 10]:.1f} ms (to reach: 30)"
    )
