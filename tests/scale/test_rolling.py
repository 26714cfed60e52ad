"""Two releases side by side: the one before and this one, a web server and a worker of each, on one
PostgreSQL that this one has migrated. Acts through both, jobs of the one done by the other, then by both."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests import services, whole_round
from tests.scale.former import NoFormerError, unpacked
from tests.scale.machines import Machine
from tests.services import PATIENCE, Postgres
from tests.whole_round import FEDERATIONS, SET_UP, Caller, until

pytestmark = pytest.mark.long
EVENT = "events/cup/sections/men"
ADMINISTRATOR = f"""
from portal.accounts.models import User
User.objects.create_superuser("{whole_round.ADMIN}", password="{whole_round.PASSWORD}")
"""


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    try:
        with services.postgres() as server:
            yield server
    except services.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def machines(postgres: Postgres, tmp_path: Path, record_property: Any) -> Iterator[tuple[Machine, Machine]]:
    """The former release and this one; nothing runs."""
    try:
        record_property("former release", unpacked(tmp_path / "former")[:12])
    except NoFormerError as error:
        pytest.skip(str(error))
    both = (
        Machine(tmp_path / "old", postgres.url, code=tmp_path / "former"),
        Machine(tmp_path / "new", postgres.url),
    )
    yield both
    for machine in both:
        machine.end()


class Watch(threading.Thread):
    """Looks all the time: at the versions of pages, and at what readers get from both once it is public."""

    def __init__(self, database: Postgres, readers: list[Caller]) -> None:
        super().__init__(daemon=True)
        self.database, self.readers = database, readers
        self.path = ""
        self.wrong: list[str] = []
        self.looks = 0
        self.over = threading.Event()

    def run(self) -> None:
        values: dict[str, int] = {}
        with psycopg.connect(self.database.url, autocommit=True) as connection:
            while not self.over.wait(0.05):
                for path, version in connection.execute("SELECT path, version FROM portal_page").fetchall():
                    if version < values.get(path, 0):
                        self.wrong.append(f"{path}: {values[path]}, then {version}")
                    values[path] = version
                for number, reader in enumerate(self.readers if self.path else []):
                    status = reader.ask("GET", self.path)[0]
                    if status != 200:
                        self.wrong.append(f"{self.path} at {number}: {status}")
                self.looks += 1


class Work:
    """One event, through whichever web server is asked."""

    def __init__(self, token: str) -> None:
        self.token = token

    def call(self, through: Machine, path: str, body: Any = None) -> Any:
        return through.caller().call(f"{EVENT}/{path}", self.token, body)

    def enter(self, through: Machine, names: tuple[str, ...]) -> None:
        for federation in names:
            person = {"name": f"Player of {federation}", "federation": federation}
            entered = self.call(through, "entries", person)
            self.call(through, f"entries/{entered['entry']}/check-in", {"present": True})

    def pair_and_publish(self, number: int, *, ask: Machine, publish: Machine) -> None:
        self.call(ask, f"rounds/{number}/pair", {})
        draft = until("the draft", lambda: self.call(publish, f"rounds/{number}/desk")["draft"])
        self.call(publish, f"rounds/{number}/publish", {"seen": draft["digest"]})
        self.becomes(number, "published", at=ask)

    def becomes(self, number: int, state: str, *, at: Machine) -> None:
        until(f"round {number}: {state}", lambda: self.call(at, f"rounds/{number}/desk")["state"] == state)


def test_two_releases_work_side_by_side(
    machines: tuple[Machine, Machine], postgres: Postgres, record_property: Any
) -> None:
    old, new = machines
    old.manage("prepare")
    old.manage("shell", "-v", "0", "-c", ADMINISTRATOR)
    work = Work(old.manage("shell", "-v", "0", "-c", SET_UP.replace("SLUG", "cup")).split()[-1])
    old.start("web")
    old.start("worker")
    work.enter(old, FEDERATIONS[:3])

    applied = "SELECT count(*) FROM django_migrations"
    with psycopg.connect(postgres.url, autocommit=True) as arguments:
        [before] = arguments.execute(applied).fetchone() or [0]
        new.manage("prepare")
        [after] = arguments.execute(applied).fetchone() or [0]
    record_property("migrations between the releases", after - before)
    new.start("web")
    assert old.answers(), "the former release still takes changes on the migrated database"
    work.enter(new, FEDERATIONS[3:])
    staff = new.caller()
    staff.submit("/en/account/login/", login=whole_round.CHIEF, password=whole_round.PASSWORD)
    staff.submit("/en/desk/cup/men/lots/")

    watch = Watch(postgres, [old.caller(), new.caller()])
    watch.start()
    # What the new one asks for, the old one's worker does; then the other way round.
    work.pair_and_publish(1, ask=new, publish=new)
    old.stop("worker")
    new.start("worker")
    watch.path = "/en/e/cup/men/round/1/"
    until("both show it", lambda: all("Player of" in item.caller().page(watch.path) for item in machines))
    for table, through in ((1, old), (2, new), (3, old)):
        work.call(through, "rounds/1/results", {"table": table, "value": "1-0"})
    work.call(old, "rounds/1/close", {})
    work.becomes(1, "closed", at=new)
    until(
        "both show standings", lambda: all("Player of" in status_at(item, "standings/1") for item in machines)
    )

    # Both workers, both web servers.
    old.start("worker")
    work.pair_and_publish(2, ask=old, publish=new)
    for table, through in ((1, new), (2, old), (3, new)):
        work.call(through, "rounds/2/results", {"table": table, "value": "0-1"})
    until("both show results", lambda: all(status_at(item, "round/2").count("0–1") >= 3 for item in machines))
    work.call(new, "rounds/2/close", {})
    work.becomes(2, "closed", at=old)
    until(
        "both show standings", lambda: all("Player of" in status_at(item, "standings/2") for item in machines)
    )

    watch.over.set()
    watch.join(PATIENCE)
    assert watch.wrong == []
    with psycopg.connect(postgres.url) as arguments:
        assert (
            arguments.execute("SELECT kind, key, outcome FROM portal_job WHERE state = 'failed'").fetchall()
            == []
        )
        [done] = arguments.execute("SELECT count(*) FROM portal_job WHERE state = 'done'").fetchone() or [0]
    assert "Everything is what it was." in new.manage("verify_database")
    for machine in machines:
        for log in machine.data.glob("*.log"):
            assert "Traceback" not in log.read_text(), log.read_text()[-3000:]
    record_property("jobs done by workers of both", done)
    record_property("looks at versions and pages, none wrong", watch.looks)


def status_at(at: Machine, page: str) -> str:
    """A published page; empty as long as there is none."""
    status, body, _ = at.caller().ask("GET", f"/en/e/cup/men/{page}/")
    return body.decode() if status == 200 else ""
