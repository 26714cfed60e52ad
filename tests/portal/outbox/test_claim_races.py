"""Two jobs of one scope claimed at one moment, on PostgreSQL with real connections."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import partial

import pytest
from django.db import transaction

from portal.outbox import Job, enqueue, runner
from tests.races import A_MOMENT, together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def note(name: str, scope: str) -> Job:
    return Job.objects.get(
        pk=enqueue("note", key=f"note:{name}", payload={"target": name}, priority=10, scope=scope)
    )


def claiming(*jobs: Job) -> list[Callable[[], Job | None]]:
    """Each claims its job and has not committed before the others have tried, or a moment has passed."""
    barrier = threading.Barrier(len(jobs))

    def claim(job: Job) -> Job | None:
        with transaction.atomic():
            claimed = runner.claim(job.pk)
            with suppress(threading.BrokenBarrierError):
                barrier.wait(A_MOMENT)
            return claimed

    return [partial(claim, job) for job in jobs]


@pytest.mark.parametrize(
    ("guarded", "running"), [(False, 2), (True, 1)], ids=["without the guard", "as it is"]
)
def test_of_one_scope_one_job_is_claimed(
    monkeypatch: pytest.MonkeyPatch, guarded: bool, running: int
) -> None:
    if not guarded:
        monkeypatch.setattr(runner, "_one_claim_at_a_time", lambda _job: nullcontext())
    jobs = [note("first", "an event"), note("second", "an event")]
    answers = together(*claiming(*jobs))
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert sum(answer is not None for answer in answers) == running
    assert Job.objects.filter(state=Job.State.RUNNING).count() == running


def test_other_scopes_do_not_wait() -> None:
    jobs = [note("first", "an event"), note("second", "another event")]
    assert None not in together(*claiming(*jobs))
    assert Job.objects.filter(state=Job.State.RUNNING).count() == 2
