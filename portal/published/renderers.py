"""Make a kind of page. The apps register theirs; this room knows no tournament."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.utils import translation

from portal.outbox.work import Work
from portal.published.drawing import Card

JSON = "json"
FILE = "file"
# Among the parameters of a page that is a further part of another one, from 2; it stands below that under
# ``part/2/`` and is shared with its picture.
PART = "part"
# Besides the languages: a *document* for machines, a *file* to keep. Neither depends on a language.
FORMS = (JSON, FILE)

HTML_TYPE = "text/html; charset=utf-8"
JSON_TYPE = "application/json"
# Scripts of every site may read it, and these two headers, which browsers would keep from them.
FOR_ALL_SITES = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag, Retry-After"}


class Renderer:
    """Make one kind of page, in *variants*: its languages, and the forms that its kind has."""

    def variants(self) -> list[str]:
        """List every variant of a page of this kind: the languages, with ``json`` where there is a
        document."""
        return [*languages(), *([JSON] if self.has_document else [])]

    def ahead(self) -> list[str]:
        """List the variants that are rendered before anybody asks: documents, and languages of
        ``PUBLISHED_AHEAD``."""
        # Four languages would take a publication twice as long as two.
        later = set(languages()) - set(settings.PUBLISHED_AHEAD)
        return [variant for variant in self.variants() if variant not in later]

    # Whether others are rendered first: not everybody opens it at once.
    waits = False

    # Whether a picture is shown where the page's address is shared: `card` is there.
    has_card = False

    def card(self, data: Any) -> Card:
        """Say what stands on that picture, in the active language. No database, no request."""
        raise NotImplementedError

    # Whether machines can read it as well: `document` is there.
    has_document = False

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        """Read what the page shows from the database, as plain values, with its digest.

        ``preview`` is what a publishing handler hands to `render_many`: it describes the state after its
        switch. For
        equal states, read with and without a preview, the digests must be equal.
        """
        raise NotImplementedError

    def further(self, spec: PageSpec, data: Any) -> Iterable[PageSpec]:
        """List the pages that stand with this one: the further parts of a long table, what finds somebody
        in them."""
        return ()

    def obsolete(self, spec: PageSpec, data: Any) -> Iterable[str]:
        """Paths of what stands with this page only where it has parts, and it has none."""
        return ()

    def html(self, data: Any, *, language: str, version: int, path: str) -> str:
        """Write the whole document, in ``language`` (already active). No database, no request.

        It carries ``<main data-live data-version="{version}">``.
        """
        raise NotImplementedError

    def document(self, data: Any, *, version: int, path: str) -> dict[str, Any]:
        """Write the same as JSON: codes, numbers and names, the same for readers of every language."""
        raise NotImplementedError

    def raw(self, data: Any, *, variant: str, version: int, path: str) -> bytes:
        """The bytes of one variant, before they are compressed."""
        if variant == JSON:
            document = self.document(data, version=version, path=path)
            return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        with translation.override(variant):
            return self.html(data, language=variant, version=version, path=path).encode()

    def headers(self, variant: str, path: str) -> dict[str, str]:
        """Say what an answer says about the bytes."""
        if variant == JSON:
            # Documents may be read by scripts of every site.
            return {"Content-Type": JSON_TYPE, **FOR_ALL_SITES}
        # What has no card is not meant to be found.
        headers = {} if self.has_card else {"X-Robots-Tag": "noindex"}
        return {"Content-Type": HTML_TYPE, "Content-Language": variant, **headers}


class FileRenderer(Renderer):
    """Make a file to keep, in one variant; ``ending`` and ``content_type`` are of its name and content."""

    def __init__(self, ending: str, content_type: str) -> None:
        self.ending = ending
        self.content_type = content_type

    def variants(self) -> list[str]:
        return [FILE]

    def file(self, data: Any) -> bytes:
        raise NotImplementedError

    def raw(self, data: Any, *, variant: str, version: int, path: str) -> bytes:
        return self.file(data)

    def headers(self, variant: str, path: str) -> dict[str, str]:
        name = path.rpartition("/")[2]
        return {
            "Content-Type": self.content_type,
            "Content-Disposition": f'attachment; filename="{name}"',
            **FOR_ALL_SITES,
        }


@dataclass(frozen=True, slots=True)
class PageSpec:
    """A page that is to be: ``path`` without language, who renders it and from which parameters."""

    path: str
    kind: str
    params: dict[str, Any] = field(default_factory=dict)
    eager: bool = True


@dataclass(frozen=True, slots=True)
class RenderedBody:
    """The bytes of one variant."""

    etag: str
    gz: bytes


_FURTHER = re.compile(rf"(e/[^/]+/[^/]+/(?:.+/)?){PART}/\d+/")


def part_path(path: str, number: int) -> str:
    """Where part ``number`` of the page at ``path`` stands, which may itself be a further part."""
    further = _FURTHER.fullmatch(path)
    first = further[1] if further else path
    return first if number == 1 else f"{first}{PART}/{number}/"


def group_of(path: str) -> str:
    """Name pages whose work is merged into one job: those of a section, ``e/wxc-2015/men``."""
    return "/".join(path.split("/")[:3]).rstrip("/")


def event_of(group: str) -> str:
    """Name what pages are rendered in turn with: those of one event (``e/wxc-2015``)."""
    return "/".join(group.split("/")[:2])


_renderers: dict[str, Renderer] = {}


def register_renderer(kind: str, renderer: Renderer) -> None:
    """Say who renders ``kind``; called from ``AppConfig.ready()``."""
    _renderers[kind] = renderer


def renderer_of(kind: str) -> Renderer:
    """Say who renders ``kind``; raise LookupError."""
    try:
        return _renderers[kind]
    except KeyError:
        raise LookupError(f"Nobody has registered a renderer for the kind {kind!r}.") from None


def kinds_with_cards() -> list[str]:
    """The kinds of pages that are meant to be shared and found."""
    return [kind for kind, renderer in _renderers.items() if renderer.has_card]


def languages() -> list[str]:
    """The languages in which every page for people exists."""
    return [code for code, _ in settings.LANGUAGES]


def render(spec: PageSpec, data: Any, *, variant: str, version: int) -> RenderedBody:
    raw = renderer_of(spec.kind).raw(data, variant=variant, version=version, path=spec.path)
    return RenderedBody(etag=sha256(raw).hexdigest()[:20], gz=gzip.compress(raw, compresslevel=9, mtime=0))


_FOLDERS = ("portal", "tournaments", "games", "templates")
_WHAT_SHOWS = {".py", ".html", ".svg", ".css", ".js", ".po", ".mo"}


@cache
def release() -> str:
    """Name the release of the product that makes pages; one made by another is made again when asked for."""
    if settings.RELEASE:
        return str(settings.RELEASE)[:40]
    # All code, templates, styles and translations, and PUBLIC_URL: to it lead frames, feeds, cards of shared
    # links and the codes on paper.
    digest = sha256(settings.PUBLIC_URL.encode())
    for folder in _FOLDERS:
        for file in sorted((settings.BASE_DIR / folder).rglob("*")):
            if file.suffix in _WHAT_SHOWS and file.is_file():
                digest.update(str(file.relative_to(settings.BASE_DIR)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:20]
