"""A disk without room: who writes is told so in a sentence, work is not given up for it."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection, transaction
from psycopg.errors import DiskFull

from portal import outbox
from portal.accounts.models import User
from portal.api import problems
from portal.ops.full_disk import is_full
from portal.outbox import Job
from portal.outbox.runner import MAX_ATTEMPTS, RunOutcome
from portal.telemetry.counted import NO_ROOM
from tests.portal.outbox.bench.handlers import Note
from tests.world import World
from tournaments.models import Document

LARGE = b"x" * 3_000_000
MESSAGE = "disk is full"


@contextmanager
def full_disk() -> Iterator[None]:
    """The file of the database cannot grow."""
    with connection.cursor() as cursor:
        # Nor are there pages in it that something left behind.
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        [pages] = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count = 4294967294")


def of_postgresql() -> OperationalError:
    error = OperationalError("could not extend file")
    error.__cause__ = DiskFull("could not extend file")
    return error


@pytest.mark.parametrize(
    ("error", "full"),
    [
        (of_postgresql(), True),
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EACCES, "Permission denied"), False),
        (OperationalError("server closed the connection"), False),
        (None, False),
    ],
    ids=repr,
)
def test_it_is_told_from_every_other_error(error: BaseException | None, full: bool) -> None:
    assert is_full(error) is full


def counted() -> float:
    [family] = NO_ROOM.collect()
    return sum(sample.value for sample in family.samples if sample.name.endswith("_total"))


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_people_and_programs_read_why_nothing_was_changed(world: World) -> None:
    client, address = world.client("alice"), "/en/desk/cup/-/documents/"
    client.raise_request_exception = False

    def give() -> int:
        sent = {"kind": "regulations", "file": SimpleUploadedFile("rules.txt", LARGE), "once": "k"}
        answer = client.post(f"{address}add/", sent)
        if answer.status_code == 503:
            assert MESSAGE in answer.content.decode()
            assert answer.headers["Retry-After"]
        return answer.status_code

    before = counted()
    with full_disk():
        assert give() == 503
        assert client.get(address).status_code == 200, "it can still be read"
        with pytest.raises(OperationalError) as error, transaction.atomic():
            User.objects.create(username="long", first_name=LARGE.decode())
        message = problems.answer(error.value, {})
        assert message is not None
        assert (message.status_code, message.data["code"]) == (503, "full")
        assert MESSAGE in message.data["detail"]
        assert message.headers["Retry-After"]
    assert counted() == before + 2
    assert not Document.objects.exists()
    assert give() == 302
    assert bytes(Document.objects.get().body) == LARGE


class Large(Note):
    """``note``, whose outcome is large."""

    def write(self, job: Job, data: object, result: int) -> dict[str, object]:
        User.objects.create(username="long", first_name=LARGE.decode())
        return super().write(job, data, result)


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_work_goes_on_when_there_is_room_however_long_that_takes() -> None:
    outbox.register("note", Large())
    job = outbox.enqueue("note", key="note", payload={"target": "a"}, priority=10)
    with full_disk():
        for _ in range(2 * MAX_ATTEMPTS):
            Job.objects.update(due_at="2020-01-01T00:00Z")
            assert outbox.runner.run(job) is RunOutcome.PUT_OFF
    Job.objects.update(due_at="2020-01-01T00:00Z")
    assert outbox.runner.run(job) is RunOutcome.DONE
