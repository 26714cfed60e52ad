"""Run work: claim, read, compute, finish.

The *claim* is one conditional update; the token it writes is the *fence* behind which results are
written. Nothing here trusts a broker, a clock of its own, or that it runs only once.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from enum import Enum
from types import TracebackType
from typing import Any

from django.db import Error, IntegrityError, connection, models, transaction
from django.db.models import Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from portal.journal.origin import origin
from portal.ops.full_disk import report_full_disk
from portal.ops.turns import take_turn
from portal.outbox.models import Job
from portal.outbox.work import FAST, SLOW, JobRefused, Registered, TryAgain, kinds, listeners, registered
from portal.telemetry.context import request_context
from portal.telemetry.counted import JOB_LATENCY, JOB_SECONDS, JOBS

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 5
EVERY_KEY = Q()
# Seconds between two attempts, at most.
LONGEST_PAUSE = 60.0
# Seconds until what a full disk has stopped is tried again.
UNTIL_ROOM = 5.0
# Seconds by which a row may be ahead of the clock before the clock is taken to have been set back.
AHEAD = 1.0
# What is put off for longer waits for its moment, not for quiet, and may ask for itself again and again.
SOON = timedelta(seconds=LONGEST_PAUSE)


class RunOutcome(Enum):
    """What became of one run."""

    DONE = "done"
    REFUSED = "refused"
    AGAIN = "again"  # the input changed while computing
    PUT_OFF = "put off"  # an exception; later again
    FAILED = "failed"  # an exception too often; given up
    LOST = "lost"  # the lease was lost: another worker has it


class LostLeaseError(Exception):
    """Another worker has taken the job over: nothing may be written."""


def due(queues: Iterable[str] = (FAST, SLOW)) -> QuerySet[Job]:
    """Find what can be claimed now, the most urgent first."""
    overdue = Q(state=Job.State.RUNNING, lease_until__lt=Now(), attempts__lt=MAX_ATTEMPTS)
    running = Job.objects.filter(state=Job.State.RUNNING, lease_until__gte=Now())
    same_key = running.filter(key=OuterRef("key"))
    same_scope = running.filter(scope=OuterRef("scope"), queue=OuterRef("queue"))
    # Jobs of one key run one after the other, and so do those of one scope: a large event has one of its
    # queue's workers at a time.
    may_begin = ~Exists(same_key) & (Q(scope="") | ~Exists(same_scope))
    waiting = Q(state=Job.State.NEW, due_at__lte=Now()) & may_begin
    # Kinds that this release does not know wait for a worker of another, which works beside it.
    open_jobs = Job.objects.filter(overdue | waiting, queue__in=list(queues), kind__in=kinds())
    return open_jobs.order_by("priority", "due_at", "pk")


def claim(job_id: int) -> Job | None:
    """Take the job, with one conditional update; None when it is not due or somebody else has it."""
    job = Job.objects.filter(pk=job_id, kind__in=kinds()).only(*_CLAIMED_BY).first()
    return None if job is None else _claim(job)


# What a claim depends on.
_CLAIMED_BY = ("kind", "key", "scope", "queue")


def _claim(job: Job) -> Job | None:
    owner = uuid.uuid4().hex
    with _one_claim_at_a_time(job):
        taken = (
            due()
            .order_by()
            .filter(pk=job.pk)
            .update(
                state=Job.State.RUNNING,
                owner=owner,
                attempts=F("attempts") + 1,
                started_at=Now(),
                lease_until=Now() + timedelta(seconds=registered(job.kind).lease),
            )
        )
    return Job.objects.select_related("asked_by").get(pk=job.pk, owner=owner) if taken else None


@contextmanager
def _one_claim_at_a_time(job: Job) -> Iterator[None]:
    """Let claims of one scope (without one, of one key) follow each other."""
    if connection.vendor != "postgresql":
        # SQLite has one writer: what the condition of the update reads is what is committed.
        yield
        return
    with transaction.atomic():
        # Two updates at one moment would each read that none of the scope runs, and each change another row:
        # neither waits for the other. The next statement reads what the claim before has committed.
        take_turn(f"outbox {job.queue} {job.scope}" if job.scope else f"outbox {job.key}")
        yield


def run(job_id: int) -> RunOutcome | None:
    """Run one job if it is due and nobody else has it; None otherwise."""
    job = claim(job_id)
    return None if job is None else _perform(job)


def run_next(queues: Iterable[str] = (FAST, SLOW), *, keys: Q = EVERY_KEY) -> RunOutcome | None:
    """Run the most urgent job that is due, of those with such ``keys``; None when there is none."""
    queues = tuple(queues)
    while True:
        candidates = list(due(queues).filter(keys).only(*_CLAIMED_BY)[:4])
        if not candidates:
            return None
        for candidate in candidates:
            if job := _claim(candidate):
                return _perform(job)


def drain(queues: Iterable[str] = (FAST, SLOW), *, early: bool = True) -> int:
    """Run what is due, one job after the other, until nothing is; return how many ran."""
    queues = tuple(queues)
    count = 0
    while True:
        while run_next(queues) is not None:
            count += 1
        recurring = [kind for kind in kinds() if registered(kind).recurs]
        # For commands that make a finished state (the demonstration, tests): what is due soon runs too, so
        # that nothing they show hangs on how fast the machine is.
        soon = Job.objects.filter(state=Job.State.NEW, queue__in=queues, due_at__lte=Now() + SOON)
        soon = soon.exclude(kind__in=recurring)
        if not early or not soon.filter(due_at__gt=Now()).update(due_at=Now()):
            return count


def _perform(job: Job) -> RunOutcome:
    started = time.monotonic()
    with request_context(job.request, job.pk):
        ran = _attempt(job)
        took = time.monotonic() - started
        logger.info("%s: %s in %.2f s", job.key, ran.value, took)
    JOBS.labels(job.kind, ran.value).inc()
    JOB_SECONDS.labels(job.kind).observe(took)
    if ran is RunOutcome.DONE and job.started_at is not None:
        # Both are the database's times, from before this run.
        JOB_LATENCY.labels(job.kind).observe((job.started_at - job.due_at).total_seconds() + took)
    return ran


def _attempt(job: Job) -> RunOutcome:
    try:
        kind = registered(job.kind)
        with origin("worker"), Heartbeat(job, kind.lease):
            try:
                return _compute_and_finish(job, kind)
            except JobRefused as refusal:
                return _refuse(job, kind, refusal)
    except TryAgain:
        return _compute_anew(job)
    except LostLeaseError:
        logger.warning("%s: another worker has taken it over; nothing was written.", job)
        return RunOutcome.LOST
    except Exception as error:
        logger.exception("%s: attempt %s failed.", job, job.attempts)
        return _retry_later(job, error)


def _compute_and_finish(job: Job, kind: Registered) -> RunOutcome:
    handler = kind.handler
    work = handler.read(job.payload)
    if job.digest and work.digest != job.digest:
        # Who asked had seen something else.
        raise JobRefused("changed")
    result = handler.compute(work.data)
    with transaction.atomic():
        handler.lock(job.payload)
        if not handler.holds(job.payload, work):
            raise TryAgain
        _finish(job, Job.State.DONE)
        outcome = handler.write(job, work.data, result)
        for listener in listeners:
            listener(job)
        # Most work is the rendering of pages that nobody has asked for yet: it leaves nothing to be told.
        if outcome:
            Job.objects.filter(pk=job.pk).update(outcome=outcome)
    return RunOutcome.DONE


def _finish(job: Job, state: Job.State, **more: Any) -> None:
    """Write the end behind the fence."""
    # Of all who ever claimed the job, only the one who still holds it gets through.
    if claim_held(job).update(state=state, finished_at=Now(), lease_until=None, **more) != 1:
        raise LostLeaseError
    job.state = state


def _refuse(job: Job, kind: Registered, refusal: JobRefused) -> RunOutcome:
    outcome = {"code": refusal.code, "params": refusal.params}
    with transaction.atomic():
        _finish(job, Job.State.REFUSED, outcome=outcome)
        kind.handler.refused(job, refusal)
    return RunOutcome.REFUSED


def _compute_anew(job: Job) -> RunOutcome:
    # The attempt was nobody's fault.
    return RunOutcome.AGAIN if _return(job, attempts=F("attempts") - 1, due_at=Now()) else RunOutcome.LOST


def _retry_later(job: Job, error: Exception) -> RunOutcome:
    outcome = {"error": f"{type(error).__name__}: {error}", "attempt": job.attempts}
    if report_full_disk(error):
        # Somebody makes room, in minutes or hours: it is not given up for that.
        later = Now() + timedelta(seconds=UNTIL_ROOM)
        put_off = _return(job, attempts=F("attempts") - 1, due_at=later, outcome=outcome)
        return RunOutcome.PUT_OFF if put_off else RunOutcome.LOST
    if job.attempts >= MAX_ATTEMPTS:
        claim_held(job).update(state=Job.State.FAILED, finished_at=Now(), lease_until=None, outcome=outcome)
        return RunOutcome.FAILED
    pause = timedelta(seconds=min(2.0**job.attempts, LONGEST_PAUSE))
    _return(job, due_at=Now() + pause, outcome=outcome)
    return RunOutcome.PUT_OFF


def _return(job: Job, **changes: Any) -> bool:
    """Put a job we hold back among the waiting; if another waits under its key, that one replaces it."""
    mine = claim_held(job)
    try:
        with transaction.atomic():
            return mine.update(state=Job.State.NEW, owner="", lease_until=None, **changes) == 1
    except IntegrityError:
        return mine.update(state=Job.State.SUPERSEDED, finished_at=Now(), lease_until=None) == 1


def fail_exhausted() -> int:
    """Give up jobs whose workers have died at every attempt; return how many."""
    return Job.objects.filter(
        state=Job.State.RUNNING, lease_until__lt=Now(), attempts__gte=MAX_ATTEMPTS
    ).update(
        state=Job.State.FAILED,
        finished_at=Now(),
        lease_until=None,
        outcome={"error": f"The worker died in it {MAX_ATTEMPTS} times.", "attempt": MAX_ATTEMPTS},
    )


def follow_clock() -> int:
    """Move jobs with a clock that was set back, as by the machine's time service; return how many."""
    # Only the database's clock counts; on SQLite that is this machine's.
    ahead = Now() + timedelta(seconds=AHEAD)
    by = ExpressionWrapper(F("created_at") - Now(), output_field=models.DurationField())
    # What was asked for before it comes no later than its delay from now, and what died at work is free after
    # a lease.
    moved = Job.objects.filter(state=Job.State.NEW, created_at__gt=ahead).update(
        due_at=ExpressionWrapper(F("due_at") - by, output_field=models.DateTimeField()), created_at=Now()
    )
    leases = {kind: registered(kind).lease for kind in kinds()}
    # No lease reaches further than its length but one of a clock that was ahead.
    longest = ahead + timedelta(seconds=max(leases.values(), default=0.0))
    running = Job.objects.filter(state=Job.State.RUNNING, lease_until__gt=longest, kind__in=leases)
    for job in running.only("pk", "kind", "owner", "attempts"):
        moved += claim_held(job).update(lease_until=Now() + timedelta(seconds=leases[job.kind]))
    return moved


def prune(days: float) -> int:
    """Delete what ended more than ``days`` ago; return how many rows."""
    # What failed stays to be looked at.
    ended = [Job.State.DONE, Job.State.REFUSED, Job.State.SUPERSEDED]
    before = Now() - timedelta(days=days)
    return Job.objects.filter(state__in=ended, finished_at__lt=before).delete()[0]


class Heartbeat:
    """Renew the lease of ``job`` every third of its length, from its own thread and connection."""

    # A worker that dies stops renewing, and its job can be claimed by another after ``lease`` seconds. A
    # short job never opens the second connection.
    def __init__(self, job: Job, lease: float) -> None:
        self.job = job
        self.lease = lease
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"lease-{job.pk}", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._over.wait(self.lease / 3):
                try:
                    if not self.renew():
                        # This worker may have finished it in this very moment: nobody else has it then.
                        if not self._over.is_set() and self._has_another_holder():
                            logger.warning("Job %s was taken over by another worker.", self.job.pk)
                        return
                except Error as error:
                    logger.warning("The lease of job %s could not be renewed: %s", self.job.pk, error)
                    connection.close()
        finally:
            connection.close()

    def renew(self) -> bool:
        """Whether the job is still ours."""
        return claim_held(self.job).update(lease_until=Now() + timedelta(seconds=self.lease)) == 1

    def _has_another_holder(self) -> bool:
        """Say of a job that is not ours any more whether it is running, which is then somebody else's
        claim."""
        return Job.objects.filter(pk=self.job.pk, state=Job.State.RUNNING).exists()


def claim_held(job: Job) -> models.QuerySet[Job]:
    """Give the fence: the row of ``job`` as long as this very claim holds it, else nothing."""
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, owner=job.owner, attempts=job.attempts)
