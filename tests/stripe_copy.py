"""A copy of what of Stripe's protocol the Checkout needs: sessions, refunds, and what it tells, signed."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

from stripe import WebhookSignature

SECRET = "whsec_local"


class StripeCopy:
    """``requests``: each request as it came, by its path; ``silent``: it answers with a fault of its own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.silent = False

    def answer(self, path: str, form: dict[str, str], key: str) -> dict[str, Any]:
        self.requests.append((path, form))
        if key not in self.answers:
            number = len(self.answers) + 1
            self.answers[key] = (
                {
                    "id": f"cs_{number}",
                    "object": "checkout.session",
                    "url": f"https://checkout.test/cs_{number}",
                }
                if path == "/v1/checkout/sessions"
                else {"id": f"re_{number}", "object": "refund", "status": "succeeded"}
            )
        return self.answers[key]

    @property
    def options(self) -> dict[str, str]:
        return {"key": "sk_test_x", "secret": SECRET, "address": self.address}


@contextmanager
def stripe_copy() -> Iterator[StripeCopy]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the name that the library calls
            sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
            status, answer = (
                200,
                copy.answer(self.path, dict(parse_qsl(sent)), self.headers["Idempotency-Key"]),
            )
            if copy.silent:
                status, answer = 402, {"error": {"type": "card_error", "message": "no"}}
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    copy = StripeCopy(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield copy
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def session_event(kind: str, **session: Any) -> bytes:
    """What Stripe tells of a session."""
    whole = {
        "id": "cs_1",
        "object": "checkout.session",
        "payment_status": "paid",
        "payment_intent": "pi_1",
        **session,
    }
    return json.dumps({"id": "evt_1", "object": "event", "type": kind, "data": {"object": whole}}).encode()


def signed(body: bytes, *, secret: str = SECRET, age: int = 0) -> dict[str, str]:
    """The header of its signature."""
    at = int(time.time()) - age
    signature = WebhookSignature._compute_signature(f"{at}.{body.decode()}", secret)
    return {"stripe-signature": f"t={at},v1={signature}"}
