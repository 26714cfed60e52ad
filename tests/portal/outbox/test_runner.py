"""A job may start twice; its effects happen once, for the input that holds when it ends."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from portal import outbox
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.outbox import Handler, Job, JobRefused, TryAgain, Work, enqueue, latest, runner
from portal.outbox.runner import MAX_ATTEMPTS, Heartbeat, RunOutcome
from tests.portal.outbox.bench.handlers import Note
from tests.services import PATIENCE

pytestmark = pytest.mark.django_db


@dataclass
class Meddling(Note):
    """``note``, and something that happens once while it computes, locks or writes."""

    while_computing: list[Callable[[], None]] = field(default_factory=list)
    while_locking: list[Callable[[], None]] = field(default_factory=list)
    while_writing: list[Callable[[], None]] = field(default_factory=list)
    refusals: list[JobRefused] = field(default_factory=list)

    def compute(self, data: Any) -> int:
        result = super().compute(data)
        if self.while_computing:
            self.while_computing.pop()()
        return result

    def lock(self, payload: dict[str, Any]) -> None:
        if self.while_locking:
            self.while_locking.pop()()

    def write(self, job: Job, data: Any, result: int) -> dict[str, Any]:
        outcome = super().write(job, data, result)
        if self.while_writing:
            self.while_writing.pop()()
        return outcome

    def refused(self, job: Job, refusal: JobRefused) -> None:
        self.refusals.append(refusal)
        super().refused(job, refusal)


@pytest.fixture
def handler() -> Meddling:
    meddling = Meddling()
    outbox.register("note", meddling)
    return meddling


def note(**more: Any) -> Job:
    return Job.objects.get(pk=enqueue("note", key="note", payload={"target": "a"}, priority=10, **more))


def effects() -> list[Any]:
    return list(JournalEntry.objects.order_by("pk").values_list("after", flat=True))


def raising(error: Exception) -> Callable[[], None]:
    def do() -> None:
        raise error

    return do


def let_lease_run_out() -> None:
    Job.objects.update(lease_until=Now() - timedelta(seconds=1))


def due_now() -> None:
    Job.objects.update(due_at=Now())


def test_a_job_is_claimed_once() -> None:
    job = note()
    first = runner.claim(job.pk)
    assert first is not None
    assert (first.state, first.attempts) == ("running", 1)
    assert first.lease_until > first.started_at
    assert runner.claim(job.pk) is None
    assert outbox.run(job.pk) is None
    assert outbox.run_next() is None


def test_what_was_done_says_what_happened(handler: Meddling) -> None:
    job = note()
    assert outbox.run(job.pk) is RunOutcome.DONE
    done = latest("note")
    assert (done.state, done.outcome, done.lease_until) == ("done", {"count": 0}, None)
    assert effects() == [0]
    assert JournalEntry.objects.get().origin == "worker"
    assert outbox.run(job.pk) is None


def test_an_input_that_changes_while_it_is_computed_is_computed_again(handler: Meddling) -> None:
    handler.while_computing.append(lambda: User.objects.create(username="wang"))
    job = note()
    assert outbox.run(job.pk) is RunOutcome.AGAIN
    assert (latest("note").state, latest("note").attempts, effects()) == ("new", 0, [])
    assert outbox.run(job.pk) is RunOutcome.DONE
    assert effects() == [1]


@pytest.mark.parametrize("where", ["while_locking", "while_writing"])
def test_a_handler_may_ask_to_compute_again(handler: Meddling, where: str) -> None:
    getattr(handler, where).append(raising(TryAgain()))
    note()
    assert outbox.run_next() is RunOutcome.AGAIN
    assert outbox.run_next() is RunOutcome.DONE
    assert effects() == [0], "what the first attempt had written was taken back"


def test_what_nobody_saw_is_not_computed(handler: Meddling) -> None:
    User.objects.create(username="wang")
    note(digest="0")
    assert outbox.run_next() is RunOutcome.REFUSED
    assert latest("note").outcome == {"code": "changed", "params": {}}
    note(digest="1")
    assert outbox.run_next() is RunOutcome.DONE


def test_an_input_seen_that_changes_while_it_is_computed_is_refused(handler: Meddling) -> None:
    handler.while_computing.append(lambda: User.objects.create(username="wang"))
    note(digest="0")
    assert outbox.run_next() is RunOutcome.AGAIN
    assert outbox.run_next() is RunOutcome.REFUSED
    assert effects() == []


@pytest.mark.parametrize("where", ["while_computing", "while_locking", "while_writing"])
def test_a_refusal_says_why_and_leaves_nothing_but_its_own_traces(handler: Meddling, where: str) -> None:
    refusal = JobRefused("odd", entry=7)
    getattr(handler, where).append(raising(refusal))
    note()
    assert outbox.run_next() is RunOutcome.REFUSED
    assert (latest("note").state, latest("note").outcome) == (
        "refused",
        {"code": "odd", "params": {"entry": 7}},
    )
    assert handler.refusals == [refusal]
    assert effects() == []


def test_an_exception_puts_the_job_off_for_longer_and_longer_and_then_fails_it(handler: Meddling) -> None:
    pauses = []
    for attempt in range(1, MAX_ATTEMPTS + 1):
        handler.while_writing.append(raising(ZeroDivisionError("by nothing")))
        if attempt == 1:
            note()
        due_now()
        last = attempt == MAX_ATTEMPTS
        assert outbox.run_next() is (RunOutcome.FAILED if last else RunOutcome.PUT_OFF)
        job = latest("note")
        assert job.outcome == {"error": "ZeroDivisionError: by nothing", "attempt": attempt}
        pauses.append(job.due_at - job.started_at)
    assert (job.state, effects()) == ("failed", [])
    waited = pauses[:-1]
    assert waited == sorted(waited)
    assert waited[0] >= timedelta(seconds=2)
    assert waited[-1] >= timedelta(seconds=16)


def test_asking_again_gives_a_failing_job_a_new_chance_at_once(handler: Meddling) -> None:
    handler.while_computing.append(raising(ZeroDivisionError()))
    note()
    assert outbox.run_next() is RunOutcome.PUT_OFF
    assert outbox.run_next() is None
    assert note().attempts == 0
    assert outbox.run_next() is RunOutcome.DONE


def test_who_lost_the_lease_writes_nothing(handler: Meddling) -> None:
    inner: list[RunOutcome | None] = []

    def another_worker_takes_over() -> None:
        let_lease_run_out()
        inner.append(outbox.run_next())

    handler.while_computing.append(another_worker_takes_over)
    note()
    assert outbox.run_next() is RunOutcome.LOST
    assert inner == [RunOutcome.DONE]
    assert effects() == [0]


@pytest.mark.parametrize("error", [JobRefused("odd"), ZeroDivisionError(), TryAgain()])
def test_who_lost_the_lease_can_neither_refuse_nor_put_off(handler: Meddling, error: Exception) -> None:
    def another_worker_takes_over() -> None:
        let_lease_run_out()
        outbox.run_next()
        raise error

    handler.while_computing.append(another_worker_takes_over)
    note()
    outbox.run_next()
    assert (latest("note").state, effects()) == ("done", [0])


def test_an_expired_lease_that_nobody_took_is_still_ours(handler: Meddling) -> None:
    handler.while_computing.append(let_lease_run_out)
    note()
    assert outbox.run_next() is RunOutcome.DONE


def test_a_job_that_goes_back_gives_way_to_the_one_that_waits(handler: Meddling) -> None:
    def changed_and_asked_anew() -> None:
        User.objects.create(username="wang")
        note()

    handler.while_computing.append(changed_and_asked_anew)
    first = note()
    assert outbox.run_next() is RunOutcome.AGAIN
    first.refresh_from_db()
    assert first.state == "superseded"
    assert outbox.drain() == 1
    assert effects() == [1]


def test_a_worker_that_dies_each_time_does_not_hold_the_queue_for_ever() -> None:
    job = note()
    for _ in range(MAX_ATTEMPTS):
        assert runner.claim(job.pk) is not None
        assert runner.fail_exhausted() == 0
        let_lease_run_out()
    assert runner.claim(job.pk) is None
    assert runner.fail_exhausted() == 1
    assert latest("note").state == "failed"
    assert "died" in latest("note").outcome["error"]


def test_a_kind_that_this_worker_does_not_know_is_left_to_one_that_does(handler: Meddling) -> None:
    other = Job.objects.create(kind="of another release", key="k", priority=10, queue="fast")
    assert runner.run(other.pk) is None
    assert outbox.run_next() is None
    note()
    assert outbox.run_next() is RunOutcome.DONE
    assert (latest("k").state, latest("k").attempts) == ("new", 0)


def test_a_heartbeat_renews_only_our_own_claim() -> None:
    job = note()
    ours = runner.claim(job.pk)
    let_lease_run_out()
    assert Heartbeat(ours, 10.0).renew()
    job.refresh_from_db()
    assert job.lease_until > ours.started_at
    let_lease_run_out()
    assert runner.claim(job.pk) is not None
    assert not Heartbeat(ours, 10.0).renew()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("taken_over", [False, True], ids=["finished here", "taken over"])
def test_a_heartbeat_tells_a_job_that_is_finished_from_one_taken_over(
    caplog: pytest.LogCaptureFixture, taken_over: bool
) -> None:
    ours = runner.claim(note().pk)
    if taken_over:
        let_lease_run_out()
        assert runner.claim(ours.pk) is not None
    else:
        runner._finish(ours, Job.State.DONE)
    heartbeat = Heartbeat(ours, 0.03)
    with heartbeat:
        # It ends by itself when it finds that the claim does not hold any more.
        heartbeat._thread.join(PATIENCE)
    assert ("was taken over by another worker" in caplog.text) is taken_over


def test_what_a_finished_job_asks_for_is_done_next(handler: Meddling) -> None:
    handler.while_writing.append(lambda: enqueue("note", key="next", payload={"target": "b"}, priority=10))
    note()
    assert outbox.drain() == 2


def test_old_rows_are_deleted_but_not_what_failed() -> None:
    for state in Job.State.values:
        Job.objects.create(kind="note", key=state, priority=10, queue="fast", state=state, finished_at=Now())
    assert runner.prune(days=1) == 0
    Job.objects.update(finished_at=Now() - timedelta(days=2))
    assert runner.prune(days=1) == 3
    assert set(Job.objects.values_list("state", flat=True)) == {"new", "running", "failed"}


def test_a_handler_must_say_how_it_reads_and_writes() -> None:
    with pytest.raises(NotImplementedError):
        Handler().read({})
    assert Work("a", 1) == Work("a", 1)
