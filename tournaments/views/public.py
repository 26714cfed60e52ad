"""Public pages that exist before anybody has announced them: the list of events, and files."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal import published
from portal.published.views import file, page
from tournaments import pages
from tournaments.exchange.conversion import CannotWrite
from tournaments.pages import paths
from tournaments.wording.exchange import flaws_text


@require_safe
def download(request: HttpRequest, path: str) -> HttpResponse:
    """A file of what is published; announced by its first reader. One that its format cannot hold is 409."""
    try:
        return file(request, path, announce=pages.announce_file)
    except CannotWrite as refused:
        context = {"why": flaws_text(refused.flaws)}
        return render(request, "tournaments/public/no_file.html", context, status=409)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The list of events, empty at first; it is announced by its first reader."""
    try:
        published.find(paths.HOME)
    except published.NotPublishedError:
        pages.announce_home()
    return page(request, paths.HOME)
