"""One request in the logs: its own line, and that of the job that it asked for, by one name."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from django.test import Client

from portal.outbox import Job
from tests.services import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
ASK = """
import django; django.setup()
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from portal import outbox, urls

def asking(request):
    outbox.enqueue("note", key="note:a", payload={"target": "a"}, priority=10)
    return HttpResponse("asked")

urls.urlpatterns.insert(0, path("asking/", asking, name="asking"))
client = Client(HTTP_HOST="127.0.0.1", HTTP_X_REQUEST_ID="request-of-this-test")
client.post("/asking/")
outbox.drain()
"""


def lines(environment: dict[str, str], form: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env=environment | {"LOG_FORMAT": form},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return done.stderr.splitlines()


@pytest.mark.slow
def test_a_request_is_followed_through_the_outbox_into_its_job(environment: dict[str, str]) -> None:
    read = [json.loads(line) for line in lines(environment, "json")]
    [arguments] = [line for line in read if line["logger"] == "portal.telemetry.requests"]
    [worked] = [line for line in read if line["logger"] == "portal.outbox.runner"]
    assert (arguments["message"].partition(" in ")[0], arguments["level"]) == ("POST asking: 200", "INFO")
    assert arguments["request"] == worked["request"] == "request-of-this-test"
    assert (arguments["job"], worked["job"]) == (None, Job.objects.get().pk)
    assert worked["message"].startswith("note:a: done in ")
    assert {"at", "level", "logger", "message", "request", "job"} <= set(worked)


@pytest.mark.slow
def test_lines_for_people_say_the_same(environment: dict[str, str]) -> None:
    [worked] = [line for line in lines(environment, "line") if "note:a" in line]
    assert worked.endswith(f"[request request-of-this-test, job {Job.objects.get().pk}]")


@pytest.mark.urls("tests.portal.published.urls")
@pytest.mark.parametrize("sent", ["", "short", "with blanks in it", "x" * 65, "<script>alert(1)</script>"])
def test_a_name_that_is_none_is_not_taken(client: Client, sent: str) -> None:
    response = client.get("/health/live", headers={"X-Request-ID": sent})["X-Request-ID"]
    assert (len(response), response != sent) == (32, True)


@pytest.mark.urls("tests.portal.published.urls")
def test_the_answer_says_the_name_that_came_with_the_request(client: Client) -> None:
    answer = client.get("/health/live", headers={"X-Request-ID": "0123456789abcdef"})
    assert answer["X-Request-ID"] == "0123456789abcdef"
