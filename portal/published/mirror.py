"""Keep published bytes where they are shown without asking the portal (``docs/operate/scale.md``).

The rows are the truth, and one process keeps a *store* like them (``manage.py pages``): all of it when it
starts, then what changes, as soon as the database says so (`notices`) and every half second.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Protocol

from django.db.models import F, Q
from django.db.models.functions import Now

from portal.published.answers import FOR_A_MOMENT
from portal.published.attached import attached_to
from portal.published.memory import LookingBack
from portal.published.models import Page, Rendered
from portal.published.pages import withheld
from portal.published.poll_file import poll_file_address, poll_file_of
from portal.published.renderers import (
    FILE,
    FOR_ALL_SITES,
    HTML_TYPE,
    group_of,
    kinds_with_cards,
    languages,
    release,
    renderer_of,
)
from portal.telemetry.counted import SEEN_SECONDS

# Pages that are looked at with one query.
AT_A_TIME = 500
# What a file to keep is, by the ending of its name, as the web server says it as well.
DOWNLOADS = {
    "csv": "text/csv",
    "h9": "text/plain",
    "json": "application/json",
    "pgn": "application/x-chess-pgn; charset=utf-8",
    "png": "image/png",
    "sgf": "application/x-go-sgf",
    "tou": "text/plain",
    "trf": "text/plain",
    "txt": "text/plain; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml",
    "xqf": "application/octet-stream",
}


@dataclass(frozen=True, slots=True)
class StoredPage:
    """One object of a store."""

    # An address without the first slash (of a page that of its ``index.html``).
    place: str
    # Of its bytes, hexadecimal.
    digest: str
    # What is said with it.
    about: Mapping[str, str]
    # Its bytes come as gzip.
    compressed: bool


class Store(Protocol):
    """Where the bytes are kept."""

    # As the figures know it.
    name: str

    def places(self) -> Iterable[str]:
        """List everything that stands there; asked once, before all else."""

    def has(self, stored_page: StoredPage) -> bool:
        """Whether these very bytes stand there."""

    def put(self, stored_page: StoredPage, body: bytes) -> None:
        """Write a page: readers get what was there before or this, whole."""

    def remove(self, place: str) -> None:
        """Take a page away, also where nothing stands."""

    def settle(self) -> None:
        """Return when all that was put is there."""


# Whoever shows a store has nothing but the address. The rest, whatever is not made yet, and the word that a
# page was taken back come from the portal.
def is_kept(kind: str, path: str, variant: str) -> bool:
    """Whether the address tells all that answers say about the bytes."""
    plain = {"Content-Type": HTML_TYPE, "Content-Language": variant}
    if variant == FILE:
        name = path.rpartition("/")[2]
        plain = {
            "Content-Type": DOWNLOADS.get(name.rpartition(".")[2], ""),
            "Content-Disposition": f'attachment; filename="{name}"',
            **FOR_ALL_SITES,
        }
    return renderer_of(kind).headers(variant, path) == plain


def place_of(path: str, variant: str) -> str:
    """Where a page stands in a language, or a file, which is the same in all."""
    return f"download/{path}" if variant == FILE else f"{variant}/{path}index.html"


def places_of(path: str) -> list[str]:
    # The front page has no path.
    is_page = path.endswith("/") or not path
    return [place_of(path, variant) for variant in (languages() if is_page else [FILE])]


# Nobody who reads waits for it, and what it has written stays when the database, the portal or the process
# itself is away.
class Mirror:
    """Keep a store like the rows."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._heard: float | None = None
        self._recent: set[tuple[int, object]] = set()
        self._attached: dict[str, set[str]] = {}
        self._looking_back = LookingBack()
        self._seen = SEEN_SECONDS.labels(store.name)

    def look(self) -> None:
        """Bring the store up to date: the first time all of it. Raise django.db.Error, OSError."""
        started = time.monotonic()
        if self._heard is None:
            self._recent = self._changed(self._looking_back.overlap(started))
            self._fill()
        else:
            recent = self._changed(self._looking_back.overlap(started) + started - self._heard)
            moved = {page for page, _ in recent - self._recent}
            for some in _parts(moved):
                self._bring(some)
            self._recent = recent
        self._looking_back.has_looked(started)
        self._heard = started

    def _changed(self, seconds: float) -> set[tuple[int, object]]:
        """Pages, each with the moment at which it, or one of its variants, was another."""
        since = Now() - timedelta(seconds=seconds)
        pages = Page.objects.filter(changed_at__gt=since).values_list("pk", "changed_at")
        rendered = Rendered.objects.filter(rendered_at__gt=since).values_list("page_id", "rendered_at")
        return {*pages, *rendered}

    def _fill(self) -> None:
        there, right = set(self.store.places()), set()
        for some in _parts(Page.objects.values_list("pk", flat=True)):
            right |= self._bring(some)
        for place in sorted(there - right):
            self.store.remove(place)
        self.store.settle()

    def _bring(self, keys: list[int]) -> set[str]:
        """Make what stands of these pages, and of their groups, what the rows say; return the places of
        something."""
        pages = Page.objects.filter(pk__in=keys).annotate(kept_back=withheld())
        public = {
            path: not (gone or place_row)
            for path, gone, place_row in pages.values_list("path", "withdrawn", "kept_back")
        }
        wanted = {place_row.place: (place_row, load) for place_row, load in self._wanted(keys, public)}
        places = {place for path in public for place in places_of(path)}
        places.update(*(self._attached.get(path, set()) for path in public))
        attached: dict[str, set[str]] = {}
        for attached_file in attached_to([path for path, is_public in public.items() if is_public]):
            wanted[attached_file.place] = (
                StoredPage(attached_file.place, attached_file.digest, attached_file.about, compressed=False),
                attached_file.load,
            )
            attached.setdefault(attached_file.path, set()).add(attached_file.place)
            # Until the store has done all this, what stood there before may have to go as well.
            self._attached.setdefault(attached_file.path, set()).add(attached_file.place)
        for place in sorted(places - wanted.keys()):
            self.store.remove(place)
        for place_row, load in wanted.values():
            # What has just gone is looked at again: its page has changed.
            if not self.store.has(place_row) and (body := load()) is not None:
                self.store.put(place_row, body)
        followed = set(self._follow({group_of(path) for path in public}))
        self.store.settle()
        for path in public:
            self._attached.pop(path, None)
        self._attached |= attached
        return {*wanted, *followed}

    def _wanted(
        self, keys: list[int], public: Mapping[str, bool]
    ) -> Iterator[tuple[StoredPage, Callable[[], bytes | None]]]:
        rows = Rendered.objects.filter(
            Q(language__in=languages(), page__kind__in=kinds_with_cards()) | Q(language=FILE),
            page__in=keys,
            version=F("page__version"),
            release=release(),
        )
        rows = rows.annotate(age=Now() - F("rendered_at"))
        renderings = rows.values_list("page__path", "page__kind", "language", "etag", "pk", "age")
        for path, kind, variant, etag, key, age in renderings:
            if public[path] and is_kept(kind, path, variant):
                about = {**renderer_of(kind).headers(variant, path), "Cache-Control": FOR_A_MOMENT}
                stored_page = StoredPage(place_of(path, variant), etag, about, compressed=True)
                yield stored_page, partial(self._load, key, etag, age.total_seconds())

    def _load(self, key: int, etag: str, age: float) -> bytes | None:
        body = Rendered.objects.filter(pk=key, etag=etag).values_list("body", flat=True).first()
        if body is not None and self._heard is not None:
            # The first time it looks at everything, however old.
            self._seen.observe(age)
        return None if body is None else bytes(body)

    def _follow(self, groups: Iterable[str]) -> Iterator[str]:
        for group in groups:
            poll_file = poll_file_of(group)
            if poll_file is not None:
                about = {**poll_file.about, "Cache-Control": FOR_A_MOMENT}
                stored_page = StoredPage(
                    poll_file_address(group).lstrip("/"), poll_file.etag, about, compressed=True
                )
                if not self.store.has(stored_page):
                    self.store.put(stored_page, poll_file.gz)
                yield stored_page.place


def _parts(keys: Iterable[int]) -> Iterator[list[int]]:
    ordered = sorted(keys)
    return (ordered[start : start + AT_A_TIME] for start in range(0, len(ordered), AT_A_TIME))
