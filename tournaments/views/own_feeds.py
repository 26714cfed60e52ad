"""A player's own calendar and feed, for programs that follow them by an address of their own."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from portal.web.languages import WordlessResponse
from tournaments.models import Entry, Section
from tournaments.pages.own_feeds import own_calendar, own_feed
from tournaments.queries.own_feeds import feed_link


def _answer(secret: str, kind: str, write: Callable[[Entry], str]) -> HttpResponse:
    """Gone with the private link. Raises Http404."""
    link = feed_link(secret)
    if link is None or link.entry.section.state == Section.State.DRAFT:
        raise Http404
    if link.revoked_at is not None:
        response: HttpResponse = WordlessResponse(status=410)
    else:
        response = HttpResponse(write(link.entry), content_type=f"{kind}; charset=utf-8")
    patch_cache_control(response, private=True, no_cache=True)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def own_calendar_file(_request: HttpRequest, secret: str) -> HttpResponse:
    response = _answer(secret, "text/calendar", lambda entry: own_calendar(entry, _language()))
    if response.status_code == 200:
        response["Content-Disposition"] = 'inline; filename="rounds.ics"'
    return response


@require_safe
def own_feed_file(request: HttpRequest, secret: str) -> HttpResponse:
    address = f"{settings.PUBLIC_URL}{request.path}"
    return _answer(secret, "application/atom+xml", lambda entry: own_feed(entry, _language(), address))


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


PUBLIC = [
    path("c/<slug:secret>/rounds.ics", own_calendar_file, name="own_calendar"),
    path("c/<slug:secret>/feed.atom", own_feed_file, name="own_feed"),
]
