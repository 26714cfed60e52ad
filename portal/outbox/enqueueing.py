"""Ask for work, and look at what became of it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Case, DurationField, F, Max, Q, When
from django.db.models.functions import Least, Now

from portal.accounts.models import User
from portal.outbox.models import Job
from portal.outbox.work import registered
from portal.telemetry.context import current_request

ATTEMPTS = 5


def enqueue(
    kind: str,
    *,
    key: str,
    payload: dict[str, Any],
    digest: str = "",
    by: User | None = None,
    priority: int,
    delay: float = 0.0,
    scope: str = "",
    is_first: bool = False,
) -> int:
    """Ask for work, in the caller's transaction: it is asked for exactly when that commits. Return the
    job's id.

    A job with the same ``key`` that still waits takes the new payload (`Handler.merge`) and digest; one
    that is
    already running is followed by a new one. ``delay`` in seconds. Raises LookupError for an unknown kind.
    """
    how = registered(kind)
    job = Job(
        kind=kind,
        key=key,
        # Work of one scope is done in turn, so that none holds up the others for as long as it takes.
        scope=scope,
        payload=payload,
        digest=digest,
        asked_by=by,
        request=current_request(),
        priority=priority,
        queue=how.queue,
    )
    due = _due(delay)
    with transaction.atomic(savepoint=False):
        # The caller holds the lock without which nobody asks under this key, and has seen that none waits:
        # neither a second look nor a guard is needed.
        if is_first:
            job.due_at = due
            job.save(force_insert=True)
        for attempt in range(0 if is_first else ATTEMPTS):
            if waiting := _merge(job, due):
                job = waiting
                break
            try:
                with transaction.atomic():
                    job.due_at = due
                    job.save(force_insert=True)
                break
            except IntegrityError:
                # Between our look and our insert somebody else's transaction committed a waiting job:
                # now there is one to merge into, unless a worker is as quick again.
                if attempt == ATTEMPTS - 1:
                    raise
        if delay <= 0:
            transaction.on_commit(partial(wake, job.queue, job.pk))
    return job.pk


@dataclass(frozen=True, slots=True)
class WorkRequest:
    """One of the questions of `ask_many`."""

    payload: dict[str, Any]
    scope: str = ""


# By key, the seconds until work is due; which keys are asked for is known only then.
Pauses = Callable[[list[str]], Mapping[str, float]]


def ask_many(
    kind: str,
    *,
    requests: Mapping[str, WorkRequest],
    priority: int,
    at_most: float = 0.0,
    pauses: Pauses | None = None,
) -> None:
    """Ask for work of one kind, by its keys, as `enqueue` does for one."""
    if not requests:
        return
    how = registered(kind)
    # Two queries where all of it waits already, and four more for what does not, however much it is.
    with transaction.atomic(savepoint=False):
        waiting = list(
            # In one order, so that two acts which ask for the same never wait for each other in a circle.
            Job.objects.select_for_update().filter(key__in=requests, state=Job.State.NEW).order_by("key")
        )
        if waiting:
            _merge_many(waiting, kind, requests, priority, at_most)
        keys_waiting = {job.key for job in waiting}
        fresh = sorted(key for key in requests if key not in keys_waiting)
        # Asked only for keys under which nothing waits, and at most so many seconds: what waits is due then
        # at the latest.
        delays = pauses(fresh) if fresh and pauses else {}
        jobs = [
            Job(
                kind=kind,
                key=key,
                scope=requests[key].scope,
                payload=requests[key].payload,
                request=current_request(),
                priority=priority,
                queue=how.queue,
                due_at=_due(delays.get(key, 0.0)),
            )
            for key in fresh
        ]
        try:
            if jobs:
                with transaction.atomic():
                    Job.objects.bulk_create(jobs, batch_size=500)
        except IntegrityError:
            # Between our look and our insert somebody else's transaction committed one of them.
            for job in jobs:
                job.pk = enqueue(
                    kind,
                    key=job.key,
                    payload=job.payload,
                    priority=priority,
                    delay=delays.get(job.key, 0.0),
                    scope=job.scope,
                )
        due_now = [*(waiting if at_most <= 0 else ()), *(job for job in jobs if not delays.get(job.key))]
        if due_now:
            # A wake-up says "look", whatever waits.
            transaction.on_commit(partial(wake, how.queue, due_now[0].pk))


def _merge_many(
    waiting: list[Job], kind: str, requests: Mapping[str, WorkRequest], priority: int, at_most: float
) -> None:
    """Put the new questions into the jobs that wait, which are locked, in one query."""
    how = registered(kind)
    for job in waiting:
        job.payload = how.handler.merge(job.payload, requests[job.key].payload)
        job.kind, job.queue, job.digest, job.attempts = kind, how.queue, "", 0
        job.request = current_request() or job.request
        job.priority = min(job.priority, priority)
        job.due_at = Least("due_at", _due(at_most))
    columns = ["payload", "kind", "queue", "digest", "attempts", "request", "priority", "due_at"]
    Job.objects.bulk_update(waiting, columns, batch_size=200)


def _due(delay: float) -> Any:
    # SQLite compares times as texts, and a sum has more digits than the time itself: within one millisecond
    # the job would not be due yet.
    return Now() + timedelta(seconds=delay) if delay > 0 else Now()


def _merge(wanted: Job, due: Any) -> Job | None:
    """Put the new question into the job that waits under its key; None when none waits."""
    # The row stays locked until the caller commits: a worker that wants to claim it meanwhile waits, and
    # then reads the new payload.
    waiting = Job.objects.select_for_update().filter(key=wanted.key, state=Job.State.NEW).first()
    if waiting is None:
        return None
    Job.objects.filter(pk=waiting.pk).update(
        kind=wanted.kind,
        queue=wanted.queue,
        payload=registered(wanted.kind).handler.merge(waiting.payload, wanted.payload),
        digest=wanted.digest,
        asked_by=wanted.asked_by or waiting.asked_by,
        request=wanted.request or waiting.request,
        priority=Least("priority", wanted.priority),
        due_at=Least("due_at", due),
        attempts=0,
    )
    return waiting


def pending(*keys: str) -> Job | None:
    """The job under one of ``keys`` that is running or waiting, the running one first."""
    jobs = Job.objects.filter(key__in=keys, state__in=[Job.State.RUNNING, Job.State.NEW])
    return jobs.order_by("-state", "-pk").first()


Left = TypeVar("Left")


def left_by(find: Callable[[], Left | None], *keys: str) -> tuple[Left | None, Job | None]:
    """Find what the work under ``keys`` leaves behind, and the job while it does not."""
    if (digest := find()) is not None:
        return digest, None
    job = pending(*keys)
    # The worker may come between the two questions: it is looked for again once nobody is at it, or what is
    # done would seem lost.
    return (None, job) if job is not None else (find(), None)


def latest(key: str) -> Job | None:
    """The newest job under ``key``, whatever became of it."""
    return Job.objects.filter(key=key).order_by("-pk").first()


logger = logging.getLogger(__name__)

# Seconds for which a broker that took no wake-up is not tried again.
AWAY = 5.0

_away_until = 0.0


def wake(queue: str, job_id: int) -> None:
    """Send a wake-up for ``queue``: one message that says "look"."""
    global _away_until  # noqa: PLW0603  one broker, one process
    if time.monotonic() < _away_until:
        return
    from portal.outbox.tasks import look

    try:
        # It carries no work, so losing it costs at most a second. Nothing is raised: what was asked for is
        # committed, the sweepers find it.
        look.apply_async(args=(job_id,), queue=queue, expires=60, retry=False)
    except Exception as error:  # noqa: BLE001  each transport has its own: away, refused, full, misnamed
        _away_until = time.monotonic() + AWAY
        why = f"{type(error).__name__}: {error}"
        logger.warning("No wake-up could be sent (%s); job %s waits for a sweeper.", why, job_id)


def late_seconds() -> float:
    """Say for how long the oldest job that is due, or whose worker has died, has been waiting, in one
    query."""
    waited = Case(When(state=Job.State.NEW, then=Now() - F("due_at")), default=Now() - F("lease_until"))
    left = Job.objects.filter(
        Q(state=Job.State.NEW, due_at__lte=Now()) | Q(state=Job.State.RUNNING, lease_until__lt=Now())
    )
    longest = left.aggregate(longest=Max(waited, output_field=DurationField()))["longest"]
    return round(longest.total_seconds(), 1) if longest else 0.0
