"""``/.well-known/qiyuan-keys.json``: the public keys of kept files."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from portal.kept.signing import archive_keys
from portal.published.renderers import FOR_ALL_SITES

KEPT_FOR = 3600


@require_safe
def public_keys(request: HttpRequest) -> HttpResponse:
    """List the keys, the newest first, on every host of the site."""
    rows = [
        {"algorithm": "Ed25519", "key": key.public.hex(), "fingerprint": key.fingerprint}
        for key in archive_keys()
    ]
    answer = JsonResponse({"site": settings.PUBLIC_URL, "keys": rows}, headers=FOR_ALL_SITES)
    patch_cache_control(answer, public=True, max_age=KEPT_FOR)
    return answer
