"""The published pages that this process has in memory, ready to be sent, and the thread that keeps them
current: one cheap query every half second, whatever the number of readers.

When the database is away the last known pages stay good for `GOOD_FOR` seconds.
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta

from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware

from portal.published.answers import Headers, Shown, answer, quoted, unchanged
from portal.published.models import Page, Rendered
from portal.published.pages import withheld
from portal.published.renderers import renderer_of
from portal.security import SecurityHeaders

logger = logging.getLogger(__name__)

EVERY = 0.5
"""Seconds between two looks at the database, so that a change is known within one."""
GOOD_FOR = 60.0
"""Seconds for which pages are shown after the database was last heard."""
OVERLAP = 60.0
"""Seconds that a change may need from its timestamp to its commit and still be seen."""


def site_headers(*, secure: bool) -> Headers:
    """The headers that Django's middleware puts on every answer, taken from that middleware."""
    request = HttpRequest()
    request.META["wsgi.url_scheme"] = "https" if secure else "http"
    if settings.SECURE_PROXY_SSL_HEADER:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        request.META[name] = value if secure else "http"

    def inner(_: HttpRequest) -> HttpResponse:
        response = HttpResponse()
        del response.headers["Content-Type"]
        return response

    framed = XFrameOptionsMiddleware(inner).process_response(request, inner(request))
    secured = SecurityMiddleware(inner).process_response(request, framed)
    return list(SecurityHeaders(lambda _: secured)(request).items())


class Slot:
    """One page in one variant with every answer to it made ready."""

    __slots__ = (
        "body",
        "etag",
        "headers",
        "headers_204",
        "headers_304",
        "path",
        "query",
        "variant",
        "version",
    )

    def __init__(self, path: str, shown: Shown, site: Headers) -> None:
        full = answer(shown, compressed=True)
        # What a kind of page says itself goes before what the site says.
        own = {name for name, _ in full.headers}
        site = [(name, text) for name, text in site if name not in own]
        self.path = path
        self.variant = shown.variant
        self.version = shown.version
        self.etag = quoted(shown.etag, compressed=True)
        self.query = f"v={shown.version}"
        self.body = [full.body]
        self.headers = [*full.headers, *site]
        self.headers_304 = [*answer(shown, compressed=True, if_none_match=self.etag).headers, *site]
        self.headers_204 = [*unchanged(shown.about).headers, *site]


def shown_of(row: Rendered) -> Shown:
    """Bytes from the database, with what their headers say; ``row`` comes with its page."""
    about = renderer_of(row.page.kind).headers(row.language, row.page.path)
    return Shown(row.version, row.etag, bytes(row.body), row.language, about)


class Memory:
    """Address (as in a request line, before the query) → `Slot`. Bounded; the oldest goes first."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.slots: dict[str, Slot] = {}
        self.heard = time.monotonic()
        self.site = site_headers(secure=settings.SECURE)
        self._watching: threading.Thread | None = None

    def remember(self, address: str, path: str, shown: Shown) -> None:
        """Keep a page that was just read from the database."""
        while address not in self.slots and len(self.slots) >= self.limit:
            self.slots.pop(next(iter(self.slots)), None)
        self.slots[address] = Slot(path, shown, self.site)

    def silence(self) -> float:
        """Seconds since the database was last heard."""
        return time.monotonic() - self.heard

    def refresh(self) -> None:
        """Ask once what has changed lately, and replace or forget those pages. Raises django.db.Error."""
        asked = time.monotonic()
        since = Now() - timedelta(seconds=OVERLAP + self.silence())
        recent = Page.objects.filter(changed_at__gt=since).annotate(kept_back=withheld())
        found = recent.values_list("path", "version", "withdrawn", "kept_back")
        current = {path: None if gone or kept else version for path, version, gone, kept in found}
        stale = [
            (address, slot)
            for address, slot in list(self.slots.items())
            if slot.path in current and current[slot.path] != slot.version
        ]
        if stale:
            self._replace(stale)
        self.heard = asked

    def _replace(self, stale: list[tuple[str, Slot]]) -> None:
        pages = Page.objects.filter(~withheld(), path__in={slot.path for _, slot in stale}, withdrawn=False)
        rendered = Rendered.objects.filter(page__in=pages).select_related("page")
        ready = {(row.page.path, row.language): row for row in rendered if row.version == row.page.version}
        for address, slot in stale:
            row = ready.get((slot.path, slot.variant))
            if row is None:
                # Withdrawn, or not rendered yet: Django knows.
                self.slots.pop(address, None)
            else:
                self.slots[address] = Slot(slot.path, shown_of(row), self.site)

    def watch(self) -> None:
        """Keep refreshing from a thread of its own, so that no request ever waits for it."""
        if self._watching is None:
            self._watching = threading.Thread(target=self._watch, name="published", daemon=True)
            self._watching.start()

    def _watch(self) -> None:
        away = False
        while True:
            try:
                close_old_connections()
                self.refresh()
                if away:
                    logger.info("The database is back.")
                away = False
            except Error as error:
                if not away:
                    logger.warning(
                        "The database is away, known pages are still shown: %s", str(error).strip()
                    )
                away = True
                connection.close()
            time.sleep(EVERY)


memory = Memory(settings.PUBLISHED_IN_MEMORY)
"""This process's."""
