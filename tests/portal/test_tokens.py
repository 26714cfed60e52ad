"""Access tokens on their page: made once, shown once, revoked."""

from __future__ import annotations

import re

from django.test import Client

from portal.accounts.models import AccessToken, User
from portal.accounts.tokens import MOST_TOKENS, make_token
from portal.journal.models import JournalEntry
from tests.world import ValidClient

PAGE = "/en/account/tokens/"
SENT = {"name": "Board", "scopes": ["results", "read"], "days": "30", "once": "tap-1"}


def signed_in(name: str = "alice") -> Client:
    client = ValidClient()
    client.force_login(User.objects.create_user(name))
    return client


def test_a_token_is_shown_once_and_kept_as_a_digest(db: None) -> None:
    client = signed_in()
    page = client.post(PAGE, SENT)
    [secret] = set(re.findall(r"qiyuan_[\w-]{43}", page.content.decode()))
    assert "no-store" in page["Cache-Control"]
    token = AccessToken.objects.get()
    assert token.scopes == ["read", "results"]
    assert secret not in str(token.__dict__)
    assert secret not in str(list(JournalEntry.objects.values()))
    again = client.post(PAGE, SENT).content.decode()
    assert AccessToken.objects.count() == 1
    assert secret not in again + client.get(PAGE).content.decode()
    api = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    assert api.json()["scopes"] == ["read", "results"]
    client.post(f"{PAGE}{token.pk}/revoke/")
    assert Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
    assert [entry.act for entry in JournalEntry.objects.order_by("pk")] == ["make_token", "revoke_token"]


def test_a_token_of_somebody_else_is_not_there(db: None) -> None:
    bob = User.objects.create_user("bob")
    token = make_token(by=bob, name="x", scopes=["read"], days=7).token
    assert signed_in().post(f"{PAGE}{token.pk}/revoke/").status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


def test_a_form_that_cannot_be_taken_says_why(db: None) -> None:
    client = signed_in()
    for change in ({"name": ""}, {"scopes": []}, {"scopes": ["everything"]}, {"days": "10000"}):
        assert client.post(PAGE, SENT | change).status_code == 422
    assert client.post(PAGE, SENT | {"name": "  "}).status_code == 422
    alice = User.objects.get(username="alice")
    for number in range(MOST_TOKENS):
        make_token(by=alice, name=str(number), scopes=["read"], days=7)
    full = client.post(PAGE, SENT)
    assert (full.status_code, AccessToken.objects.count()) == (409, MOST_TOKENS)
    assert "Revoke one first" in full.content.decode()
