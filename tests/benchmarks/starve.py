"""Phones that open their players' own pages all at once, and a reader of published pages meanwhile; then many
first readers of players' cards. The product as it is run: one web process, the workers, SQLite on disk.

To reach: no error, the reader's slowest of a hundred under 50 ms; 1,000 cards of a section of 2,000 in under
60 s of processor. Reader, phones and server share this machine's cores.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks import shortest
from tests.browser.site import ROOT, Site, descendants, running
from tests.services import free_port

PLAYERS, PHONES = shortest((300, 150), (60, 60))
MANY, CARDS = shortest((2_000, 1_000), (200, 100))
ROUNDS = 4
PAUSE = 0.01
"""Seconds between two questions of the reader."""
TICK = os.sysconf("SC_CLK_TCK")

MAKE = """
from portal.journal import record
from tests import factories
from tournaments.models import Entry
from tournaments.queries.invitations import invitation_secret
factories.make_federations()
section = factories.make_section(factories.make_event("starve"), rounds={rounds})
factories.make_entries(section, {players})
factories.play(section, {rounds} - 1)
factories.publish(factories.pair(section, {rounds}))
factories.announce(section)
# No event is without: by its newest entry a process knows whether anything was done since it looked.
record("test", by=None, scope=f"event:{{section.event_id}}", target=f"event:{{section.event_id}}")
links = [factories.make_link(entry) for entry in section.entries.order_by("number")[:{phones}]]
answer = [invitation_secret(link) for link in links]
"""

PHONE = """
import http.client, json, sys, threading, time
port, paths = int(sys.argv[1]), json.loads(sys.stdin.read())
begin, answers = threading.Barrier(len(paths) + 1), []
def open_(path):
    begin.wait()
    asked = time.perf_counter()
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        status = answer.status
    except (OSError, http.client.HTTPException):
        status = 0
    answers.append((status, time.perf_counter() - asked))
phones = [threading.Thread(target=open_, args=(path,)) for path in paths]
for phone in phones: phone.start()
begin.wait()
for phone in phones: phone.join()
print(json.dumps(answers))
"""


@dataclass
class AnswerTimes:
    """Seconds of every question that was answered well, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def slowest_of(self, share: float) -> float:
        """Milliseconds under which this share of the questions was answered."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(len(self.seconds) * share))] * 1000


class Reader:
    """One phone that asks for published pages, a connection each time."""

    def __init__(self, site: Site, paths: list[str]) -> None:
        self._port, self._paths = site.port, paths

    def ask(self, path: str, into: AnswerTimes) -> None:
        begin = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as error:
            into.errors.append(f"{path}: {error!r}")
        else:
            into.seconds.append(time.perf_counter() - begin)
            if answer.status != 200:
                into.errors.append(f"{path}: {answer.status}")
        finally:
            connection.close()

    def read(self, until: Callable[[], bool]) -> AnswerTimes:
        """Ask for the pages in turn ``until`` it is over."""
        result = AnswerTimes()
        while not until():
            for path in self._paths:
                self.ask(path, result)
                time.sleep(PAUSE)
        return result


@contextmanager
def site_of(players: int, phones: int) -> Iterator[tuple[Site, list[str]]]:
    """A running site with a section of so many in round `ROUNDS`, and the secrets of the first few."""
    with tempfile.TemporaryDirectory(prefix="qiyuan-bench-") as folder:
        site = Site(Path(folder), free_port())
        site.install("ready")
        program = MAKE.format(rounds=ROUNDS, players=players, phones=phones)
        secrets = site.ask(program, timeout=600)
        with running(site):
            yield site, secrets


def processor(site: Site) -> float:
    """Seconds of processor that the web server has used so far, all its processes together."""
    total = 0
    assert site.process is not None
    for pid in descendants(site.process.pid):
        if b"granian" in Path(f"/proc/{pid}/cmdline").read_bytes():
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(words[11]) + int(words[12])
    return total / TICK


def pages() -> list[str]:
    where = "/en/e/starve/men/"
    return [f"{where}{page}" for page in (f"round/{ROUNDS}/", f"round/{ROUNDS}/by-name/", "standings/3/", "")]


@dataclass(frozen=True)
class Storm:
    """What the reader got while nothing else happened and while the phones asked, what the phones got (status
    and seconds), and the seconds of processor that a phone's page cost."""

    quiet: AnswerTimes
    reader: AnswerTimes
    phones: list[tuple[int, float]]
    processor: float


def storm(site: Site, secrets: list[str]) -> Storm:
    reader = Reader(site, pages())
    warm = AnswerTimes()
    for path in pages():
        reader.ask(path, warm)
    assert not warm.errors, warm.errors
    over = time.monotonic() + 2
    quiet = reader.read(lambda: time.monotonic() > over)
    before = processor(site)
    command = [sys.executable, "-c", PHONE, str(site.port)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as phones:
        assert phones.stdin is not None
        assert phones.stdout is not None
        phones.stdin.write(json.dumps([f"/en/p/{secret}/" for secret in secrets]))
        phones.stdin.close()
        stormed = reader.read(lambda: phones.poll() is not None)
        answers = json.loads(phones.stdout.read())
    return Storm(quiet, stormed, answers, (processor(site) - before) / len(secrets))


def cards(site: Site, count: int) -> float:
    """Seconds of processor for ``count`` cards that nobody has read before."""
    before = processor(site)
    reader, result = Reader(site, []), AnswerTimes()
    for number in range(1, count + 1):
        reader.ask(f"/en/e/starve/men/player/{number}/", result)
    if result.errors:
        raise RuntimeError(result.errors[:3])
    return processor(site) - before


def main() -> None:
    with site_of(PLAYERS, PHONES) as (site, secrets):
        result = storm(site, secrets)
    served = sorted(seconds for status, seconds in result.phones if status == 200)
    wrong = len(result.phones) - len(served) + len(result.reader.errors)
    print(f"{PHONES} own pages at once, {PLAYERS} players, a reader of published pages meanwhile:")
    print(f"  errors                   {wrong:>10}     goal 0: {'MISSED' if wrong else 'reached'}")
    for name, measured in (("alone", result.quiet), ("meanwhile", result.reader)):
        median = statistics.median(measured.seconds) * 1000
        slowest = measured.slowest_of(0.99)
        print(f"  reader {name:<10}        {median:>10.1f} ms  99 of 100 under {slowest:.1f} ms")
    reached = "reached" if result.reader.slowest_of(0.99) < 50 else "MISSED"
    print(f"  goal 50 ms: {reached}, {len(result.reader.seconds)} questions")
    print(f"  phones                   {served[-1] if served else 0:>10.2f} s   until the last has its page")
    print(f"  processor for a page     {result.processor * 1000:>10.1f} ms")
    with site_of(MANY, 0) as (site, _):
        seconds = cards(site, CARDS)
    print(f"{CARDS} cards of {MANY} players: {seconds:.1f} s of processor", end="")
    print(f"  goal 60: {'reached' if seconds < 60 else 'MISSED'}")


if __name__ == "__main__":
    main()
