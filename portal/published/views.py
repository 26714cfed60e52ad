"""Show what is published as Django's views: what the front answers, for those whom the front lets through."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from portal.published import pictures
from portal.published.answers import Answer, PageVariant, answer, not_modified, takes_gzip, version_asked
from portal.published.attached import FOR_GOOD
from portal.published.front import away
from portal.published.memory import memory, shown_of
from portal.published.pages import NotPublishedError, UnpublishedError, find, get_body
from portal.published.poll_file import group_at, poll_file_of
from portal.published.renderers import FILE, FORMS, JSON, renderer_of
from portal.web.languages import WordlessResponse

logger = logging.getLogger(__name__)


@require_safe
def page(request: HttpRequest, path: str) -> HttpResponse:
    """The page at ``path`` (without language) in the language of the address."""
    return for_people(request, lambda: page_or_file(request, path, get_language() or ""))


def file(request: HttpRequest, path: str, *, announce: Callable[[str], bool]) -> HttpResponse:
    """Show the file at ``path``; ``announce`` is asked for one that nobody has announced yet."""

    def wanted() -> HttpResponse:
        try:
            return page_or_file(request, path, FILE)
        except NotPublishedError:
            if not announce(path):
                raise
            return page_or_file(request, path, FILE)

    return for_people(request, wanted)


@require_safe
def picture(request: HttpRequest, path: str, digest: str) -> HttpResponse:
    """Show the picture of the page at ``path``, to be kept for ever; under another digest, the way to it."""

    def wanted() -> HttpResponse:
        language = get_language() or ""
        page = find(path)
        if not renderer_of(page.kind).has_card:
            raise NotPublishedError(path)
        picture_row = pictures.get(page, language)
        if picture_row is None:
            return _to(static("portal/icon-512.png"))
        if picture_row.digest != digest:
            return _to(pictures.address(path, language, picture_row.digest))
        response = WordlessResponse(bytes(picture_row.body), content_type="image/png")
        response.headers["Cache-Control"] = FOR_GOOD
        return response

    return for_people(request, wanted)


def _to(there: str) -> HttpResponse:
    response = HttpResponseRedirect(there)
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def following(request: HttpRequest, name: str) -> HttpResponse:
    """Say at which version the pages of a group are; the front has it in memory from then on."""
    group = group_at(name)
    try:
        poll_file = poll_file_of(group)
    except (OperationalError, InterfaceError) as error:
        logger.warning("The database is away, %s was not shown: %s", request.path_info, str(error).strip())
        return _plain(away(program=True), JSON)
    if poll_file is None:
        raise Http404
    memory.remember(request.path_info, group, poll_file)
    return _plain(_as_asked(request, poll_file), JSON, head=request.method == "HEAD")


def for_people(request: HttpRequest, wanted: Callable[[], HttpResponse]) -> HttpResponse:
    """Show what is wanted; what is not there is said by a page."""
    try:
        return wanted()
    except NotPublishedError:
        raise Http404 from None
    except UnpublishedError:
        return gone(request)


def gone(request: HttpRequest) -> HttpResponse:
    """What was here is not published any more."""
    response = render(request, "portal/gone.html", status=410)
    response.headers["Cache-Control"] = "no-cache"
    return response


def page_or_file(request: HttpRequest, path: str, variant: str) -> HttpResponse:
    """Show the page in one variant; raise `NotPublishedError`, `UnpublishedError`."""
    try:
        return _plain(_answered(request, path, variant), variant, head=request.method == "HEAD")
    except (OperationalError, InterfaceError) as error:
        logger.warning("The database is away, %s was not shown: %s", path, str(error).strip())
        return _plain(away(program=variant == JSON), variant)


def _answered(request: HttpRequest, path: str, variant: str) -> Answer:
    stored_page = find(path)
    if stored_page.version and version_asked(request.META.get("QUERY_STRING", "")) == stored_page.version:
        return not_modified(renderer_of(stored_page.kind).headers(variant, path))
    current = shown_of(get_body(stored_page, variant))
    memory.remember(request.path_info, path, current)
    return _as_asked(request, current)


def _as_asked(request: HttpRequest, current: PageVariant) -> Answer:
    compressed = takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    return answer(current, compressed=compressed, if_none_match=request.META.get("HTTP_IF_NONE_MATCH", ""))


def _plain(page: Answer, variant: str, *, head: bool = False) -> HttpResponse:
    kind = WordlessResponse if variant in FORMS else HttpResponse
    response = kind(b"" if head else page.body, status=page.status)
    del response.headers["Content-Type"]
    for name, value in page.headers:
        response.headers[name] = value
    return response
