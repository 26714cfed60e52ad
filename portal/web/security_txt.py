"""Say where a weakness of this site is reported: ``/.well-known/security.txt`` (RFC 9116)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from portal.web.languages import WordlessResponse

# Less than a year (RFC 9116 2.5.5): a file that was copied somewhere ends.
GOOD_FOR = timedelta(days=180)
KEPT_FOR = 24 * 3600


# Only who says so in ``SECURITY_CONTACT`` has one: an address that nobody reads would be worse than none.
@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """On every host of the site."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    day = datetime.now(tz=UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        *(f"Contact: {contact}" for contact in settings.SECURITY_CONTACT),
        f"Expires: {(day + GOOD_FOR).isoformat().replace('+00:00', 'Z')}",
        "Preferred-Languages: en, zh, vi",
        f"Canonical: {settings.PUBLIC_URL}/.well-known/security.txt",
    ]
    answer = WordlessResponse("\r\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
    patch_cache_control(answer, public=True, max_age=KEPT_FOR)
    return answer
