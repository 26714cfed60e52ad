"""Send mail through a provider that is asked over HTTP (``MAIL_PROVIDER``, by django-anymail), and read
its reports."""

from __future__ import annotations

import logging
import smtplib
from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from portal.push.models import SuppressedAddress
from portal.push.suppressed import suppress
from portal.web.languages import WordlessResponse

logger = logging.getLogger(__name__)

# By kind of event, as anymail calls them; what is deferred may still arrive.
WHY = {
    "bounced": SuppressedAddress.Why.BOUNCE,
    "complained": SuppressedAddress.Why.COMPLAINT,
    "unsubscribed": SuppressedAddress.Why.WISH,
}
# By reason of what the provider did not even try, because of what was before.
REJECTED = {
    "invalid": SuppressedAddress.Why.BOUNCE,
    "bounced": SuppressedAddress.Why.BOUNCE,
    "spam": SuppressedAddress.Why.COMPLAINT,
    "unsubscribed": SuppressedAddress.Why.WISH,
}


# Who bounced, complained or wants no more is notified no more (``docs/guide/notifications.md``).
@csrf_exempt
@require_http_methods(["HEAD", "POST"])
def mail_event(request: HttpRequest) -> HttpResponse:
    """Keep what was reported: 200; 400 for what is unsigned or unreadable; 404 where there is no provider."""
    view = _tracking() if settings.MAIL_PROVIDER else None
    if view is None:
        return WordlessResponse(status=404)
    try:
        view(request)
    except (SuspiciousOperation, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        logger.warning("A report of the mail provider was refused: %s.", type(error).__name__)
        # So that the provider tells it again.
        return WordlessResponse(status=400)
    return WordlessResponse(status=200)


@cache
def _tracking() -> Any:
    """Find anymail's own view of the provider's reports; None where anybody could send them."""
    from anymail.signals import tracking

    for name in ("tracking/", ""):
        try:
            view: Any = resolve(f"/{settings.MAIL_PROVIDER}/{name}", "anymail.urls").func
        except Resolver404:
            continue
        tracking.connect(_reported, dispatch_uid=__name__)
        is_signed = not view.view_class.warn_if_no_basic_auth
        return view if is_signed or settings.ANYMAIL.get("WEBHOOK_SECRET") else None
    return None


def _reported(event: Any, **_more: Any) -> None:
    why = REJECTED.get(event.reject_reason) if event.event_type == "rejected" else WHY.get(event.event_type)
    if why is not None and event.recipient:
        suppress(event.recipient, why)


def headers_for_provider() -> dict[str, str]:
    # Without it the provider would write a Message-ID of its own: a letter that is sent again would be
    # another.
    return {"X-PM-KeepID": "true"} if settings.MAIL_PROVIDER == "postmark" else {}


def refuses_for_good(failure: Exception) -> bool:
    """Say whether an address will not be written to later either: the server, or the provider, said so."""
    if isinstance(failure, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _text in failure.recipients.values()]
        return bool(codes) and all(500 <= code < 600 for code in codes)
    if settings.MAIL_PROVIDER:
        from anymail.exceptions import AnymailRecipientsRefused

        return isinstance(failure, AnymailRecipientsRefused)
    return False


def provider_errors() -> tuple[type[Exception], ...]:
    """With what sending through the provider fails, beside what any connection does."""
    if not settings.MAIL_PROVIDER:
        return ()
    from anymail.exceptions import AnymailError

    return (AnymailError,)
