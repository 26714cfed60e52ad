"""To where a payer comes back from the payment provider."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.models import Payment
from tournaments.queries.money.payments import DIFFERS, RETURNED, UNDONE, Outcome, payment_outcome


@require_safe
def payment_state(request: HttpRequest, key: str) -> HttpResponse:
    """Show whether the payment has arrived."""
    payment = Payment.objects.filter(key=key).select_related("account__section__event").first()
    if payment is None:
        raise Http404
    outcome = payment_outcome(payment)
    context = {
        "event": payment.account.section.event,
        "payment": payment,
        "paid": outcome == Outcome.PAID,
        "failed": outcome == Outcome.FAILED,
        "differs": outcome == DIFFERS,
        "undone": outcome == UNDONE,
        "returned": outcome == RETURNED,
    }
    response = render(request, "tournaments/private/payment.html", context)
    # The provider and the payer alone know the address; it names nobody, and nothing can be done there.
    patch_cache_control(response, private=True, no_store=True)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


PUBLIC = [path("pay/<slug:key>/", payment_state, name="payment_state")]
