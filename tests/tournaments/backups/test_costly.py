"""Backups made to be small and cost much: a child looks through them before the worker opens them."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from portal import outbox
from portal.backup import archive
from portal.outbox import Job
from tests.tournaments.backups.files import backup_of, everything_there_is, forged
from tests.world import World
from tournaments.acts.backups import MOST_BYTES, ask_restoring
from tournaments.models import Event, Restoration

pytestmark = pytest.mark.django_db
MOST_GROWN = 300
"""Megabytes by which the worker may grow meanwhile; the bombs need 1,500."""


def peak() -> int:
    """The most memory of this process since it was last asked, in megabytes."""
    [line] = [
        splitline
        for splitline in Path("/proc/self/status").read_text().splitlines()
        if splitline.startswith("VmHWM")
    ]
    Path("/proc/self/clear_refs").write_text("5")
    return int(line.split()[1]) >> 10


def sent(world: World, body: bytes) -> dict[str, Any]:
    """What the worker answers to a backup that an organiser has sent."""
    assert len(body) < MOST_BYTES
    outbox.drain()  # what the world's making has left to do
    restoring = ask_restoring(body=body, slug="again", by=world.users["admin"])
    before = everything_there_is()
    outbox.drain()
    job = Job.objects.get(kind="restore")
    assert bytes(Restoration.objects.get(pk=restoring["restoration"]).body) == b""
    assert Event.objects.filter(slug="again").exists() == (job.state == Job.State.DONE)
    assert job.state == Job.State.DONE or everything_there_is() == before
    outcome: dict[str, Any] = job.outcome or {}
    return {"state": job.state, "code": outcome.get("code")}


def manifest_of_lists(_body: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr(archive.MANIFEST, b"[" + b"[]," * (20 << 20) + b"[]]")
    return out.getvalue()


def line_of_lists(body: bytes) -> bytes:
    def change(there: dict[str, bytes]) -> None:
        there["tournaments/seats.jsonl"] = b'{"a":[' + b"[]," * (10 << 20) + b"[]]}\n"

    return forged(body, change)


@pytest.mark.slow
@pytest.mark.parametrize("bomb", [manifest_of_lists, line_of_lists])
def test_a_backup_that_unfolds_costs_the_worker_nothing(full: World, bomb: Any) -> None:
    body = bomb(backup_of(full.event))
    peak()
    before = peak()
    result = sent(full, body)
    assert result["state"] == Job.State.REFUSED
    assert result["code"] in {"reading-too-costly", "reading-too-slow"}
    assert peak() - before < MOST_GROWN


@pytest.mark.slow
def test_more_rows_than_may_be_written_at_once_are_refused(full: World) -> None:
    def change(there: dict[str, bytes]) -> None:
        there["portal/actors.jsonl"] += b"{}\n" * archive.MOST_ROWS

    result = sent(full, forged(backup_of(full.event), change))
    assert result == {"state": Job.State.REFUSED, "code": "backup-too-many-rows"}


@pytest.mark.slow
def test_an_honest_backup_goes_through_the_child(full: World) -> None:
    assert sent(full, backup_of(full.event))["state"] == Job.State.DONE
    assert Event.objects.get(slug="again").sections.count() == full.event.sections.count()


def test_the_look_needs_no_framework() -> None:
    """A child has no settings."""
    assert archive.look_through(b"PK") == ("backup-foreign", {})
    assert json.dumps(archive.look_through(b""))
