"""Hand what a provider tells to whoever keeps the accounts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from portal.payments.merchants import Merchant
from portal.payments.provider import PaymentNotification

# Gets the merchant's name; whether the payment is one of its. When it returns all is kept for good, and what
# was told before changes nothing.
Receiver = Callable[[str, PaymentNotification], bool]
_receivers: list[Receiver] = []


def register_receiver(receiver: Receiver) -> None:
    """Called in ``AppConfig.ready()``."""
    _receivers.append(receiver)


def receive(merchant: Merchant, headers: Mapping[str, str], body: bytes) -> bool:
    """Say whether somebody knows the payment, or it is about none; raise `BadMessageError`."""
    notification = merchant.provider.read(headers, body, now=time.time())
    return notification is None or any(receiver(merchant.name, notification) for receiver in _receivers)
