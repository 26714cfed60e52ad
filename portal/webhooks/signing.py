"""Signatures as the Standard Webhooks specification has them: HMAC-SHA256 over id, time and body.

``webhook-signature: v1,`` and the base64 of the HMAC of ``{id}.{time}.{body}``; the key is what follows
``whsec_`` in the secret, decoded. A receiver compares it, and refuses times that are minutes off.
"""

from __future__ import annotations

import hmac
from base64 import b64decode, b64encode
from hashlib import sha256

from django.conf import settings

PREFIX = "whsec_"


def secret_of(salt: str) -> str:
    """The secret of a webhook, as its receiver gets it. Another ``SECRET_KEY`` makes another one."""
    key = hmac.new(settings.SECRET_KEY.encode(), f"webhook {salt}".encode(), sha256).digest()
    return PREFIX + b64encode(key).decode()


def signature(secret: str, uid: str, at: int, body: bytes) -> str:
    """``at``: seconds since 1970."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{uid}.{at}.".encode() + body, sha256).digest()
    return f"v1,{b64encode(signed).decode()}"


def headers(secret: str, uid: str, at: int, body: bytes) -> dict[str, str]:
    """What a message carries."""
    return {
        "content-type": "application/json",
        "user-agent": "Qiyuan-Webhooks/1",
        "webhook-id": uid,
        "webhook-timestamp": str(at),
        "webhook-signature": signature(secret, uid, at, body),
    }
