"""Encrypt a message for its device alone (RFC 8291): the push service between reads none of it."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode
from binascii import Error

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

# Bytes of what is said; push services take 4096 encrypted (RFC 8030, 7.2).
MOST = 2048
# Bytes of a device's public key, and of what it shares with us.
POINT, SECRET = 65, 16
# Bytes: the whole message is one record (RFC 8291, 4).
RECORD = 4096


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
    """Write the body of a message, ``aes128gcm``; raise `BadKeyError`."""
    point, secret = checked_keys(p256dh, auth)
    if len(text) > MOST:
        raise ValueError(f"{len(text)} bytes in a notification")
    # Both are fresh for each, but in tests.
    private = private or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    device = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    sender = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    # RFC 8291, 3.4: what both ends can compute, and nobody between them.
    shared = private.exchange(ec.ECDH(), device)
    keying = _derived(secret, shared, b"WebPush: info\x00" + point + sender, 32)
    # RFC 8188, 2.2 and 2.3. The first record is the only one, so the nonce is not counted on.
    key = _derived(salt, keying, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(salt, keying, b"Content-Encoding: nonce\x00", 12)
    # RFC 8188, 2: the delimiter of the last record; 2.1: salt, size of a record, and the sender's key.
    header = salt + RECORD.to_bytes(4) + len(sender).to_bytes(1) + sender
    return header + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256 (RFC 5869)."""
    return HKDF(SHA256(), length, salt, info).derive(secret)


def checked_keys(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """Read a device's point on the curve and its secret; raise `BadKeyError`."""
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
