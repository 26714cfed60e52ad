"""Answer published pages before Django wakes.

It answers only what it is sure of: GET or HEAD, the host and scheme of ``PUBLIC_URL``, an address it has
in memory. Of a query it reads ``v=``; programs that ask with another one hear from Django what is wrong with
it. Everything else falls through to Django, whose view gives the same answer from the same row. No request
that it answers touches the database.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from portal.published.answers import Answer, answer, matches, takes_gzip, version_asked
from portal.published.memory import GOOD_FOR, Memory, memory
from portal.published.renderers import JSON
from portal.published.request_pools import UNPOOLED, Application, FullError, StartResponse
from portal.published.shared_answers import SharedAnswers
from portal.telemetry.counted import REQUESTS

# Seconds of silence after which requests that need the database are answered 503 at once: while it does not
# answer, each of them would hold one of the few threads that still can show pages.
BREAK_AFTER = 5.0
RETRY_AFTER = 5
STATUS = {200: "200 OK", 304: "304 Not Modified"}
# Under what name its answers are counted, whatever was asked for.
ROUTE = "published"
COUNTED = {status: REQUESTS.labels(ROUTE, "GET", str(status)) for status in (200, 204, 304, 503)}

# What programs are told, as every error of the interface tells it.
AWAY = {
    "type": "about:blank",
    "title": "Service Unavailable",
    "status": 503,
    "code": "away",
    "detail": "The tournament server is busy. Try again in a moment.",
}


def away(*, program: bool) -> Answer:
    """Answer when the database is away and no known page is young enough, or when Django has too much to
    do."""
    body = b"The tournament server is busy. The page will be back in a moment.\n"
    content_type = "text/plain; charset=utf-8"
    if program:
        body, content_type = json.dumps(AWAY).encode(), "application/problem+json"
    headers = [
        ("Cache-Control", "no-store"),
        ("Content-Length", str(len(body))),
        ("Content-Type", content_type),
        ("Retry-After", str(RETRY_AFTER)),
    ]
    return Answer(503, headers, body)


class Front:
    """The WSGI application around Django's."""

    def __init__(self, django: Application, pages: Memory = memory) -> None:
        public = urlsplit(settings.PUBLIC_URL)
        self._django = django
        self._memory = pages
        self._slots = pages.slots
        self._moments = SharedAnswers(django)
        self._host = public.netloc
        self._scheme_key, self._scheme = "wsgi.url_scheme", public.scheme
        if settings.SECURE_PROXY_SSL_HEADER:
            self._scheme_key, https = settings.SECURE_PROXY_SSL_HEADER
            self._scheme = https if public.scheme == "https" else "http"
        self._away = {
            program: ([*response.headers, *pages.site], [response.body])
            for program, response in ((program, away(program=program)) for program in (False, True))
        }

    def __call__(
        self,
        environ: dict[str, Any],
        start_response: StartResponse,
        clock: Callable[[], float] = time.monotonic,
    ) -> Iterable[bytes]:
        slot = self._slots.get(environ["PATH_INFO"])
        silence = clock() - self._memory.heard
        if slot is None:
            if silence > BREAK_AFTER and not environ["PATH_INFO"].startswith(UNPOOLED):
                return self._say_away(environ, start_response)
            if "/boards/" in environ["PATH_INFO"] and self._is_public(environ):
                return self._ask(environ, start_response, self._moments.ask)
            return self._ask(environ, start_response)
        method = environ["REQUEST_METHOD"]
        if method not in {"GET", "HEAD"} or not self._is_public(environ):
            return self._ask(environ, start_response)
        if silence > GOOD_FOR:
            return self._say_away(environ, start_response)
        query = environ.get("QUERY_STRING")
        if query:
            version = version_asked(query)
            if slot.variant == JSON and query != f"v={version}":
                return self._ask(environ, start_response)
            if version == slot.version:
                COUNTED[204].inc()
                start_response("204 No Content", slot.headers_204.copy())
                return []
        etag_held = environ.get("HTTP_IF_NONE_MATCH")
        if not takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
            plain = answer(slot.stored_page, compressed=False, if_none_match=etag_held or "")
            COUNTED[plain.status].inc()
            start_response(STATUS[plain.status], [*plain.headers, *slot.site])
            return [plain.body] if method == "GET" else []
        if etag_held and (etag_held == slot.etag or matches(etag_held, slot.etag)):
            COUNTED[304].inc()
            start_response("304 Not Modified", slot.headers_304.copy())
            return []
        COUNTED[200].inc()
        start_response("200 OK", slot.headers.copy())
        return slot.body if method == "GET" else []

    def _is_public(self, environ: dict[str, Any]) -> bool:
        """Whether the site is called as everybody calls it."""
        is_host = environ.get("HTTP_HOST") == self._host
        return is_host and environ.get(self._scheme_key, "http") == self._scheme

    def _ask(
        self,
        environ: dict[str, Any],
        start_response: StartResponse,
        application: Application | None = None,
    ) -> Iterable[bytes]:
        try:
            return (application or self._django)(environ, start_response)
        except FullError:
            return self._say_away(environ, start_response)

    def _say_away(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        COUNTED[503].inc()
        headers, body = self._away[environ["PATH_INFO"].startswith("/api/")]
        start_response("503 Service Unavailable", headers.copy())
        return body
