"""Answer Prometheus: ``/metrics`` on a port of its own, of this machine only or behind a token."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from secrets import compare_digest
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.db import close_old_connections
from prometheus_client import CollectorRegistry, make_wsgi_app

from portal.telemetry.machine import Machine

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
REFUSED = [("Content-Type", "text/plain; charset=utf-8"), ("WWW-Authenticate", "Bearer")]


class _Server(ThreadingMixIn, WSGIServer):
    """Serve each request in a thread of its own: one that waits for a process holds nobody up."""

    daemon_threads = True


class _Handler(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """That it was asked again is no news."""


# It is no address of the site, so no proxy that is set up for the site leads to it.
def application(token: str) -> Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]:
    """Make the WSGI application; with a ``token`` it answers only who brings it: ``Authorization: Bearer
    TOKEN``."""
    registry = CollectorRegistry()
    registry.register(Machine())
    tell = make_wsgi_app(registry)
    wanted = f"Bearer {token}".encode()

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if token and not compare_digest(environ.get("HTTP_AUTHORIZATION", "").encode("latin-1"), wanted):
            start_response("401 Unauthorized", REFUSED)
            return [b"A token is needed.\n"]
        if environ["PATH_INFO"] != "/metrics":
            start_response("404 Not Found", REFUSED[:1])
            return [b"Ask /metrics.\n"]
        try:
            return tell(environ, start_response)
        finally:
            close_old_connections()

    return answer


def serve(host: str, port: int, token: str) -> None:
    """Until the process ends."""
    with make_server(host, port, application(token), _Server, _Handler) as server:
        server.serve_forever()
