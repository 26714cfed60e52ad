"""Say that a page can be read, and that what it shows may have changed; a worker renders it afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, Subquery
from django.db.models.functions import Now

from portal.outbox import RENDER, Job, WorkRequest, ask_many
from portal.published.models import Page, next_version
from portal.published.renderers import event_of, group_of, renderer_of

KIND = "render"


def announce(path: str, kind: str, params: dict[str, Any], *, eager: bool = True) -> Page:
    """Say that ``path`` can be read from now on, in the caller's transaction."""
    renderer_of(kind)
    with transaction.atomic():
        page, _ = Page.objects.get_or_create(
            path=path, defaults={"kind": kind, "params": params, "eager": eager}
        )
        page = Page.objects.select_for_update().get(pk=page.pk)
        page_state = (page.kind, page.params, page.eager, page.withdrawn)
        if page_state != (kind, params, eager, False):
            # A page that was withdrawn comes back.
            page.kind, page.params, page.eager, page.withdrawn = kind, params, eager, False
            page.version = next_version(page.version) if page.version else 0
            page.digest = ""
            page.save()
            Page.objects.filter(pk=page.pk).update(changed_at=Now())
            page.rendered.all().delete()
        # Others are made when the first reader asks.
        if eager:
            invalidate(path)
    return page


def invalidate(*paths: str, under: Iterable[str] = (), fresh: Iterable[str] = ()) -> None:
    """Say, in the caller's transaction, that pages may have changed: those named, and all ``under``
    prefixes."""
    named: Invalidated = {}
    for name, paths_named in (("paths", paths), ("prefixes", under)):
        for path in paths_named:
            named.setdefault(group_of(path), {}).setdefault(name, set()).add(path)
    # Pages that this transaction stores as they are after it are not rendered once more unless somebody else
    # asks as well.
    for path in fresh:
        named.get(group_of(path), {}).setdefault("fresh", set()).add(path)
    # One job for each group renders them; touches that follow within ``PUBLISHED_RENDER_EVERY`` seconds are
    # answered by one more.
    with batched_invalidation() as groups:
        for group, touched in named.items():
            earlier = groups.get(group)
            if earlier is None:
                groups[group] = touched
                continue
            earlier["fresh"] = earlier.get("fresh", set()) & touched.get("fresh", set())
            for name in ("paths", "prefixes"):
                earlier.setdefault(name, set()).update(touched.get(name, ()))


# By group, the paths and prefixes, and which of them are fresh.
Invalidated = dict[str, dict[str, set[str]]]
_touched: ContextVar[Invalidated | None] = ContextVar("touched", default=None)


@contextmanager
def batched_invalidation() -> Iterator[Invalidated]:
    """Ask at its end, once, for what is touched within: of an act in an act, with the outer one."""
    outer = _touched.get()
    if outer is not None:
        yield outer
        return
    groups: Invalidated = {}
    token = _touched.set(groups)
    try:
        yield groups
    finally:
        _touched.reset(token)
    requests = {
        f"render:{group}": WorkRequest(
            {name: sorted(paths) for name, paths in named.items() if paths}, scope=event_of(group)
        )
        for group, named in groups.items()
    }
    every: float = settings.PUBLISHED_RENDER_EVERY
    ask_many(KIND, requests=requests, priority=RENDER, at_most=every, pauses=_pauses)


def _pauses(keys: list[str]) -> dict[str, float]:
    """Say by key how long the next rendering waits for company, in one query."""
    every: float = settings.PUBLISHED_RENDER_EVERY
    begun = Job.objects.filter(started_at__isnull=False).order_by("-pk").values("pk")
    newest = Q()
    for key in keys:
        # The newest of each by the index on keys: a busy day leaves thousands of rows under one.
        newest |= Q(pk=Subquery(begun.filter(key=key)[:1]))
    ages = Job.objects.filter(newest).annotate(age=Now() - F("started_at")).values_list("key", "age")
    return {key: min(every, max(0.0, every - age.total_seconds())) for key, age in ages}
