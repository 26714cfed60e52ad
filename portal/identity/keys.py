"""Keep the keys with which this site signs who somebody is (RS256, which every client must know)."""

from __future__ import annotations

from datetime import timedelta

from allauth.idp.oidc.models import PrivateKey
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.db import transaction
from django.utils import timezone

from portal.identity.models import IdentityKey

BITS = 2048
# How long a key that signs no more is published: clients keep what they have read for an hour.
READABLE_FOR = timedelta(days=1)


def signing_keys() -> list[PrivateKey]:
    """Give those of this site that are not over, made when the first is needed, in one query."""
    now = timezone.now()
    rows = [row for row in IdentityKey.objects.all() if row.ends_at is None or row.ends_at > now]
    if not any(row.ends_at is None for row in rows):
        # Two processes that find none at once make one row: the first has its number.
        rows = [
            IdentityKey.objects.get_or_create(pk=_next_number(), defaults={"private": _fresh()})[0],
            *rows,
        ]
    return [PrivateKey(pem=row.private, issued_at=row.made_at, expires_at=row.ends_at) for row in rows]


def renew_signing_key() -> None:
    """Let another key sign from now on; those before it are readable for a day more."""
    with transaction.atomic():
        IdentityKey.objects.filter(ends_at=None).update(ends_at=timezone.now() + READABLE_FOR)
        IdentityKey.objects.create(pk=_next_number(), private=_fresh())


def _next_number() -> int:
    last = IdentityKey.objects.order_by("-pk").values_list("pk", flat=True).first()
    return (last or 0) + 1


def _fresh() -> str:
    private = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
