"""Keep files that stand with a published page and are no pages themselves: paper, documents, pictures.

The apps say which there are (`register_attached`). Whoever adds one, or takes one away, says
`attached_changed` of its page in the same transaction, so that those who keep files look at it. Everybody may
have it while the page is public, and no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models.functions import Now

from portal.published.models import Page

# Of what has another address when it is another.
FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Attached:
    # Of its page, without language.
    path: str
    # Its own address without the first slash, and without the language where it is the same in all.
    place: str
    # Of its bytes, hexadecimal.
    digest: str
    # Its headers.
    about: Mapping[str, str]
    # Gives its bytes, None when it has gone.
    load: Callable[[], bytes | None]


Provider = Callable[[Sequence[str]], Iterable[Attached]]
_providers: list[Provider] = []


def register_attached(provider: Provider) -> None:
    """Have ``provider`` asked what stands with public pages; called in ``AppConfig.ready()``."""
    if provider not in _providers:
        _providers.append(provider)


def attached_changed(path: str) -> None:
    """Say in the caller's transaction that what stands with the page at ``path`` is another."""
    Page.objects.filter(path=path).update(changed_at=Now())


def attached_to(paths: Sequence[str]) -> list[Attached]:
    """What stands with these pages, all of them public."""
    return [file for provider in _providers for file in provider(paths)]
