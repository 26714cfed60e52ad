"""Two who redeem the same thing at the same moment: one gets tokens."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.idp.oidc.internal.oauthlib.request_validator import OAuthLibRequestValidator
from allauth.idp.oidc.models import Client, Token
from django.core.cache import cache
from django.test import Client as Browser

from portal.accounts.models import User
from portal.identity import devices
from portal.identity.granted import token_digest
from portal.identity.registered import AppKind
from tests import factories
from tests.portal.identity.clients import DEVICE, app
from tests.races import gate, together, without_locks
from tournaments.models import Membership, Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
SECRET = "renews once"


@pytest.fixture
def bob() -> User:
    cache.clear()
    bob = User.objects.create_user("bob")
    Membership.objects.create(event=factories.make_event(slug="cup"), user=bob, role=Role.CHIEF_REFEREE)
    return bob


def ask(sent: dict[str, str]) -> Any:
    return lambda: Browser().post("/identity/token", sent).status_code


def allowed_device(bob: User) -> dict[str, str]:
    clock = app(bob, AppKind.DEVICE, ("read",))
    devices.begin(clock, device_code="device", user_code="ABCD-EFGH", scopes=["read"])
    devices.answer_device(typed="abcdefgh", allow=True, by=bob)
    return {"grant_type": DEVICE, "device_code": "device", "client_id": clock.pk}


def renewal(bob: User) -> dict[str, str]:
    program = app(bob, AppKind.PROGRAM, ("read",))
    token = Token(client=program, user=bob, type=Token.Type.REFRESH_TOKEN, hash=token_digest(SECRET))
    token.set_scopes(["read"])
    token.save()
    return {
        "grant_type": Client.GrantType.REFRESH_TOKEN,
        "refresh_token": SECRET,
        "client_id": program.pk,
    }


@pytest.mark.parametrize("locked", [False, True])
def test_a_device_code_opens_once(bob: User, monkeypatch: pytest.MonkeyPatch, locked: bool) -> None:
    sent = allowed_device(bob)
    monkeypatch.setattr(devices, "INTERVAL", 0)
    gate(monkeypatch, devices, "lookup_public_client")
    if not locked:
        without_locks(monkeypatch)
        gate(monkeypatch, devices, "get_validator_context")
    got = sorted(map(str, together(ask(sent), ask(sent))))
    tokens = Token.objects.filter(type=Token.Type.ACCESS_TOKEN).count()
    # Without the lock both find the row, and the second breaks on what the first has taken away.
    assert (got == ["200", "400"], tokens) == (locked, 1)


@pytest.mark.parametrize("locked", [False, True])
def test_a_renewal_renews_once(bob: User, monkeypatch: pytest.MonkeyPatch, locked: bool) -> None:
    sent = renewal(bob)
    if not locked:
        without_locks(monkeypatch)
        gate(monkeypatch, OAuthLibRequestValidator, "validate_refresh_token")
    got = sorted(map(str, together(ask(sent), ask(sent))))
    tokens = Token.objects.filter(type=Token.Type.ACCESS_TOKEN).count()
    assert (got, tokens) == ((["200", "400"], 1) if locked else (["200", "200"], 2))
