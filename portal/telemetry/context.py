"""Say by which request, and in which job, something is done: in every line of the logs."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import uuid4

_request: ContextVar[str] = ContextVar("request", default="")
_job: ContextVar[int] = ContextVar("job", default=0)
_NAMED = re.compile(r"[A-Za-z0-9-]{8,64}")


def current_request() -> str:
    """Name the request that is answered, or that asked for the job in hand; empty outside."""
    return _request.get()


def current_job() -> int:
    """Give the job in hand; 0 outside."""
    return _job.get()


# From the request on through the outbox to the job that was asked for. A proxy names a request
# (``X-Request-ID``, as nginx' ``$request_id``), or the portal does; the answer says it again, so that who
# reports a fault can tell which lines of the logs are his.
def request_id_of(header: str) -> str:
    """Name a request: by what came with it, or anew where that is none."""
    return header if _NAMED.fullmatch(header) else uuid4().hex


@contextmanager
def request_context(request: str, job: int = 0) -> Iterator[None]:
    """What is done inside belongs to this request, and this job."""
    tokens = _request.set(request), _job.set(job)
    try:
        yield
    finally:
        _request.reset(tokens[0])
        _job.reset(tokens[1])


class SayWhere(logging.Filter):
    """Give each line its request and its job: as fields, and as ``where`` for lines that people read."""

    def filter(self, record: logging.LogRecord) -> bool:
        request, job = _request.get(), _job.get()
        record.request, record.job = request or None, job or None
        parts = [*([f"request {request}"] if request else []), *([f"job {job}"] if job else [])]
        record.where = f" [{', '.join(parts)}]" if parts else ""
        return True
