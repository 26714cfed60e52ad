"""An OpenID client of another hand goes through every grant over HTTP; and what it must not get."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.idp.oidc.models import Token
from authlib.integrations.base_client.errors import OAuthError
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.utils import timezone

from portal.accounts.models import User
from portal.accounts.tokens import CLOSED, end_tokens
from portal.identity import devices
from portal.identity.keys import renew_signing_key
from portal.identity.models import DeviceGrant
from portal.identity.registered import AppKind
from portal.journal.models import JournalEntry
from tests import factories
from tests.portal.identity.clients import BACK, DEVICE, VERIFIER, Person, Site, app, csrf, part, session_of
from tournaments.models import Membership, Role

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def site(django: WSGIHandler, settings: Any) -> Site:
    """In this process: what is refused."""
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    cache.clear()
    return Site(settings.PUBLIC_URL, django)


@pytest.fixture
def bob(db: None) -> User:
    """A chief referee."""
    bob = User.objects.create_user("bob", "bob@example.org", "seven green bottles", first_name="Bob")
    event = factories.make_event(slug="cup")
    Membership.objects.create(event=event, user=bob, role=Role.CHIEF_REFEREE)
    return bob


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("admin")


@pytest.mark.parametrize("kind", [AppKind.WEBSITE, AppKind.PROGRAM])
def test_a_code_with_pkce_signs_in_acts_is_renewed_and_revoked(
    site: Site, admin: User, bob: User, kind: AppKind
) -> None:
    client = app(admin, kind)
    back = Person(site, bob).allows(client, "openid profile read", nonce="n-1", state="s-1")
    assert back.startswith(f"{BACK}?")
    assert part(back, "state") == "s-1"
    session = session_of(client, site)
    token = session.fetch_token(
        site.metadata["token_endpoint"], authorization_response=back, state="s-1", code_verifier=VERIFIER
    )
    claims = site.claims(token["id_token"], client, "n-1")
    info = site.web.get(
        site.metadata["userinfo_endpoint"],
        headers={"Authorization": f"Bearer {token['access_token']}"},
    ).json()
    assert (claims["preferred_username"], info["sub"], info["name"]) == ("bob", claims["sub"], "Bob")
    me = site.asks(token["access_token"]).json()
    assert (me["user"], sorted(me["scopes"])) == ("bob", ["openid", "profile", "read"])
    [allowed] = JournalEntry.objects.filter(act="allow_app")
    assert (allowed.by, allowed.after["app"]) == (bob, client.pk)
    renewed = session.refresh_token(site.metadata["token_endpoint"])
    assert site.asks(renewed["access_token"]).status_code == 200
    # The former renewal is used up.
    with pytest.raises(OAuthError, match="invalid_grant"):
        session_of(client, site).refresh_token(site.metadata["token_endpoint"], token["refresh_token"])
    session.revoke_token(site.metadata["revocation_endpoint"], renewed["refresh_token"])
    assert site.asks(renewed["access_token"]).status_code == 401


def asking(admin: User) -> dict[str, str]:
    """What an app that is registered asks for in its address."""
    return {
        "client_id": app(admin).pk,
        "redirect_uri": BACK,
        "response_type": "code",
        "scope": "openid",
        "code_challenge": "x" * 43,
        "code_challenge_method": "S256",
    }


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"redirect_uri": "https://evil.example/back"}, "redirect"),
        ({"redirect_uri": f"{BACK}/further"}, "redirect"),
        ({"client_id": "app-000000000000"}, "client"),
    ],
)
def test_an_address_that_is_not_registered_leads_nowhere_and_is_told(
    site: Site, admin: User, bob: User, changed: dict[str, str], reason: str
) -> None:
    query = asking(admin) | changed
    page = Person(site, bob).opens(site.metadata["authorization_endpoint"], params=query)
    assert page.url.startswith(f"{site.address}/en/identity/authorize/")
    assert "This app cannot sign you in" in page.text
    assert reason in page.text


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"scope": "openid site"}, "invalid_scope"),
        ({"scope": "openid everything"}, "invalid_scope"),
        ({"response_type": "token"}, "un"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
    ],
)
def test_what_an_app_may_not_ask_for_it_is_told(
    site: Site, admin: User, bob: User, changed: dict[str, str], error: str
) -> None:
    """A scope that is not its own, another flow than the code, no PKCE or a bare one."""
    query = asking(admin) | {"state": "s"} | changed
    person = Person(site, bob)
    led = person.opens(site.metadata["authorization_endpoint"], params=query, allow_redirects=False)
    answer = person.opens(f"{site.address}{led.headers['Location']}", allow_redirects=False)
    assert answer.headers["Location"].startswith(f"{BACK}?")
    assert part(answer.headers["Location"], "error").startswith(error)


def test_a_wrong_verifier_or_secret_opens_nothing(site: Site, admin: User, bob: User) -> None:
    client = app(admin)
    back = Person(site, bob).allows(client, "openid read")
    with pytest.raises(OAuthError, match="invalid_grant"):
        session_of(client, site).fetch_token(
            site.metadata["token_endpoint"], authorization_response=back, code_verifier="y" * 50
        )
    session = session_of(client, site)
    session.client_secret = "guessed"
    with pytest.raises(OAuthError, match="invalid_client"):
        session.fetch_token(
            site.metadata["token_endpoint"], authorization_response=back, code_verifier=VERIFIER
        )
    assert not Token.objects.filter(type=Token.Type.ACCESS_TOKEN).exists()


def test_a_scope_that_the_account_has_not_is_told_and_not_given(site: Site, admin: User, bob: User) -> None:
    """Bob is a referee and administers nothing."""
    client = app(admin, scopes=("openid", "results", "site"))
    person = Person(site, bob)
    address, _ = session_of(client, site, scope="openid results site").create_authorization_url(
        site.metadata["authorization_endpoint"], code_verifier=VERIFIER
    )
    page = person.opens(address)
    assert "Asked for, but not yours to give" in page.text
    assert "form-action 'self' https://app.example;" in page.headers["Content-Security-Policy"]
    # Nor if the form is written by hand.
    assert person.presses(page, "action", "grant", scopes=["results", "site"]).status_code == 200
    back = person.presses(page, "action", "grant").headers["Location"]
    token = session_of(client, site).fetch_token(
        site.metadata["token_endpoint"], authorization_response=back, code_verifier=VERIFIER
    )
    assert sorted(token["scope"].split()) == ["openid", "results"]
    # Who has none of it can only decline.
    visitor = User.objects.create_user("visitor")
    only = app(admin, scopes=("site",))
    address, _ = session_of(only, site, scope="site").create_authorization_url(
        site.metadata["authorization_endpoint"], code_verifier=VERIFIER
    )
    page = Person(site, visitor).opens(address)
    assert 'value="grant"' not in page.text


def test_who_declines_gives_nothing(site: Site, admin: User, bob: User) -> None:
    client = app(admin)
    person = Person(site, bob)
    address, _ = session_of(client, site, scope="openid").create_authorization_url(
        site.metadata["authorization_endpoint"], code_verifier=VERIFIER
    )
    back = person.presses(person.opens(address), "action", "cancel").headers["Location"]
    assert part(back, "error") == "access_denied"
    assert not Token.objects.exists()


def test_an_app_acts_by_itself_with_the_rights_of_who_answers_for_it(
    site: Site, admin: User, bob: User
) -> None:
    client = app(bob, AppKind.SERVER, ("read", "results"))
    session = session_of(client, site)
    token = session.fetch_token(site.metadata["token_endpoint"], grant_type="client_credentials")
    assert site.asks(token["access_token"]).json()["user"] == "bob"
    assert "refresh_token" not in token
    with pytest.raises(OAuthError, match="invalid_scope"):
        session.fetch_token(site.metadata["token_endpoint"], grant_type="client_credentials", scope="site")
    bob.is_active = False
    bob.save()
    assert site.asks(token["access_token"]).status_code == 401
    with pytest.raises(OAuthError, match="unauthorized_client"):
        session.fetch_token(site.metadata["token_endpoint"], grant_type="client_credentials")


def test_a_device_shows_a_code_and_a_person_allows_it(
    site: Site, admin: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "INTERVAL", 0)
    client = app(admin, AppKind.DEVICE, ("read", "results", "site"))
    session = session_of(client, site)
    query = {"client_id": client.pk, "scope": "read results site"}
    begun = site.web.post(site.metadata["device_authorization_endpoint"], query).json()
    assert begun["verification_uri"] == f"{site.address}/device"
    ask = {"grant_type": DEVICE, "device_code": begun["device_code"], "client_id": client.pk}

    def asks() -> dict[str, Any]:
        return site.web.post(site.metadata["token_endpoint"], ask).json()

    assert asks()["error"] == "authorization_pending"
    person = Person(site, bob)
    page = person.opens(begun["verification_uri_complete"])
    # The code is filled in, not taken: what follows needs the person's own press.
    assert f'value="{begun["user_code"]}"' in page.text
    assert "Hall board" not in page.text
    sent = {"code": begun["user_code"].lower().replace("-", " ")}
    typed = person.browser.post(page.url, {**sent, **csrf(page)}, headers={"Referer": page.url}, timeout=20)
    assert "“Hall board” wants to use your account" in typed.text
    assert "Asked for, but not yours to give" in typed.text
    assert "The device is connected" in person.presses(typed, "answer", "allow").text
    token = asks()
    assert sorted(token["scope"].split()) == ["read", "results"]
    assert site.asks(token["access_token"]).json()["user"] == "bob"
    assert asks()["error"] == "invalid_grant"
    session.token = token
    assert session.refresh_token(site.metadata["token_endpoint"], token["refresh_token"])["access_token"]


def test_a_device_that_is_denied_slow_late_or_not_one(
    site: Site, admin: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app(admin, AppKind.DEVICE, ("read",))

    def begin() -> dict[str, Any]:
        query = {"client_id": client.pk, "scope": "read"}
        return site.web.post(site.metadata["device_authorization_endpoint"], query).json()

    def ask(code: str) -> str:
        sent = {"grant_type": DEVICE, "device_code": code, "client_id": client.pk}
        return site.web.post(site.metadata["token_endpoint"], sent).json()["error"]

    begun = begin()
    assert [ask(begun["device_code"]), ask(begun["device_code"])] == ["authorization_pending", "slow_down"]
    monkeypatch.setattr(devices, "INTERVAL", 0)
    devices.answer_device(typed=begun["user_code"], allow=False, by=bob)
    assert ask(begun["device_code"]) == "access_denied"
    late = begin()
    DeviceGrant.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert devices.waiting_device(late["user_code"]) is None
    assert ask(late["device_code"]) == "expired_token"
    # Allowed, and the person dismissed before the device has query.
    dismissed = begin()
    devices.answer_device(typed=dismissed["user_code"], allow=True, by=bob)
    bob.is_active = False
    bob.save()
    assert ask(dismissed["device_code"]) == "access_denied"
    website = app(admin)
    sent = {"client_id": website.pk, "scope": "openid"}
    refused = site.web.post(site.metadata["device_authorization_endpoint"], sent)
    assert refused.status_code == 401


def test_of_who_was_dismissed_meanwhile_nothing_opens(site: Site, admin: User, bob: User) -> None:
    client = app(admin)
    back = Person(site, bob).allows(client, "openid read results")
    session = session_of(client, site)
    token = session.fetch_token(
        site.metadata["token_endpoint"], authorization_response=back, code_verifier=VERIFIER
    )
    there = "/api/v1/events/cup/sections"
    assert site.asks(token["access_token"]).status_code == 200
    # From the event: the token stays, and has no more than its owner.
    Membership.objects.all().delete()
    me = site.asks(token["access_token"]).json()
    assert me["roles"] == []
    # From the site: whatever it had is over, also once somebody lets the account in again.
    bob.is_active = False
    bob.save()
    end_tokens(user=bob, by=admin, reason=CLOSED)
    assert site.asks(token["access_token"], there).status_code in (401, 404)
    assert site.asks(token["access_token"]).status_code == 401
    with pytest.raises(OAuthError, match="invalid_grant"):
        session.refresh_token(site.metadata["token_endpoint"])
    bob.is_active = True
    bob.save()
    assert site.asks(token["access_token"]).status_code == 401


def test_a_code_of_who_was_dismissed_before_it_was_redeemed(site: Site, admin: User, bob: User) -> None:
    client = app(admin)
    back = Person(site, bob).allows(client, "openid read")
    bob.is_active = False
    bob.save()
    with pytest.raises(OAuthError):
        session_of(client, site).fetch_token(
            site.metadata["token_endpoint"], authorization_response=back, code_verifier=VERIFIER
        )


def test_another_key_signs_and_the_former_is_still_read(site: Site, admin: User, bob: User) -> None:
    client = app(admin)

    def signed() -> str:
        back = Person(site, bob).allows(client, "openid")
        return str(
            session_of(client, site).fetch_token(
                site.metadata["token_endpoint"], authorization_response=back, code_verifier=VERIFIER
            )["id_token"]
        )

    former = signed()
    renew_signing_key()
    fresh = signed()
    assert site.claims(former, client)["sub"] == site.claims(fresh, client)["sub"]
    assert former.split(".")[0] != fresh.split(".")[0]


def test_an_administrator_without_a_second_factor_allows_nothing(
    site: Site, admin: User, settings: Any
) -> None:
    client = app(admin)
    settings.SECOND_FACTOR_FOR_ADMINS = True
    address, _ = session_of(client, site, scope="openid").create_authorization_url(
        site.metadata["authorization_endpoint"], code_verifier=VERIFIER
    )
    assert Person(site, admin).opens(address).url == f"{site.address}/en/account/factor/"
