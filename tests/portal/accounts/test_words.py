"""Signing in and the second factor say what is wrong in our words, in each language of the site."""

from __future__ import annotations

import html
import re

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation

from portal.accounts.models import User
from tests.world import ValidClient

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"
REFUSALS = re.compile(
    r'<ul class="errorlist[^>]*>(.*?)</ul>|<div class="notice notice-bad"[^>]*>(.*?)</div>', re.S
)


@pytest.fixture(autouse=True)
def no_limit_from_before() -> None:
    cache.clear()


def errors_of(client: ValidClient, name: str, **typed: str) -> list[str]:
    """What the page says of what was typed."""
    page = client.post(reverse(name), typed).content.decode()
    return [
        html.unescape(re.sub(r"<[^>]+>", "", "".join(matches))).strip() for matches in REFUSALS.findall(page)
    ]


def all_told() -> dict[str, list[str]]:
    """By what was wrong, in the reader's language."""
    user = User.objects.create_user("dave", password=PASSWORD)
    values = {"password": errors_of(ValidClient(), "account_login", login="dave", password="wrong")}
    values["nothing"] = errors_of(ValidClient(), "account_login")
    TOTP.activate(user, generate_totp_secret())
    half = ValidClient()
    half.post(reverse("account_login"), {"login": "dave", "password": PASSWORD})
    values["code"] = errors_of(half, "mfa_authenticate", code="晚上好")
    values["no code"] = errors_of(half, "mfa_authenticate", code="")
    whole = ValidClient()
    whole.force_login(user)
    values["again"] = errors_of(whole, "account_reauthenticate", password="wrong")
    values["code again"] = errors_of(whole, "mfa_reauthenticate", code="123")
    values["old password"] = errors_of(
        whole, "account_change_password", oldpassword="x", password1="a long enough one", password2="another"
    )
    return values


def test_in_our_words() -> None:
    assert all_told() == {
        "password": ["The username or the password is not right. Type both again."],
        "nothing": ["“Username” is empty. Fill it in.", "“Password” is empty. Fill it in."],
        "code": ["This code is not right, or it has expired. Type the one that the app shows now."],
        "no code": ["“Security code” is empty. Fill it in."],
        "again": ["The password is not right. Type it again."],
        "code again": ["This code is not right, or it has expired. Type the one that the app shows now."],
        "old password": [
            "The current password is not right. Type it again.",
            "You must type the same password each time.",
        ],
    }


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != "en"])
def test_in_the_readers_language(language: str) -> None:
    with translation.override(language):
        result = all_told()
    ours = {words for answer in result.values() for words in answer}
    assert len(ours) >= 7
    assert not [text for text in ours if re.search(r"\b(is|the|not|again|Type)\b", text)]
