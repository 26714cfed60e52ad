"""A PostgreSQL as for a real event, which can be killed as by a power cut, and results that come in one after
the other through the act."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg

from tests.services import PATIENCE, Postgres, Service, as_user

PREPARE = """
import django; django.setup()
from django.core.management import call_command
from portal.accounts.models import User
from tests import factories
from tournaments.models import Membership
call_command("migrate", verbosity=0)
factories.make_federations()
event = factories.make_event()
section = factories.make_section(event, state="running")
factories.make_entries(section, 80)
factories.publish(factories.pair(section, 1))
user = User.objects.create(username="referee")
Membership.objects.create(event=event, user=user, role="chief-referee")
"""
REPORT = """
import django; django.setup()
from portal.accounts.models import User
from tournaments.acts.results import report_result
from tournaments.models import Round
user = User.objects.get(username="referee")
round_ = Round.objects.get(number=1)
for pairing in round_.pairings.filter(table__isnull=False).order_by("table"):
    once = f"table-{pairing.table}"
    report_result(round_=round_, table=pairing.table, value="1-0", seen=None, seats=None, by=user, once=once)
    print(pairing.table, flush=True)
"""


class Server(Postgres):
    """As for a real event: what is committed is on the disk, and a replica may ask for all of it."""

    def __init__(self, folder: Path, *, synchronous: bool = False) -> None:
        super().__init__(folder)
        self.synchronous = synchronous

    def command(self) -> list[str]:
        names = "*" if self.synchronous else ""
        options = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "wal_level": "replica",
            "synchronous_commit": "on",
            "synchronous_standby_names": names,
        }
        data = ["-D", str(self.folder / "data"), "-p", str(self.port)]
        return [
            str(self.binaries / "postgres"),
            *data,
            *(part for name, value in options.items() for part in ("-c", f"{name}={value}")),
        ]

    def is_followed(self) -> bool:
        return self.ask("SELECT state FROM pg_stat_replication") == [("streaming",)]

    def ask(self, query: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            return connection.execute(query).fetchall()


class Replica(Server):
    """Copied from a server that runs, and kept like it."""

    def __init__(self, folder: Path, of: Server) -> None:
        Service.__init__(self, folder)
        self.binaries, self.synchronous = of.binaries, False
        copy = [str(self.binaries / "pg_basebackup"), "-D", str(folder / "data"), "-R", "-X", "stream"]
        place = ["-h", "127.0.0.1", "-p", str(of.port), "-U", "qiyuan", "--checkpoint=fast", "--no-sync"]
        subprocess.run([*copy, *place], check=True, cwd=folder, timeout=PATIENCE, **as_user())

    def promote(self) -> None:
        """It takes changes from now on."""
        assert self.ask("SELECT pg_promote()") == [(True,)]

    def take_over(self, address_of: Server) -> None:
        """Promoted, it answers where the other one has."""
        self.promote()
        self.stop()
        self.port = address_of.port
        self.start()


def environment(server: Postgres, data: Path) -> dict[str, str]:
    """Of the portal's processes that work with ``server``."""
    arguments = {"DATABASE_URL": server.url, "DATA_DIR": str(data), "BROKER_URL": "filesystem://"}
    return {**os.environ, **arguments, "DJANGO_SETTINGS_MODULE": "tests.scale.settings"}


def run(code: str, environment: dict[str, str]) -> list[str]:
    """The words that ``code`` prints."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout.split()


def report(environment: dict[str, str], after: Callable[[int], None]) -> set[int]:
    """The tables whose results were confirmed until the server died; ``after`` hears how many, each time."""
    with subprocess.Popen(
        [sys.executable, "-c", REPORT],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as reporting:
        assert reporting.stdout is not None
        confirmed: list[int] = []
        for line in reporting.stdout:
            confirmed.append(int(line))
            after(len(confirmed))
        assert reporting.wait(PATIENCE) != 0, "it was in the middle"
    return set(confirmed)


def results(server: Postgres | str) -> list[int]:
    """The tables with a result, one for each report."""
    url = server if isinstance(server, str) else server.url
    with psycopg.connect(url, autocommit=True) as connection:
        result = connection.execute(
            'SELECT p."table" FROM tournaments_resultreport r'
            " JOIN tournaments_pairing p ON p.id = r.pairing_id"
        ).fetchall()
    return sorted(int(table) for (table,) in result)
