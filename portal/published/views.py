"""Django's view of a published page: what the front answers, for those whom the front lets through."""

from __future__ import annotations

import logging

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from portal.published.answers import Answer, Shown, answer, takes_gzip, unchanged, version_asked
from portal.published.front import away
from portal.published.memory import memory
from portal.published.pages import NotPublishedError, WithdrawnError, find, get_body

logger = logging.getLogger(__name__)


@require_safe
def page(request: HttpRequest, path: str) -> HttpResponse:
    """The page at ``path`` (without language) in the language of the address."""
    try:
        return _page(request, path)
    except (OperationalError, InterfaceError) as error:
        logger.warning("The database is away, %s was not shown: %s", path, str(error).strip())
        return _plain(away())


def _page(request: HttpRequest, path: str) -> HttpResponse:
    language = get_language() or ""
    try:
        found = find(path)
    except NotPublishedError:
        raise Http404 from None
    except WithdrawnError:
        gone = render(request, "portal/gone.html", status=410)
        gone.headers["Cache-Control"] = "no-cache"
        return gone
    if found.version and version_asked(request.META.get("QUERY_STRING", "")) == found.version:
        return _plain(unchanged(language))
    rendered = get_body(found, language)
    shown = Shown(rendered.version, rendered.etag, bytes(rendered.body), language)
    memory.remember(f"/{language}/{path}", path, shown)
    compressed = takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    given = answer(shown, compressed=compressed, if_none_match=request.META.get("HTTP_IF_NONE_MATCH", ""))
    return _plain(given, head=request.method == "HEAD")


def _plain(given: Answer, *, head: bool = False) -> HttpResponse:
    response = HttpResponse(b"" if head else given.body, status=given.status)
    del response.headers["Content-Type"]
    for name, value in given.headers:
        response.headers[name] = value
    return response
