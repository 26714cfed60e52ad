"""What is answered before a view is asked, and to scripts of other sites: problems, never pages."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from portal.api.problems import WORDS
from portal.published.front import AWAY, Front, away
from portal.published.memory import Memory
from tests.front import ask
from tests.portal.api.described import faults
from tests.world import World

EVENTS = "/api/v1/events"
CHECK = "/api/v1/records/check"
ME = "/api/v1/me"
ELSEWHERE = {"Origin": "https://board.example", "Access-Control-Request-Method": "GET"}
ALLOWED = "Access-Control-Allow-"


def problem(answer: Any) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/problem+json"
    assert faults("Problem", answer.json()) == []
    assert "Set-Cookie" not in answer
    return answer.status_code, answer.json()["code"]


@pytest.mark.slow
def test_another_host_gets_a_problem_below_the_interface_and_a_page_elsewhere(
    db: None, client: Client
) -> None:
    for address in (EVENTS, ME, "/api/nothing", "/api/v1/events/cup/sections/men/rounds/1"):
        assert problem(client.get(address, headers={"host": "evil.example"})) == (400, "bad-host")
    chinese = client.get(EVENTS, headers={"host": "evil.example", "Accept-Language": "zh-hans"})
    assert chinese.json()["detail"] != WORDS["bad-host"]
    page = client.get("/en/", headers={"host": "evil.example"})
    assert (page.status_code, page["Content-Type"]) == (400, "text/html; charset=utf-8")


def test_neither_size_nor_number_nor_place_leads_to_a_page(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    large = {"content_type": "application/json", "data": b"{" + b" " * 2_000_000}
    many = {"QUERY_STRING": "&".join(f"a{number}=1" for number in range(1001))}
    assert problem(client.post(CHECK, **large)) == (413, "too-large")
    assert problem(client.post(ME, **large)) == (413, "too-large")
    assert problem(client.post("/api/v1/nothing", **large)) == (404, "not-found")
    assert problem(client.get(EVENTS, **many)) == (400, "bad-request")
    form = {"a": "1"}
    assert problem(client.post(CHECK, form)) == (415, "bad-media")
    assert problem(client.post("/api/v1/", form)) == (404, "not-found")
    for place in ("/api/v1/", "/api/v2/events", f"{EVENTS}/cup/sections/men/rounds/-1", f"{EVENTS}/%FF/x"):
        assert problem(client.get(place)) == (404, "not-found")


def test_what_an_address_does_not_answer_it_names(drawn: World, client: Client) -> None:
    for address, allowed in ((EVENTS, "GET, HEAD, OPTIONS"), (CHECK, "POST, OPTIONS"), (ME, "GET, HEAD")):
        for method in ("put", "patch", "delete", "trace"):
            answer = getattr(client, method)(address)
            assert problem(answer) == (405, "not-allowed")
            assert answer["Allow"] == allowed


def test_a_script_of_another_site_may_read_what_is_public(db: None, client: Client) -> None:
    for address, methods in (
        (EVENTS, "GET, HEAD, OPTIONS"),
        (f"{EVENTS}?game=xiangqi&colour=red", "GET, HEAD, OPTIONS"),
        (f"{EVENTS}/cup/sections/men/bracket", "GET, HEAD, OPTIONS"),
        (CHECK, "POST, OPTIONS"),
    ):
        answer = client.options(address, headers=ELSEWHERE)
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer[f"{ALLOWED}Origin"] == "*"
        assert answer[f"{ALLOWED}Methods"] == methods
        assert answer[f"{ALLOWED}Headers"] == "Content-Type, If-None-Match"
        assert f"{ALLOWED}Credentials" not in answer
        assert "Set-Cookie" not in answer
    for address in (EVENTS, f"{EVENTS}?colour=red", f"{EVENTS}/none", "/api/v1/none"):
        assert client.get(address, headers=ELSEWHERE)[f"{ALLOWED}Origin"] == "*"
    assert client.get(EVENTS)["Access-Control-Expose-Headers"] == "ETag, Retry-After"


def test_a_script_of_another_site_gets_nothing_from_an_address_with_a_token(
    drawn: World,
    client: Client,
) -> None:
    men = f"{EVENTS}/cup/sections/men"
    for address in (ME, f"{men}/entries", f"{men}/rounds/1/results", f"{men}/rounds/1/publish"):
        answer = client.options(address, headers=ELSEWHERE)
        assert problem(answer) == (405, "not-allowed")
        assert "OPTIONS" not in answer["Allow"]
        for read in (answer, client.get(address, headers=ELSEWHERE)):
            assert not [name for name in read.headers if name.startswith("Access-Control-")]


def test_a_preflight_is_not_counted(db: None, client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        for _ in range(3):
            assert client.options(EVENTS, headers=ELSEWHERE).status_code == 204


@pytest.mark.parametrize("path", [EVENTS, f"{EVENTS}/cup"])
def test_the_front_tells_programs_in_their_form_that_the_database_is_away(path: str) -> None:
    front = Front(lambda environ, start: pytest.fail("it fell through"), Memory(limit=1))
    status, headers, body = ask(
        lambda environ, start: front(environ, start, clock=lambda: time.monotonic() + 3600), path
    )
    assert (status, dict(headers)["Content-Type"]) == (503, "application/problem+json")
    assert body == away(program=True).body
    assert faults("Problem", AWAY) == []
    with translation.override("en"):
        assert (AWAY["code"], AWAY["detail"]) == ("away", WORDS["away"])
