"""Whether a backup was made by this site and is as it was.

Digests find accidents; a signature finds forgers. It is made with the site's key, and an earlier key in
``SECRET_KEY_FALLBACKS`` still vouches for what it has signed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.core.signing import Signer


def signature_of(digest: str) -> str:
    """HMAC-SHA256 of a manifest's digest, which holds those of all members."""
    return _signer().signature(digest)


def is_ours(digest: str, signature: object) -> bool:
    from django.core.signing import BadSignature

    try:
        _signer().unsign(f"{digest}:{signature}")
    except BadSignature:
        return False
    return True


def _signer() -> Signer:
    # Where a backup is only looked through there is no framework.
    from django.core.signing import Signer

    return Signer(salt="qiyuan.backup", algorithm="sha256")
