"""The one public page that exists before anybody has published anything."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from portal import published
from portal.published.views import page
from tournaments import pages
from tournaments.pages import paths


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The list of events, empty at first; it is announced by its first reader."""
    try:
        published.find(paths.HOME)
    except published.NotPublishedError:
        pages.announce_home()
    return page(request, paths.HOME)
