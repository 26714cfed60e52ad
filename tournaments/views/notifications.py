"""Notifications on this device: of a player's own games behind the private link, of a section or an event for
everybody."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt

from portal import published
from portal.languages import WordlessResponse
from portal.push.keys import site_key
from portal.push.subscribing import BadSubscriptionError, Followed, follow, leave, topics_of
from portal.push.topics import topics_for
from tournaments.models import Event, Section
from tournaments.pages.notifications import (
    ENTRY_SCOPE,
    EVENT_SCOPE,
    SECTION_SCOPE,
    proof_of_link,
    scope_of_entry,
    under_event,
)
from tournaments.pages.paths import event_path, section_path
from tournaments.requests.private import LinkAccess, private

LONGEST = 8 * 1024


@csrf_exempt
def section_notifications(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """A section that everybody may read, or the page says that there is none."""
    row = Section.objects.select_related("event").filter(event__slug=event, slug=section).first()
    if row is None or not _is_public(section_path(row)):
        raise Http404
    followed = Followed(f"{SECTION_SCOPE}:{row.pk}", under_event(row.event_id))
    about = {"event": row.event, "section": row, "page_path": section_path(row)}
    return _answer(request, followed, "tournaments/public/notifications.html", about)


@csrf_exempt
def event_notifications(request: HttpRequest, event: str) -> HttpResponse:
    row = Event.objects.filter(slug=event).first()
    if row is None or not _is_public(event_path(row)):
        raise Http404
    followed = Followed(f"{EVENT_SCOPE}:{row.pk}", under_event(row.pk))
    about = {"event": row, "page_path": event_path(row)}
    return _answer(request, followed, "tournaments/public/notifications.html", about)


@private("GET", "POST")
def my_notifications(request: HttpRequest, access: LinkAccess) -> HttpResponse:
    entry = access.entry
    followed = Followed(
        scope_of_entry(entry.pk), under_event(access.section.event_id), proof_of_link(access.link.pk)
    )
    about = {
        "secret": access.secret,
        "event": access.section.event,
        "section": access.section,
        "entry": entry,
    }
    return _answer(request, followed, "tournaments/private/notifications.html", about)


def _is_public(page_path: str) -> bool:
    try:
        published.find(page_path)
    except (published.NotPublishedError, published.UnpublishedError):
        return False
    return True


def _answer(request: HttpRequest, followed: Followed, template: str, about: dict[str, Any]) -> HttpResponse:
    if request.method == "POST":
        return _changed(request, followed)
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
    context = {
        **about,
        "key": site_key().public,
        "scope": followed.scope,
        "topics": topics_for(followed.kind),
        "is_own": followed.kind == ENTRY_SCOPE,
    }
    response = render(request, template, context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _changed(request: HttpRequest, followed: Followed) -> HttpResponse:
    """What a browser asks for itself: ``do`` is ``ask``, ``follow`` or ``leave``. Nobody can forge it for
    another: who knows the address of a device at its push service is the device."""
    if (refused := ratelimit.consume_or_429(request, action="push")) is not None:
        return refused
    wanted = _wanted(request)
    act = _ACTS.get(wanted.get("do", "")) if isinstance(wanted.get("do"), str) else None
    if act is None:
        return WordlessResponse(status=400)
    try:
        topics = act(request, followed, wanted)
    except BadSubscriptionError as bad:
        return JsonResponse({"code": bad.code}, status=422)
    return JsonResponse({"topics": topics})


def _wanted(request: HttpRequest) -> dict[str, Any]:
    """What was sent in the field ``wanted`` of a form, empty where it is no object in JSON."""
    text = request.POST.get("wanted", "")
    try:
        wanted = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        return {}
    return wanted if isinstance(wanted, dict) else {}


def _ask(_request: HttpRequest, followed: Followed, wanted: dict[str, Any]) -> list[str] | None:
    return topics_of(followed, str(wanted.get("endpoint", "")))


def _follow(request: HttpRequest, followed: Followed, wanted: dict[str, Any]) -> list[str] | None:
    row = follow(followed, wanted, language=get_language() or "en")
    return list(row.topics)


def _leave(_request: HttpRequest, followed: Followed, wanted: dict[str, Any]) -> list[str] | None:
    leave(followed, str(wanted.get("endpoint", "")))
    return None


_ACTS: dict[str, Callable[[HttpRequest, Followed, dict[str, Any]], list[str] | None]] = {
    "ask": _ask,
    "follow": _follow,
    "leave": _leave,
}

PUBLIC = [
    path("e/<slug:event>/-/notifications/", event_notifications, name="event_notifications"),
    path(
        "e/<slug:event>/<slug:section>/-/notifications/", section_notifications, name="section_notifications"
    ),
]
OWN = [path("notifications/", my_notifications, name="my_notifications")]
