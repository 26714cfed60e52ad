"""The own fee behind a private link, a player's or an applicant's: what is due and paid, and paying it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern
from django.utils.translation import get_language

from portal.policy import Refusal
from tournaments.acts.money.payments import Started, start_payment
from tournaments.forms.base import ActForm, form_of
from tournaments.models import Entry, Payment
from tournaments.queries.money.fees import owed_by, refunds_of
from tournaments.queries.money.payments import last_of, merchant_of, payment_outcome
from tournaments.queries.money.receipts import receiptable
from tournaments.requests.act_urls import Entrance, Page, act_url
from tournaments.requests.private import ApplicationAccess, LinkAccess
from tournaments.state.fees import grouped_number

PayerAccess = ApplicationAccess | LinkAccess
PayForm = form_of(start_payment)
PAY = "pay/"


def own_entry(access: PayerAccess) -> Entry:
    """Raises the `Refusal` ``nothing-due``: who is not entered owes nothing."""
    if (entry := _entry_of(access)) is None:
        raise Refusal("nothing-due")
    entry.section = access.section
    return entry


def _entry_of(access: PayerAccess) -> Entry | None:
    return access.entry if isinstance(access, LinkAccess) else access.application.entry


def own_fee(access: PayerAccess, failed: ActForm | None = None) -> dict[str, Any]:
    """Gather what a page needs to show a fee; nothing where nothing was ever charged."""
    owed = owed_by(_entry_of(access))
    if owed is None:
        return {}
    last = last_of(owed.account)
    return {
        "owed": owed,
        "refunds": sorted(refunds_of(owed.terms)),
        "reference": grouped_number(owed.account.reference),
        "merchant": merchant_of(access.section.event) if owed.balance > 0 else None,
        "pay": failed if isinstance(failed, PayForm) else PayForm(),
        "receiptable": receiptable(owed.rows),
        "last_payment": payment_outcome(last) if last else "",
    }


def _payment_arguments(access: PayerAccess, _form: ActForm) -> dict[str, Any]:
    return {"entry": own_entry(access), "language": get_language() or settings.LANGUAGE_CODE}


def _leave(request: HttpRequest, answer: Started, access: PayerAccess) -> HttpResponse:
    """Lead to the provider by a page of ours."""
    # What may be loaded by our forms does not lead to other sites (`portal.web.security`), and one sees where
    # one goes.
    payment = Payment.objects.get(pk=answer["payment"])
    context = {
        "event": access.section.event,
        "payment": payment,
        "address": answer["address"],
        "host": urlsplit(answer["address"]).hostname,
        # Only the browser is told: the provider knows the payment, and nobody's private page.
        "from": request.path.removesuffix(PAY),
    }
    return render(request, "tournaments/private/leaving.html", context)


def paying(name: str, *, page: Page, door: Entrance) -> URLPattern:
    """The address at which one pays what is due."""
    return act_url(
        PAY,
        start_payment,
        PayForm,
        name=name,
        page=page,
        to=_leave,
        extra_arguments=_payment_arguments,
        entrance=door,
    )
