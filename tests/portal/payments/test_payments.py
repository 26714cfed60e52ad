"""Messages of payment providers and how they are signed, the stand-in, and what the settings name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse

from portal.checks import payments
from portal.payments.merchants import merchants
from portal.payments.provider import BadMessageError, PaymentRequest
from portal.payments.signatures import TOLERANCE, check_signature
from portal.payments.stand_in import NAME, StandIn
from portal.webhooks.work import PREFIX, headers

SECRET, NEWER = f"{PREFIX}c2VjcmV0", f"{PREFIX}bmV3ZXI="
NOW = 1_800_000_000
NOTIFICATION = {"key": "k", "payment": "p", "outcome": "paid", "amount": 100, "currency": "EUR"}
PAYMENT_REQUEST = PaymentRequest(
    key="k",
    amount=100,
    currency="EUR",
    reference="RF18539007547034",
    words="Entry fee",
    language="en",
    back="http://127.0.0.1:8000/en/pay/k/",
    notify_url="http://127.0.0.1:8000/api/payments/stand-in/",
)


def test_signed_by_either_secret() -> None:
    signed = headers(NEWER, "m", NOW, b"{}")
    check_signature(signed, b"{}", [SECRET, NEWER], now=NOW + TOLERANCE)


@pytest.mark.parametrize(
    ("change", "body", "now"),
    [
        ({}, b"{ }", NOW),
        ({}, b"{}", NOW + TOLERANCE + 1),
        ({}, b"{}", NOW - TOLERANCE - 1),
        ({"webhook-id": "other"}, b"{}", NOW),
        ({"webhook-timestamp": str(NOW + 1)}, b"{}", NOW),
        ({"webhook-timestamp": "soon"}, b"{}", NOW),
        ({"webhook-timestamp": ""}, b"{}", NOW),
        ({"webhook-timestamp": "9" * 400}, b"{}", NOW),
        ({"webhook-timestamp": "9" * 5000}, b"{}", NOW),
        ({"webhook-signature": ""}, b"{}", NOW),
        ({"webhook-signature": "v1,é"}, b"{}", NOW),
    ],
)
def test_not_signed(change: dict[str, str], body: bytes, now: int) -> None:
    with pytest.raises(BadMessageError):
        check_signature({**headers(SECRET, "m", NOW, b"{}"), **change}, body, [SECRET], now=now)


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"[]", b"{}", b'{"key": "k", "outcome": "stolen"}', b'{"outcome": []}'),
        *(b"[" * 200_000, b"\xff", b"9" * 10_000, b'{"outcome": "paid"}'),
        *(
            json.dumps({**NOTIFICATION, name: value}).encode()
            for name in NOTIFICATION
            for value in (
                None,
                7,
                -1,
                True,
                1.5,
                10**30,
                [],
                ["paid"],
                {},
                "",
                "x" * 200,
                "\0",
                "a\nb",
                "\ud800",
            )
            if (name, value) != ("amount", 7)
        ),
    ],
)
def test_signed_but_not_to_be_read(body: bytes) -> None:
    provider = StandIn({})
    signed = headers(provider._secret, "m", NOW, body)
    with pytest.raises(BadMessageError):
        provider.read(signed, body, now=NOW)


@pytest.mark.django_db
def test_the_stand_in_only_where_it_is_switched_on(settings: Any) -> None:
    address = StandIn({}).start(PAYMENT_REQUEST).removeprefix(settings.PUBLIC_URL)
    assert "Entry fee" in Client().get(address).content.decode()
    assert Client().post(address, {"outcome": "stolen"}).status_code == 422
    assert Client().get(f"{address[:-4]}x/").status_code == 404
    assert not payments(None)
    settings.PAYMENT_STAND_IN = False
    assert (NAME in merchants(), Client().get(address).status_code) == (False, 404)
    settings.PAYMENT_STAND_IN, settings.ON_THIS_MACHINE = True, False
    assert (NAME in merchants(), Client().get(address).status_code) == (False, 404)
    assert Client().post(reverse("payment_told", args=[NAME])).status_code == 404
    assert [payment.id for payment in payments(None)] == ["qiyuan.E003"]


@pytest.mark.parametrize(
    "options",
    [
        {"club": {"provider": "no.such.Provider", "secret": "hush"}},
        {"club": {"secret": "hush"}},
        {"club": {"provider": "tests.portal.payments.test_payments.Picky", "secret": "hush"}},
        {"Club": {"provider": "portal.payments.stand_in.StandIn"}},
        {NAME: {"provider": "portal.payments.stand_in.StandIn"}},
    ],
)
def test_settings_that_cannot_be(settings: Any, options: dict[str, Any]) -> None:
    settings.PAYMENT_PROVIDERS = options
    with pytest.raises(ImproperlyConfigured) as caught:
        merchants()
    assert "hush" not in str(caught.value)
    assert [payment.id for payment in payments(None)] == ["qiyuan.E004"]


class Picky(StandIn):
    def __init__(self, options: Any) -> None:
        raise ValueError(options["secret"])


def test_a_merchant_prints_no_secret(settings: Any) -> None:
    settings.PAYMENT_PROVIDERS = {
        "club": {"provider": "portal.payments.stand_in.StandIn", "label": "Card", "secret": "hush"}
    }
    result = merchants()["club"]
    assert (result.label, result.organisation) == ("Card", "")
    assert "hush" not in repr(result)
    assert "provider" not in repr(result)
