"""Rendering pages ahead, outside a transaction, and storing them in somebody's transaction.

A publishing handler renders what will be read (`render_many` with its preview) in its computing part and
stores it (`store`) in the transaction of its switch, so the new pages appear at the same moment as the
data. Between the two nothing is visible to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Now

from portal.outbox.work import Again
from portal.published.models import Page, Rendered
from portal.published.pictures import ask_for
from portal.published.renderers import Body, PageSpec, release, render, renderer_of


@dataclass(frozen=True, slots=True)
class PrerenderedPage:
    """A page rendered ahead: valid as long as the page still has version ``base``.

    ``version`` equal to ``base`` means that readers will see no difference. Lazy pages have no bodies.
    """

    spec: PageSpec
    base: int
    version: int
    digest: str = ""
    bodies: dict[str, Body] = field(default_factory=dict)


def spec_of(page: Page) -> PageSpec:
    return PageSpec(page.path, page.kind, page.params, page.eager)


def render_many(pages: Iterable[str | PageSpec], *, preview: Any = None) -> list[PrerenderedPage]:
    """Render pages in every variant, outside a transaction. Paths name announced pages (those that do
    not exist or are withdrawn are left out), specs also pages that `store` shall create."""
    wanted = {page if isinstance(page, str) else page.path: page for page in pages}
    known = {page.path: page for page in Page.objects.filter(path__in=wanted)}
    fresh = []
    for path, asked in sorted(wanted.items(), key=lambda item: item[0]):
        page = known.get(path)
        if isinstance(asked, PageSpec):
            fresh.append(_render_page(asked, page, preview))
        elif page is not None and not page.withdrawn:
            fresh.append(_render_page(spec_of(page), page, preview))
    return fresh


def _render_page(spec: PageSpec, page: Page | None, preview: Any) -> PrerenderedPage:
    base = page.version if page else 0
    if not spec.eager:
        return PrerenderedPage(spec, base, base + 1)
    work = renderer_of(spec.kind).read(spec.params, preview=preview)
    version = base + 1
    missing = renderer_of(spec.kind).ahead()
    if (
        page is not None
        and base
        and not page.withdrawn
        and (page.digest, spec_of(page)) == (work.digest, spec)
    ):
        version = base
        have = page.rendered.filter(version=base, release=release()).values_list("language", flat=True)
        missing = [variant for variant in missing if variant not in set(have)]
    bodies = {variant: render(spec, work.data, variant=variant, version=version) for variant in missing}
    return PrerenderedPage(spec, base, version, work.digest, bodies)


def store(fresh: Iterable[PrerenderedPage]) -> list[str]:
    """Put rendered pages before the readers, in the caller's transaction; returns the paths that changed.

    Raises `Again` when a page has moved on since it was rendered: what was computed is not the newest.
    """
    fresh = sorted(fresh, key=lambda page: page.spec.path)
    with transaction.atomic():
        changed = _store_eager([ahead for ahead in fresh if ahead.spec.eager])
        changed += _store_lazy([ahead.spec for ahead in fresh if not ahead.spec.eager])
    return sorted(changed)


def _store_eager(fresh: list[PrerenderedPage]) -> list[str]:
    new = [ahead.spec for ahead in fresh if not ahead.base]
    Page.objects.bulk_create(
        [Page(path=spec.path, kind=spec.kind, params=spec.params) for spec in new], ignore_conflicts=True
    )
    paths = [ahead.spec.path for ahead in fresh]
    locked = Page.objects.select_for_update().filter(path__in=paths).order_by("path")
    pages = {page.path: page for page in locked}
    changed = [ahead for ahead in fresh if ahead.version != ahead.base]
    for ahead in fresh:
        page = pages.get(ahead.spec.path)
        if page is None or page.version != ahead.base:
            raise Again
    for ahead in changed:
        Page.objects.filter(path=ahead.spec.path).update(
            kind=ahead.spec.kind,
            params=ahead.spec.params,
            eager=True,
            version=ahead.version,
            digest=ahead.digest,
            withdrawn=False,
            changed_at=Now(),
        )
    Rendered.objects.filter(page__path__in=[ahead.spec.path for ahead in changed]).delete()
    Rendered.objects.bulk_create(
        [
            Rendered(page=pages[ahead.spec.path], language=variant, **_columns(ahead.version, body))
            for ahead in fresh
            for variant, body in ahead.bodies.items()
        ],
        update_conflicts=True,
        unique_fields=["page", "language"],
        update_fields=["version", "release", "etag", "body"],
    )
    ask_for((ahead.spec.path, ahead.spec.kind) for ahead in changed)
    return [ahead.spec.path for ahead in changed]


def _columns(version: int, body: Body) -> dict[str, Any]:
    return {"version": version, "release": release(), "etag": body.etag, "body": body.gz}


def put_body(page: Page, variant: str, version: int, body: Body) -> Rendered:
    """Store the bytes of one variant."""
    rendered, _ = Rendered.objects.update_or_create(
        page=page, language=variant, defaults=_columns(version, body)
    )
    return rendered


def _store_lazy(specs: list[PageSpec]) -> list[str]:
    by_path = {spec.path: spec for spec in specs}
    known = {page.path: page for page in Page.objects.filter(path__in=by_path)}
    Page.objects.bulk_create(
        [
            Page(path=spec.path, kind=spec.kind, params=spec.params, eager=False, version=1)
            for spec in specs
            if spec.path not in known
        ],
        ignore_conflicts=True,
    )
    for path, page in known.items():
        spec = by_path[path]
        if page.withdrawn or spec_of(page) != spec:
            Page.objects.filter(pk=page.pk).update(
                kind=spec.kind,
                params=spec.params,
                eager=False,
                version=F("version") + 1,
                withdrawn=False,
                changed_at=Now(),
            )
            page.rendered.all().delete()
    return [path for path in by_path if path not in known] + drop(Page.objects.filter(path__in=known))


def drop(pages: QuerySet[Page]) -> list[str]:
    """Forget the bytes of lazy pages, whose next reader has them made anew; returns their paths.

    A page that nobody has read since it last changed keeps its version: nobody has it on the screen.
    """
    read = list(
        pages.filter(Exists(Rendered.objects.filter(page=OuterRef("pk"))), withdrawn=False)
        .select_for_update()
        .order_by("path")
        .values_list("pk", "path")
    )
    keys = [pk for pk, _ in read]
    Page.objects.filter(pk__in=keys).update(version=F("version") + 1, changed_at=Now())
    Rendered.objects.filter(page__in=keys).delete()
    return [path for _, path in read]
