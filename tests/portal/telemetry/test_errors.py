"""What a report of an error says, received by a server of this test's own that stands in for Sentry's."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import brotli
import pytest

from portal.telemetry.errors import OF_A_FRAME, REPORTED_KEYS, without_quotes
from tests.services import PATIENCE, wait_until

pytestmark = pytest.mark.django_db(transaction=True)
BREAK = """
import logging
import django; django.setup()
from django.test import Client
from django.urls import path
from portal import outbox, urls
from portal.outbox import work
from portal.telemetry.context import request_context

def broken(request, secret):
    player = request.POST["player"]
    raise ValueError(f"no such player: '{player}', wang@example.org\\nof {player}")

class Broken(outbox.Handler):
    def read(self, payload):
        raise LookupError(f"nobody is called “{payload['name']}”")

urls.urlpatterns.insert(0, path("p/<str:secret>/", broken, name="broken"))
outbox.register("broken", Broken())
named = {"HTTP_X_REQUEST_ID": "request-of-this-test", "HTTP_HOST": "127.0.0.1"}
client = Client(raise_request_exception=False, **named)
client.cookies["session"] = "cookie-of-wang"
headers = {"HTTP_AUTHORIZATION": "Bearer token-of-wang", "REMOTE_ADDR": "192.0.2.77"}
answer = client.post("/p/secretofwang0000/?mail=wang@example.org", {"player": "Wang Tianyi"}, **headers)
assert answer.status_code == 500, answer.status_code
with request_context("request-that-asked"):
    number = outbox.enqueue("broken", key="broken:1", payload={"name": "Wang Tianyi"}, priority=10)
outbox.run(number)
logging.getLogger("portal").error("Nothing reached %s.", "wang@example.org")
import sentry_sdk
sentry_sdk.flush(20)
print(number)
"""


class Receiver(ThreadingHTTPServer):
    """Keeps what is sent to it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Receiving)
        self.raw: list[bytes] = []

    @property
    def reports(self) -> list[dict[str, Any]]:
        """The last line of each envelope."""
        return [json.loads(raw.strip().splitlines()[-1]) for raw in self.raw]


class _Receiving(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"]))
        assert isinstance(self.server, Receiver)
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}.get(
            self.headers["Content-Encoding"], bytes
        )
        self.server.raw.append(unpack(sent))
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.slow
def test_errors_of_requests_and_jobs_are_reported_without_anything_about_people(
    receiver: Receiver, environment: dict[str, str]
) -> None:
    dsn = f"http://key@127.0.0.1:{receiver.server_port}/1"
    done = subprocess.run(
        [sys.executable, "-c", BREAK],
        env=environment | {"SENTRY_DSN": dsn, "RELEASE": "of-this-test"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    job = done.stdout.split()[-1]
    wait_until(lambda: len(receiver.raw) >= 3, "all is reported")
    by_error = {
        report["exception"]["values"][-1]["type"]: report
        for report in receiver.reports
        if report.get("exception")
    }
    request, work = by_error["ValueError"], by_error["LookupError"]
    assert request["exception"]["values"][-1]["value"] == "no such player: …, …"
    assert request["tags"]["request"] == "request-of-this-test"
    assert request["release"] == "of-this-test"
    frames = request["exception"]["values"][-1]["stacktrace"]["frames"]
    assert frames[-1]["function"] == "broken", "and where it broke"
    assert work["exception"]["values"][-1]["value"] == "nobody is called …"
    assert work["tags"] == {"request": "request-that-asked", "job": job}
    [line] = [report for report in receiver.reports if not report.get("exception")]
    assert line["logentry"]["message"] == "Nothing reached %s."
    for raw in receiver.raw:
        for private in (b"Wang", b"wang", b"192.0.2", b"secretof", b"Tianyi"):
            assert private not in raw, raw
    for report in receiver.reports:
        assert set(report) <= REPORTED_KEYS | {"logentry", "logger", "tags"}
        for error in report.get("exception", {}).get("values", []):
            assert all(set(frame) <= OF_A_FRAME for frame in error["stacktrace"]["frames"])


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("Key (name)=('Li Wei') is there", "Key (name)=(…) is there"),
        ("duplicate key\nDETAIL:  Key (username)=(li) already exists.", "duplicate key"),
        ("no letter to li@example.org", "no letter to …"),
        ("GET /p/0123456789abcdefghjkmnpqrs/x", "GET …/x"),
    ],
)
def test_of_a_sentence_what_was_quoted_is_left_out(sentence: str, answer: str) -> None:
    assert without_quotes(sentence) == answer
