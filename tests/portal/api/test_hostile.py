"""What is sent to do harm: each gets a small problem, never a fault of ours."""

from __future__ import annotations

import bz2
import codecs
import json
import zlib
from base64 import b64encode
from typing import Any

import pytest
from django.test import Client

from portal.accounts.models import User
from portal.api.bodies import MOST_NAMED
from portal.api.views import Pages
from tests import factories
from tests.portal.api.callers import Caller
from tournaments.models import Membership, Role

CHECK = "/api/v1/records/check"
EVENTS = "/api/v1/events"
SMALL = 5_000
"""Bytes within which an answer to nonsense stays."""
pytestmark = pytest.mark.django_db


def sent(body: bytes, content_type: str = "application/json", **more: str) -> Any:
    return Client().generic("POST", CHECK, body, content_type=content_type, **more)


def code_of(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.content[:200]
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert len(answer.content) < SMALL
    result: str = answer.json()["code"]
    return result


@pytest.mark.parametrize(("charset", "pack"), [("zlib", zlib.compress), ("bz2", bz2.compress)])
def test_a_charset_unpacks_nothing(charset: str, pack: Any) -> None:
    packed = pack(b'{"text": "1. C2=5"}')
    assert codecs.lookup(charset)
    assert code_of(sent(packed, f"application/json; charset={charset}"), 400) == "bad-request"
    assert sent(b'{"text": "1. C2=5"}', "application/json; charset=utf-8").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        rb'{"\ud800": 1}',
        rb'{"text": "x", "format": "\ud800"}',
        rb'{"text": "x", "rulebooks": ["\udfff"]}',
        b'{"text": "x", "format": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b"\xff",
        b"\xef\xbb\xbf{}",
    ],
)
def test_what_is_no_text_is_not_understood(body: bytes) -> None:
    assert code_of(sent(body), 400) == "bad-request"


def test_a_whole_character_may_be_escaped() -> None:
    assert sent(rb'{"text": "\ud83d\ude00"}').status_code == 200


@pytest.mark.slow
def test_long_lists_of_nonsense_are_answered_briefly() -> None:
    many = json.dumps({"text": "x", "rulebooks": [1] * 300_000}).encode()
    answer = sent(many)
    assert code_of(answer, 422) == "invalid"
    assert [error["field"] for error in answer.json()["errors"]] == ["rulebooks"]
    answer = sent(json.dumps({f"a{number}": 1 for number in range(50_000)}).encode())
    assert code_of(answer, 422) == "invalid"
    assert len(answer.json()["errors"]) == MOST_NAMED


@pytest.mark.parametrize(("length", "status"), [("abc", 400), ("-1", 400), ("²", 400), ("9" * 5000, 413)])
def test_a_length_is_a_number(length: str, status: int) -> None:
    code_of(sent(b"{}", CONTENT_LENGTH=length), status)


@pytest.mark.parametrize("made_up", ["p=abc", "p=2020-99-99", "p=%00", "r=1&p=", "p=99999999999999999999999"])
def test_a_cursor_that_somebody_made_up_is_refused(client: Client, made_up: str) -> None:
    cursor = b64encode(made_up.encode()).decode()
    assert code_of(client.get(EVENTS, {"cursor": cursor}), 400) == "bad-cursor"


def test_a_cursor_into_numbers_is_a_number() -> None:
    section = factories.make_section(factories.make_event())
    bob = User.objects.create_user("bob")
    Membership.objects.create(event=section.event, user=bob, role=Role.CHIEF_REFEREE)
    caller = Caller(bob, "read")
    entries = f"/api/v1/events/{section.event.slug}/sections/{section.slug}/entries"
    wrong, past = (b64encode(text).decode() for text in (b"p=2020-01-01", b"p=" + b"9" * 30))
    assert code_of(caller.get(f"{entries}?cursor={wrong}"), 400) == "bad-cursor"
    assert caller.get(f"{entries}?cursor={past}").json()["results"] == []
    assert caller.get(f"{entries}?limit={Pages.max_page_size}").status_code == 200
    assert code_of(caller.get(f"{entries}?federation=%00"), 400) == "bad-query"


def test_head_takes_the_parameters_of_get(client: Client) -> None:
    got, head = client.get(f"{EVENTS}?limit=3"), client.head(f"{EVENTS}?limit=3")
    assert (head.status_code, head.headers["ETag"], head.content) == (200, got.headers["ETag"], b"")


def test_a_fault_of_ours_is_a_problem_for_programs_and_a_page_for_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("secret of the house")

    monkeypatch.setattr("tournaments.api.public._events", breaks)
    monkeypatch.setattr("portal.published.views.find", breaks)
    client = Client(raise_request_exception=False)
    answer = client.get(EVENTS, headers={"Accept-Language": "zh-hans"})
    assert code_of(answer, 500) == "broken"
    assert answer.json()["detail"].startswith("服务器")
    assert "secret" not in answer.content.decode()
    page = client.get("/en/e/cup/")
    assert (page.status_code, page.headers["Content-Type"]) == (500, "text/html; charset=utf-8")
