"""A receiver on this machine: it keeps what it gets, and answers as it is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Receiver:
    """``status``: what is answered, ``answer`` with which body, ``headers`` with a file; ``trickle``: seconds
    between the bytes of an answer that never ends; ``continues``: how often it says first that it goes on,
    None for ever."""

    url: str = ""
    status: int = 204
    location: str = ""
    answer: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    trickle: float = 0.0
    continues: int | None = 0
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    stopping = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            receiver.got.append(
                (self.path, {name.lower(): value for name, value in self.headers.items()}, b"")
            )
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", str(len(receiver.answer)))
            self.end_headers()
            self.wfile.write(receiver.answer)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append(
                (self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            )
            try:
                self._answer()
            except OSError:
                # The sender has broken off, which is what some tests are about.
                self.close_connection = True

        def _answer(self) -> None:
            while receiver.trickle and not stopping.is_set():
                self.wfile.write(b"H")
                time.sleep(receiver.trickle)
            sent_bytes = 0
            while sent_bytes != receiver.continues and not stopping.is_set():
                self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                sent_bytes += 1
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            if receiver.answer:
                self.send_header("Content-Length", str(len(receiver.answer)))
            self.end_headers()
            self.wfile.write(receiver.answer)

        def log_message(self, *args: object) -> None:
            """Nothing on the console."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook?from=qiyuan"
    try:
        yield receiver
    finally:
        stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()
