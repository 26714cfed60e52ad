"""Keep published pages in memory, ready to be sent, and current by one thread."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NoReturn

from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.models import F
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware

from portal.published.answers import Headers, PageVariant, answer, not_modified, quoted
from portal.published.models import Page, Rendered
from portal.published.pages import withheld
from portal.published.poll_file import VARIANT, poll_file_of
from portal.published.renderers import group_of, renderer_of
from portal.telemetry.counted import SEEN_SECONDS
from portal.web.security import SecurityHeaders

logger = logging.getLogger(__name__)

# Seconds between two looks at the database, so that a change is known within one.
EVERY = 0.5
# Seconds for which pages are shown after the database was last heard.
GOOD_FOR = 60.0
# Seconds that a change may need from its timestamp to its commit and still be seen within one.
OVERLAP = 60.0
# On PostgreSQL rows say when their transaction began: what a longer one has changed is found by looking so
# far back every few minutes.
LONG_OVERLAP, LOOK_BACK_EVERY = 3600.0, 300.0


SEEN = SEEN_SECONDS.labels("front")


def clock_lead() -> float:
    """Seconds by which the clock is ahead of what counts on whatever is done to the clock."""
    return time.time() - time.monotonic()


class LookingBack:
    """Say how far somebody who looks again and again looks back, and note when it was far."""

    def __init__(self) -> None:
        self._far = time.monotonic()
        self._lead = self._lead_now = clock_lead()

    # Further where the clock has been set forward meanwhile: what changed just before is then as long ago.
    def overlap(self, at: float) -> float:
        """Seconds before the last look."""
        self._lead_now = clock_lead()
        forward = max(0.0, self._lead_now - self._lead)
        return forward + (LONG_OVERLAP if self._is_due(at) else OVERLAP)

    def has_looked(self, at: float) -> None:
        """The look that began then has succeeded."""
        self._lead = self._lead_now
        if self._is_due(at):
            self._far = at

    def _is_due(self, at: float) -> bool:
        return at - self._far >= LOOK_BACK_EVERY


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

    secured = SecurityMiddleware(inner).process_response(request, inner(request))
    return list(SecurityHeaders(lambda _: secured)(request).items())


class Slot:
    """One page in one variant with every answer to it made ready."""

    __slots__ = (
        "body",
        "etag",
        "headers",
        "headers_204",
        "headers_304",
        "is_new",
        "path",
        "site",
        "stored_page",
        "variant",
        "version",
    )

    def __init__(self, path: str, stored_page: PageVariant, site: Headers) -> None:
        full = answer(stored_page, compressed=True)
        # What a kind of page says itself goes before what the site says.
        names = {name for name, _ in full.headers}
        site = [(name, text) for name, text in site if name not in names]
        self.stored_page = stored_page
        self.site = site
        self.is_new = False
        self.path = path
        self.variant = stored_page.variant
        self.version = stored_page.version
        self.etag = quoted(stored_page.etag, compressed=True)
        self.body = [full.body]
        self.headers = [*full.headers, *site]
        self.headers_304 = [*answer(stored_page, compressed=True, if_none_match=self.etag).headers, *site]
        self.headers_204 = [*not_modified(stored_page.about).headers, *site]


def shown_of(row: Rendered) -> PageVariant:
    """Give bytes from the database, with what their headers say; ``row`` comes with its page."""
    about = renderer_of(row.page.kind).headers(row.language, row.page.path)
    return PageVariant(row.version, row.etag, bytes(row.body), row.language, about)


# One cheap query every half second, whatever the number of readers. When the database is away the last known
# pages stay good for `GOOD_FOR` seconds.
class Memory:
    """Map addresses (as in a request line, before the query) to a `Slot`. Bounded; the oldest goes first."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.slots: dict[str, Slot] = {}
        self.heard = time.monotonic()
        self.site = site_headers(secure=settings.SECURE)
        self._recent: set[tuple[str, int | None, datetime]] = set()
        self._looking_back = LookingBack()
        self._watching: threading.Thread | None = None

    def remember(self, address: str, path: str, stored_page: PageVariant) -> None:
        """Keep a page that was just read from the database, or a file of `following` with its group."""
        while address not in self.slots and len(self.slots) >= self.limit:
            self.slots.pop(next(iter(self.slots)), None)
        slot = Slot(path, stored_page, self.site)
        # What has changed between that reading and this moment is found by the next look.
        slot.is_new = stored_page.variant == VARIANT
        self.slots[address] = slot

    def silence(self) -> float:
        """Seconds since the database was last heard."""
        return time.monotonic() - self.heard

    def refresh(self) -> None:
        """Ask once what has changed lately, and replace or forget those pages; raise django.db.Error."""
        started = time.monotonic()
        since = Now() - timedelta(seconds=self._looking_back.overlap(started) + self.silence())
        recent = Page.objects.filter(changed_at__gt=since)
        recent = recent.annotate(kept_back=withheld(), age=Now() - F("changed_at"))
        pages_changed = list(
            recent.values_list("path", "version", "withdrawn", "kept_back", "changed_at", "age")
        )
        current = {
            path: None if gone or withheld else version
            for path, version, gone, withheld, _, _ in pages_changed
        }
        # How often to ask may be another while every version stays what it is (`attached.attached_changed`).
        touched = {(path, current[path], changed) for path, _, _, _, changed, _ in pages_changed}
        moved = {group_of(path) for path, _, _ in touched - self._recent}
        stale = []
        for address, slot in list(self.slots.items()):
            if slot.variant == VARIANT:
                if slot.is_new or slot.path in moved:
                    self._follow(address, slot.path)
            elif slot.path in current and current[slot.path] != slot.version:
                stale.append((address, slot))
        if stale:
            ages = {path: age for path, _, _, _, _, age in pages_changed}
            for path in {slot.path for _, slot in stale}:
                SEEN.observe(ages[path].total_seconds())
            self._replace(stale)
        self._recent = touched
        self._looking_back.has_looked(started)
        self.heard = started

    def _follow(self, address: str, group: str) -> None:
        if (poll_file := poll_file_of(group)) is None:
            self.slots.pop(address, None)
        else:
            self.slots[address] = Slot(group, poll_file, self.site)

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
            self._watching = threading.Thread(
                target=look_for_ever, args=(self.refresh,), name="published", daemon=True
            )
            self._watching.start()


def look_for_ever(look: Callable[[], None], wait: Callable[[float], object] | None = None) -> NoReturn:
    """Have ``look`` find what has changed, again and again, also while the database is away or the disk is
    full."""
    away = full = False
    while True:
        try:
            close_old_connections()
            look()
            if away:
                logger.info("The database is back.")
            if full:
                logger.info("Pages are written again.")
            away = full = False
        except Error as error:
            if not away:
                logger.warning("The database is away, known pages are still shown: %s", str(error).strip())
            away = True
            connection.close()
        except OSError as error:
            if not full:
                logger.error("Pages cannot be written, those that stand there are still shown: %s", error)
            full = True
        (wait or time.sleep)(EVERY)


# Of this process alone.
memory = Memory(settings.PUBLISHED_IN_MEMORY)
