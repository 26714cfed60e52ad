"""Clocks that jump by hours: nothing that was asked for is lost, left lying or done twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now

from portal import outbox
from portal.journal.models import JournalEntry
from portal.outbox import Job, enqueue, latest, runner
from portal.outbox.runner import MAX_ATTEMPTS, RunOutcome
from portal.outbox.sweeper import Sweeper
from tests.portal.outbox.bench.handlers import Note

pytestmark = pytest.mark.django_db(transaction=True)
HOURS = timedelta(hours=5)
MOMENTS = ("due_at", "created_at", "started_at", "lease_until", "finished_at")


def jump(hours: timedelta) -> None:
    """The database's clock is another by so much: what it has written before is as much earlier."""
    Job.objects.update(**{name: F(name) - hours for name in MOMENTS})


def note(**more: Any) -> Job:
    return Job.objects.get(pk=enqueue("note", key="note", payload={"target": "a"}, priority=10, **more))


def effects() -> int:
    return JournalEntry.objects.count()


@pytest.fixture
def sweep() -> Callable[[], float]:
    outbox.register("note", Note())
    return Sweeper(("fast", "slow")).sweep


@pytest.mark.parametrize("hours", [HOURS, -HOURS], ids=["forward", "back"])
def test_what_waits_is_done_once(sweep: Callable[[], float], hours: timedelta) -> None:
    note()
    jump(hours)
    sweep()
    assert latest("note").state == "done"
    sweep()
    assert effects() == 1


@pytest.mark.parametrize("hours", [HOURS, -HOURS], ids=["forward", "back"])
def test_what_a_dead_worker_had_is_done_after_a_lease(sweep: Callable[[], float], hours: timedelta) -> None:
    job = note()
    assert runner.claim(job.pk) is not None
    jump(hours)
    sweep()
    lease = Job.objects.filter(state="running", lease_until__lte=Now() + timedelta(seconds=10))
    assert latest("note").state == "done" or lease.exists()
    Job.objects.filter(state="running").update(lease_until=Now() - timedelta(seconds=1))
    sweep()
    assert (latest("note").state, effects()) == ("done", 1)


def test_a_worker_that_lives_keeps_its_job_when_the_clock_goes_back(sweep: Callable[[], float]) -> None:
    job = note()
    claimed = runner.claim(job.pk)
    assert claimed is not None
    jump(-HOURS)
    sweep()
    assert runner.claim_held(claimed).exists()
    assert runner.claim(job.pk) is None


def test_a_delay_is_as_long_after_a_clock_went_back(sweep: Callable[[], float]) -> None:
    note(delay=40.0)
    jump(-HOURS)
    sweep()
    left = latest("note").due_at - Job.objects.values_list(Now(), flat=True)[0]
    assert timedelta(seconds=20) < left < timedelta(seconds=41)
    assert effects() == 0


def test_a_job_that_is_tried_again_is_not_given_up_sooner(sweep: Callable[[], float]) -> None:
    """A jump is no attempt."""
    note()
    Job.objects.update(attempts=MAX_ATTEMPTS - 1, due_at=Now() + timedelta(seconds=50))
    jump(-HOURS)
    sweep()
    job = latest("note")
    assert (job.state, job.attempts) == ("new", MAX_ATTEMPTS - 1)
    Job.objects.update(due_at=Now())
    sweep()
    assert latest("note").state == "done"


def test_whoever_was_overtaken_by_a_clock_that_went_forward_writes_nothing(
    sweep: Callable[[], float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease is over at once; another does the job, and it hears so."""
    taken = []

    class Overtaken(Note):
        def compute(self, data: Any) -> int:
            result = super().compute(data)
            if not taken:
                taken.append(True)
                jump(HOURS)
                assert outbox.run(Job.objects.get().pk) is RunOutcome.DONE
            return result

    outbox.register("note", Overtaken())
    job = note()
    assert outbox.run(job.pk) is RunOutcome.LOST
    assert (latest("note").state, effects()) == ("done", 1)
