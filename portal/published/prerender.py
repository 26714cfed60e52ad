"""Render pages ahead, outside a transaction, and store them in somebody's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from portal.outbox.work import TryAgain
from portal.published.announcing import announce, invalidate
from portal.published.models import Page, Picture, Rendered, next_version, next_versions
from portal.published.pictures import ask_for
from portal.published.reading import reading_once
from portal.published.renderers import PART, PageSpec, RenderedBody, part_path, release, render, renderer_of


@dataclass(frozen=True, slots=True)
class PrerenderedPage:
    """A page rendered ahead: valid as long as the page still has version ``base``."""

    spec: PageSpec
    base: int
    # Equal to ``base``: readers will see no difference.
    version: int
    digest: str = ""
    # None of lazy pages.
    bodies: dict[str, RenderedBody] = field(default_factory=dict)
    # As `Renderer` has them.
    further: tuple[PageSpec, ...] = ()
    obsolete: tuple[str, ...] = ()


def spec_of(page: Page) -> PageSpec:
    return PageSpec(page.path, page.kind, page.params, page.eager)


# A publishing handler renders what will be read in its computing part and stores it in the transaction of its
# switch, so the new pages appear at the same moment as the data. Between the two nothing is visible to
# anybody.
def render_many(
    pages: Iterable[str | PageSpec], *, preview: Any = None, further: bool = True
) -> list[PrerenderedPage]:
    """Render pages in every variant; paths name announced pages, specs also those that `store` shall
    create."""
    wanted = {page if isinstance(page, str) else page.path: page for page in pages}
    with reading_once():
        fresh = _render_pages(wanted, preview)
        # Else `store` announces what is missing of these.
        if further:
            more = {spec.path: spec for ahead in fresh for spec in ahead.further}
            fresh += _render_pages({path: more[path] for path in more.keys() - wanted.keys()}, preview)
    return fresh


def _render_pages(wanted: Mapping[str, str | PageSpec], preview: Any) -> list[PrerenderedPage]:
    pages_by_path = {page.path: page for page in Page.objects.filter(path__in=wanted)}
    fresh = []
    for path, page_wanted in sorted(wanted.items(), key=lambda item: item[0]):
        page = pages_by_path.get(path)
        if isinstance(page_wanted, PageSpec):
            fresh.append(_render_page(page_wanted, page, preview))
        elif page is not None and not page.withdrawn:
            fresh.append(_render_page(spec_of(page), page, preview))
    return fresh


def _render_page(spec: PageSpec, page: Page | None, preview: Any) -> PrerenderedPage:
    base = page.version if page else 0
    if not spec.eager:
        return PrerenderedPage(spec, base, next_version(base))
    work = renderer_of(spec.kind).read(spec.params, preview=preview)
    version = next_version(base)
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
    further, obsolete = further_to(spec, work.data)
    return PrerenderedPage(spec, base, version, work.digest, bodies, further, obsolete)


def further_to(spec: PageSpec, data: Any) -> tuple[tuple[PageSpec, ...], tuple[str, ...]]:
    """What stands with a page, and what does so no more."""
    renderer = renderer_of(spec.kind)
    return tuple(renderer.further(spec, data)), tuple(renderer.obsolete(spec, data))


def store(fresh: Iterable[PrerenderedPage], *, leaving: bool = False) -> list[str]:
    """Put rendered pages before the readers, in the caller's transaction; return the paths that changed.

    Raises `TryAgain` when a page has moved on since it was rendered. With ``leaving`` such a page is left
    as it
    is and rendered anew a moment later: for who computes for long.
    """
    fresh = sorted(fresh, key=lambda page: page.spec.path)
    with transaction.atomic():
        changed = _store_eager([ahead for ahead in fresh if ahead.spec.eager], leaving=leaving)
        changed += _store_lazy([ahead.spec for ahead in fresh if not ahead.spec.eager])
        announce_further(spec for ahead in fresh for spec in ahead.further)
        withdraw_parts((ahead.spec, ahead.further, ahead.obsolete) for ahead in fresh if ahead.spec.eager)
    return sorted(changed)


def announce_further(specs: Iterable[PageSpec]) -> None:
    """Announce what stands with a page and cannot be read yet: there are more parts than there were."""
    if further := {spec.path: spec for spec in specs}:
        there = Page.objects.filter(path__in=further, withdrawn=False).values_list("path", flat=True)
        for path in sorted(further.keys() - set(there)):
            spec = further[path]
            announce(path, spec.kind, spec.params, eager=spec.eager)


def withdraw_parts(rows: Iterable[tuple[PageSpec, Iterable[PageSpec], Iterable[str]]]) -> None:
    """Take back the parts that a table has no more; ``rows``: pages, with what is further and what
    obsolete."""
    beyond: dict[str, list[str]] = {}
    gone: set[str] = set()
    for spec, further, obsolete in rows:
        gone.update(obsolete)
        if PART not in spec.params:
            parts = [part.path for part in further if PART in part.params]
            beyond[part_path(spec.path, len(parts) + 2)] = [spec.path, *parts]
    there = Page.objects.filter(path__in=gone | beyond.keys(), withdrawn=False)
    for path in there.values_list("path", flat=True):
        if path in gone:
            withdraw(Page.objects.filter(path=path))
            continue
        below = Page.objects.filter(path__startswith=f"{beyond[path][0]}{PART}/", withdrawn=False)
        withdraw(below.exclude(path__in=beyond[path]))


def withdraw(pages: QuerySet[Page]) -> int:
    """Answer 410 from now on, the bytes deleted, in the caller's transaction; return how many."""
    keys = list(pages.select_for_update().values_list("pk", flat=True))
    Rendered.objects.filter(page__in=keys).delete()
    Picture.objects.filter(page__in=keys).delete()
    return Page.objects.filter(pk__in=keys).update(withdrawn=True, digest="", changed_at=Now())


def _store_eager(fresh: list[PrerenderedPage], *, leaving: bool) -> list[str]:
    new = [ahead.spec for ahead in fresh if not ahead.base]
    Page.objects.bulk_create(
        [Page(path=spec.path, kind=spec.kind, params=spec.params) for spec in new], ignore_conflicts=True
    )
    paths = [ahead.spec.path for ahead in fresh]
    locked = Page.objects.select_for_update().filter(path__in=paths).order_by("path")
    pages = {page.path: page for page in locked}
    moved = (
        rendered
        for rendered in fresh
        if rendered.spec.path not in pages or pages[rendered.spec.path].version != rendered.base
    )
    late = {ahead.spec.path for ahead in moved}
    if late:
        if not leaving:
            raise TryAgain
        invalidate(*late)
        fresh = [ahead for ahead in fresh if ahead.spec.path not in late]
    changed = [ahead for ahead in fresh if ahead.version != ahead.base]
    for ahead in changed:
        page = pages[ahead.spec.path]
        page.kind, page.params, page.eager = ahead.spec.kind, ahead.spec.params, True
        page.version, page.digest, page.withdrawn = ahead.version, ahead.digest, False
        page.changed_at = Now()
    columns = ["kind", "params", "eager", "version", "digest", "withdrawn", "changed_at"]
    Page.objects.bulk_update([pages[ahead.spec.path] for ahead in changed], columns, batch_size=100)
    Rendered.objects.filter(page__path__in=[ahead.spec.path for ahead in changed]).delete()
    Rendered.objects.bulk_create(
        [
            Rendered(page=pages[ahead.spec.path], language=variant, **_columns(ahead.version, body))
            for ahead in fresh
            for variant, body in ahead.bodies.items()
        ],
        update_conflicts=True,
        unique_fields=["page", "language"],
        update_fields=["version", "release", "etag", "body", "rendered_at"],
    )
    ask_for((ahead.spec.path, ahead.spec.kind) for ahead in changed if PART not in ahead.spec.params)
    return [ahead.spec.path for ahead in changed]


def _columns(version: int, body: RenderedBody) -> dict[str, Any]:
    return {"version": version, "release": release(), "etag": body.etag, "body": body.gz}


def put_body(page: Page, variant: str, version: int, body: RenderedBody) -> Rendered:
    rendered, _ = Rendered.objects.update_or_create(
        page=page, language=variant, defaults={**_columns(version, body), "rendered_at": Now()}
    )
    return rendered


def _store_lazy(specs: list[PageSpec]) -> list[str]:
    by_path = {spec.path: spec for spec in specs}
    pages_by_path = {page.path: page for page in Page.objects.filter(path__in=by_path)}
    Page.objects.bulk_create(
        [
            Page(path=spec.path, kind=spec.kind, params=spec.params, eager=False, version=next_version(0))
            for spec in specs
            if spec.path not in pages_by_path
        ],
        ignore_conflicts=True,
    )
    for path, page in pages_by_path.items():
        spec = by_path[path]
        if page.withdrawn or spec_of(page) != spec:
            Page.objects.filter(pk=page.pk).update(
                kind=spec.kind,
                params=spec.params,
                eager=False,
                version=next_versions(),
                withdrawn=False,
                changed_at=Now(),
            )
            page.rendered.all().delete()
    return [path for path in by_path if path not in pages_by_path] + drop(
        Page.objects.filter(path__in=pages_by_path)
    )


def drop(pages: QuerySet[Page]) -> list[str]:
    """Forget the bytes of lazy pages, whose next reader has them made anew; return their paths."""
    # A command of an operator, as after an upgrade, has opened none.
    with transaction.atomic(savepoint=False):
        read = list(
            pages.filter(Exists(Rendered.objects.filter(page=OuterRef("pk"))), withdrawn=False)
            .select_for_update()
            .order_by("path")
            .values_list("pk", "path")
        )
        # A page that nobody has read since it last changed keeps its version: nobody has it on the screen.
        keys = [pk for pk, _ in read]
        Page.objects.filter(pk__in=keys).update(version=next_versions(), changed_at=Now())
        Rendered.objects.filter(page__in=keys).delete()
    return [path for _, path in read]
