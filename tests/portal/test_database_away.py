"""While the database is away, whoever asks is told to ask again, and the log has one line for it."""

from __future__ import annotations

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from portal.accounts.models import User
from portal.published.front import RETRY_AFTER

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("cause", [OperationalError, InterfaceError])
@pytest.mark.parametrize("path", ["/en/desk/", "/en/account/login/", "/en/p/0123456789abcdefghjkmnpqrs/"])
def test_pages_say_so(path: str, cause: type[Exception], caplog: pytest.LogCaptureFixture) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_user("alice"))

    def refuse(*_: object) -> None:
        raise cause("connection failed: Connection refused")

    with connection.execute_wrapper(refuse):
        answer = client.get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, str(RETRY_AFTER))
    assert answer["Cache-Control"] == "no-store"
    assert answer["Content-Security-Policy"]
    assert "busy" in answer.content.decode()
    lines = [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]
    assert [record.getMessage() for record in lines] == [
        "The database is away: connection failed: Connection refused"
    ]
    assert not any(record.exc_info for record in lines)


def test_programs_get_a_problem() -> None:
    def refuse(*_: object) -> None:
        raise OperationalError("the connection is closed")

    with connection.execute_wrapper(refuse):
        answer = Client(raise_request_exception=False).get(
            "/api/v1/me", headers={"Authorization": "Bearer qiyuan_x"}
        )
    assert (answer.status_code, answer.json()["code"]) == (503, "away")
    assert answer["Retry-After"]
