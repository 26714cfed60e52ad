"""Hear what became of payments, and show the page of the stand-in."""

from __future__ import annotations

import logging
import time

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from portal.payments.merchants import merchants
from portal.payments.provider import BadMessageError, PaymentNotification, PaymentOutcome
from portal.payments.receiving import receive
from portal.payments.stand_in import NAME, StandIn, asked_of, is_on
from portal.web.languages import WordlessResponse

logger = logging.getLogger(__name__)
# Bytes of a message.
LONGEST = 256 * 1024


@csrf_exempt
@require_POST
def payment_told(request: HttpRequest, merchant: str) -> HttpResponse:
    """Take what a provider tells: 200 once it is kept for good, 400 if unsigned or too old, 404 if
    unknown."""
    provider_row = merchants().get(merchant)
    if provider_row is None:
        return WordlessResponse(status=404)
    headers = {name.lower(): value for name, value in request.headers.items()}
    body = request.body
    try:
        if len(body) > LONGEST:
            raise BadMessageError("the message is too long")
        is_known_payment = receive(provider_row, headers, body)
    except BadMessageError as error:
        logger.warning("A message to the merchant %s was refused: %s.", merchant, error)
        return WordlessResponse(status=400)
    if not is_known_payment:
        logger.warning("The merchant %s was told of a payment that was not started here.", merchant)
    # Whatever else happens the provider tells it again.
    return WordlessResponse(status=200 if is_known_payment else 404)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stand_in(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page on which one pays, or does not; what is pressed is told as a provider tells it,
    signed."""
    if not is_on():
        raise Http404
    try:
        request_read = asked_of(token)
    except signing.BadSignature:
        raise Http404 from None
    outcome = request.POST.get("outcome")
    if outcome in set(PaymentOutcome):
        notification = PaymentNotification(
            key=request_read.key,
            payment=f"{NAME}_{request_read.key}",
            outcome=PaymentOutcome(outcome),
            amount=request_read.amount,
            currency=request_read.currency,
        )
        headers, body = StandIn({}).message(notification, now=int(time.time()))
        receive(merchants()[NAME], headers, body)
        return redirect(request_read.back)
    status = 422 if outcome is not None else 200
    response = render(request, "portal/stand_in.html", {"asked": request_read}, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response
