"""Files that an event gives to everybody: the regulations, the invitation, the programme, the hotel."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.common import check_name
from tournaments.acts.frame import EVENT, ActResult, act, no_change, outside_transaction
from tournaments.acts.notices._documents import format_of
from tournaments.models import Document, Event
from tournaments.policy import Act, require

# Files of one event.
MOST = 20
LONGEST = 80

Title = Annotated[
    str,
    Field(
        longest=LONGEST,
        label=pgettext_lazy("of a document", "Title"),
        help=_("As readers see it; empty: the kind, in their language."),
    ),
]


class DocumentKept(TypedDict):
    """``document``: its id; ``digest``: of its bytes."""

    document: int
    digest: str


@act(on=EVENT, right=Act.EDIT_EVENT, name="add_document", done=_("document added"))
def _add_document(
    *, event: Event, kind: str, title: str, raw: bytes, format_: str, by: User, once: str
) -> ActResult[DocumentKept]:
    if kind not in Document.Kind.values:
        raise Refusal("unknown-document-kind", field="kind", kind=kind)
    if kind == Document.Kind.OTHER and not title:
        raise Refusal("document-title-needed", field="title")
    check_name("title", title, most=LONGEST)
    if event.files.count() >= MOST:
        raise Refusal("too-many-files", limit=MOST)
    made = Document(event=event, kind=kind, title=title)
    return _keep(made, raw, format_)


@outside_transaction(_add_document)
def add_document(
    *,
    event: Event,
    kind: Annotated[str, Field(choices=Document.Kind.values)],
    raw: Annotated[bytes, Field()],
    by: User,
    title: Title = "",
    once: str = "",
) -> DocumentKept:
    """``raw``: the file as it came; what it is, its bytes say."""
    require(Act.EDIT_EVENT, by=by, scope=event)
    format_ = format_of(raw)
    return _add_document(
        event=event, kind=kind, title=title.strip(), raw=raw, format_=format_, by=by, once=once
    )


@act(on=EVENT, right=Act.EDIT_EVENT, name="replace_document", done=_("document replaced"))
def _replace_document(
    *, event: Event, document: int, raw: bytes, format_: str, by: User, once: str
) -> ActResult[DocumentKept]:
    return _keep(_document(event, document), raw, format_)


@outside_transaction(_replace_document)
def replace_document(
    *, event: Event, document: Id, raw: Annotated[bytes, Field()], by: User, once: str = ""
) -> DocumentKept:
    """Another file in its place, at another address; the old address says that it is gone."""
    require(Act.EDIT_EVENT, by=by, scope=event)
    format_ = format_of(raw)
    return _replace_document(event=event, document=document, raw=raw, format_=format_, by=by, once=once)


@act(on=EVENT, right=Act.EDIT_EVENT, done=_("document removed"))
def remove_document(*, event: Event, document: Id, by: User, once: str = "") -> ActResult[DocumentKept]:
    stored = _document(event, document)
    answer: DocumentKept = {"document": stored.pk, "digest": stored.digest}
    facts = {**answer, "document_kind": stored.kind}
    stored.delete()
    pages.documents_changed(event)
    return ActResult(answer, before=facts)


def _document(event: Event, key: int) -> Document:
    stored = event.files.defer("body").filter(pk=key).first()
    if stored is None:
        raise Refusal("no-such-document")
    return stored


def _keep(document: Document, raw: bytes, format_: str) -> ActResult[DocumentKept]:
    digest = "sha256:" + sha256(raw).hexdigest()
    before = {"document": document.pk, "digest": document.digest} if document.pk else None
    if before and document.digest == digest:
        return no_change({"document": document.pk, "digest": digest})
    document.format, document.digest, document.body, document.size = format_, digest, raw, len(raw)
    document.save()
    pages.documents_changed(document.event)
    answer: DocumentKept = {"document": document.pk, "digest": digest}
    return ActResult(answer, before=before, after={**answer, "document_kind": document.kind})
