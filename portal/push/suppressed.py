"""Keep addresses that get no more letters: who wished so, whose address bounced, who complained."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from hashlib import sha256

from django.db import transaction

from portal.push.models import PushDevice, SuppressedAddress
from portal.push.notices import MAILTO


def suppress(address: str, why: str) -> None:
    """Write to an address no more."""
    with transaction.atomic():
        # As a digest: to know it again, not to read it.
        SuppressedAddress.objects.get_or_create(digest=_folded_digest(address), defaults={"why": why})
        PushDevice.objects.filter(endpoint__iexact=f"{MAILTO}{address}").delete()


def allow(address: str) -> bool:
    """Take an address from the list of those that get nothing; say whether it stood there."""
    return bool(SuppressedAddress.objects.filter(digest=_folded_digest(address)).delete()[0])


def is_suppressed(address: str) -> bool:
    return SuppressedAddress.objects.filter(digest=_folded_digest(address)).exists()


def suppressed_among(addresses: Collection[str]) -> set[str]:
    by_digest: defaultdict[str, set[str]] = defaultdict(set)
    for address in addresses:
        by_digest[_folded_digest(address)].add(address)
    digests = list(by_digest)
    suppressed: set[str] = set()
    for begin in range(0, len(digests), 500):
        rows = SuppressedAddress.objects.filter(digest__in=digests[begin : begin + 500])
        suppressed.update(*(by_digest[digest] for digest in rows.values_list("digest", flat=True)))
    return suppressed


def _folded_digest(address: str) -> str:
    # Without the site's key: whoever changes that would write again to all who asked for silence.
    return sha256(f"suppressed {address.casefold()}".encode()).hexdigest()
