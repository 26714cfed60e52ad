"""Pages behind private links from what is stored: read and rendered once, then shown as long as nothing was
done that they show (`tournaments.pages.private_pages`) and no clock has made them another.

The link is looked up for every answer, so one that is revoked opens nothing at once. Neither its secret nor
the keys of forms are stored: each answer gets them. Who has signed in, or is told of what was just done, gets
a page of the moment.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, wraps
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt

from portal.policy import Denied
from portal.published.renderers import release
from portal.web.private_links import as_made, digest
from tournaments.models import PrivatePage, PrivateStamp, Section
from tournaments.pages.private_pages import SITE, places_of_event, places_of_player, stamps_of, turn_of
from tournaments.queries.invitations import invitation_secret
from tournaments.requests.private import (
    APPLICANTS,
    CAPTAINS,
    PLAYERS,
    QUOTAS,
    LinkKind,
    behind_private_link,
    keep_private,
)

# In the place of the secret of the link, and of the key of a form: no page has such characters.
SECRET, KEY = "\x00s", "\x00k"
KEYS = re.compile(r'(?<=name="once" value=")[0-9a-f]{32}(?=")')
VERSION = re.compile(r"[0-9a-f]{16}")


Page = Callable[[HttpRequest, Any], HttpResponse]


@dataclass(frozen=True, slots=True)
class StoredKind:
    """Pages behind a kind of links. ``holder``: the column of `PrivatePage` that has the link; ``section``:
    where the link has its section; ``valid``: how a link is that opens something; ``places``: what its page
    shows, by what it opens."""

    links: LinkKind
    holder: str
    section: str
    valid: Mapping[str, Any]
    places: Callable[[Any], list[str]]


OF_PLAYERS = StoredKind(
    PLAYERS, "link", "entry__section", {"revoked_at": None}, lambda access: places_of_player(access.entry)
)
OF_CAPTAINS = StoredKind(
    CAPTAINS, "captain", "team__section", {"revoked_at": None}, lambda access: places_of_event(access.section)
)
OF_APPLICANTS = StoredKind(
    APPLICANTS, "application", "section", {}, lambda access: places_of_event(access.section)
)
OF_OFFICES = StoredKind(QUOTAS, "quota", "section", {}, lambda access: places_of_event(access.section))


def stored_page_url(
    name: str, page: Page, kind: StoredKind, *, reach: Callable[..., Any] | None = None
) -> URLPattern:
    """Make an address behind a link of ``kind``, at which ``page`` is read, from what is stored."""

    @behind_private_link(kind.links, "GET")
    def read(request: HttpRequest, access: Any, **place: Any) -> HttpResponse:
        def there(request: HttpRequest, opened: Any) -> HttpResponse:
            return page(request, reach(request, opened, None, place) if reach else opened)

        return _read(request, there, access, kind) if _is_for_everybody(request) else there(request, access)

    @csrf_exempt
    @wraps(page)
    def view(request: HttpRequest, secret: str, **place: Any) -> HttpResponse:
        text = _stored(request, secret, kind) if _is_for_everybody(request) else None
        if text is None:
            return read(request, secret, **place)
        return keep_private(_answer(request, secret, text))

    return path("", view, name=name)


def _stored(request: HttpRequest, secret: str, kind: StoredKind) -> str | None:
    """What is stored behind a valid link, unless it is old. Two queries, one where nothing is stored."""
    valid = {"secret_digest": digest(secret), **kind.valid}
    rows = PrivatePage.objects.filter(
        **{f"{kind.holder}__{name}": value for name, value in valid.items()},
        language=_language(request, secret),
    ).exclude(**{f"{kind.holder}__{kind.section}__state": Section.State.DRAFT})
    row = rows.values_list("release", "until", "stamps", "body").first()
    if row is None:
        return None
    made_by, until, stamps, body = row
    if made_by != release() or timezone.now() >= until or stamps_of(stamps) != stamps:
        return None
    return zlib.decompress(body).decode()


@dataclass(slots=True)
class _Reading:
    """``began``: from when on what is read holds; ``until``: the first moment that makes it another."""

    began: datetime
    until: datetime


_reading: ContextVar[_Reading | None] = ContextVar("reading", default=None)


def changes_after(moment: datetime | None) -> None:
    """Say, while a page is read, that the clock alone makes it another at this moment, if it is to come."""
    reading = _reading.get()
    if reading is not None and moment is not None and moment >= reading.began:
        reading.until = min(reading.until, moment)


def _read(request: HttpRequest, page: Page, access: Any, kind: StoredKind) -> HttpResponse:
    """Read the page as it is now, and store it unless something was done meanwhile."""
    began = timezone.now()
    # The stamps before the rows, and so the link once more: what it opens was read before them.
    stamps = stamps_of(kind.places(access))
    link = kind.links.find(access.secret)
    if link is None or link.revoked_at is not None:
        raise Denied("private-page")
    access = kind.links.open(link, access.secret)
    reading = _Reading(began, began + timedelta(seconds=settings.PRIVATE_PAGES_FOR))
    token = _reading.set(reading)
    try:
        changes_after(turn_of(access.section))
        response = page(request, access)
    finally:
        _reading.reset(token)
    # In the address as it was made: else the page may have the secret in two ways.
    is_complete = response.status_code == HTTPStatus.OK and request.method == "GET"
    if is_complete and access.secret == as_made(access.secret):
        language = _language(request, access.secret)
        _store(access, kind, language, response.content.decode(), stamps, reading.until)
    return response


def _store(  # noqa: PLR0917 - a row
    access: Any, kind: StoredKind, language: str, text: str, stamps: dict[str, str], until: datetime
) -> None:
    body = zlib.compress(KEYS.sub(KEY, text).replace(access.secret, SECRET).encode(), 6)
    with transaction.atomic():
        # Who has a person forgotten holds this row, and deletes what is stored: nothing comes after that.
        PrivateStamp.objects.select_for_update().filter(place=SITE).first()
        if stamps_of(stamps) != stamps or set(kind.places(access)) != stamps.keys():
            return
        values = {"release": release(), "stamps": stamps, "until": until, "body": body}
        holder = {kind.holder: access.by}
        PrivatePage.objects.update_or_create(**holder, language=language, defaults=values)


def _language(request: HttpRequest, secret: str) -> str:
    """The language, and what stands behind the link in the address."""
    behind_link = request.path_info.partition(f"/{secret}/")[2]
    return f"{get_language() or settings.LANGUAGE_CODE} {behind_link}".rstrip()


def _is_for_everybody(request: HttpRequest) -> bool:
    """Tell whether the holder of the link gets what any other holder would."""
    # Nothing else is asked than the page, or whether there is a newer one.
    if not settings.PRIVATE_PAGES_FOR or request.method not in ("GET", "HEAD") or request.GET.keys() - {"v"}:
        return False
    # Nobody has signed in, nothing is to be told.
    return not request.user.is_authenticated and not len(get_messages(request))


def _answer(request: HttpRequest, secret: str, text: str) -> HttpResponse:
    """What is stored as this answer has it; 204 where an open page asks and shows it already."""
    version = request.GET.get("v", "")
    if VERSION.fullmatch(version) and f'?v={version}"' in text:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    first, *others = text.replace(SECRET, secret).split(KEY)
    response = HttpResponse(first + "".join(f"{uuid4().hex}{other}" for other in others))
    # As where a template has looked who is signed in.
    patch_vary_headers(response, ["Cookie"])
    return response


def old_pages(section: int) -> list[PrivatePage]:
    """List the first pages stored of a section's players that are not shown any more, with their links."""
    rows = PrivatePage.objects.filter(link__entry__section=section, link__revoked_at=None)
    rows = rows.exclude(language__contains=" ")
    stored = list(rows.select_related("link").defer("body").order_by("pk"))
    stamps = stamps_of({place for row in stored for place in row.stamps})
    return [
        row
        for row in stored
        if row.release != release() or any(stamps[place] != stamp for place, stamp in row.stamps.items())
    ]


def render_private_page(stored: PrivatePage) -> None:
    """Ask for a player's page as its holder would, so that it is stored."""
    if stored.link is None:
        raise TypeError(stored)
    if not (secret := invitation_secret(stored.link)):
        # Not where the site's key has changed.
        return
    public = urlsplit(settings.PUBLIC_URL)
    environ: dict[str, Any] = {
        "PATH_INFO": f"/{stored.language}/p/{secret}/",
        "HTTP_HOST": public.netloc,
        "wsgi.url_scheme": public.scheme,
        "wsgi.input": BytesIO(),
    }
    if settings.SECURE_PROXY_SSL_HEADER:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        environ[name] = value
    setup_testing_defaults(environ)
    _handler().get_response(WSGIRequest(environ))


@cache
def _handler() -> BaseHandler:
    """This process's way to a view, made at its first page."""
    handler = BaseHandler()
    handler.load_middleware()
    return handler
