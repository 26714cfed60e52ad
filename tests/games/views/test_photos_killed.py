"""Workers that are killed while they read photos of scoresheets, and the child that reads: each sheet is read
after all, once."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.models import PhotoGame, PhotoGameAnswer, SheetCells, SheetPhoto
from games.photos.model import model_path
from games.queries.photo_games import KIND
from portal.management.commands.run import worker as worker_command
from portal.ops.supervisor import die_with_parent
from portal.outbox import Job
from tests.cached_worlds import remembered
from tests.games.photos.made_sheets import games
from tests.games.photos.photographing import packed
from tests.games.photos.sending import send, sheet
from tests.services import database_url, descendants, wait_until
from tests.world import World

pytestmark = [
    pytest.mark.long,  # workers are killed at their work, and their leases waited for
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(model_path() is None, reason="pip install 'qiyuan-portal[ocr]'"),
]
Worker = subprocess.Popen[bytes]
PATIENCE = 300


@pytest.fixture
@remembered
def published(press: None, drawn: World) -> World:
    drawn.published()
    return drawn


@pytest.fixture
def start_reader(tmp_path: Path) -> Iterator[Callable[[], Worker]]:
    """Starts real workers of the slow queue, which end with the test."""
    started: list[Worker] = []

    def start() -> Worker:
        settings = {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "tests.settings"}
        with (tmp_path / f"reader-{len(started)}.log").open("wb") as log:
            worker = subprocess.Popen(
                worker_command("slow"),
                env={**os.environ, **settings, "PYTHONUNBUFFERED": "1"},
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509  it takes no lock
            )
        started.append(worker)
        return worker

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


def reading_child(worker: Worker) -> int:
    """The process that has the network in its memory, once there is one."""
    there: list[int] = []

    def is_reading() -> bool:
        assert worker.poll() is None
        there[:] = [pid for pid in descendants(worker.pid) if "onnxruntime" in maps_of(pid)]
        return bool(there)

    wait_until(is_reading, "a sheet is being read", PATIENCE)
    return there[0]


def maps_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/maps").read_text()
    except OSError:  # it has ended meanwhile
        return ""


def test_killed_in_mid_sheet_both_sheets_are_read_once(
    published: World,
    start_reader: Callable[[], Worker],
    record_property: Callable[[str, object], None],
) -> None:
    send(published, packed(sheet(published, 0, "simplified")))
    send(published, packed(sheet(published, 1, "english")))
    photos = list(SheetPhoto.objects.values_list("pk", "digest"))
    assert Job.objects.filter(kind=KIND, state="new").count() == 2
    for _ in range(2):
        worker = start_reader()
        child = reading_child(worker)
        worker.kill()
        worker.wait()
        wait_until(lambda child=child: not maps_of(child), "no child is left", PATIENCE)  # type: ignore[misc]
        assert not PhotoGameAnswer.objects.exists(), "it was killed before its end"
    worker = start_reader()
    os.kill(reading_child(worker), signal.SIGKILL)
    wait_until(lambda: PhotoGameAnswer.objects.count() == 2, "both are read", PATIENCE)
    wait_until(
        lambda: not Job.objects.filter(kind=KIND).exclude(state="done").exists(), "it is done", PATIENCE
    )
    assert worker.poll() is None
    # Nothing is lost, nothing is doubled.
    assert list(SheetPhoto.objects.values_list("pk", "digest")) == photos
    assert SheetCells.objects.count() == 2
    assert PhotoGame.objects.count() == 2
    for answer in PhotoGameAnswer.objects.all():
        assert [ply["move"] for ply in answer.data["plies"]] == list(games()[0].moves[:24])
    attempts = Job.objects.filter(kind=KIND).order_by("pk").values_list("attempts", flat=True)
    record_property("attempts", list(attempts))
    assert max(attempts) == 3
