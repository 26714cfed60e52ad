"""Asking for work, and looking at what became of it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models.functions import Least, Now

from portal.accounts.models import User
from portal.outbox.models import Job
from portal.outbox.waking import wake
from portal.outbox.work import registered

ATTEMPTS = 5


def ask(
    kind: str,
    *,
    key: str,
    payload: dict[str, Any],
    digest: str = "",
    by: User | None = None,
    priority: int,
    delay: float = 0.0,
) -> Job:
    """Ask for work, in the caller's transaction: it is asked for exactly when that commits.

    A job with the same ``key`` that still waits takes the new payload (`Handler.merge`) and digest instead
    of a second job being made; one that is already running is followed by a new one. ``delay`` in seconds.
    Raises LookupError for a kind that nobody registered.
    """
    how = registered(kind)
    job = Job(
        kind=kind, key=key, payload=payload, digest=digest, asked_by=by, priority=priority, queue=how.queue
    )
    due = Now() + timedelta(seconds=delay)
    with transaction.atomic():
        for attempt in range(ATTEMPTS):
            if _merge(job, due):
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
        job = Job.objects.get(key=key, state=Job.State.NEW)
        if delay <= 0:
            transaction.on_commit(partial(wake, job.queue, job.pk))
    return job


def _merge(asked: Job, due: Any) -> bool:
    """Put the new question into the job that waits under its key; False when none waits."""
    # The row stays locked until the caller commits: a worker that wants to claim it meanwhile waits, and
    # then reads the new payload.
    waiting = Job.objects.select_for_update().filter(key=asked.key, state=Job.State.NEW).first()
    if waiting is None:
        return False
    Job.objects.filter(pk=waiting.pk).update(
        kind=asked.kind,
        queue=asked.queue,
        payload=registered(asked.kind).handler.merge(waiting.payload, asked.payload),
        digest=asked.digest,
        asked_by=asked.asked_by or waiting.asked_by,
        priority=Least("priority", asked.priority),
        due_at=Least("due_at", due),
        attempts=0,
    )
    return True


def pending(key: str) -> Job | None:
    """The job under ``key`` that is running or waiting, the running one first."""
    jobs = Job.objects.filter(key=key, state__in=[Job.State.RUNNING, Job.State.NEW])
    return jobs.order_by("-state", "-pk").first()


def latest(key: str) -> Job | None:
    """The newest job under ``key``, whatever became of it."""
    return Job.objects.filter(key=key).order_by("-pk").first()
