"""The files of an event: added, replaced and removed at the desk, read by everybody."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.http import require_safe

from portal import published
from portal.published.answers import matches, quoted
from portal.published.attached import FOR_GOOD
from portal.published.views import gone
from tournaments.acts.notices.documents import MOST, add_document, remove_document, replace_document
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.notices.documents import DocumentForm, ReplaceDocumentForm
from tournaments.models import Document, Event
from tournaments.pages.attached import document_headers
from tournaments.pages.paths import event_path
from tournaments.policy import Act
from tournaments.queries.notices.documents import document_path, documents_of
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url, page_url


def _page(request: HttpRequest, access: EventAccess, failed: ActForm | None = None) -> HttpResponse:
    again = failed if isinstance(failed, ReplaceDocumentForm) else None
    documents = documents_of(access.event)
    context = {
        "event": access.event,
        "may": access.may,
        "documents": [
            (document_, document_path(access.event.slug, document_), _replacing(document_, again))
            for document_ in documents
        ],
        "form": failed if isinstance(failed, DocumentForm) else DocumentForm(),
        "single": ActForm(),
        "full": len(documents) >= MOST,
        "most": MOST,
    }
    return render(
        request, "tournaments/desk/documents.html", context, status=failed.status if failed else 200
    )


def _replacing(document: Document, failed: ReplaceDocumentForm | None) -> ReplaceDocumentForm:
    if failed is not None and failed.data.get("document") == str(document.pk):
        return failed
    return ReplaceDocumentForm(initial={"document": document.pk}, auto_id=f"document{document.pk}-%s")


@require_safe
def document(request: HttpRequest, event: str, digest: str, name: str) -> HttpResponse:
    """One file, under its own address for good; what was replaced or removed is gone."""
    of = Event.objects.filter(slug=event).first()
    if of is None:
        raise Http404
    try:
        published.find(event_path(of))
    except published.NotPublishedError:
        raise Http404 from None
    except published.UnpublishedError:
        return gone(request)
    # One file may be given under several kinds.
    files_of_digest = of.files.filter(digest__startswith=f"sha256:{digest}")
    files = {document_path(of.slug, file): file for file in files_of_digest}
    address = f"e/{of.slug}/-/document/{digest}/{name}"
    if address not in files:
        there = next((path for path in files if f"/{digest}/" in path), None)
        return _renamed(there) if there else gone(request)
    document_row = files[address]
    etag = quoted(digest, compressed=False)
    if matches(request.headers.get("If-None-Match", ""), etag):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(bytes(document_row.body), headers=document_headers(document_row, name))
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = FOR_GOOD
    return response


def _renamed(path: str) -> HttpResponse:
    """The event has another address now, and its files another name."""
    response = HttpResponseRedirect(f"/{get_language()}/{path}")
    response.headers["Cache-Control"] = "no-cache"
    return response


PUBLIC: list[URLPattern] = [
    path("e/<slug:event>/-/document/<slug:digest>/<str:name>", document, name="document"),
]
on_page = partial(act_url, page=_page, to="documents")
EVENT = [
    page_url("-/documents/", "documents", _page, Act.EDIT_EVENT),
    on_page("-/documents/add/", add_document, DocumentForm, success_message=gettext_lazy("Document added.")),
    on_page(
        "-/documents/replace/",
        replace_document,
        ReplaceDocumentForm,
        success_message=gettext_lazy("Document replaced."),
    ),
    on_page(
        "-/documents/remove/",
        remove_document,
        form_of(remove_document),
        success_message=gettext_lazy("Document removed."),
    ),
]
