"""A site that is harmed all the time, and who uses it meanwhile: referees who play round after round, readers
of what is published. Whoever hears nothing, or that the site is away, asks again under the same key."""

from __future__ import annotations

import http.client
import json
import random
import re
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.nginx import HOST, Nginx
from tests.scale.machines import Machine
from tests.scale.servers import Replica, Server
from tests.services import PATIENCE, Service, wait_until
from tests.whole_round import Caller, until

AWAY = frozenset({0, 502, 503, 504})
"""What may be answered while something is dead; 0: nothing, the line was cut."""
AGAIN, RESTART, FROZEN, PAUSES = 0.3, 2.0, (1.0, 5.0), (2.0, 6.0)
"""Seconds until who was not answered asks again, and until systemd starts anew what has ended; for how many
something is frozen; between two harms."""
READS = 0.05
"""Seconds from one page of a reader to the next."""
VALUES = ("1-0", "1/2", "0-1")
Game = tuple[str, int, int]
"""Event, round, table."""


@dataclass
class Site:
    """Machines behind one nginx, on a database with its replica and a broker."""

    machines: list[Machine]
    database: Server
    replica: Replica
    broker: Service
    empty_broker: Callable[[], object]
    nginx: Nginx

    def units(self) -> list[tuple[Machine, str]]:
        """What systemd keeps running. nginx shows the pages of the first machine."""
        first, second, *_ = self.machines
        everywhere = [(machine, name) for machine in self.machines for name in ("web", "worker")]
        return [*everywhere, (first, "pages"), (second, "slow")]

    def file(self, page: str) -> Path:
        return self.machines[0].pages / page[1:] / "index.html"

    def fail_over(self) -> None:
        """The database dies as with its machine; the replica, which followed it, answers at its address."""
        wait_until(self.database.is_followed, "the replica follows")
        self.database.die()
        self.replica.take_over(self.database)
        self.database = self.replica


class Over(Exception):  # noqa: N818  it is none: the day is done
    """Nobody begins anything any more."""


class Somebody(threading.Thread):
    """Does something until ``over``; what went wrong stands in ``wrong``."""

    def __init__(self, site: Site) -> None:
        super().__init__(daemon=True)
        self.site = site
        self.over = threading.Event()
        self.wrong: list[str] = []

    def run(self) -> None:
        try:
            self.live()
        except Exception as error:  # noqa: BLE001  the proof shows it
            self.wrong.append(f"{type(self).__name__}: {error!r}")

    def live(self) -> None:
        raise NotImplementedError


@contextmanager
def living(people: Sequence[Somebody]) -> Iterator[None]:
    for person in people:
        person.start()
    try:
        yield
    finally:
        for person in people:
            person.over.set()
        for person in people:
            person.join(3 * PATIENCE)
            if person.is_alive():
                person.wrong.append(f"{type(person).__name__} does not end")


class Systemd(Somebody):
    """Starts anew what has ended. Of its own end Linux tells what it has started."""

    started = 0

    def live(self) -> None:
        ended: dict[tuple[int, str], float] = {}
        while not self.over.wait(0.2):
            for machine, name in self.site.units():
                process, key = machine.running.get(name), (machine.port, name)
                if process is not None and process.poll() is None:
                    ended.pop(key, None)
                elif time.monotonic() - ended.setdefault(key, time.monotonic()) > RESTART:
                    machine.begin(name)
                    self.started += 1


class Harm:
    """Kills, cuts, freezes and empties by chance; in the middle, once, the database's machine dies. What it
    starts anew must outlive it, so it is no thread."""

    def __init__(self, site: Site, *, seed: int) -> None:
        self.site, self.chance = site, random.Random(seed)
        self.done: Counter[str] = Counter()

    def live(self, seconds: float) -> None:
        often = {
            "worker killed": (6, lambda: self.kill("worker")),
            "web server killed": (4, lambda: self.kill("web")),
            "keeper of pages killed": (2, lambda: self.kill("pages")),
            "slow worker killed": (1, lambda: self.kill("slow")),
            "connections to the database cut": (3, self.cut),
            "database frozen": (2, lambda: self.freeze(self.site.database)),
            "database restarted": (1, self.restart),
            "database killed": (1, lambda: self.revive(self.site.database)),
            "broker frozen": (2, lambda: self.freeze(self.site.broker)),
            "broker emptied": (2, self.site.empty_broker),
            "broker killed": (2, lambda: self.revive(self.site.broker)),
        }
        names, weights = list(often), [weight for weight, _ in often.values()]
        end = time.monotonic() + seconds
        middle: float | None = end - seconds / 2
        while time.monotonic() < end:
            time.sleep(self.chance.uniform(*PAUSES))
            if middle is not None and time.monotonic() > middle:
                middle, name = None, "replica promoted"
                self.site.fail_over()
            else:
                [name] = self.chance.choices(names, weights)
                often[name][1]()
            self.done[name] += 1

    def kill(self, name: str) -> None:
        alive = [
            item
            for item, unit in self.site.units()
            if unit == name and name in item.running and item.running[name].poll() is None
        ]
        if alive:
            self.chance.choice(alive).kill(name)

    def restart(self) -> None:
        self.site.database.restart()

    def cut(self) -> None:
        self.site.database.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )

    def freeze(self, service: Service) -> None:
        with service.frozen():
            time.sleep(self.chance.uniform(*FROZEN))

    def revive(self, service: Service) -> None:
        service.die()
        service.start()


@dataclass
class Confirmed:
    """What the site has said is done."""

    results: dict[Game, str] = field(default_factory=dict)
    published: set[tuple[str, int]] = field(default_factory=set)
    closed: set[tuple[str, int]] = field(default_factory=set)


class Referee(Somebody):
    """Plays the sections of some events, one after the other; ends with a round."""

    def __init__(self, site: Site, *, events: list[str], token: str) -> None:
        super().__init__(site)
        # Our own certificate is of a minute ago.
        unchecked = ssl._create_unverified_context()  # noqa: S323

        def connect() -> http.client.HTTPConnection:
            port = site.nginx.https
            return http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=unchecked)

        self.caller = Caller(connect, HOST, {"Authorization": f"Bearer {token}"})
        self.events = events
        self.confirmed = Confirmed()
        self.again = 0
        self.public: list[str] = []
        """Addresses that readers have been told."""

    def live(self) -> None:
        with suppress(Over):
            for event in self.events:
                self.appears(f"/en/e/{event}/men/")
                self.play(event)

    def play(self, event: str) -> None:
        rounds = len(self.ask(f"events/{event}/sections/men")["rounds"])
        for number in range(1, rounds + 1):
            if self.over.is_set():
                raise Over
            self.play_round(event, number)

    def play_round(self, event: str, number: int) -> None:
        round_, page = f"events/{event}/sections/men/rounds/{number}", f"/en/e/{event}/men"
        self.act(f"{round_}/pair", {})
        draft = until(f"{round_}: the draft", lambda: self.ask(f"{round_}/desk")["draft"])
        self.act(f"{round_}/publish", {"seen": draft["digest"]})
        self.becomes(round_, "published")
        self.confirmed.published.add((event, number))
        self.appears(f"{page}/round/{number}/")
        for row in draft["tables"]:
            if (table := row["table"]) is not None:
                value = random.Random(f"{round_}{table}").choice(VALUES)
                self.act(f"{round_}/results", {"table": table, "value": value}, f"table {table}")
                self.confirmed.results[event, number, table] = value
        self.act(f"{round_}/close", {})
        self.becomes(round_, "closed")
        self.confirmed.closed.add((event, number))
        self.appears(f"{page}/standings/{number}/")

    def becomes(self, round_: str, state: str) -> None:
        until(f"{round_}: {state}", lambda: self.ask(f"{round_}/desk")["state"] == state)

    def appears(self, page: str) -> None:
        """From when its file stands there on it is to stay."""
        until(f"{page} is shown", self.site.file(page).exists)
        self.public.append(page)

    def ask(self, path: str) -> Any:
        return self.answered("GET", path)

    def act(self, path: str, body: dict[str, Any], once: str = "") -> None:
        """Until it is confirmed, under one key."""
        key = f"{path} {once}"
        self.answered("POST", path, json.dumps(body).encode(), Idempotency_Key=key)

    def answered(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Any:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                status, answer, _ = self.caller.ask(
                    method, f"/api/v1/{path}", body, Content_Type="application/json", **headers
                )
            except (OSError, http.client.HTTPException):
                status, answer = 0, b""
            if 200 <= status < 300:
                return json.loads(answer)
            if status not in AWAY or time.monotonic() > deadline:
                raise RuntimeError(f"{method} {path}: {status} {answer[:500]!r}")
            self.again += 1
            time.sleep(AGAIN)


class Reader(Somebody):
    """Opens what is public, again and again; each page is there, and never older than it was."""

    def __init__(self, site: Site, *, referees: list[Referee], seed: int) -> None:
        super().__init__(site)
        self.referees, self.chance = referees, random.Random(seed)
        self.reads = 0

    def live(self) -> None:
        newest: dict[str, int] = {}
        while not self.over.wait(READS):
            public = [path for referee in self.referees for path in referee.public]
            if not public:
                continue
            path = self.chance.choice(public)
            try:
                version = version_shown(self.site.nginx, path)
            except (OSError, http.client.HTTPException, LookupError) as error:
                self.wrong.append(f"{path}: {error!r}")
                continue
            if version < newest.get(path, 0):
                self.wrong.append(f"{path}: {newest[path]}, then {version}")
            newest[path] = version
            self.reads += 1


def version_shown(nginx: Nginx, page: str) -> int:
    """Of a published page, as a reader gets it. Raises LookupError for any other answer, OSError for none."""
    status, headers, body = nginx.get(page, Accept_Encoding="identity")
    match = re.search(r'data-version="(\d+)"', body.decode())
    if status != 200 or match is None:
        raise LookupError(f"{status}, request {headers.get('x-request-id', 'of nginx alone')}")
    return int(match[1])
