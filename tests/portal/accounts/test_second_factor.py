"""Signing in: the second factor from its set-up to a lost phone, who must have one, limits, plain HTTP."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from django.urls import reverse

from portal.accounts.models import User
from tests.browser.site import Site
from tests.portal.api.callers import Caller
from tests.world import ValidClient

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
def no_limit_from_before() -> None:
    cache.clear()


def make_user(name: str = "dave", **more: Any) -> User:
    return User.objects.create_user(name, password=PASSWORD, **more)


def sign_in(client: ValidClient, name: str = "dave", password: str = PASSWORD, **more: Any) -> Any:
    return client.post(reverse("account_login"), {"login": name, "password": password}, follow=True, **more)


def code_of(secret: str) -> str:
    """What the app shows now."""
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def set_up_app(client: ValidClient) -> str:
    """The app's key, once its code was accepted."""
    response = client.get(reverse("mfa_activate_totp"))
    assert response["Location"].startswith(reverse("account_reauthenticate"))
    assert b"Confirm it is you" in client.get(response["Location"]).content
    page = client.post(response["Location"], {"password": PASSWORD}, follow=True).content.decode()
    match = re.search(r'<code class="key">([A-Z2-7]+)</code>', page)
    assert match is not None
    answer = client.post(reverse("mfa_activate_totp"), {"code": code_of(match[1])}, follow=True)
    assert answer.status_code == 200
    return match[1]


@pytest.mark.slow
def test_an_app_its_codes_and_a_lost_phone() -> None:
    make_user()
    client = ValidClient()
    assert b"My events" in sign_in(client).content
    secret = set_up_app(client)
    codes = re.findall(
        r"<code>(\d{8})</code>", client.get(reverse("mfa_view_recovery_codes")).content.decode()
    )
    assert len(codes) == 10
    # From now on a password is half of it.
    other = ValidClient()
    half = sign_in(other)
    assert half.redirect_chain[-1][0] == reverse("mfa_authenticate")
    assert other.get(reverse("desk")).status_code == 302
    wrong = other.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert b"This code is not right" in wrong.content
    cache.clear()
    assert other.post(reverse("mfa_authenticate"), {"code": codes[0]}).status_code == 302
    assert other.get(reverse("desk")).status_code == 200
    # A recovery code opens once.
    third = ValidClient()
    sign_in(third)
    assert b"This code is not right" in third.post(reverse("mfa_authenticate"), {"code": codes[0]}).content
    assert Authenticator.objects.filter(user__username="dave").count() == 2
    for name in ("mfa_index", "mfa_deactivate_totp", "mfa_generate_recovery_codes"):
        assert client.get(reverse(name)).status_code == 200, name
    client.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.filter(user__username="dave", type="totp").exists()
    assert secret


@pytest.mark.slow
def test_an_administrator_must_have_one(settings: Any) -> None:
    settings.SECOND_FACTOR_FOR_ADMINS = True
    ada = make_user("ada", is_superuser=True, is_staff=True)
    client, program = ValidClient(), Caller(ada, "read")
    answer = sign_in(client, "ada")
    assert answer.redirect_chain[-1][0] == reverse("mfa_index")
    assert b"must use two-factor authentication" in answer.content
    assert client.get(reverse("admin:index"))["Location"] == reverse("mfa_index")
    assert client.get(reverse("home")).status_code == 200
    refused = program.get("/api/v1/me")
    assert (refused.status_code, refused.json()["code"]) == (403, "second-factor")
    set_up_app(client)
    assert program.get("/api/v1/me").status_code == 200
    assert client.get(reverse("desk")).status_code == 200
    # Everybody else is only told that it is a good thing.
    make_user()
    assert b"My events" in sign_in(ValidClient()).content


def test_who_has_no_password_sets_one() -> None:
    """An account whose password was made unusable, signed in another way."""
    user = make_user()
    user.set_unusable_password()
    user.save()
    client = ValidClient()
    client.force_login(user)
    answer = client.get(reverse("account_change_password"), follow=True)
    assert b"Your account has no password" in answer.content
    new = {"password1": "another long one", "password2": "another long one"}
    assert client.post(reverse("account_set_password"), new, follow=True).status_code == 200
    user.refresh_from_db()
    assert user.check_password("another long one")
    # Nor does such an account open to any password.
    assert b"My events" not in sign_in(ValidClient(), password="!").content


def test_a_closed_account_is_told_nothing_more() -> None:
    make_user(is_active=False)
    answer = sign_in(ValidClient())
    assert answer.status_code == 200
    assert b"My events" not in answer.content


@pytest.mark.slow
def test_so_many_attempts_and_no_more() -> None:
    """Ten thousand requests to the sign-in: all but the first few are turned away before a password is looked
    at, and another person of the same hall still gets in."""
    make_user()
    make_user("carol")
    client = ValidClient()
    collected = [sign_in(client, password=f"guess {n}").status_code for n in range(12)]
    assert collected[:10] == [200] * 10
    shut_out = sign_in(client)
    assert b"My events" not in shut_out.content
    assert b"Too many attempts in a short time" in shut_out.content
    assert b"My events" in sign_in(ValidClient(), "carol").content
    assert b"My events" not in sign_in(ValidClient()).content
    flood = [
        ValidClient().post(reverse("account_login"), {"login": f"n{n}", "password": "x"}) for n in range(310)
    ]
    assert flood[-1].status_code == 429
    assert b"Too many attempts" in flood[-1].content
    assert sum(answer.status_code == 200 for answer in flood) < 300


ASK = """
import django, json
django.setup()
from django.conf import settings
from django.core.checks import run_checks
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import translation
translation.activate("en")
def known(name):
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""
scheme = "https" if settings.SECURE else "http"
client = Client(headers={"host": settings.ALLOWED_HOSTS[0], "x-forwarded-proto": scheme})
page = client.get(reverse("account_login"), secure=settings.SECURE)
print(json.dumps({
    "status": page.status_code,
    "cookies": {name: bool(cookie["secure"]) for name, cookie in page.cookies.items()},
    "passkey": b"passkey_login" in page.content,
    "banner": b"not encrypted" in page.content,
    "keys": known("mfa_add_webauthn"),
    "errors": [found.id for found in run_checks(include_deployment_checks=True) if found.level >= 40],
}))
"""


def fetch_json(folder: Path, url: str) -> dict[str, Any]:
    """What an installation at ``url`` says about itself."""
    site = Site(folder, 0)
    site.install("ready")
    environment = {
        **site.environment,
        "PUBLIC_URL": url,
        "DJANGO_SETTINGS_MODULE": "tests.portal.accounts.plain_static",
        "SECRET_KEY": "0123456789" * 6,
        "PAYMENT_STAND_IN": "false",
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    reading: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return reading


@pytest.mark.long
def test_a_hall_without_tls_and_a_public_site(tmp_path: Path) -> None:
    hall = fetch_json(tmp_path / "hall", "http://192.168.7.5:8000")
    assert hall == {
        "status": 200,
        "cookies": {"csrf": False},
        "passkey": False,
        "banner": True,
        "keys": "",
        "errors": ["qiyuan.E001"],
    }
    public = fetch_json(tmp_path / "public", "https://go.example.org")
    assert public == {
        "status": 200,
        "cookies": {"__Host-csrf": True},
        "passkey": True,
        "banner": False,
        "keys": "/en/account/factor/keys/add/",
        "errors": [],
    }
