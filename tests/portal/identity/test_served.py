"""The three grants over the network, by authlib; and what only shows once a transaction is over."""

from __future__ import annotations

from typing import Any

import pytest
from authlib.integrations.base_client.errors import OAuthError
from django.core.cache import cache

from portal.accounts.models import User
from portal.identity import devices
from portal.identity.registered import AppKind
from tests import factories
from tests.portal.identity.clients import DEVICE, VERIFIER, Person, Site, app, csrf, session_of
from tournaments.models import Membership, Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def site(live_server: Any, settings: Any) -> Site:
    settings.PUBLIC_URL = live_server.url
    cache.clear()
    return Site(live_server.url)


def test_code_by_itself_and_by_device(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "INTERVAL", 0)
    bob = User.objects.create_user("bob")
    Membership.objects.create(event=factories.make_event(slug="cup"), user=bob, role=Role.CHIEF_REFEREE)
    endpoint = site.metadata["token_endpoint"]
    # A code, which opens once: used again, it also ends what it had opened.
    website = app(bob)
    person = Person(site, bob)
    query = {
        "authorization_response": person.allows(website, "openid read results"),
        "code_verifier": VERIFIER,
    }
    token = session_of(website, site).fetch_token(endpoint, **query)
    assert site.claims(token["id_token"], website)["iss"] == site.address
    assert site.asks(token["access_token"]).json()["user"] == "bob"
    with pytest.raises(OAuthError, match="invalid_grant"):
        session_of(website, site).fetch_token(endpoint, **query)
    assert site.asks(token["access_token"]).status_code == 401
    # A program by itself.
    program = app(bob, AppKind.SERVER, ("read", "results"))
    alone = session_of(program, site).fetch_token(endpoint, grant_type="client_credentials")
    assert site.asks(alone["access_token"]).json()["scopes"] == ["read", "results"]
    # A device.
    clock = app(bob, AppKind.DEVICE, ("read", "results"))
    query = {"client_id": clock.pk, "scope": "read results"}
    begun = site.web.post(site.metadata["device_authorization_endpoint"], query).json()
    page = person.opens(begun["verification_uri_complete"])
    sent = {"code": begun["user_code"], **csrf(page)}
    typed = person.browser.post(page.url, sent, headers={"Referer": page.url})
    assert "The device is connected" in person.presses(typed, "answer", "allow").text
    polled = {"device_code": begun["device_code"], "client_id": clock.pk}
    got = session_of(clock, site).fetch_token(endpoint, grant_type=DEVICE, **polled)
    assert site.asks(got["access_token"]).json()["scopes"] == ["read", "results"]
    # Taken back on the account's page: nothing of it opens any more.
    page = person.opens(f"{site.address}/en/account/connected/")
    assert page.text.count("Hall board") >= 1
    to = f"{site.address}/en/account/connected/{clock.pk}/revoke/"
    person.browser.post(to, csrf(page), headers={"Referer": page.url})
    assert site.asks(got["access_token"]).status_code == 401
