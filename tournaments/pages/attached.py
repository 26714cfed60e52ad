"""What stands with the public pages of events and is no page itself: the files that an event gives to
everybody, and papers. Each with what is said of it, here and where it is kept outside the portal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from django.db import models

from portal import published
from portal.published.answers import FOR_A_MOMENT
from portal.published.attached import FOR_GOOD, Attached
from portal.published.renderers import release
from tournaments.models import Document, Logo, Paper, Section
from tournaments.pages.paths import section_path, shown_path
from tournaments.queries.documents import document_path
from tournaments.queries.papers import Wanted, kind_of, kinds
from tournaments.state.canonical import digest_of

_OFFICE = "application/vnd.openxmlformats-officedocument"
_ODF = "application/vnd.oasis.opendocument"
CONTENT_TYPES = {
    Document.Format.PDF: "application/pdf",
    Document.Format.DOCX: f"{_OFFICE}.wordprocessingml.document",
    Document.Format.XLSX: f"{_OFFICE}.spreadsheetml.sheet",
    Document.Format.PPTX: f"{_OFFICE}.presentationml.presentation",
    Document.Format.ODT: f"{_ODF}.text",
    Document.Format.ODS: f"{_ODF}.spreadsheet",
    Document.Format.ODP: f"{_ODF}.presentation",
    Document.Format.PNG: "image/png",
    Document.Format.JPG: "image/jpeg",
    Document.Format.TXT: "text/plain; charset=utf-8",
}
INLINE = frozenset({"pdf", "png", "jpg", "txt"})
"""What a browser shows by itself, without running anything; the others are kept as files."""
_EVENT = re.compile(r"e/([^/]+)/")
_SECTION = re.compile(r"e/([^/]+)/[^-/][^/]*/")


def document_headers(document: Document, name: str) -> dict[str, str]:
    """What is said with a file of an event, which may have this name."""
    shown = "inline" if document.format in INLINE else "attachment"
    return {
        "Content-Type": CONTENT_TYPES[Document.Format(document.format)],
        "Content-Disposition": f'{shown}; filename="{name}"',
        "Cache-Control": FOR_GOOD,
    }


def documents(paths: Sequence[str]) -> Iterator[Attached]:
    """The files of events whose pages are among these."""
    slugs = {found[1]: path for path in paths if (found := _EVENT.fullmatch(path))}
    for one in Document.objects.filter(event__slug__in=slugs).select_related("event").defer("body"):
        place = document_path(one.event.slug, one)
        about = document_headers(one, place.rpartition("/")[2])
        load = partial(_body, Document.objects.filter(pk=one.pk, digest=one.digest))
        yield Attached(slugs[one.event.slug], place, _hexadecimal(one.digest), about, load)


def paper_headers(section: Section, paper: Paper) -> dict[str, str]:
    """What is said with a paper; its bytes come under a name for whoever keeps them."""
    slug = section.slug
    stem = "-".join(
        str(part) for part in (slug, paper.kind, paper.number, paper.part, paper.language) if part
    )
    return {
        "Content-Type": "application/pdf",
        "Content-Disposition": f'inline; filename="{stem}.pdf"',
        "X-Robots-Tag": "noindex",
    }


def papers(paths: Sequence[str]) -> Iterator[Attached]:
    """The public papers of what these pages show. Under its own address each of them stands for good; under
    that without a digest the newest, as long as the page shows what it was made of."""
    slugs = {found[1] for path in paths if (found := _SECTION.match(path))}
    public = [kind.key for kind in kinds() if kind.public]
    made = Paper.objects.filter(section__event__slug__in=slugs, kind__in=public, part=0)
    made = made.exclude(section__state=Section.State.DRAFT).select_related("section__event").defer("body")
    shown = {one: shown_path(one.section, one.kind, one.number) for one in made.order_by("version")}
    asked = set(paths)
    wanted = {one: path for one, path in shown.items() if path in asked}
    sources = _sources(wanted.values())
    for one, path in wanted.items():
        kind = kind_of(one.kind)
        if kind is None or not kind.offered(one.section):
            continue
        stem = f"{one.language}/{section_path(one.section)}paper/{one.kind}/{one.number}/{one.size}"
        digest = _hexadecimal(one.digest)
        about = {**paper_headers(one.section, one), "Content-Language": one.language}
        load = partial(_body, Paper.objects.filter(pk=one.pk, digest=one.digest))
        yield Attached(path, f"{stem}.{digest}.pdf", digest, {**about, "Cache-Control": FOR_GOOD}, load)
        if one.source and one.source == sources[path]:
            yield Attached(path, f"{stem}.pdf", digest, {**about, "Cache-Control": FOR_A_MOMENT}, load)


def source_of(paper: Wanted) -> str:
    """What a public paper is made of, without reading it: the version of the published page that shows the
    same, the logo, the release. Empty where nothing is published. Two queries."""
    path = shown_path(paper.section, paper.kind.key, paper.number)
    return _sources([path]).get(path, "") if paper.kind.public else ""


def _sources(paths: Iterable[str]) -> Mapping[str, str]:
    pages = published.Page.objects.filter(path__in=set(paths), withdrawn=False, version__gt=0)
    found = list(pages.values_list("path", "version", "digest"))
    slugs = {path.split("/")[1] for path, _, _ in found}
    logos = dict(Logo.objects.filter(event__slug__in=slugs).values_list("event__slug", "digest"))
    return {
        path: digest_of([version, digest, logos.get(path.split("/")[1], ""), release()])
        for path, version, digest in found
    }


def _body(found: models.QuerySet[Document] | models.QuerySet[Paper]) -> bytes | None:
    body = found.values_list("body", flat=True).first()
    return None if body is None else bytes(body)


def _hexadecimal(digest: str) -> str:
    return digest.partition(":")[2]
