"""Receipts as PDF: for who keeps the fees, and behind the private link of whose they are."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import get_language

from tournaments.acts.money.receipts import ReceiptIssued, issue_own_receipt, issue_receipt
from tournaments.acts.papers import wanted_of
from tournaments.forms.base import form_of
from tournaments.models import Paper, Receipt
from tournaments.policy import Act
from tournaments.queries.money.receipts import paper_of
from tournaments.queries.papers import newest_paper
from tournaments.requests.access import EventAccess, access_event
from tournaments.requests.act_urls import Entrance, act_url
from tournaments.requests.frame import staff, user_of
from tournaments.requests.paying import PayerAccess, own_entry
from tournaments.views.public.public_papers import file_of, have_it_made

ReceiptForm = form_of(issue_receipt)
OwnReceiptForm = form_of(issue_own_receipt)


@staff("GET")
def receipt(request: HttpRequest, event: str, key: int) -> HttpResponse:
    access = access_event(user_of(request), event, Act.KEEP_FEES)
    return _pdf(request, Receipt.objects.filter(row__account__section__event=access.event, pk=key))


def _pdf(request: HttpRequest, receipts: Any) -> HttpResponse:
    """Answer with a receipt in the language of the address."""
    receipt = receipts.select_related("row__account__section__event").first()
    if receipt is None:
        raise Http404
    section, language = receipt.row.account.section, get_language() or settings.LANGUAGE_CODE
    wanted = wanted_of(section, paper_of(receipt), 0, part=receipt.pk, language=language, size=Paper.Size.A4)
    made = newest_paper(wanted)
    if made is None:
        # It is set when it is first asked for; until then the answer is a page that asks again by itself.
        return have_it_made(request, wanted)
    response = file_of(section, made)
    response.headers["Content-Disposition"] = f'inline; filename="{receipt}.pdf"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _opened(_request: HttpRequest, answer: ReceiptIssued, access: EventAccess) -> HttpResponse:
    return redirect("receipt", access.event.slug, answer["receipt"])


def own_receipts(name: str, *, door: Entrance) -> list[URLPattern]:
    """The addresses of receipts behind a private link: having one issued, and reading it."""
    pdf_name = f"{name}_pdf"

    def onward(_request: HttpRequest, answer: ReceiptIssued, access: PayerAccess) -> HttpResponse:
        return redirect(pdf_name, access.secret, answer["receipt"])

    @door.view("GET")
    def view(request: HttpRequest, opened: PayerAccess, key: int) -> HttpResponse:
        account = {"row__account__entry": own_entry(opened)}
        return _pdf(request, Receipt.objects.filter(**account, pk=key))

    return [
        act_url(
            "receipt/",
            issue_own_receipt,
            OwnReceiptForm,
            name=name,
            to=onward,
            extra_arguments=lambda access, _form: {"entry": own_entry(access)},
            entrance=door,
        ),
        path("receipt/<int:key>/", view, name=pdf_name),
    ]


DESK_RECEIPTS = [
    act_url("-/fees/receipt/", issue_receipt, ReceiptForm, to=_opened),
    path("-/fees/receipt/<int:key>/", receipt, name="receipt"),
]
