"""Take no money: a page of ours on which one presses *Pay*, for tests and demonstrations on this machine
alone."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from portal.payments.provider import (
    BadMessageError,
    PaymentNotification,
    PaymentOutcome,
    PaymentRequest,
    Provider,
    Refund,
)
from portal.payments.signatures import check_signature
from portal.webhooks.work import PREFIX, headers

NAME = "stand-in"
WORDS = _("Stand-in (no money moves)")
SALT = "qiyuan.payment-stand-in"


def is_on() -> bool:
    # Also where the system checks were not asked: never where others reach the site.
    return bool(settings.PAYMENT_STAND_IN and settings.ON_THIS_MACHINE)


class StandIn(Provider):
    def __init__(self, options: Mapping[str, str]) -> None:
        secret = salted_hmac(SALT, NAME, algorithm="sha256").digest()
        self._secret = PREFIX + b64encode(secret).decode()

    def start(self, request: PaymentRequest) -> str:
        token = signing.Signer(salt=SALT).sign_object(asdict(request), compress=True)
        with translation.override(request.language):
            return f"{settings.PUBLIC_URL}{reverse('stand_in', args=[token])}"

    def read(self, headers: Mapping[str, str], body: bytes, *, now: float) -> PaymentNotification | None:
        check_signature(headers, body, [self._secret], now=now)
        try:
            payload = json.loads(body)
            return PaymentNotification(**{**payload, "outcome": PaymentOutcome(payload["outcome"])})
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise BadMessageError("the message cannot be read") from error

    def refund(self, refund: Refund) -> str:
        return f"{NAME}_{refund.key}"

    def message(self, notification: PaymentNotification, *, now: int) -> tuple[dict[str, str], bytes]:
        """Its headers and its body, as a provider sends them."""
        body = json.dumps(asdict(notification)).encode()
        return headers(self._secret, f"{notification.payment}-{notification.outcome}", now, body), body


def asked_of(token: str) -> PaymentRequest:
    """Read the payment of an address that `StandIn.start` gave out; raise `signing.BadSignature`."""
    values: dict[str, Any] = signing.Signer(salt=SALT).unsign_object(token)
    return PaymentRequest(**values)
