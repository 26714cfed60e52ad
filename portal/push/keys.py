"""The key by which push services know this site (VAPID, RFC 8292)."""

from __future__ import annotations

import time
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from email.utils import parseaddr

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from django.conf import settings
from django.db import transaction

from portal.push.models import PushDevice, PushKey

# Seconds for which a token holds; 24 hours are the most (RFC 8292, 2).
HOLDS = 12 * 3600


@dataclass(frozen=True, slots=True)
class SiteKey:
    private: ec.EllipticCurvePrivateKey
    # As browsers want it, base64url of the uncompressed point.
    public: str

    def authorization(self, origin: str) -> str:
        """The header for messages to one push service, as ``https://push.example``."""
        about = {"aud": origin, "exp": int(time.time()) + HOLDS, "sub": contact()}
        return f"vapid t={jwt.encode(about, self.private, algorithm='ES256')}, k={self.public}"


def contact() -> str:
    """Say whom a push service may write to about this site."""
    # Some take no address without https.
    if settings.SECURE:
        return settings.PUBLIC_URL
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def site_key() -> SiteKey:
    """Give the key of this site, made when it is first needed, in one query."""
    row = PushKey.objects.first() or PushKey.objects.get_or_create(pk=1, defaults={"private": _fresh()})[0]
    private = load_pem_private_key(row.private.encode(), None)
    if not isinstance(private, ec.EllipticCurvePrivateKey):
        raise TypeError("a key for push services that is not of P-256")
    return SiteKey(private, base64url(public_point(private)))


def renew_key() -> int:
    """Make another key, and forget all devices; return how many."""
    with transaction.atomic():
        # Letters need no key.
        # Their push services take messages under the old key alone.
        devices = PushDevice.objects.exclude(endpoint__startswith="mailto:")
        count = devices.count()
        devices.delete()
        PushKey.objects.all().delete()
        PushKey.objects.create(pk=1, private=_fresh())
    return count


def public_point(private: ec.EllipticCurvePrivateKey) -> bytes:
    """Give the uncompressed point, 65 bytes."""
    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def base64url(raw: bytes) -> str:
    """Without padding, as everything of Web Push is written."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _fresh() -> str:
    private = ec.generate_private_key(ec.SECP256R1())
    return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
