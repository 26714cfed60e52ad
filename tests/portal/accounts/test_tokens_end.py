"""Access tokens end with the password under which they were made, and with the account."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import Client

from portal.accounts.models import User
from portal.accounts.tokens import CLOSED, PASSWORD, end_tokens, make_token
from portal.journal.models import JournalEntry
from tests.world import ValidClient

pytestmark = pytest.mark.django_db
OLD, NEW = "right right right", "better better better"
CHANGE = "/en/account/password/"


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("bob", password=OLD)


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("admin", password=OLD, is_staff=True))
    return client


def secret(user: User, *, days: int = 7) -> str:
    return make_token(by=user, name="Board", scopes=["read"], days=days).secret


def status_and_body(token: str) -> tuple[int, str]:
    answer = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.json().get("code", "")


def ended() -> list[tuple[str, Any]]:
    """By whom, and what the journal says."""
    entries = JournalEntry.objects.filter(act="end_tokens").order_by("pk")
    return [(entry.by.username if entry.by else "", entry.after) for entry in entries]


def test_changing_ones_password_says_so_before_and_ends_all_tokens(bob: User) -> None:
    client = ValidClient()
    client.force_login(bob)
    assert "access token" not in client.get(CHANGE).content.decode()
    first, other = secret(bob), secret(bob)
    stranger = secret(User.objects.create_user("carol"))
    assert "revokes your 2 access tokens" in client.get(CHANGE).content.decode()
    wrong = client.post(CHANGE, {"oldpassword": "guess", "password1": NEW, "password2": NEW})
    assert (wrong.status_code, status_and_body(first)[0]) == (200, 200)
    done = client.post(CHANGE, {"oldpassword": OLD, "password1": NEW, "password2": NEW})
    assert done.status_code == 302
    assert status_and_body(first) == status_and_body(other) == (401, "revoked-token")
    assert status_and_body(stranger)[0] == 200
    numbers = sorted(bob.tokens.values_list("pk", flat=True))
    assert ended() == [("bob", {"tokens": numbers, "reason": PASSWORD})]


def test_a_password_that_an_administrator_sets_ends_them(bob: User, admin: Client) -> None:
    token = secret(bob)
    address = f"/en/admin/portal/user/{bob.pk}/password/"
    sent = {"password1": NEW, "password2": "another one", "usable_password": "true"}
    admin.post(address, sent)
    assert (status_and_body(token)[0], ended()) == (200, [])
    assert admin.post(address, sent | {"password2": NEW}).status_code == 302
    assert status_and_body(token) == (401, "revoked-token")
    assert [by for by, _ in ended()] == ["admin"]


def test_a_password_that_is_set_at_the_command_line_ends_them(
    bob: User, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    token = secret(bob)
    monkeypatch.setattr("getpass.getpass", lambda prompt="": NEW)
    call_command("changepassword", "bob")
    assert "Access tokens revoked: 1" in capsys.readouterr().out
    assert status_and_body(token) == (401, "revoked-token")
    assert [by for by, _ in ended()] == [""]


def test_an_account_that_is_closed_and_opened_again_has_none(bob: User, admin: Client) -> None:
    token = secret(bob)
    address = f"/en/admin/portal/user/{bob.pk}/change/"
    fields = {"username": "bob", "first_name": "B."}
    assert admin.post(address, fields | {"is_active": "on"}).status_code == 302
    assert (status_and_body(token)[0], ended()) == (200, [])
    assert admin.post(address, fields).status_code == 302
    assert status_and_body(token) == (401, "unknown-token")
    admin.post(address, fields | {"is_active": "on"})
    assert status_and_body(token) == (401, "revoked-token")
    assert [(by, after["reason"]) for by, after in ended()] == [("admin", CLOSED)]


def test_where_none_is_valid_nothing_is_written(bob: User) -> None:
    secret(bob)
    assert len(end_tokens(user=bob, by=bob, reason=PASSWORD)) == 1
    assert end_tokens(user=bob, by=bob, reason=PASSWORD) == []
    assert len(ended()) == 1


def test_an_account_that_is_closed_meanwhile_makes_none(bob: User) -> None:
    """The request had come before."""
    User.objects.filter(pk=bob.pk).update(is_active=False)
    with pytest.raises(PermissionDenied):
        make_token(by=bob, name="late", scopes=["read"], days=7)
    assert not bob.tokens.filter(name="late").exists()
