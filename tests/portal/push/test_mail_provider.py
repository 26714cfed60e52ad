"""Mail through a provider's own interface, against a copy of Postmark's on this machine: what it takes, what
it refuses, and what it reports afterwards."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.checks import run_checks
from django.test import Client

from portal.push import mail_provider
from portal.push.models import PushDevice, PushMessage, SuppressedAddress
from tests.portal.push.postmark_copy import PostmarkCopy, bounce, postmark_copy
from tests.portal.push.things import ALICE, ask, say

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("thing_topics")]
REPORTS = "/api/mail/"
SECRET = "reports:of bounces"


@pytest.fixture
def provider(settings) -> Iterator[PostmarkCopy]:
    mail_provider._tracking.cache_clear()
    with postmark_copy() as copy:
        settings.MAIL_PROVIDER, settings.SENDS_MAIL = "postmark", True
        settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
        settings.ANYMAIL = {
            "POSTMARK_SERVER_TOKEN": "token",
            "POSTMARK_API_URL": copy.address,
            "WEBHOOK_SECRET": SECRET,
        }
        yield copy
    mail_provider._tracking.cache_clear()


def follows(address: str) -> None:
    ask(address)
    PushDevice.objects.get(endpoint__iendswith=address).subscriptions.update(confirmed=True)


def report(about: Any, secret: str = SECRET) -> int:
    headers = {"authorization": f"Basic {b64encode(secret.encode()).decode()}"}
    body = about if isinstance(about, str) else json.dumps(about)
    return Client().post(REPORTS, body, content_type="application/json", headers=headers).status_code


@pytest.mark.slow
def test_letters_go_through_the_provider_with_what_a_list_needs(provider: PostmarkCopy) -> None:
    follows(ALICE)
    say("urgent", "Table 7")
    assert [letter["Subject"] for letter in provider.letters[1:]] == ["Table 7"]
    headers = {header["Name"]: header["Value"] for header in provider.letters[-1]["Headers"]}
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["Message-ID"].startswith("<notice-")
    assert headers["X-PM-KeepID"] == "true"
    assert set(provider.tokens) == {"token"}
    assert PushMessage.objects.get().state == "sent"


def test_what_the_provider_refuses_for_good_ends_what_is_followed(provider: PostmarkCopy) -> None:
    follows(ALICE)
    provider.inactive.add("Alice@example.org")
    say("urgent", "Table 7")
    assert not PushDevice.objects.exists()
    assert SuppressedAddress.objects.get().why == "bounce"


def test_a_provider_that_fails_is_asked_again(provider: PostmarkCopy) -> None:
    follows(ALICE)
    provider.silent = True
    say("urgent", "Table 7")
    message = PushMessage.objects.get()
    assert (message.state, message.attempts) == ("waiting", 1)


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("HardBounce", "bounce"),
        ("SpamComplaint", "complaint"),
        ("Unsubscribe", "wish"),
        ("BadEmailAddress", "bounce"),
        ("Transient", None),
        ("AutoResponder", None),
        ("DMARCPolicy", None),
    ],
)
def test_what_the_provider_reports_ends_what_is_followed(
    provider: PostmarkCopy, kind: str, why: str | None
) -> None:
    follows(ALICE)
    assert report(bounce("alice@EXAMPLE.org", kind)) == 200
    # It is told again where the answer was lost.
    assert report(bounce("alice@EXAMPLE.org", kind)) == 200
    assert list(SuppressedAddress.objects.values_list("why", flat=True)) == [why][: why is not None]
    assert PushDevice.objects.exists() == (why is None)
    assert not SuppressedAddress.objects.filter(digest__icontains="alice").exists()


@pytest.mark.slow
def test_who_does_not_know_the_secret_ends_nothing(provider: PostmarkCopy, settings) -> None:
    follows(ALICE)
    assert report(bounce(ALICE), "reports:guessed") == 400
    assert Client().post(REPORTS, bounce(ALICE), content_type="application/json").status_code == 400
    for nonsense in ("", "{", "[]", "null", '{"RecordType": 7}', '{"RecordType": "Bounce"}', "[" * 5000):
        assert report(nonsense) in (200, 400), nonsense
    # Without a secret anybody could: nothing is taken.
    settings.ANYMAIL = {**settings.ANYMAIL, "WEBHOOK_SECRET": ""}
    mail_provider._tracking.cache_clear()
    assert report(bounce(ALICE)) == 404
    settings.MAIL_PROVIDER = ""
    assert report(bounce(ALICE)) == 404
    assert not SuppressedAddress.objects.exists()


def test_a_provider_that_cannot_be_used_is_refused_at_the_start(provider: PostmarkCopy, settings) -> None:
    assert "qiyuan.E006" not in {message.id for message in run_checks()}
    settings.ANYMAIL = {}
    assert "qiyuan.E006" in {message.id for message in run_checks()}
    settings.MAIL_PROVIDER = "pigeons"
    settings.EMAIL_BACKEND = "anymail.backends.pigeons.EmailBackend"
    assert "qiyuan.E006" in {message.id for message in run_checks()}
    assert report(bounce(ALICE)) == 404
