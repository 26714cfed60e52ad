"""A copy of what of Postmark's protocol sending needs, at an address of this machine, and what it reports."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

INACTIVE = 406
"""Postmark's code for an address that bounced or complained before."""


@dataclass
class PostmarkCopy:
    """``letters``: what came, with the token in ``tokens``; ``inactive``: addresses that are not written to;
    ``silent``: it answers with a fault of its own."""

    address: str
    letters: list[dict[str, Any]] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    inactive: set[str] = field(default_factory=set)
    silent: bool = False

    def answer(self, letter: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if self.silent:
            return 503, {"ErrorCode": 100, "Message": "Maintenance"}
        if letter["To"] in self.inactive:
            words = (
                "You tried to send to a recipient that has been marked as inactive.\n"
                f"Found inactive addresses: {letter['To'].lower()}.\n"
                "Inactive recipients are ones that have generated a hard bounce or a spam complaint."
            )
            return 422, {"ErrorCode": INACTIVE, "Message": words}
        self.letters.append(letter)
        return 200, {
            "ErrorCode": 0,
            "Message": "OK",
            "MessageID": f"m{len(self.letters)}",
            "To": letter["To"],
        }


@contextmanager
def postmark_copy() -> Iterator[PostmarkCopy]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            letter = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            copy.tokens.append(self.headers["X-Postmark-Server-Token"])
            status, answer = copy.answer(letter)
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Nothing on the console."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    copy = PostmarkCopy(f"http://127.0.0.1:{server.server_port}/")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield copy
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def bounce(address: str, kind: str = "HardBounce") -> dict[str, Any]:
    """As Postmark reports it (https://postmarkapp.com/developer/webhooks/bounce-webhook)."""
    record = "SpamComplaint" if kind == "SpamComplaint" else "Bounce"
    return {
        "RecordType": record,
        "ID": 42,
        "Type": kind,
        "TypeCode": 1,
        "MessageID": "m1",
        "Email": address,
        "BouncedAt": "2026-11-28T10:00:00Z",
        "Description": "The server was unable to deliver your message.",
        "Details": "smtp;550 5.1.1 nobody of that name",
        "Tag": "",
        "Metadata": {},
    }
