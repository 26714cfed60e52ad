"""Requests as a server hands them to an application."""

from __future__ import annotations

import io
from typing import Any

ADDRESS = "/en/e/x/men/"


def ask(app: Any, path: str = ADDRESS, method: str = "GET", query: str = "", **more: Any):
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1:8000",
        "HTTP_ACCEPT_ENCODING": "gzip, br",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        **more,
    }
    got: list[Any] = []
    body = app(environ, lambda status, headers, exc_info=None: got.extend([int(status[:3]), sorted(headers)]))
    content = b"".join(body)
    if hasattr(body, "close"):
        body.close()
    return got[0], got[1], content
