"""Whether open pages wake: what a public page shows after an act is what it would show if it were made now.
Where an act forgot to touch one, readers would keep what is no longer so."""

from __future__ import annotations

from contextlib import suppress

from django.db.models import F, QuerySet
from django.utils.translation import override

from portal import outbox, published
from portal.published import Page, UnpublishedError
from portal.published.renderers import renderer_of
from tournaments.queries.public.public_state import NotPublicError

PagesRead = dict[str, tuple[int, str]]
"""By path the version that somebody has read, and the digest of what it showed."""


def all_read() -> PagesRead:
    """What is public is made in one language, as somebody's reading it does."""
    outbox.drain()
    for path in Page.objects.filter(withdrawn=False).values_list("path", flat=True):
        # What was taken back, and the cards of numbers that nobody has any more, nobody reads.
        with suppress(UnpublishedError, NotPublicError):
            published.get(path, "en")
    return {page.path: (page.version, _digest(page)) for page in _made()}


def asleep(before: PagesRead) -> list[str]:
    """The pages that show something else than they would now. What was touched and is made for its next
    reader has no bytes of its version."""
    outbox.drain()
    collected = []
    for page in _made():
        version, digest = before.get(page.path, (0, ""))
        if _digest(page) != (digest if version == page.version else page.digest):
            collected.append(page.path)
    return collected


def outdated() -> list[str]:
    """The pages whose last change nobody has heard of."""
    return [page.path for page in _made() if _digest(page) != page.digest]


def _made() -> QuerySet[Page]:
    """The pages that have bytes of their version."""
    return Page.objects.filter(withdrawn=False, rendered__version=F("version")).distinct()


def _digest(page: Page) -> str:
    """Of what it would show now."""
    with override("en"):
        return renderer_of(page.kind).read(page.params).digest
