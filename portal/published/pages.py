"""Unpublish, move and withhold pages, and get their bytes: the public questions and acts of this room."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Left, Length, Now

from portal.outbox import RENDER, Handler, Job, Work, enqueue
from portal.published.announcing import KIND, invalidate
from portal.published.models import Page, Picture, Rendered, Withheld, next_version, next_versions
from portal.published.prerender import (
    PrerenderedPage,
    announce_further,
    drop,
    further_to,
    put_body,
    render_many,
    spec_of,
    store,
    withdraw,
    withdraw_parts,
)
from portal.published.reading import reading_once
from portal.published.renderers import part_path, release, render, renderer_of

# Seconds after which rendering makes room for more urgent work.
AT_A_TIME = 0.4


class NotPublishedError(LookupError):
    """There never was such a page (404)."""


class UnpublishedError(LookupError):
    """There was one, and it was taken back (410)."""


def unpublish(prefix: str) -> int:
    """Take back every page under ``prefix``: 410 from now on, the bytes deleted. Return how many."""
    if not prefix.endswith("/"):
        # ``e/x`` would take back ``e/xyz/`` as well.
        raise ValueError(f"{prefix!r} must end with a slash.")
    with transaction.atomic():
        return withdraw(Page.objects.filter(path__startswith=prefix, withdrawn=False))


def move(old: str, new: str) -> int:
    """Let everything under the prefix ``old`` stand under ``new``, in the caller's transaction; return how
    many."""
    if not (old.endswith("/") and new.endswith("/")):
        raise ValueError(f"{old!r} and {new!r} must end with a slash.")
    with transaction.atomic():
        pages_there = list(Page.objects.select_for_update().filter(path__startswith=old).order_by("path"))
        there = {page.path: page for page in Page.objects.filter(path__startswith=new)}
        moved = []
        for page in pages_there:
            path = new + page.path.removeprefix(old)
            # Where one stood before, its version goes on: a reader may still have it.
            before = there.get(path)
            highest = max(page.version, before.version if before else 0)
            version = next_version(highest) if page.version else 0
            moved.append(
                Page(
                    pk=before.pk if before else None,
                    path=path,
                    kind=page.kind,
                    params=page.params,
                    eager=page.eager,
                    version=version,
                    withdrawn=page.withdrawn,
                )
            )
        Rendered.objects.filter(page__in=there.values()).delete()
        Page.objects.bulk_create([page for page in moved if page.pk is None], batch_size=500)
        replaced = [page for page in moved if page.path in there]
        Page.objects.bulk_update(
            replaced, ["kind", "params", "eager", "version", "withdrawn", "digest"], batch_size=500
        )
        for prefix in Withheld.objects.filter(prefix__startswith=old).values_list("prefix", flat=True):
            withhold(new + prefix.removeprefix(old))
        Withheld.objects.filter(prefix__startswith=old).delete()
        # The old addresses are taken back, what was withheld stays so.
        unpublish(old)
        _notice(new)
        # Rendered anew: pages name their addresses.
        invalidate(under=[new])
    return len(pages_there)


def withheld(path: str | Combinable = "path") -> Exists:
    """Ask of a query of pages whether the public does not get one; of anything else ``path`` makes its
    address."""
    address = OuterRef(path) if isinstance(path, str) else path
    return Exists(Withheld.objects.filter(prefix=Left(address, Length("prefix"))))


def is_withheld(path: str) -> bool:
    """Whether the public does not get what stands at ``path``, be it a page or not."""
    return Withheld.objects.filter(prefix=Left(Value(path), Length("prefix"))).exists()


def withhold(prefix: str) -> None:
    """Let the public get nothing that begins with ``prefix``, in the caller's transaction: 410 until
    `restore`."""
    Withheld.objects.get_or_create(prefix=prefix)
    # Rendering goes on, whatever is published there meanwhile, so that what comes back is new.
    _notice(prefix)


def restore(prefix: str) -> None:
    """Let the public get it again, in the caller's transaction; what was taken back for good stays so."""
    Withheld.objects.filter(prefix=prefix).delete()
    _notice(prefix)


def _notice(prefix: str) -> None:
    """Have every process look at what has changed lately."""
    Page.objects.filter(path__startswith=prefix).update(changed_at=Now())


def render_lazily(*prefixes: str) -> None:
    """Have no page under these prefixes rendered ahead any more: after a change its next reader has it
    made."""
    named = Q(*((("path__startswith", prefix)) for prefix in prefixes), _connector=Q.OR)
    if prefixes:
        Page.objects.filter(named, eager=True).update(eager=False, changed_at=Now())


def purge(prefix: str) -> int:
    """Delete the bytes of every page under ``prefix``; return how many pages."""
    if not prefix.endswith("/"):
        raise ValueError(f"{prefix!r} must end with a slash.")
    with transaction.atomic():
        pages = Page.objects.filter(path__startswith=prefix)
        keys = list(pages.select_for_update().order_by("path").values_list("pk", flat=True))
        # In the caller's transaction: not even a reader of this moment gets the old ones. They are rendered
        # anew.
        Rendered.objects.filter(page__in=keys).delete()
        Picture.objects.filter(page__in=keys).delete()
        public = Page.objects.filter(pk__in=keys, version__gt=0, withdrawn=False)
        public.update(version=next_versions(), digest="", changed_at=Now())
        invalidate(under=[prefix])
    return len(keys)


def find(path: str) -> Page:
    """Find the page at ``path`` (without language); raise `NotPublishedError`, `UnpublishedError`."""
    page = Page.objects.filter(path=path).annotate(withheld=withheld()).first()
    if page is None:
        raise NotPublishedError(path)
    if page.withdrawn or page.withheld:
        raise UnpublishedError(path)
    return page


def get(path: str, variant: str) -> Rendered:
    """Give the current bytes of a page in one variant; raise `NotPublishedError`, `UnpublishedError`."""
    return get_body(find(path), variant)


def get_body(page: Page, variant: str) -> Rendered:
    """Give the same for a page that was found; a page has no variant that its kind does not have."""
    while True:
        if variant not in renderer_of(page.kind).variants():
            raise NotPublishedError(page.path)
        rendered = page.rendered.filter(language=variant, version=page.version).first()
        if rendered is not None and rendered.release == release():
            return rendered
        # Made now if nobody has asked for them before or another release of the product made them.
        rendered = _make(page, variant)
        if rendered is not None:
            return rendered
        page = find(page.path)


def _make(page: Page, variant: str) -> Rendered | None:
    """Render one page for its first reader; None when it changed meanwhile."""
    spec = spec_of(page)
    version = page.version or next_version(0)
    work = renderer_of(page.kind).read(page.params)
    body = render(spec, work.data, variant=variant, version=version)
    with transaction.atomic():
        now = Page.objects.select_for_update().get(pk=page.pk)
        if now.version != page.version or now.withdrawn or spec_of(now) != spec:
            return None
        further, obsolete = further_to(spec, work.data)
        announce_further(further)
        withdraw_parts([(spec, further, obsolete)])
        if not now.version:
            Page.objects.filter(pk=page.pk).update(version=version, digest=work.digest, changed_at=Now())
        return put_body(now, variant, version, body)


@dataclass(frozen=True, slots=True)
class PagesNamed:
    """Paths of the ``eager``, which are rendered; the bytes of the lazy ones are forgotten."""

    eager: list[str]
    has_lazy: bool


# It is done anew when a page moved on meanwhile, not when the data did: whoever changes the data touches the
# page again.
class RenderHandler(Handler):
    """Do the work that `invalidate` asks for."""

    def merge(self, waiting: dict[str, Any], added: dict[str, Any]) -> dict[str, Any]:
        named = {
            name: sorted({*waiting.get(name, []), *added.get(name, [])}) for name in ("prefixes", "paths")
        }
        # Whoever asks again without it has changed what they show since.
        fresh = sorted({*waiting.get("fresh", [])} & {*added.get("fresh", [])})
        return {**named, **({"fresh": fresh} if fresh else {})}

    def read(self, payload: dict[str, Any]) -> Work:
        pages_named = list(_named(payload).values_list("path", "version", "eager", "kind"))
        eager = [(renderer_of(kind).waits, path) for path, _, eager, kind in pages_named if eager]
        has_lazy = any(not eager for _, _, eager, _ in pages_named)
        digest = sha256(repr(pages_named).encode()).hexdigest()
        return Work(digest, PagesNamed([path for _, path in sorted(eager)], has_lazy))

    def compute(self, data: PagesNamed) -> tuple[list[PrerenderedPage], list[str]]:
        # A worker does one thing at a time, and pairing must not wait for a whole section's pages.
        until = monotonic() + AT_A_TIME
        fresh: list[PrerenderedPage] = []
        table, begun, read = "", 0.0, 0.0
        with reading_once():
            for done, path in enumerate(data.eager):
                now = monotonic()
                if (of := part_path(path, 1)) != table:
                    table, begun = of, now
                elif now > until:
                    # What all parts show was read already: as long again for those of one table.
                    until = max(until, read + (read - begun))
                if fresh and now > until:
                    return fresh, data.eager[done:]
                fresh += render_many([path], further=False)
                if begun == now:
                    read = monotonic()
        return fresh, []

    def write(
        self, job: Job, data: PagesNamed, result: tuple[list[PrerenderedPage], list[str]]
    ) -> dict[str, Any]:
        fresh, remaining = result
        changed = store(fresh) if fresh else []
        if remaining:
            enqueue(KIND, key=job.key, payload={"paths": remaining}, priority=RENDER, scope=job.scope)
        dropped = drop(_named(job.payload).filter(eager=False)) if data.has_lazy else []
        if not (fresh or dropped):
            return {}
        return {"looked_at": len(fresh), "changed": changed, "dropped": len(dropped), "left": len(remaining)}


def _named(payload: dict[str, Any]) -> QuerySet[Page]:
    named = Q(path__in=payload.get("paths", []))
    for prefix in payload.get("prefixes", []):
        named |= Q(path__startswith=prefix)
    pages = Page.objects.filter(named, withdrawn=False).order_by("path")
    # What was rendered for the very act that asked shows what stands since.
    return pages.exclude(path__in=payload["fresh"]) if payload.get("fresh") else pages
