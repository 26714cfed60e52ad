"""How a kind of page is made. The apps register theirs; this room knows no tournament."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.utils import translation

from portal.outbox.work import Work


class Renderer:
    """One kind of page."""

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        """What the page shows, from the database, as plain values, and its digest.

        ``preview`` is what a publishing handler hands to `render_many`: it describes the state after
        its switch. For equal states, read with and without a preview, the digests must be equal.
        """
        raise NotImplementedError

    def html(self, data: Any, *, language: str, version: int, path: str) -> str:
        """The whole document, in ``language`` (already active). It carries
        ``<main data-live data-version="{version}">``. No database, no request."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class PageSpec:
    """A page that is to be: ``path`` without language, who renders it and from which parameters."""

    path: str
    kind: str
    params: dict[str, Any] = field(default_factory=dict)
    eager: bool = True


@dataclass(frozen=True, slots=True)
class Body:
    """The bytes of one language."""

    etag: str
    gz: bytes


_renderers: dict[str, Renderer] = {}


def register_renderer(kind: str, renderer: Renderer) -> None:
    """Say who renders ``kind``; called from ``AppConfig.ready()``."""
    _renderers[kind] = renderer


def renderer_of(kind: str) -> Renderer:
    """Who renders ``kind``. Raises LookupError."""
    try:
        return _renderers[kind]
    except KeyError:
        raise LookupError(f"Nobody has registered a renderer for the kind {kind!r}.") from None


def languages() -> list[str]:
    """The languages in which every page exists."""
    return [code for code, _ in settings.LANGUAGES]


def render(spec: PageSpec, data: Any, *, language: str, version: int) -> Body:
    """One page in one language."""
    with translation.override(language):
        html = renderer_of(spec.kind).html(data, language=language, version=version, path=spec.path)
    raw = html.encode()
    return Body(etag=sha256(raw).hexdigest()[:20], gz=gzip.compress(raw, compresslevel=9, mtime=0))
