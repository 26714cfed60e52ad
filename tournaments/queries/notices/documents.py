"""The files of an event, and where they can be had."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import Document, Event


def documents_of(event: Event) -> Sequence[Document]:
    """Without their bytes, in the order in which they were added. One query."""
    return list(event.files.defer("body"))


def document_path(slug: str, document: Document) -> str:
    """Return the path of a document below the language."""
    # Another file has another address, so whoever has one keeps it; it ends in a name for who does.
    digest = document.digest.partition(":")[2][:16]
    return f"e/{slug}/-/document/{digest}/{slug}-{document.kind}.{document.format}"
