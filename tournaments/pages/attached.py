"""List the files and papers that stand with the public pages of events and are no pages themselves."""

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
from tournaments.queries.notices.documents import document_path
from tournaments.queries.papers import WantedPaper, kind_of_paper, kinds
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
# A browser shows these by itself, without running anything; the others are kept as files.
INLINE = frozenset({"pdf", "png", "jpg", "txt"})
_EVENT = re.compile(r"e/([^/]+)/")
_SECTION = re.compile(r"e/([^/]+)/[^-/][^/]*/")


def document_headers(document: Document, name: str) -> dict[str, str]:
    """What is said with a file of an event, which may have this name."""
    disposition = "inline" if document.format in INLINE else "attachment"
    return {
        "Content-Type": CONTENT_TYPES[Document.Format(document.format)],
        "Content-Disposition": f'{disposition}; filename="{name}"',
        "Cache-Control": FOR_GOOD,
    }


def documents(paths: Sequence[str]) -> Iterator[Attached]:
    """The files of events whose pages are among these."""
    slugs = {match[1]: path for path in paths if (match := _EVENT.fullmatch(path))}
    for document in Document.objects.filter(event__slug__in=slugs).select_related("event").defer("body"):
        place = document_path(document.event.slug, document)
        about = document_headers(document, place.rpartition("/")[2])
        load = partial(_body, Document.objects.filter(pk=document.pk, digest=document.digest))
        yield Attached(slugs[document.event.slug], place, _hexadecimal(document.digest), about, load)


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
    """Yield the public papers of what these pages show."""
    slugs = {match[1] for path in paths if (match := _SECTION.match(path))}
    public = [kind.key for kind in kinds() if kind.public]
    made = Paper.objects.filter(section__event__slug__in=slugs, kind__in=public, part=0)
    made = made.exclude(section__state=Section.State.DRAFT).select_related("section__event").defer("body")
    paths_by_paper = {
        paper: shown_path(paper.section, paper.kind, paper.number) for paper in made.order_by("version")
    }
    wanted_paths = set(paths)
    wanted = {paper: path for paper, path in paths_by_paper.items() if path in wanted_paths}
    sources = _sources(wanted.values())
    for paper, path in wanted.items():
        kind = kind_of_paper(paper.kind)
        if kind is None or not kind.offered(paper.section):
            continue
        stem = f"{paper.language}/{section_path(paper.section)}paper/{paper.kind}/{paper.number}/{paper.size}"
        digest = _hexadecimal(paper.digest)
        about = {**paper_headers(paper.section, paper), "Content-Language": paper.language}
        load = partial(_body, Paper.objects.filter(pk=paper.pk, digest=paper.digest))
        # Under its own address each paper stands for good.
        yield Attached(path, f"{stem}.{digest}.pdf", digest, {**about, "Cache-Control": FOR_GOOD}, load)
        # Under that without a digest the newest, as long as the page shows what it was made of.
        if paper.source and paper.source == sources[path]:
            yield Attached(path, f"{stem}.pdf", digest, {**about, "Cache-Control": FOR_A_MOMENT}, load)


def source_of(paper: WantedPaper) -> str:
    """Say what a public paper is made of, without reading it; empty: nothing is published. Two queries."""
    path = shown_path(paper.section, paper.kind.key, paper.number)
    # The version of the published page that shows the same, the logo, the release.
    return _sources([path]).get(path, "") if paper.kind.public else ""


def _sources(paths: Iterable[str]) -> Mapping[str, str]:
    pages = published.Page.objects.filter(path__in=set(paths), withdrawn=False, version__gt=0)
    rows = list(pages.values_list("path", "version", "digest"))
    slugs = {path.split("/")[1] for path, _, _ in rows}
    logos = dict(Logo.objects.filter(event__slug__in=slugs).values_list("event__slug", "digest"))
    return {
        path: digest_of([version, digest, logos.get(path.split("/")[1], ""), release()])
        for path, version, digest in rows
    }


def _body(rows: models.QuerySet[Document] | models.QuerySet[Paper]) -> bytes | None:
    body = rows.values_list("body", flat=True).first()
    return None if body is None else bytes(body)


def _hexadecimal(digest: str) -> str:
    return digest.partition(":")[2]
