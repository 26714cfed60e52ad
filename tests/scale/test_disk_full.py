"""A disk that is full in the middle of a round: of everything on one machine with SQLite, of PostgreSQL, of
the folder of pages. What was confirmed stays, who enters a result reads why it was not taken, what is
published is shown, and when there is room it goes on by itself. Needs root, who makes a small disk in memory.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests import services
from tests.scale.machines import Machine
from tests.scale.servers import Server
from tests.services import Missing, as_user, wait_until
from tests.whole_round import Caller

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("scale")]
MEGABYTES, FULL_FOR = 300, 45.0
BEFORE, REFUSED, TABLES = 10, 5, 40
PAGE = "en/e/test-2015/men/round/1/"
MAKE = """
from portal.accounts.models import User
from portal.accounts.tokens import SCOPES, make_token
from tests import factories
from tournaments.models import Membership, Section
factories.make_federations()
section = factories.make_section(factories.make_event(), state="running")
factories.make_entries(section, 80)
Section.objects.update(lots_drawn_at=factories.AT)
factories.publish(factories.pair(section, 1))
factories.announce(section)
user = User.objects.create(username="referee")
Membership.objects.create(event=section.event, user=user, role="chief-referee")
print(make_token(by=user, name="disk", scopes=list(SCOPES), days=7).secret)
"""
SET_UP = """
import json
from portal.outbox import Job
from tournaments.models import ResultReport
print(json.dumps({
    "results": sorted(ResultReport.objects.values_list("pairing__table", "value")),
    "failed": list(Job.objects.filter(state="failed").values_list("kind", "key")),
}))
"""


@dataclass
class Disk:
    """A small one."""

    folder: Path

    @property
    def ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self) -> None:
        """Until there is no room for one byte more."""
        with suppress(OSError), self.ballast.open("ab", buffering=0) as file:
            while file.write(b"\0" * 4096):
                pass

    def make_room(self) -> None:
        self.ballast.unlink()


@contextmanager
def small_disk(folder: Path, *, user: int = 0) -> Iterator[Disk]:
    folder.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=700,uid={user}", "qiyuan", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root makes a small disk (mount -t tmpfs)")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@dataclass
class Round:
    """Its results, entered one after the other, each under a key of its own."""

    caller: Caller
    token: str
    confirmed: list[int] = field(default_factory=list)
    refused: dict[int, str] = field(default_factory=dict)
    """Table → what was said."""

    def enter(self, table: int) -> None:
        body = json.dumps({"table": table, "value": "1-0"}).encode()
        headers = {"Content_Type": "application/json", "Idempotency_Key": f"table {table}"}
        path = "/api/v1/events/test-2015/sections/men/rounds/1/results"
        status, answer, _ = self.caller.ask(
            "POST", path, body, Authorization=f"Bearer {self.token}", **headers
        )
        if status == 200:
            self.refused.pop(table, None)
            self.confirmed.append(table)
            return
        reading = json.loads(answer)
        assert status == 503, reading
        self.refused[table] = reading["code"]

    def go_on(self) -> None:
        """The next table; what was refused is tried again when there are no others."""
        done = {*self.confirmed, *self.refused}
        left = [table for table in range(1, TABLES + 1) if table not in done]
        self.enter(left[0] if left else next(iter(self.refused)))


def prepared(site: Machine) -> Round:
    site.manage("prepare")
    token = site.run(MAKE).split()[-1]
    site.start("web", "worker", "pages")
    wait_until(lambda: status_of_site(site) == 0, "the round is shown")
    round_ = Round(site.caller(), token)
    while len(round_.confirmed) < BEFORE:
        round_.go_on()
    wait_until(lambda: status_of_site(site) == BEFORE, f"its results are shown: {status_of_site(site)}")
    return round_


def status_of_site(site: Machine) -> int:
    """Results on the page of the round, as it stands in the folder; -1 where it stands not."""
    file = site.pages / PAGE / "index.html"
    if not file.exists():
        return -1
    assert gzip.decompress(file.with_name("index.html.gz").read_bytes()).endswith(b"</html>\n")
    return sum("1–0" in cell for cell in re.findall(r"data-result>(.*?)</td>", file.read_text(), re.DOTALL))


def served(site: Machine) -> int:
    """What the web server answers who opens the page."""
    return site.caller().ask("GET", f"/{PAGE}")[0]


def filled(site: Machine, disk: Disk, round_: Round) -> None:
    """Goes on entering results while the disk is full."""
    disk.fill()
    until = time.monotonic() + FULL_FOR
    while time.monotonic() < until or len(round_.refused) < REFUSED:
        assert time.monotonic() < until + 60, f"nothing is refused: {round_.confirmed}"
        round_.go_on()
        assert served(site) == 200
        # What was freed meanwhile, by a checkpoint for one, is no room.
        disk.fill()
        time.sleep(0.3)


def finished(site: Machine, round_: Round) -> dict[str, Any]:
    """All results are entered, and shown; what the database has."""

    def all_confirmed() -> bool:
        round_.go_on()
        return len(round_.confirmed) == TABLES

    wait_until(all_confirmed, "every result is taken", patience=240)
    wait_until(lambda: status_of_site(site) == TABLES, "every result is shown", patience=240)
    reading: dict[str, Any] = json.loads(site.run(SET_UP))
    return reading


def check(result: dict[str, Any]) -> None:
    assert result["results"] == [[table, "1-0"] for table in range(1, TABLES + 1)]
    assert result["failed"] == []


Record = Callable[[str, object], None]


def test_everything_on_one_full_disk(tmp_path: Path, record_property: Record) -> None:
    with small_disk(tmp_path / "disk") as disk:
        data = disk.folder / "data"
        site = Machine(data, f"sqlite:///{data}/qiyuan.sqlite3")
        try:
            round_ = prepared(site)
            filled(site, disk, round_)
            record(record_property, round_)
            assert set(round_.refused.values()) == {"full"}
            loads = {table for table, _ in json.loads(site.run(SET_UP))["results"]}
            assert set(round_.confirmed) <= loads
            disk.make_room()
            check(finished(site, round_))
            assert "Everything is what it was." in site.manage("verify_database")
        finally:
            site.end()


def test_postgresql_on_a_full_disk(tmp_path: Path, record_property: Record) -> None:
    user = as_user().get("user", os.geteuid())
    with ExitStack() as stack:
        folder = stack.enter_context(services.folder_of_service())
        disk = stack.enter_context(small_disk(folder, user=int(str(user))))
        try:
            server = Server(folder)
        except Missing as missing:
            pytest.skip(str(missing))
        stack.callback(server.stop)
        server.start()
        site = Machine(tmp_path / "data", server.url)
        stack.callback(site.end)
        round_ = prepared(site)
        filled(site, disk, round_)
        record(record_property, round_)
        assert set(round_.refused.values()) <= {"full", "away"}
        disk.make_room()
        assert server.process is not None
        record_property("PostgreSQL had to be started again", server.process.poll() is not None)
        if server.process.poll() is not None:
            server.start()
        check(finished(site, round_))
        assert "Everything is what it was." in site.manage("verify_database")


def test_the_folder_of_pages_on_a_full_disk(tmp_path: Path) -> None:
    data = tmp_path / "data"
    site = Machine(data, f"sqlite:///{data}/qiyuan.sqlite3")
    with small_disk(site.pages) as disk:
        try:
            round_ = prepared(site)
            disk.fill()
            while len(round_.confirmed) < 2 * BEFORE:
                round_.go_on()
            log = data / "pages.log"
            wait_until(lambda: "Pages cannot be written" in log.read_text(), "it is said")
            assert status_of_site(site) >= BEFORE, "what stood there is whole"
            assert served(site) == 200
            assert [file for file in disk.folder.rglob(".*") if file.is_file()] == []
            disk.make_room()
            wait_until(lambda: "Pages are written again" in log.read_text(), "there is room")
            check(finished(site, round_))
        finally:
            site.end()


def record(record_property: Record, round_: Round) -> None:
    message = sorted({*round_.refused.values()})
    record_property("results confirmed before the disk was full, and while it was", len(round_.confirmed))
    record_property("results refused while it was, and taken afterwards", len(round_.refused))
    record_property("what was said", ", ".join(message))
