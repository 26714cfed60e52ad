"""Who is kept out of the crowd: devices, sessions and tokens that have proved to be somebody's."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from portal.accounts import proved
from portal.accounts.devices import COOKIE
from portal.accounts.models import User
from portal.accounts.proved import GOOD_FOR, MOST, Proofs
from tests.portal.api.callers import Caller

pytestmark = pytest.mark.django_db
PASSWORD = "seven green bottles"


@pytest.fixture
def greta(db: None) -> User:
    return User.objects.create_user("greta", password=PASSWORD)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Proofs:
    """What this process has seen, in the test alone."""
    proofs = Proofs()
    for module in ("portal.accounts.proved", "portal.api.authentication"):
        monkeypatch.setattr(f"{module}.proofs", proofs)
    return proofs


def cookie(client: Client, name: str) -> dict[str, str]:
    return {"HTTP_COOKIE": f"theme=dark; {name}={client.cookies[name].value}"}


def bearer(secret: str) -> dict[str, str]:
    return {"HTTP_AUTHORIZATION": f"Bearer {secret}"}


def test_a_device_is_a_proof_to_every_process(greta: User) -> None:
    client = Client()
    client.post("/en/account/login/", {"login": "greta", "password": PASSWORD})
    header = cookie(client, COOKIE)
    assert Proofs().proof(header) == Proofs().proof(header) is not None
    last = header["HTTP_COOKIE"][-1]
    forged = header["HTTP_COOKIE"][:-1] + ("a" if last != "a" else "b")
    assert Proofs().proof({"HTTP_COOKIE": forged}) is None


def test_a_session_is_one_while_somebody_is_signed_in(greta: User, seen: Proofs) -> None:
    client = Client()
    client.force_login(greta)
    header = cookie(client, settings.SESSION_COOKIE_NAME)
    assert seen.proof(header) is None
    client.get("/en/desk/")
    assert seen.proof(header) is not None
    # The account is switched off; the session's cookie is still the same.
    User.objects.filter(pk=greta.pk).update(is_active=False)
    client.get("/en/desk/")
    assert seen.proof(header) is None


def test_the_session_of_somebody_who_is_not_signed_in_is_none(seen: Proofs) -> None:
    client = Client()
    # What was sent waits in a session.
    client.post("/en/desk/-/new-event/", {"name": "X"})
    assert seen.proof(cookie(client, settings.SESSION_COOKIE_NAME)) is None


@pytest.mark.parametrize(
    "end",
    [
        lambda token: setattr(token, "revoked_at", timezone.now()),
        lambda token: setattr(token, "expires_at", timezone.now() - timedelta(hours=1)),
    ],
)
def test_a_token_is_one_while_it_is_valid(greta: User, seen: Proofs, end: Any) -> None:
    caller = Caller(greta)
    header = bearer(caller.made.secret)
    assert seen.proof(header) is None
    assert caller.get("/api/v1/me").status_code == 200
    assert seen.proof(header) is not None
    end(caller.made.token)
    caller.made.token.save()
    assert caller.get("/api/v1/me").status_code == 401
    assert seen.proof(header) is None


def test_a_proof_ends_by_itself_and_those_unseen_for_longest_make_room() -> None:
    at = [0.0]
    proofs = Proofs(lambda: at[0])
    proofs.note("old")
    at[0] = GOOD_FOR - 1
    assert proofs.proof(bearer("old")) is not None
    at[0] = GOOD_FOR
    assert proofs.proof(bearer("old")) is None
    for number in range(MOST):
        proofs.note(str(number))
    proofs.note("0")
    proofs.note("new")
    assert [proofs.proof(bearer(secret)) is None for secret in ("0", "1", "2", "new")] == [
        False,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer ", "Basic abc", "Bearer \udcff"])
def test_what_is_no_token_is_no_proof(authorization: str) -> None:
    assert proved.proofs.proof({"HTTP_AUTHORIZATION": authorization}) is None
