"""Say what a kind of work is: how it is read, computed and written down.

A *handler* does one kind. *Reading* takes what is needed from the database and names it by a digest;
*computing* happens outside any transaction; *writing* is the short end, in one transaction with the row
of the job.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from portal.outbox.models import Job

PAIR = 10
PUBLISH = 10
RENDER = 30
NOTICES = 40
RECORDS = 50
WEBHOOKS = 60
PAPER = 70
PICTURES = 80

FAST = "fast"
SLOW = "slow"


@dataclass(frozen=True, slots=True)
class Work:
    """What there is to compute. Equal ``digest`` means equal ``data``."""

    digest: str
    data: Any


class JobRefused(Exception):  # noqa: N818  a refusal is an answer, not an error
    """The work must not be done; a person is told why. ``wording`` has the words for ``code``."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class TryAgain(Exception):  # noqa: N818  the same: compute anew
    """Raised while locking or writing: what was computed no longer fits. Not counted as a failure."""


# Before the writing the work is looked at again, by reading it a second time unless the handler knows a
# cheaper way: when the digest differs, the world moved on while computing and the job is computed again. So a
# handler may run twice and its effects still happen once.
class Handler:
    """Do one kind of work; `read` and `write` are the least that must be given."""

    def read(self, payload: dict[str, Any]) -> Work:
        """Read what there is to compute from the database; raise `JobRefused`."""
        raise NotImplementedError

    def compute(self, data: Any) -> Any:
        """Do the long part, outside any transaction; raise `JobRefused`."""
        return None

    def merge(self, waiting: dict[str, Any], added: dict[str, Any]) -> dict[str, Any]:
        """The payload of a job that waits with ``waiting`` when ``added`` comes under the same key."""
        return added

    def lock(self, payload: dict[str, Any]) -> None:
        """Take the rows that must stand still (``select_for_update``) while the results are written."""

    def holds(self, payload: dict[str, Any], work: Work) -> bool:
        """Say under the locks whether what was computed still fits; raise `JobRefused`."""
        return self.read(payload).digest == work.digest

    def write(self, job: Job, data: Any, result: Any) -> dict[str, Any]:
        """Write the results and return the outcome, as JSON, empty where there is nothing to tell; raise
        `TryAgain`."""
        raise NotImplementedError

    def refused(self, job: Job, refusal: JobRefused) -> None:
        """What else a refusal must leave behind, in the transaction that records it."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A kind with its handler."""

    handler: Handler
    queue: str
    # How many seconds a claim holds without a heartbeat.
    lease: float
    # Whether it asks for itself again, so that there is no state in which it is done.
    recurs: bool


_kinds: dict[str, Registered] = {}


def register(
    kind: str, handler: Handler, *, queue: str = FAST, lease: float = 10.0, recurs: bool = False
) -> None:
    """Say who does ``kind``; called from ``AppConfig.ready()``. ``lease`` in seconds."""
    if queue not in (FAST, SLOW):
        raise ValueError(f"There is no queue {queue!r}.")
    _kinds[kind] = Registered(handler, queue, lease, recurs)


Listener = Callable[[Job], None]
# Called with each job whose handler has written, in the transaction of its results.
listeners: list[Listener] = []


def register_listener(listener: Listener) -> None:
    """Have ``listener`` called with what was written; called in ``AppConfig.ready()``."""
    if listener not in listeners:
        listeners.append(listener)


def kinds() -> list[str]:
    """All that somebody has registered."""
    return list(_kinds)


def registered(kind: str) -> Registered:
    """Say who does ``kind``; raise LookupError."""
    try:
        return _kinds[kind]
    except KeyError:
        raise LookupError(f"Nobody has registered work of the kind {kind!r}.") from None
