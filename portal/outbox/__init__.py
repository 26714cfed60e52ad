"""Work that was asked for: the row is the truth, Celery only wakes.

``ask`` in the transaction of an act; a worker claims the row, computes outside any transaction and
finishes it in one transaction with the results. ``docs/develop/outbox.md`` tells the whole story.
"""

from portal.outbox.enqueueing import WorkRequest, ask_many, enqueue, latest, left_by, pending
from portal.outbox.models import Job
from portal.outbox.runner import drain, run, run_next
from portal.outbox.work import (
    FAST,
    NOTICES,
    PAIR,
    PAPER,
    PICTURES,
    PUBLISH,
    RECORDS,
    RENDER,
    SLOW,
    WEBHOOKS,
    Handler,
    JobRefused,
    TryAgain,
    Work,
    register,
)

__all__ = [
    "FAST",
    "NOTICES",
    "PAIR",
    "PAPER",
    "PICTURES",
    "PUBLISH",
    "RECORDS",
    "RENDER",
    "SLOW",
    "WEBHOOKS",
    "Handler",
    "Job",
    "JobRefused",
    "TryAgain",
    "Work",
    "WorkRequest",
    "ask_many",
    "drain",
    "enqueue",
    "latest",
    "left_by",
    "pending",
    "register",
    "run",
    "run_next",
]
