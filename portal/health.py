"""Answer small addresses for machines: 200 or 503, and the same facts as JSON."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from portal.published.memory import GOOD_FOR, memory
from portal.published.models import Page
from portal.telemetry.state import takes_writes, unapplied

logger = logging.getLogger(__name__)
View = Callable[[HttpRequest], HttpResponse]


@require_safe
@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """Answer: ``/health/live`` asks nobody."""
    return JsonResponse({"status": "ok"})


# A balancer asks one of two: ``/health/pages``, published pages can be read here; ``/health/write``, acts are
# taken here. Both say 503 as well while a machine *drains*: it is about to stop, still answers everybody, and
# wants nobody new (``manage.py drain``).
def _not_while_draining(view: View) -> View:
    """Nobody is to be sent here any more while the machine drains."""

    @wraps(view)
    def answer_unless_draining(request: HttpRequest) -> HttpResponse:
        if draining_file().exists():
            return JsonResponse({"status": "draining"}, status=503)
        return view(request)

    return answer_unless_draining


@require_safe
@never_cache
@_not_while_draining
def pages(request: HttpRequest) -> HttpResponse:
    """Say whether published pages can be read here: from the database, or for a while from memory without
    it."""
    try:
        Page.objects.exists()
    except Error as error:
        logger.warning("Pages come from memory, the database: %s", str(error).strip())
        good = memory.silence() <= GOOD_FOR
        status = "ok" if good else "unavailable"
        return JsonResponse({"status": status, "database": "unavailable"}, status=200 if good else 503)
    return JsonResponse({"status": "ok", "database": "ok"})


@require_safe
@never_cache
@_not_while_draining
def write(request: HttpRequest) -> HttpResponse:
    """Say whether acts are taken here: the database has every migration and can be written to."""
    try:
        missing = unapplied()
    except Error as error:
        logger.warning("Nothing can be written, the database: %s", str(error).strip())
        return JsonResponse({"status": "unavailable", "database": "unavailable"}, status=503)
    if missing:
        return JsonResponse({"status": "unavailable", "migrations_missing": missing}, status=503)
    if not takes_writes():
        return JsonResponse({"status": "unavailable", "database": "read-only"}, status=503)
    return JsonResponse({"status": "ok", "database": "ok"})


def draining_file() -> Path:
    """It is there while this machine drains."""
    return Path(settings.DATA_DIR) / "draining"


# For whoever watches the site. A dead worker is no reason to take pages away, so no balancer asks it
# (``/health/ready`` is its earlier name).
@require_safe
@never_cache
def work(request: HttpRequest) -> HttpResponse:
    """Say whether what was asked for is done."""
    try:
        facts: dict[str, Any] = {"migrations_missing": unapplied()}
        if not facts["migrations_missing"]:
            facts |= _outbox()
    except Error as error:
        logger.warning("Not ready, the database: %s", str(error).strip())
        return JsonResponse({"status": "unavailable", "database": "unavailable"}, status=503)
    good = not facts["migrations_missing"] and facts["outbox_late_seconds"] <= settings.OUTBOX_LATE_SECONDS
    status = "ok" if good else "unavailable"
    facts["cache"] = _cache()
    return JsonResponse({"status": status, "database": "ok", **facts}, status=200 if good else 503)


def _cache() -> str:
    """Say whether attempts to sign in are counted."""
    # The site goes on without, so it is no reason for a 503.
    is_working = getattr(caches["default"], "is_working", None)
    return "ok" if is_working is None or is_working() else "unavailable"


def _outbox() -> dict[str, Any]:
    """How late the work is, and how much of it failed."""
    from portal.outbox import Job
    from portal.outbox.enqueueing import late_seconds

    return {
        "outbox_late_seconds": late_seconds(),
        "outbox_failed": Job.objects.filter(state=Job.State.FAILED).count(),
    }
