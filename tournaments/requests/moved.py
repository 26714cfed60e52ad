"""Lead addresses of events, sections and organisations that have another one now there for ever."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tournaments.models import FormerAddress, FormerSectionAddress
from tournaments.queries.entering.organisations import present_address

SLUG = "[a-z0-9][a-z0-9-]{0,49}"
ADDRESSES = (
    rf"/(?:[a-z-]+/)?(?:(?:(?:download|picture)/)?e|desk)/(?P<event>{SLUG})(?:/(?P<section>{SLUG})(?=/|$))?(?:/.*)?",
    rf"/api/v1/events/(?P<event>{SLUG})(?:/sections/(?P<section>{SLUG}))?(?:/.*)?",
)
OWNERS = re.compile(
    rf"/(?:[a-z-]+/(?:o|desk/-/organisations)|api/v1/organisations)/(?P<organisation>{SLUG})(?:/.*)?"
)
GONE = frozenset({404, 410})


class FormerAddresses:
    """Asks only where there is nothing. What was sent goes to the new address as it was sent (308)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code not in GONE:
            return response
        path = _new_path(request.path_info)
        if path is None:
            return response
        query = request.META.get("QUERY_STRING", "")
        moved = HttpResponse(status=301 if request.method in ("GET", "HEAD") else 308)
        moved["Location"] = f"{path}{'?' if query else ''}{query}"
        for name, value in response.headers.items():
            if name.startswith("Access-Control-"):
                moved[name] = value
        # It may come back to the old one: no browser is to remember this for itself.
        moved["Cache-Control"] = "no-cache"
        return moved


def _new_path(path: str) -> str | None:
    """Where what stood at ``path`` is now, if it was the address of something that has another."""
    if owner := OWNERS.fullmatch(path):
        slug = present_address(owner["organisation"])
        start, end = owner.span("organisation")
        return path[:start] + slug + path[end:] if slug else None
    match = next(filter(None, (re.fullmatch(address, path) for address in ADDRESSES)), None)
    if match is None:
        return None
    event = FormerAddress.objects.filter(slug=match["event"]).values_list("event__slug", flat=True).first()
    section = None
    if match["section"]:
        former = FormerSectionAddress.objects.filter(
            event__slug=event or match["event"], slug=match["section"]
        )
        section = former.values_list("section__slug", flat=True).first()
    if event is None and section is None:
        return None
    for name, slug in (("section", section), ("event", event)):
        if slug is not None:
            path = path[: match.start(name)] + slug + path[match.end(name) :]
    return path
