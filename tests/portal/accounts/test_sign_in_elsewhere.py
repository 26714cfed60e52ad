"""Signing in with an account elsewhere, against a provider on this machine: who gets in, and who must not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from portal.accounts.models import User
from portal.accounts.providers import read_providers
from portal.journal.models import JournalEntry
from tests.portal.accounts.openid_provider import OpenIdProvider, openid_provider
from tests.working import compute

PASSWORD = "seven green bottles"
SUB = {"sub": "4711"}
HERE = "http://testserver"


@pytest.fixture
def elsewhere(db: None, settings: Any) -> Iterator[OpenIdProvider]:
    cache.clear()
    with openid_provider() as provider:
        _apps, settings.SOCIALACCOUNT_PROVIDERS = read_providers(provider.settings())
        yield provider


@pytest.fixture
def greta(db: None) -> User:
    return User.objects.create_user("greta", "greta@example.org", PASSWORD)


def confirmed(user: User) -> None:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def vouched(email: str = "greta@example.org", *, verified: bool = True) -> dict[str, Any]:
    return {**SUB, "email": email, "email_verified": verified, "name": "Greta Secret"}


def goes(client: Client, language: str = "en", **more: str) -> Any:
    """There and back; the page on which it ends."""
    sent = {"next": f"/{language}/desk/", **more}
    left = client.post("/sign-in/with/elsewhere/", sent, HTTP_ACCEPT_LANGUAGE="en")
    match = re.search(r'href="(http://127[^"]+)"', left.content.decode())
    if match is None:
        return client.get(left["Location"])
    assert left.headers["Refresh"] == f"0;url={unescape(match[1])}"
    back = requests.get(unescape(match[1]), allow_redirects=False, timeout=10).headers["Location"]
    assert back.startswith(f"{HERE}/sign-in/oidc/elsewhere/login/callback/?")
    return client.get(back.removeprefix(HERE), follow=True, HTTP_ACCEPT_LANGUAGE="en")


def who(client: Client) -> str:
    key = client.get("/en/account/sender/").json()["person"]
    return User.objects.get(pk=key).username if key else ""


@pytest.mark.slow
def test_a_confirmed_address_joins_the_two_and_nothing_of_the_person_is_kept(
    elsewhere: OpenIdProvider, greta: User
) -> None:
    confirmed(greta)
    elsewhere.person = vouched("Greta@Example.org")
    client = Client()
    assert "Sign in with Elsewhere" in client.get("/en/account/login/").content.decode()
    assert goes(client).request["PATH_INFO"] == "/en/desk/"
    assert who(client) == "greta"
    [joined] = SocialAccount.objects.all()
    assert (joined.user, joined.uid, joined.extra_data) == (greta, "4711", {})
    assert [entry.act for entry in JournalEntry.objects.all()] == ["join_sign_in"]
    assert "Secret" not in str(list(JournalEntry.objects.values()))
    # From now on by its number: the address may be another one.
    elsewhere.person = vouched("other@example.org", verified=False)
    again = Client()
    goes(again)
    assert who(again) == "greta"
    joined.refresh_from_db()
    assert joined.extra_data == {}
    greta.refresh_from_db()
    assert greta.has_usable_password()


@pytest.mark.slow
@pytest.mark.parametrize("case", ["written down", "not vouched for", "of two", "closed", "another"])
def test_no_other_address_joins_anything(elsewhere: OpenIdProvider, greta: User, case: str) -> None:
    elsewhere.person = vouched(verified=case != "not vouched for")
    if case != "written down":
        confirmed(greta)
    if case == "of two":
        # Confirmed once, and since then another address is the account's.
        User.objects.filter(pk=greta.pk).update(email="elsewhere@example.org")
    if case == "closed":
        User.objects.filter(pk=greta.pk).update(is_active=False)
    if case == "another":
        elsewhere.person = vouched("mallory@example.org")
    client = Client()
    page = goes(client, "zh-hans").content.decode()
    assert who(client) == ""
    assert not SocialAccount.objects.exists()
    # Told in the language of the page that they came from.
    assert "本站没有账号与它关联" in page
    assert User.objects.count() == 1


@pytest.mark.slow
def test_the_second_factor_is_asked_for_all_the_same(
    elsewhere: OpenIdProvider, greta: User, settings: Any
) -> None:
    confirmed(greta)
    elsewhere.person = vouched()
    Authenticator.objects.create(
        user=greta, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DPEHPK3PXP"}
    )
    client = Client()
    assert goes(client).request["PATH_INFO"] == "/en/account/factor/sign-in/"
    assert who(client) == ""
    # An administrator who has none yet sets one up before anything else.
    Authenticator.objects.all().delete()
    User.objects.filter(pk=greta.pk).update(is_superuser=True)
    settings.SECOND_FACTOR_FOR_ADMINS = True
    assert goes(Client()).request["PATH_INFO"] == "/en/account/factor/"


@pytest.mark.slow
@pytest.mark.parametrize(
    "forged",
    [{"iss": "https://evil.example"}, {"aud": "another"}, {"exp": 1}, {"sub": ""}],
)
def test_a_token_that_is_not_for_this_site_opens_nothing(
    elsewhere: OpenIdProvider, greta: User, forged: dict[str, Any]
) -> None:
    confirmed(greta)
    elsewhere.person, elsewhere.forged = vouched(), forged
    if forged == {"sub": ""}:
        elsewhere.person = {**vouched(), "sub": ""}
    client = Client(raise_request_exception=False)
    page = goes(client)
    assert who(client) == ""
    assert page.status_code == 200
    assert "did not work" in page.content.decode()


@pytest.mark.slow
def test_who_declines_there_a_provider_that_is_silent_and_an_answer_to_nobody(
    elsewhere: OpenIdProvider, greta: User
) -> None:
    elsewhere.person, elsewhere.denies = vouched(), True
    assert "did not work" in goes(Client()).content.decode()
    forged = Client().get("/sign-in/oidc/elsewhere/login/callback/?code=code-1&state=x", follow=True)
    assert "did not work" in forged.content.decode()
    elsewhere.silent = True
    assert "did not work" in goes(Client()).content.decode()


@pytest.mark.slow
def test_the_owner_connects_and_disconnects(elsewhere: OpenIdProvider, greta: User) -> None:
    client = Client()
    client.force_login(greta)
    elsewhere.person = vouched("anything@example.org", verified=False)
    page = goes(client, process="connect", next="/en/account/connected/").content.decode()
    assert "Connected. From now on you can sign in with it." in page
    joined = SocialAccount.objects.get(user=greta)
    other = User.objects.create_user("other", password=PASSWORD)
    theirs = Client()
    theirs.force_login(other)
    page = goes(theirs, process="connect", next="/en/account/connected/").content.decode()
    assert "is connected to another account here" in page
    assert theirs.post(f"/en/account/connected/{joined.pk}/part/").status_code == 404
    client.post(f"/en/account/connected/{joined.pk}/part/")
    assert not SocialAccount.objects.exists()
    acts = list(JournalEntry.objects.order_by("pk").values_list("act", flat=True))
    assert acts == ["join_sign_in", "part_sign_in"]


def test_without_a_password_the_last_one_stays(db: None) -> None:
    user = User.objects.create_user("only-elsewhere")
    joined = SocialAccount.objects.create(user=user, provider="elsewhere", uid="1")
    client = Client()
    client.force_login(user)
    page = client.post(f"/en/account/connected/{joined.pk}/part/", follow=True).content.decode()
    assert "Set a password first" in page
    assert SocialAccount.objects.exists()


@pytest.mark.slow
def test_a_letter_confirms_the_address(greta: User, settings: Any) -> None:
    settings.EMAIL_URL, settings.EMAIL_BACKEND = "memory", "django.core.mail.backends.locmem.EmailBackend"
    client = Client()
    client.force_login(greta)
    assert client.post("/en/account/address/", {"email": "nowhere"}).status_code == 422
    client.post("/en/account/address/", {"email": "New@Example.org"})
    compute()
    [letter] = mail.outbox
    assert letter.to == ["new@example.org"]
    match = re.search(r"/en/account/address/[^\s]+", str(letter.body))
    assert match is not None
    mallory = Client()
    mallory.force_login(User.objects.create_user("mallory"))
    assert mallory.post(match[0]).status_code == 409
    # Looking at it does nothing: programs that look into letters open links.
    assert client.get(match[0]).status_code == 200
    assert not EmailAddress.objects.exists()
    client.post(match[0])
    client.post(match[0])
    greta.refresh_from_db()
    assert greta.email == "new@example.org"
    assert EmailAddress.objects.get().verified
    assert [entry.act for entry in JournalEntry.objects.all()] == ["confirm_address"]
    assert client.get(match[0].replace("address/", "address/x")).status_code == 404


@pytest.mark.slow
def test_an_address_is_one_account_s(greta: User, settings: Any) -> None:
    settings.EMAIL_URL, settings.EMAIL_BACKEND = "memory", "django.core.mail.backends.locmem.EmailBackend"
    confirmed(greta)
    other = User.objects.create_user("other")
    client = Client()
    client.force_login(other)
    client.post("/en/account/address/", {"email": greta.email})
    compute()
    match = re.search(r"/en/account/address/[^\s]+", str(mail.outbox[0].body))
    assert match is not None
    assert "already confirmed" in client.post(match[0]).content.decode()
    assert EmailAddress.objects.get().user == greta


@pytest.mark.parametrize(
    "wrong",
    [
        {"Big": {"server": "https://x.example", "client_id": "a"}},
        {"x": {"client_id": "a"}},
        {"x": {"server": "https://x.example"}},
        {"x": {"server": "https://x.example", "client_id": "a", "sercet": "hunter2"}},
        {"x": {"provider": "nobody", "client_id": "a"}},
        {"x": {"provider": "../x", "client_id": "a"}},
        {"x": {"provider": "google", "client_id": "a"}, "y": {"provider": "google", "client_id": "b"}},
        {"x": "https://x.example"},
    ],
)
def test_settings_that_say_no_provider_are_refused_without_their_secret(wrong: dict[str, Any]) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        read_providers(wrong)
    assert "hunter2" not in str(refused.value)


def test_a_provider_of_the_library() -> None:
    apps, by_kind = read_providers({"g": {"provider": "google", "client_id": "a", "label": "Google"}})
    assert apps[-1] == "allauth.socialaccount.providers.google"
    assert by_kind["google"]["APPS"][0]["name"] == "Google"
