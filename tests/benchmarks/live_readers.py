"""From a ply that was answered to the last reader's board: 1,000 boards with a ply every 5 s each, 2,000
readers who ask every 2 s as open pages do, half of them for a page of the wall, half for one of 100 boards.

Everything on this machine: PostgreSQL, the web server as it is installed, one process that writes, one that
reads on a connection for each reader. Pages themselves are not drawn: a browser takes less than a frame.

Each reader keeps a connection, as a browser does; who is not answered at all is an endless wait.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

from portal.ops.supervisor import die_with_parent
from tests.benchmarks import shortest
from tests.benchmarks.front import processor
from tests.browser.site import Site, running
from tests.installation import ROOT
from tests.services import descendants, free_port, postgres, wait_until

TABLES, READERS, SECONDS = shortest((1_000, 2_000, 40), (10, 20, 6))
WATCHED = min(100, TABLES)
"""Boards that somebody follows by themselves, every tenth: plies come by table in turn."""
APART = 5.0
"""Seconds between two plies of a board."""
EVERY = 2.0
WALL = "/boards/test-2015/men/round/1/"
END = b"\r\n\r\n"
MADE = f"""
from tests.games.live.writer import made
from games.models import LiveSetting
from tournaments.models import Section
made({TABLES})
LiveSetting.objects.create(section=Section.objects.get(), public=True, delay=0)
answer = True
"""


def write(folder: Path) -> None:
    """A ply for each table in turn, all of them every 5 s; when each was answered into ``FOLDER/plies``."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
    django.setup()
    from games.acts.live import write_plies
    from games.live.stream import PlyItem
    from portal.accounts.models import User
    from tests.games.live.writer import lines
    from tournaments.models import Pairing

    by = User.objects.get(username="referee")
    pairings = list(Pairing.objects.select_related("round__section__event").order_by("table"))
    games = [line for line in lines() if len(line) > SECONDS]
    begun, number = time.monotonic(), 0
    with (folder / "plies").open("a", buffering=1) as plies:
        while True:
            ply, place = divmod(number, len(pairings))
            pairing = pairings[place]
            item = PlyItem(
                ply + 1, games[place % len(games)][ply], f"{ply}", clock_first=3600, clock_second=3600
            )
            [answer] = write_plies(pairing=pairing, items=[item], by=by).answers
            if answer.status != 200:
                raise RuntimeError(answer.code)
            plies.write(f"{pairing.table} {ply + 1} {time.time()}\n")
            number += 1
            # The first ply of each stands before anybody reads.
            if number == len(pairings):
                begun = time.monotonic() - number * APART / len(pairings)
                (folder / "begun").touch()
            due = begun + number * APART / len(pairings)
            if number > len(pairings) and (wait := due - time.monotonic()) > 0:
                time.sleep(wait)


class Reader:
    """An open page that follows ``table``: on its own board, or on the wall's page that it stands on."""

    def __init__(self, port: int, table: int, *, wall: bool) -> None:
        self.table, self.wall = table, wall
        part = (table - 1) // 200 + 1
        path = f"{WALL}{part}.txt" if wall else f"/en{WALL}table/{table}/now/"
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n"
        self.port, self.question, self.tag = port, head.encode(), b""
        self.seen: list[tuple[int, float]] = []
        self.statuses: dict[int, int] = {}
        self.answer_times: list[float] = []
        self.line = re.compile(rb"^%d\.1 (\d+) " % table, re.MULTILINE)

    async def follow(self, until: float) -> None:
        await asyncio.sleep(random.random() * EVERY)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while time.time() < until:
            sent_at = time.time()
            writer.write(self.question + self.tag + b"\r\n")
            head = await reader.readuntil(END)
            status = int(head[9:12])
            self.statuses[status] = self.statuses.get(status, 0) + 1
            length = re.search(rb"(?i)content-length: (\d+)", head)
            body = await reader.readexactly(int(length[1])) if status != 304 and length else b""
            self.answer_times.append(time.time() - sent_at)
            if status == 200:
                tag = re.search(rb"(?i)etag: (\S+)", head)
                self.tag = b"If-None-Match: " + tag[1] + b"\r\n" if tag else b""
                self.seen.append((self.head_of(gzip.decompress(body)), time.time()))
            await asyncio.sleep(EVERY)
        writer.close()

    def head_of(self, body: bytes) -> int:
        """How many plies its board has."""
        if self.wall:
            row = self.line.search(body)
            return int(row[1]) if row else 0
        return body.count(b"data-ply=")


async def read(port: int, until: float) -> list[Reader]:
    readers = [
        Reader(port, random.randrange(1, TABLES + 1, 1 if wall else TABLES // WATCHED), wall=wall)
        for wall in (True, False)
        for _ in range(READERS // 2)
    ]
    await asyncio.gather(*(reader.follow(until) for reader in readers))
    return readers


def waits(
    readers: list[Reader], plies: dict[int, list[tuple[int, float]]], since: float, until: float
) -> list[float]:
    """Seconds from each ply of the time to each reader who follows its table."""
    seconds = []
    for reader in readers:
        for ply, answered in plies[reader.table]:
            if since < answered < until:
                arrived = next((at for head, at in reader.seen if head >= ply), float("inf"))
                seconds.append(arrived - answered)
    return seconds


def print_row(name: str, seconds: list[float]) -> None:
    """Prints a line of the table."""
    ordered = sorted(seconds)
    figures = [statistics.median(ordered), ordered[int(len(ordered) * 0.99)], ordered[-1]]
    print(f"| {name} | {' | '.join(f'{figure:.2f}' for figure in figures)} | {len(ordered):,} |")


@contextmanager
def writing(site: Site, folder: Path) -> Iterator[int]:
    command = [sys.executable, "-m", "tests.benchmarks.live_readers", str(folder)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=site.environment,
        start_new_session=True,
        preexec_fn=die_with_parent(),  # noqa: PLW1509  no threads here
    )
    try:
        wait_until((folder / "begun").exists, "the first plies are written")
        yield process.pid
    finally:
        process.kill()
        process.wait()


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as name, postgres() as server:
        folder = Path(name)
        site = Site(folder, free_port(), lines={"DATABASE_URL": server.url})
        site.manage("prepare")
        site.ask(MADE, timeout=300)
        with running(site), writing(site, folder) as writer:
            assert site.process is not None
            pids = (site.process.pid, *descendants(site.process.pid))
            sessions = list({os.getsid(pid) for pid in pids}), [writer]
            used = [processor(group) for group in sessions]
            since = time.time() + EVERY
            until = since + SECONDS
            read_before = time.process_time()
            readers = asyncio.run(read(site.port, until))
            reading = time.process_time() - read_before
            spent = [processor(group) - before for group, before in zip(sessions, used, strict=True)]
        plies: dict[int, list[tuple[int, float]]] = {table: [] for table in range(1, TABLES + 1)}
        for row in (folder / "plies").read_text().splitlines():
            table, ply, answered = row.split()
            plies[int(table)].append((int(ply), float(answered)))
    statuses: dict[int, int] = {}
    for reader in readers:
        for status, count in reader.statuses.items():
            statuses[status] = statuses.get(status, 0) + count
    print(f"{TABLES:,} boards, {READERS:,} readers, {SECONDS} s\n")
    print("| seconds | median | 99 of 100 | the last | of |\n|---|--:|--:|--:|--:|")
    for wall, name in ((True, "the wall"), (False, "a board")):
        followers = [reader for reader in readers if reader.wall == wall]
        # Whoever has asked last before the end need not have asked again, nor been answered at once.
        print_row(
            f"from a ply that was answered to who follows {name}",
            waits(followers, plies, since, until - 4 * EVERY),
        )
        print_row(f"an answer about {name}", [wait for reader in followers for wait in reader.answer_times])
    print()
    questions = sum(statuses.values())
    print(f"{questions / SECONDS:.0f} questions a second, answered {statuses}")
    print(
        f"processor, of a core: web server {spent[0] / SECONDS:.2f}, writer {spent[1] / SECONDS:.2f},"
        f" readers {reading / SECONDS:.2f}"
    )
    print(f"load of the machine meanwhile: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    if len(sys.argv) == 2:
        write(Path(sys.argv[1]))
    else:
        main()
