"""Three small addresses for machines: 200 or 503, and the same facts as JSON.

``/health/live`` asks nobody: the process answers. ``/health/pages`` is what a balancer asks: published pages
can be read here. ``/health/work`` is for whoever watches the site: every migration is applied and asked-for
work is being done. A dead worker is no reason to take pages away, so no balancer asks the last
(``/health/ready`` is its earlier name).
"""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from portal.published.memory import GOOD_FOR, memory
from portal.published.models import Page

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def pages(request: HttpRequest) -> HttpResponse:
    """Published pages can be read here: from the database, or for a while from memory without it."""
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
def work(request: HttpRequest) -> HttpResponse:
    """What was asked for is done."""
    try:
        facts: dict[str, Any] = {"migrations_missing": _unapplied()}
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
    """Whether attempts to sign in are counted. The site goes on without, so it is no reason for a 503."""
    is_working = getattr(caches["default"], "is_working", None)
    return "ok" if is_working is None or is_working() else "unavailable"


def _unapplied() -> list[str]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def _outbox() -> dict[str, Any]:
    """How late the work is, and how much of it failed."""
    from portal.outbox import Job
    from portal.outbox.enqueueing import late_seconds

    return {
        "outbox_late_seconds": late_seconds(),
        "outbox_failed": Job.objects.filter(state=Job.State.FAILED).count(),
    }
