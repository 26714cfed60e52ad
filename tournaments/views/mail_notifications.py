"""Open what letters lead to; whoever has the letter has the token, and nothing else is asked (RFC 8058)."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from portal.push import letters
from portal.push.topics import topics_for


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Only a press confirms: programs open the links of letters by themselves."""
    row = letters.confirmation(token)
    if row is None:
        return _page(request, {"state": "too-old"}, status=404)
    words = topics_for(row.scope.partition(":")[0])
    about = {
        "address": letters.address_of(row.device),
        "place": letters.place_of(row.scope),
        "topics": [words[name] for name in row.topics if name in words],
        "state": "asks",
    }
    if request.method == "POST":
        letters.confirm(row)
        about["state"] = "confirmed"
        about["way_out"] = letters.list_token(row.device, letters.list_of(row))
    return _page(request, about)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def mail_list(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a letter's address follows, and end it."""
    ending = letters.mail_list(token)
    if ending is None:
        # What has ended already has ended.
        return _page(request, {"state": "ended"})
    about = {
        "address": ending.address,
        "places": [letters.place_of(row.scope) for row in ending.subscriptions],
        "state": "follows" if ending.subscriptions else "ended",
    }
    # A mail program's *unsubscribe* is a POST with `List-Unsubscribe=One-Click`, which says nothing more than
    # the form.
    if request.method == "POST":
        if "everything" in request.POST:
            letters.end_address(ending.device)
        else:
            letters.end_list(ending)
        about["state"] = "ended"
    return _page(request, about)


def _page(request: HttpRequest, about: Mapping[str, object], status: int = 200) -> HttpResponse:
    response = render(request, "portal/mail_notifications.html", about, status=status)
    patch_cache_control(response, private=True, no_store=True)
    response["Referrer-Policy"] = "no-referrer"
    return response


PUBLIC = [
    path("notifications/confirm/<str:token>/", confirm_mail, name="confirm_mail"),
    path("notifications/list/<str:token>/", mail_list, name="mail_list"),
]
