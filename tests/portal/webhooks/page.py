"""A server on this machine at which something stands: what it answers may change while it is asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class WebPage:
    """``tag``: of what stands there, for whoever asks whether it has changed; ``requests``: the headers of
    each."""

    url: str = ""
    body: bytes = b""
    status: int = 200
    tag: str = ""
    location: str = ""
    requests: list[dict[str, str]] = field(default_factory=list)


@contextmanager
def web_page() -> Iterator[WebPage]:
    """It stands there for as long as the context lasts."""
    page = WebPage()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page.requests.append({name.lower(): value for name, value in self.headers.items()})
            is_same = page.tag and page.requests[-1].get("if-none-match") == page.tag
            body = b"" if is_same else page.body
            self.send_response(304 if is_same else page.status)
            if page.location:
                self.send_header("Location", page.location)
            if page.tag:
                self.send_header("ETag", page.tag)
            if not is_same:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Nothing on the console."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    page.url = f"http://127.0.0.1:{server.server_port}/round.pgn"
    try:
        yield page
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
