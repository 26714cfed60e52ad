"""The public questions and acts of this room: announce, touch, unpublish, and get the bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Left, Length, Now

from portal.outbox import RENDER, Handler, Job, Work, ask
from portal.published.models import Page, Picture, Rendered, Withheld
from portal.published.prerender import PrerenderedPage, drop, put_body, render_many, spec_of, store
from portal.published.renderers import group_of, release, render, renderer_of

KIND = "render"
AT_A_TIME = 0.4
"""Seconds after which rendering makes room for more urgent work."""


class NotPublishedError(LookupError):
    """There never was such a page (404)."""


class UnpublishedError(LookupError):
    """There was one, and it was taken back (410)."""


def announce(path: str, kind: str, params: dict[str, Any], *, eager: bool = True) -> Page:
    """Say that ``path`` can be read from now on, in the caller's transaction. A page that was withdrawn
    comes back. Eager pages are rendered at once by a worker; until then the first reader has it made."""
    renderer_of(kind)
    with transaction.atomic():
        page, _ = Page.objects.get_or_create(
            path=path, defaults={"kind": kind, "params": params, "eager": eager}
        )
        page = Page.objects.select_for_update().get(pk=page.pk)
        told = (page.kind, page.params, page.eager, page.withdrawn)
        if told != (kind, params, eager, False):
            page.kind, page.params, page.eager, page.withdrawn = kind, params, eager, False
            page.version += 1 if page.version else 0
            page.digest = ""
            page.save()
            Page.objects.filter(pk=page.pk).update(changed_at=Now())
            page.rendered.all().delete()
        if eager:
            touch(path)
    return page


def touch(*paths: str, under: Iterable[str] = ()) -> None:
    """Say, in the caller's transaction, that what pages show may have changed: exactly those named, and all
    ``under`` prefixes. One job for each group renders them; touches that follow within
    ``PUBLISHED_RENDER_EVERY`` seconds are answered by one more."""
    with touching_once() as groups:
        for name, named in (("paths", paths), ("prefixes", under)):
            for path in named:
                groups.setdefault(group_of(path), {}).setdefault(name, set()).add(path)


Touched = dict[str, dict[str, set[str]]]
"""By group, the paths and prefixes."""
_touched: ContextVar[Touched | None] = ContextVar("touched", default=None)


@contextmanager
def touching_once() -> Iterator[Touched]:
    """What is touched within is asked for at its end, once: of an act in an act, with the outer one."""
    outer = _touched.get()
    if outer is not None:
        yield outer
        return
    groups: Touched = {}
    token = _touched.set(groups)
    try:
        yield groups
    finally:
        _touched.reset(token)
    # In one order, so that two acts which touch the same groups never wait for each other in a circle.
    for group, named in sorted(groups.items()):
        key = f"render:{group}"
        payload = {name: sorted(paths) for name, paths in named.items()}
        ask(KIND, key=key, payload=payload, priority=RENDER, delay=_pause(key))


def _pause(key: str) -> float:
    age = (
        Job.objects.filter(key=key, started_at__isnull=False)
        .annotate(age=Now() - F("started_at"))
        .order_by("-pk")
        .values_list("age", flat=True)
        .first()
    )
    every: float = settings.PUBLISHED_RENDER_EVERY
    return 0.0 if age is None else min(every, max(0.0, every - age.total_seconds()))


def unpublish(prefix: str) -> int:
    """Take back every page under ``prefix``: 410 from now on, the bytes deleted. Returns how many. The
    prefix ends with a slash: ``e/x`` would take back ``e/xyz/`` as well."""
    if not prefix.endswith("/"):
        raise ValueError(f"{prefix!r} must end with a slash.")
    with transaction.atomic():
        pages = Page.objects.filter(path__startswith=prefix, withdrawn=False)
        keys = list(pages.select_for_update().values_list("pk", flat=True))
        Rendered.objects.filter(page__in=keys).delete()
        Picture.objects.filter(page__in=keys).delete()
        return Page.objects.filter(pk__in=keys).update(withdrawn=True, digest="", changed_at=Now())


def move(old: str, new: str) -> int:
    """Let everything that stands under the prefix ``old`` stand under ``new``, in the caller's transaction:
    the old addresses are taken back, what was withheld stays so. Rendered anew: pages name their addresses.
    Returns how many pages."""
    if not (old.endswith("/") and new.endswith("/")):
        raise ValueError(f"{old!r} and {new!r} must end with a slash.")
    with transaction.atomic():
        found = list(Page.objects.select_for_update().filter(path__startswith=old).order_by("path"))
        there = {page.path: page for page in Page.objects.filter(path__startswith=new)}
        moved = []
        for page in found:
            path = new + page.path.removeprefix(old)
            # Where one stood before, its version goes on: a reader may still have it.
            before = there.get(path)
            version = max(page.version, before.version if before else 0) + 1 if page.version else 0
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
        known = [page for page in moved if page.path in there]
        Page.objects.bulk_update(
            known, ["kind", "params", "eager", "version", "withdrawn", "digest"], batch_size=500
        )
        for prefix in Withheld.objects.filter(prefix__startswith=old).values_list("prefix", flat=True):
            withhold(new + prefix.removeprefix(old))
        Withheld.objects.filter(prefix__startswith=old).delete()
        unpublish(old)
        _notice(new)
        touch(under=[new])
    return len(found)


def withheld() -> Exists:
    """For a query of pages: whether the public does not get a page."""
    return Exists(Withheld.objects.filter(prefix=Left(OuterRef("path"), Length("prefix"))))


def is_withheld(path: str) -> bool:
    """Whether the public does not get what stands at ``path``, be it a page or not."""
    return Withheld.objects.filter(prefix=Left(Value(path), Length("prefix"))).exists()


def withhold(prefix: str) -> None:
    """Let the public get nothing that begins with ``prefix``, in the caller's transaction: 410 until
    `give_back`, whatever is published there meanwhile. Rendering goes on, so that what comes back is new."""
    Withheld.objects.get_or_create(prefix=prefix)
    _notice(prefix)


def give_back(prefix: str) -> None:
    """The opposite, in the caller's transaction. What was taken back for good stays so."""
    Withheld.objects.filter(prefix=prefix).delete()
    _notice(prefix)


def _notice(prefix: str) -> None:
    """Every process looks at what has changed lately."""
    Page.objects.filter(path__startswith=prefix).update(changed_at=Now())


def make_anew(prefix: str) -> int:
    """Delete the bytes of every page under ``prefix`` (which ends with a slash), in the caller's transaction:
    not even a reader of this moment gets the old ones. They are rendered anew. Returns how many pages."""
    if not prefix.endswith("/"):
        raise ValueError(f"{prefix!r} must end with a slash.")
    with transaction.atomic():
        pages = Page.objects.filter(path__startswith=prefix)
        keys = list(pages.select_for_update().order_by("path").values_list("pk", flat=True))
        Rendered.objects.filter(page__in=keys).delete()
        Picture.objects.filter(page__in=keys).delete()
        shown = Page.objects.filter(pk__in=keys, version__gt=0, withdrawn=False)
        shown.update(version=F("version") + 1, digest="", changed_at=Now())
        touch(under=[prefix])
    return len(keys)


def find(path: str) -> Page:
    """The page at ``path`` (without language). Raises `NotPublishedError`, `UnpublishedError`."""
    page = Page.objects.filter(path=path).annotate(withheld=withheld()).first()
    if page is None:
        raise NotPublishedError(path)
    if page.withdrawn or page.withheld:
        raise UnpublishedError(path)
    return page


def get(path: str, variant: str) -> Rendered:
    """The current bytes of a page in a language or another form, made now if nobody has asked for them before
    or another release of the product made them. Raises `NotPublishedError`, `UnpublishedError`."""
    return get_body(find(path), variant)


def get_body(page: Page, variant: str) -> Rendered:
    """The same for a page that was found. A page has no variant that its kind does not have."""
    while True:
        if variant not in renderer_of(page.kind).variants():
            raise NotPublishedError(page.path)
        rendered = page.rendered.filter(language=variant, version=page.version).first()
        if rendered is not None and rendered.release == release():
            return rendered
        rendered = _make(page, variant)
        if rendered is not None:
            return rendered
        page = find(page.path)


def _make(page: Page, variant: str) -> Rendered | None:
    """Render one page for its first reader; None when it changed meanwhile."""
    spec = spec_of(page)
    version = page.version or 1
    work = renderer_of(page.kind).read(page.params)
    body = render(spec, work.data, variant=variant, version=version)
    with transaction.atomic():
        now = Page.objects.select_for_update().get(pk=page.pk)
        if now.version != page.version or now.withdrawn or spec_of(now) != spec:
            return None
        if not now.version:
            Page.objects.filter(pk=page.pk).update(version=version, digest=work.digest, changed_at=Now())
        return put_body(now, variant, version, body)


class RenderHandler(Handler):
    """The work that `touch` asks for. It is done anew when a page moved on meanwhile, not when the data
    did: whoever changes the data touches the page again."""

    def merge(self, waiting: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        return {
            name: sorted({*waiting.get(name, []), *asked.get(name, [])}) for name in ("prefixes", "paths")
        }

    def read(self, payload: dict[str, Any]) -> Work:
        found = list(_named(payload).values_list("path", "version", "eager"))
        return Work(sha256(repr(found).encode()).hexdigest(), [path for path, _, eager in found if eager])

    def compute(self, data: list[str]) -> tuple[list[PrerenderedPage], list[str]]:
        # A worker does one thing at a time, and pairing must not wait for a whole section's pages.
        until = monotonic() + AT_A_TIME
        fresh: list[PrerenderedPage] = []
        for done, path in enumerate(data):
            if fresh and monotonic() > until:
                return fresh, data[done:]
            fresh += render_many([path])
        return fresh, []

    def write(
        self, job: Job, data: list[str], result: tuple[list[PrerenderedPage], list[str]]
    ) -> dict[str, Any]:
        fresh, rest = result
        changed = store(fresh)
        if rest:
            ask(KIND, key=job.key, payload={"paths": rest}, priority=RENDER)
        dropped = drop(_named(job.payload).filter(eager=False))
        return {"looked_at": len(fresh), "changed": changed, "dropped": len(dropped), "left": len(rest)}


def _named(payload: dict[str, Any]) -> QuerySet[Page]:
    named = Q(path__in=payload.get("paths", []))
    for prefix in payload.get("prefixes", []):
        named |= Q(path__startswith=prefix)
    return Page.objects.filter(named, withdrawn=False).order_by("path")
