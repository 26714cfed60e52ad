"""Work that was asked for: the row is the truth, Celery only wakes.

``ask`` in the transaction of an act; a worker claims the row, computes outside any transaction and
finishes it in one transaction with the results. ``docs/outbox.md`` tells the whole story.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from portal.outbox.work import (
    FAST,
    PAIR,
    PAPER,
    PUBLISH,
    RECORDS,
    RENDER,
    SLOW,
    WEBHOOKS,
    Again,
    Handler,
    Refused,
    Work,
    register,
)

if TYPE_CHECKING:
    from portal.outbox.asking import ask, latest, pending
    from portal.outbox.models import Job
    from portal.outbox.runner import drain, run, run_next

__all__ = [
    "FAST",
    "PAIR",
    "PAPER",
    "PUBLISH",
    "RECORDS",
    "RENDER",
    "SLOW",
    "WEBHOOKS",
    "Again",
    "Handler",
    "Job",
    "Refused",
    "Work",
    "ask",
    "drain",
    "latest",
    "pending",
    "register",
    "run",
    "run_next",
]

_HOMES = {
    "Job": "models",
    "ask": "asking",
    "latest": "asking",
    "pending": "asking",
    "drain": "runner",
    "run": "runner",
    "run_next": "runner",
}


def __getattr__(name: str) -> Any:
    # Models cannot be imported before Django's registry is ready, but handlers are registered before.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
