"""A whole round on a site whose database answers late, whose clocks jump by hours, or whose object storage is
late and silent in turn: it takes longer, and all that was asked for is done once.
"""

from __future__ import annotations

import gzip
import json
import re
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path

import pytest

from tests import machine as programs
from tests import services, whole_round
from tests.long_way import LongWay
from tests.object_store import object_store
from tests.scale.machines import Machine
from tests.scale.servers import Server
from tests.services import Missing
from tests.whole_round import until

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("scale")]
LATE, STORE_LATE = 0.05, 0.5
EVERY = 3.0
"""Seconds from one harm to the next."""
EVENTS = ("spring", "autumn")
ADMINISTRATOR = f"""
from portal.accounts.models import User
User.objects.create_superuser("{whole_round.ADMIN}", password="{whole_round.PASSWORD}")
"""
SET_UP = """
import json
from collections import Counter
from portal.journal.models import JournalEntry
from portal.outbox import Job
from tests.waking import outdated
from tournaments.models import ResultReport, RoundVersion, Standing
def rows(queryset, *names):
    return sorted(list(row) for row in queryset.values_list(*names))
of = "section__event__slug"
print(json.dumps({
    "results": rows(ResultReport.objects, f"pairing__round__{of}", "pairing__table", "value"),
    "published": rows(RoundVersion.objects, f"round__{of}", "round__number"),
    "closed": rows(Standing.objects, of, "after_round"),
    "acts": Counter(JournalEntry.objects.filter(act__in=ACTS).values_list("act", flat=True)),
    "outdated": outdated(),
    "failed": rows(Job.objects.filter(state="failed"), "kind", "key", "outcome"),
}))
"""
ACTS = ("pair_round", "draft_ready", "publish_round", "round_published", "close_round", "standings_frozen")
OPEN = """
from portal.outbox import Job
print(Job.objects.filter(state__in=("new", "running")).count())
"""
CLOCK = Path(__file__).with_name("clock.c")


class Watch:
    """A clock that processes go by which were started with its settings; others do not see it."""

    def __init__(self, folder: Path) -> None:
        if (compiler := programs.program("gcc")) is None:
            pytest.skip(programs.missing("gcc"))
        library, self._ahead = folder / "clock.so", folder / "ahead"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, CLOCK], check=True)
        self.settings = {"LD_PRELOAD": str(library), "QIYUAN_CLOCK_AHEAD": str(self._ahead)}
        self._ahead.write_bytes(bytes(8))
        # Also for the user that the database server runs as.
        self._ahead.chmod(0o644)
        self.jumps = 0

    def go(self, hours: int) -> None:
        """From now on it is so many hours ahead."""
        with self._ahead.open("r+b", buffering=0) as file:
            file.write(struct.pack("=q", hours * 3600))
        self.jumps += 1


class ServerByWatch(Server):
    """PostgreSQL on a machine that has that clock."""

    def __init__(self, folder: Path, watch: Watch) -> None:
        super().__init__(folder)
        self._watch = watch

    def environment(self) -> dict[str, str]:
        return super().environment() | self._watch.settings


@contextmanager
def all_the_time(harms: list[Callable[[], object]]) -> Iterator[None]:
    """One after the other while this lasts."""
    over = threading.Event()

    def harm() -> None:
        for next_harm in cycle(harms):
            if over.wait(EVERY):
                return
            next_harm()

    thread = threading.Thread(target=harm, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(60)


@pytest.fixture
def folder() -> Iterator[Path]:
    with services.folder_of_service() as folder:
        yield folder


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def served(server: Server, stack: ExitStack) -> Server:
    stack.callback(server.stop)
    server.start()
    return server


def server_of(folder: Path) -> Server:
    try:
        return Server(folder)
    except Missing as missing:
        pytest.skip(str(missing))


def begun(machine: Machine, stack: ExitStack, keeper: str = "pages") -> dict[str, str]:
    """A site with its first account; event → token of its chief."""
    machine.manage("prepare")
    machine.manage("shell", "-v", "0", "-c", ADMINISTRATOR)
    tokens = {}
    for slug in EVENTS:
        code = whole_round.SET_UP.replace("SLUG", slug)
        tokens[slug] = machine.manage("shell", "-v", "0", "-c", code).split()[-1]
    stack.callback(machine.end)
    machine.start("web", "worker", "slow", keeper)
    return tokens


def play(machine: Machine, tokens: dict[str, str]) -> dict[str, dict[str, float]]:
    """A round of each event, one after the other; seconds by step."""
    steps = {slug: whole_round.play(machine.caller(), slug, token) for slug, token in tokens.items()}
    until("all that was asked for is done", lambda: int(machine.run(OPEN)) == 0)
    return steps


def is_done_once(machine: Machine) -> None:
    outcome = json.loads(machine.run(f"ACTS = {ACTS!r}\n{SET_UP}"))
    events = sorted(EVENTS)
    assert outcome["results"] == [[slug, table, "1-0"] for slug in events for table in (1, 2, 3)]
    assert outcome["published"] == outcome["closed"] == [[slug, 1] for slug in events]
    assert outcome["acts"] == dict.fromkeys(ACTS, len(events))
    assert outcome["outdated"] == outcome["failed"] == []
    assert "Everything is what it was." in machine.manage("verify_database")
    for log in machine.data.glob("*.log"):
        assert "Traceback" not in log.read_text(), log.read_text()[-3000:]


Record = Callable[[str, object], None]


def test_a_round_on_a_database_that_answers_late(
    folder: Path, tmp_path: Path, stack: ExitStack, record_property: Record
) -> None:
    server = served(server_of(folder), stack)
    way = LongWay(server.port)
    stack.callback(way.close)
    machine = Machine(tmp_path / "site", server.url.replace(f":{server.port}/", f":{way.port}/"))
    tokens = begun(machine, stack)
    way.late = LATE
    steps = play(machine, tokens)
    way.late = 0.0
    is_done_once(machine)
    record_property("each answer of the database late by, s", LATE)
    record_property("seconds by step", steps)


def test_a_round_while_clocks_jump(
    folder: Path, tmp_path: Path, stack: ExitStack, record_property: Record
) -> None:
    """Of all at once, as on one machine; then of the database's machine alone."""
    folder.chmod(0o755)
    ours, its = Watch(tmp_path), Watch(folder)
    try:
        server = served(ServerByWatch(folder, its), stack)
    except Missing as missing:
        pytest.skip(str(missing))
    machine = Machine(tmp_path / "site", server.url, log_lines=ours.settings)
    tokens = begun(machine, stack)

    def both(hours: int) -> None:
        ours.go(hours)
        its.go(hours)

    hours = (5, 0, -5, 0)
    together = [lambda hours=hours: both(hours) for hours in hours]
    apart = [lambda hours=hours: its.go(hours) for hours in hours]
    steps = {}
    for slug, harms in zip(EVENTS, (together, apart), strict=True):
        with all_the_time(harms):
            steps |= play(machine, {slug: tokens[slug]})
    both(0)
    is_done_once(machine)
    record_property("jumps by five hours", its.jumps)
    record_property("seconds by step", steps)


def test_a_round_while_object_storage_is_late_and_silent(
    folder: Path, tmp_path: Path, stack: ExitStack, record_property: Record
) -> None:
    server = served(server_of(folder), stack)
    store = stack.enter_context(object_store())
    way = LongWay(store.port)
    stack.callback(way.close)
    way.late = STORE_LATE
    address = store.address().replace(f":{store.port}/", f":{way.port}/")
    machine = Machine(tmp_path / "site", server.url, log_lines={"PUBLISHED_STORE": address})
    tokens = begun(machine, stack, "store")
    silences = []

    def be_silent() -> None:
        silences.append(EVERY)
        with store.frozen():
            threading.Event().wait(EVERY)

    with all_the_time([be_silent]):
        steps = play(machine, tokens)
    way.late = 0.0
    for slug in EVENTS:
        page = f"en/e/{slug}/men/standings/1/"
        version = version_of(machine.caller().page(f"/{page}"))
        name = f"{page}index.html"

        def stored(name: str = name) -> int:
            return version_of(gzip.decompress(store.get(name)[1]).decode()) if name in store.names() else 0

        until(f"{page} is in the store", lambda stored=stored, version=version: stored() == version)
    is_done_once(machine)
    record_property("silences of three seconds", len(silences))
    record_property("seconds by step", steps)


def version_of(page: str) -> int:
    match = re.search(r'data-version="(\d+)"', page)
    assert match is not None, page[:500]
    return int(match[1])
