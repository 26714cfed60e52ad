"""Answer public pages before anybody has announced them: the front page, lists of events, files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal import published
from portal.published.views import file, page
from tournaments import pages
from tournaments.exchange.conversion import CannotWrite
from tournaments.queries.public import public_front
from tournaments.wording.exchange import problems_text


@require_safe
def download(request: HttpRequest, path: str) -> HttpResponse:
    """A file of what is published; announced by its first reader. One that its format cannot hold is 409."""
    try:
        return file(request, path, announce=pages.announce_file)
    except CannotWrite as refused:
        context = {"why": problems_text(refused.problems)}
        return render(request, "tournaments/public/no_file.html", context, status=409)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page, empty at first; it is announced by its first reader."""
    return page(request, pages.front_path())


@require_safe
def events(request: HttpRequest, path: str) -> HttpResponse:
    """The events of one game, country or year; announced by its first reader."""
    choice = public_front.FrontChoice.of(path)
    if choice is None:
        raise Http404
    try:
        published.find(choice.path)
    except published.NotPublishedError:
        if not public_front.is_known(choice):
            raise Http404 from None
        pages.announce_list(choice)
    return page(request, choice.path)
