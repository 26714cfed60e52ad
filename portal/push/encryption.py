"""What a message says, for its device alone (RFC 8291): the push service between reads none of it."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode
from binascii import Error

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

MOST = 2048
"""Bytes of what is said; push services take 4096 encrypted (RFC 8030, 7.2)."""
POINT, SECRET = 65, 16
"""Bytes of a device's public key, and of what it shares with us."""


class BadKeyError(ValueError):
    """A key of a device that is none."""


def encrypted(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    private: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a message, ``aes128gcm``. ``private`` and ``salt`` are fresh for each, but in tests. Raises
    `BadKeyError`."""
    point, secret = checked_keys(p256dh, auth)
    if len(text) > MOST:
        raise ValueError(f"{len(text)} bytes in a notification")
    body: bytes = http_ece.encrypt(
        text,
        salt=salt or os.urandom(16),
        private_key=private or ec.generate_private_key(ec.SECP256R1()),
        dh=point,
        auth_secret=secret,
        version="aes128gcm",
    )
    return body


def checked_keys(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """A device's point on the curve and its secret. Raises `BadKeyError`."""
    point, secret = _bytes(p256dh), _bytes(auth)
    if len(point) != POINT or len(secret) != SECRET:
        raise BadKeyError("the length of a key")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise BadKeyError("a point beside the curve") from None
    return point, secret


def _bytes(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (Error, UnicodeEncodeError, ValueError):
        raise BadKeyError("not base64url") from None
