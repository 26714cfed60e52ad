"""Serve an organisation's own domain; what does not belong there is led to the site's host."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from operator import or_

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from tournaments.models import Event, Organisation
from tournaments.organisation_roles import ABOVE
from tournaments.queries.entering.organisations import present_address
from tournaments.requests.moved import SLUG

_LANGUAGE = "|".join(re.escape(code) for code, _name in settings.LANGUAGES)
HOME = re.compile(rf"/(?:{_LANGUAGE})/")
# Pages of every host need these, and the way to a language.
OF_SITE = re.compile(
    rf"/|/(?:static|health|now)/.*|/(?:sw\.js|robots\.txt|\.well-known/(?:security\.txt|qiyuan-keys\.json))|/(?:{_LANGUAGE})/(?:offline/|app\.webmanifest)"
)
CALENDAR = re.compile(rf"(?:/(?:{_LANGUAGE}))?/calendar(?:/|\.ics)")
PERSON = re.compile(rf"(?:/(?:{_LANGUAGE}))?/person/[0-9a-f-]+/")
EVENT = re.compile(rf"(?:/(?:{_LANGUAGE}))?/(?:(?:download|picture)/)?e/(?P<slug>{SLUG})(?:/.*)?")
OWNER = re.compile(rf"(?:/(?:{_LANGUAGE}))?/o/(?P<slug>{SLUG})(?:/.*)?")


class OwnHosts:
    """Asks only where the host is one of `ORGANISATION_HOSTS`. No session begins there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        hosts = settings.ORGANISATION_HOSTS
        slug = hosts.get(split_domain_port(request.get_host())[0]) if hosts else None
        if slug is None:
            return self.get_response(request)
        slug = present_address(slug) or slug
        path = request.path_info
        if HOME.fullmatch(path):
            request.path_info = f"{path}o/{slug}/"
        elif CALENDAR.fullmatch(path) and "organisation" not in request.GET:
            query = request.GET.copy()
            query["organisation"] = slug
            return _elsewhere(request, f"{path}?{query.urlencode()}")
        elif not _is_shown(path, slug):
            return _elsewhere(request, f"{settings.PUBLIC_URL}{request.get_full_path()}")
        return self.get_response(request)


def _is_shown(path: str, slug: str) -> bool:
    """On the host of the organisation with this address. One query at most."""
    if any(pattern.fullmatch(path) for pattern in (OF_SITE, CALENDAR, PERSON)):
        return True
    if match := EVENT.fullmatch(path):
        of_organisation = reduce(or_, (Q(**{f"organisation__{way}slug": slug}) for way in ABOVE))
        return Event.objects.filter(of_organisation, slug=match["slug"]).exists()
    if match := OWNER.fullmatch(path):
        below = reduce(or_, (Q(**{f"{way}slug": slug}) for way in ABOVE))
        return Organisation.objects.filter(below, slug=match["slug"]).exists()
    return False


def _elsewhere(request: HttpRequest, address: str) -> HttpResponse:
    """What was sent goes along as it was sent."""
    moved = HttpResponse(status=302 if request.method in ("GET", "HEAD") else 307)
    moved["Location"] = address
    # An event can change hands, and a setting be changed.
    moved["Cache-Control"] = "no-cache"
    return moved
