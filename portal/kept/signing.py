"""Sign kept files with a key that is made of the site's secret key."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from portal.kept import check

FOR = b"qiyuan: kept events, Ed25519, 1"


# Who restores the site has the key again, and nothing more has to be kept or handed from machine to machine.
@dataclass(frozen=True, slots=True)
class SigningKey:
    private: Ed25519PrivateKey

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        digits: str = check.fingerprint(self.public)
        return digits

    def sign(self, message: bytes) -> bytes:
        return self.private.sign(message)


def archive_keys() -> list[SigningKey]:
    """List that of now, then those of earlier secret keys: what they have signed still holds."""
    return [_key_of(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def _key_of(secret: str) -> SigningKey:
    return SigningKey(Ed25519PrivateKey.from_private_bytes(hmac.digest(secret.encode(), FOR, sha256)))
