"""Announce the kinds of pages that a release has brought, of what was public before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from portal.published.models import Page
from portal.published.prerender import render_many, store
from portal.published.renderers import PageSpec

# Pages announced in one transaction.
AT_A_TIME = 500
Provider = Callable[[], Iterable[PageSpec]]
_providers: list[Provider] = []


def register_expected(provider: Provider) -> None:
    """Have ``provider`` asked which lazy pages stand beside public ones; called in ``AppConfig.ready()``."""
    if provider not in _providers:
        _providers.append(provider)


# When the machine is next prepared, not only when somebody next changes what they show.
def announce_missing() -> int:
    """Announce what is expected and was never announced; return how many pages."""
    # Nothing is rendered: the first reader has it made. What was taken back stays so, and what leads to a new
    # page is made anew because another release made it.
    return sum(_announce(some) for provider in _providers for some in _batches(provider()))


def _batches(expected: Iterable[PageSpec]) -> Iterator[list[PageSpec]]:
    left = iter(expected)
    while some := list(islice(left, AT_A_TIME)):
        yield some


def _announce(some: list[PageSpec]) -> int:
    there = set(Page.objects.filter(path__in=[spec.path for spec in some]).values_list("path", flat=True))
    new = [spec for spec in some if spec.path not in there]
    store(render_many(new))
    return len(new)
