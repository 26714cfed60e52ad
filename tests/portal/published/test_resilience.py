"""Readers while PostgreSQL is restarted, is slow, and is there but answers nothing. On a server and a
PostgreSQL of this test's own."""

import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from portal.management.commands.run import web
from portal.ops.supervisor import die_with_parent
from tests import services
from tests.long_way import LongWay
from tests.services import PATIENCE, Postgres, free_port, wait_until

pytestmark = pytest.mark.postgres

PATH = "e/bench/men/standings/5/"
SETUP = """
import django; django.setup()
from django.core.management import call_command
from portal import outbox, published
call_command("migrate", verbosity=0)
published.announce({path!r}, "standings", {{}})
outbox.drain()
"""
CHANGE = """
import django; django.setup()
from django.db.models import F
from django.db.models.functions import Now
from portal import published
published.Page.objects.update(version=F("version") + 1, changed_at=Now())
print(published.Page.objects.get().version)
"""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    try:
        with services.postgres() as server:
            yield server
    except services.Missing as missing:
        pytest.skip(str(missing))


class Site:
    """A web server as ``./go run`` starts it."""

    def __init__(self, folder: Path, database: str) -> None:
        port = free_port()
        self.root = f"http://127.0.0.1:{port}"
        self.page = f"{self.root}/en/{PATH}"
        self.environment = {
            **os.environ,
            "DATA_DIR": str(folder),
            "DATABASE_URL": database,
            "PUBLIC_URL": self.root,
            "DJANGO_SETTINGS_MODULE": "tests.benchmarks._front.settings",
        }
        self.run(SETUP.format(path=PATH))
        self.process = subprocess.Popen(
            web(host="127.0.0.1", port=port, workers=1),
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
        )

    def run(self, code: str) -> str:
        """What it prints."""
        command = [sys.executable, "-c", code]
        done = subprocess.run(
            command, env=self.environment, check=True, timeout=PATIENCE, stdout=subprocess.PIPE, text=True
        )
        return done.stdout

    def status(self, address: str, patience: float = 30) -> int:
        """The status, 0 for no answer."""
        request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})  # noqa: S310  ours
        try:
            with urllib.request.urlopen(request, timeout=patience) as response:  # noqa: S310  our own address
                return int(response.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code
        except (urllib.error.URLError, TimeoutError):
            return 0


@pytest.fixture
def site(postgres: Postgres, tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, postgres.url)
    wait_until(lambda: site.status(site.page) == 200, "the site answers")
    yield site
    site.process.terminate()
    site.process.wait(PATIENCE)


class Readers:
    """People who reload the page, all the time, until told to stop."""

    def __init__(self, site: Site, count: int = 4) -> None:
        self.statuses: list[int] = []
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._read, args=(site,)) for _ in range(count)]

    def _read(self, site: Site) -> None:
        while not self._over.is_set():
            self.statuses.append(site.status(site.page))

    def __enter__(self) -> "Readers":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def have_read(self, more: int) -> None:
        goal = len(self.statuses) + more
        wait_until(lambda: len(self.statuses) >= goal, f"{more} more pages were read")


@pytest.mark.long
def test_no_reader_sees_an_error_while_the_database_is_restarted(site: Site, postgres: Postgres) -> None:
    with Readers(site) as readers:
        readers.have_read(100)
        postgres.stop()
        readers.have_read(100)
        postgres.start()
        readers.have_read(100)
        changed = int(site.run(CHANGE))
        wait_until(lambda: site.status(f"{site.page}?v={changed - 1}") == 200, "the new version is known")
        assert site.status(f"{site.page}?v={changed}") == 204
        readers.have_read(100)
    assert set(readers.statuses) == {200}
    assert site.status(f"{site.root}/en/{PATH}other/") == 404, "Django has a connection again"


@pytest.mark.long
def test_a_database_that_answers_nothing_does_not_stop_the_readers(site: Site, postgres: Postgres) -> None:
    with Readers(site) as readers:
        readers.have_read(50)
        with postgres.frozen():
            unknown = f"{site.root}/en/{PATH}unknown/"
            wait_until(lambda: site.status(unknown, 3) == 503, "what needs the database is answered at once")
            readers.have_read(100)
        wait_until(lambda: site.status(unknown) == 404, "it is asked again")
    assert set(readers.statuses) == {200}


@pytest.mark.long
def test_a_slow_database_delays_what_is_new_and_no_reader(postgres: Postgres, tmp_path: Path) -> None:
    way = LongWay(postgres.port)
    site = Site(tmp_path, postgres.url.replace(f":{postgres.port}/", f":{way.port}/"))
    try:
        wait_until(lambda: site.status(site.page) == 200, "the site answers")
        with Readers(site) as readers:
            readers.have_read(50)
            way.late = 0.3
            readers.have_read(200)
            assert site.status(f"{site.root}/en/{PATH}unknown/") == 404, "late, and not refused"
            changed = int(site.run(CHANGE))
            wait_until(lambda: site.status(f"{site.page}?v={changed}") == 204, "the new version is known")
            way.late = 0.0
            readers.have_read(50)
        assert set(readers.statuses) == {200}
    finally:
        site.process.terminate()
        site.process.wait(PATIENCE)
        way.close()
