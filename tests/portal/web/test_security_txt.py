"""Where a weakness is reported (RFC 9116)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

ADDRESS = "/.well-known/security.txt"


def test_who_has_said_where_has_the_file(settings: Any) -> None:
    settings.SECURITY_CONTACT = ["mailto:security@qiyuan.example", "https://qiyuan.example/report"]
    settings.PUBLIC_URL = "https://qiyuan.example"
    answer = Client().get(ADDRESS)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    assert lines[:2] == [
        "Contact: mailto:security@qiyuan.example",
        "Contact: https://qiyuan.example/report",
    ]
    assert lines[3:] == ["Preferred-Languages: en, zh, vi", f"Canonical: https://qiyuan.example{ADDRESS}", ""]
    expires = datetime.fromisoformat(lines[2].removeprefix("Expires: "))
    assert timedelta(days=100) < expires - datetime.now(tz=UTC) < timedelta(days=365)


@pytest.mark.django_db
def test_who_has_not_has_none(settings: Any) -> None:
    settings.SECURITY_CONTACT = []
    assert Client().get(ADDRESS).status_code == 404
