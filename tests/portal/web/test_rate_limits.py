"""allauth's counting, of which one module knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import RequestFactory

from portal.web.rate_limits import is_within, network_address, refuse_if_often

ROOT = Path(__file__).parents[3]
LIMITS = {"knock": "2/m/ip", "call": "1/m/key"}


@pytest.fixture(autouse=True)
def limits(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = LIMITS


@pytest.mark.django_db
def test_the_third_knock_of_an_address_is_refused_and_nobody_elses() -> None:
    knock, other = (RequestFactory().post("/", REMOTE_ADDR=address) for address in ("192.0.2.1", "192.0.2.2"))
    for request in (knock, other):
        request.META.pop("HTTP_X_FORWARDED_FOR", None)
    assert [refuse_if_often(knock, "knock") for _ in range(2)] == [None, None]
    refused = refuse_if_often(knock, "knock")
    assert refused is not None
    assert refused.status_code == 429
    assert refuse_if_often(other, "knock") is None


def test_a_key_is_counted_by_itself() -> None:
    request = RequestFactory().post("/")
    assert [is_within(request, "call", key=key) for key in ("a", "a", "b")] == [True, False, True]


def test_of_ipv6_the_network_is_counted() -> None:
    assert network_address(RequestFactory().get("/", REMOTE_ADDR="2001:db8::1:2")) == "2001:db8::"


def test_nothing_else_imports_it() -> None:
    files = [path for app in ("portal", "tournaments", "games") for path in (ROOT / app).rglob("*.py")]
    importing = [
        path.relative_to(ROOT).as_posix() for path in files if "ratelimit" in path.read_text(encoding="utf-8")
    ]
    assert importing == ["portal/web/rate_limits.py"]
