"""Read signed messages by the rules by which ours are sent (Standard Webhooks, ``portal.webhooks.work``)."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping

from portal.payments.provider import BadMessageError
from portal.webhooks.work import signature

# Figures of a time: of more no number is made, for hundreds are none that can be reckoned with.
LONGEST_TIME = 12
# Seconds by which the clocks may differ and a message may travel: whoever has caught one cannot send it again
# later.
TOLERANCE = 300


def check_signature(headers: Mapping[str, str], body: bytes, secrets: Iterable[str], *, now: float) -> None:
    """Check a message by any of the ``secrets``; raise `BadMessageError`."""
    uid, at, given_signatures = (
        headers.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature")
    )
    if not (at.isascii() and at.isdecimal() and len(at) <= LONGEST_TIME) or abs(now - int(at)) > TOLERANCE:
        raise BadMessageError("the time of the message is missing or too far away")
    # More than one while one is replaced by another.
    right = [signature(secret, uid, int(at), body).encode() for secret in secrets]
    if not any(
        hmac.compare_digest(signature.encode(), each)
        for signature in given_signatures.split()
        for each in right
    ):
        raise BadMessageError("the signature does not match")
