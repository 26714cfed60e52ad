"""Count each request that Django answers: its name, its time, and one line where it may have changed
something."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from portal.telemetry.context import request_context, request_id_of
from portal.telemetry.counted import REQUEST_SECONDS, REQUESTS

logger = logging.getLogger(__name__)

NOWHERE = "nowhere"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Counted:
    """Count requests, as the outermost middleware."""

    # Addresses are told by their names: what stands in them may be a secret, and would be a series of its own
    # for every player.
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request_id_of(request.headers.get("X-Request-ID", ""))
        started = time.monotonic()
        with request_context(name):
            response = self.get_response(request)
            took = time.monotonic() - started
            match = request.resolver_match
            route = (match.view_name if match else "") or NOWHERE
            method = request.method if request.method in METHODS else "other"
            REQUESTS.labels(route, method, str(response.status_code)).inc()
            REQUEST_SECONDS.labels(route).observe(took)
            if method not in {"GET", "HEAD", "OPTIONS"}:
                logger.info("%s %s: %s in %.2f s", method, route, response.status_code, took)
        if "public" not in response.headers.get("Cache-Control", ""):
            # What everybody may keep is nobody's own.
            response.headers["X-Request-ID"] = name
        return response
