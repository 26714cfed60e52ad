"""Copies of an installation's file, and the drill with them: it says how fresh they are, and notices what is
damaged, changed or missing."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from portal.copies.drills import last
from portal.telemetry.machine import of_drill
from tests.browser.site import ROOT, Site
from tests.services import free_port

pytestmark = pytest.mark.slow
MAKE = """
from portal import journal
from tests import factories, large
factories.make_federations()
section = factories.make_section(factories.make_event("cup"), state="running")
large.make_players(section, 8)
round_ = factories.pair(section, 1)
factories.publish(round_)
after = {"version": 1, "digest": round_.draft_digest}
journal.record("round_published", by=None, scope="event:1", target=f"round:{round_.pk}", after=after)
answer = 1
"""
CORRECT = """
from portal import journal
journal.record("correct", by=None, scope="event:1", target="event:1")
answer = 1
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(Path(tmp_path_factory.mktemp("copies")), free_port())
    site.install("ready")
    site.ask(MAKE)
    return site


@pytest.fixture
def folder(tmp_path: Path, played: Site) -> Path:
    played.manage("copy_database", str(tmp_path), "--keep", "1")
    return tmp_path


def drill(site: Site, folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "manage.py", "restore_drill", str(folder)],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def figures(site: Site, settings: pytest.FixtureRequest) -> dict[str, float]:
    settings.DATA_DIR = site.folder / "data"
    return {metric.name: metric.samples[0].value for metric in of_drill(last())}


def test_a_copy_is_fine_and_what_it_lacks_is_counted(played: Site, folder: Path, settings) -> None:
    played.ask(CORRECT)
    code, message = drill(played, folder)
    assert (code, "; 1 of what the site had confirmed are missing; " in message) == (1, True), message
    assert "1 rounds computed again, 1 publications in the journal." in message
    result = figures(played, settings)
    assert (result["qiyuan_drill_well"], result["qiyuan_drill_missing"]) == (1, 1)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("UPDATE {} SET input = json_set(input, '$.round', 2)", "Round 1, version 1, is not what its input"),
        pytest.param("DELETE FROM {}", "says was published is not there", marks=pytest.mark.long),
    ],
)
def test_what_was_changed_behind_the_portal_is_noticed(
    played: Site, folder: Path, settings, change: str, fault: str
) -> None:
    [copy] = folder.iterdir()
    table = "tournaments_roundversion"
    with sqlite3.connect(copy) as database:
        triggers = f"SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '{table}'"  # noqa: S608
        for (name,) in database.execute(triggers).fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute(change.format(table))
    database.close()
    code, message = drill(played, folder)
    assert (code, fault in message) == (1, True), message
    assert figures(played, settings)["qiyuan_drill_well"] == 0


def test_a_copy_that_is_cut_off(played: Site, folder: Path) -> None:
    [copy] = folder.iterdir()
    os.truncate(copy, copy.stat().st_size // 2)
    code, message = drill(played, folder)
    assert (code, "cannot be relied on" in message) == (1, True), message


def test_no_copy_at_all(played: Site, tmp_path: Path) -> None:
    assert drill(played, tmp_path) == (
        1,
        f"CommandError: The copy cannot be relied on. There is no copy in {tmp_path}.\n",
    )


def test_the_command_looks_at_the_site_itself(played: Site) -> None:
    reading = json.loads(played.manage("verify_database", "--json"))
    assert reading["faults"] == []
    assert reading["counts"]["rounds computed again"] == 1
    assert "Everything is what it was." in played.manage("verify_database")
