"""The address at which providers tell what became of payments, and the page of the stand-in."""

from __future__ import annotations

import logging
import time

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from portal.languages import WordlessResponse
from portal.payments.merchants import merchants
from portal.payments.provider import BadMessageError, Outcome, Told
from portal.payments.receiving import receive
from portal.payments.stand_in import NAME, StandIn, asked_of, is_on

logger = logging.getLogger(__name__)
LONGEST = 256 * 1024
"""Bytes of a message."""


@csrf_exempt
@require_POST
def payment_told(request: HttpRequest, merchant: str) -> HttpResponse:
    """200 once what was told is kept for good, also for the second time; 400 for what is not signed or too
    old, 404 for a payment that nobody here has started. Whatever else happens the provider tells it again."""
    found = merchants().get(merchant)
    if found is None:
        return WordlessResponse(status=404)
    headers = {name.lower(): value for name, value in request.headers.items()}
    body = request.body
    try:
        if len(body) > LONGEST:
            raise BadMessageError("the message is too long")
        known = receive(found, headers, body)
    except BadMessageError as error:
        logger.warning("A message to the merchant %s was refused: %s.", merchant, error)
        return WordlessResponse(status=400)
    if not known:
        logger.warning("The merchant %s was told of a payment that was not started here.", merchant)
    return WordlessResponse(status=200 if known else 404)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stand_in(request: HttpRequest, token: str) -> HttpResponse:
    """The page on which one pays, or does not; what is pressed is told as a provider tells it, signed."""
    if not is_on():
        raise Http404
    try:
        asked = asked_of(token)
    except signing.BadSignature:
        raise Http404 from None
    outcome = request.POST.get("outcome")
    if outcome in set(Outcome):
        told = Told(
            key=asked.key,
            payment=f"{NAME}_{asked.key}",
            outcome=Outcome(outcome),
            amount=asked.amount,
            currency=asked.currency,
        )
        headers, body = StandIn({}).message(told, now=int(time.time()))
        receive(merchants()[NAME], headers, body)
        return redirect(asked.back)
    status = 422 if outcome is not None else 200
    response = render(request, "portal/stand_in.html", {"asked": asked}, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response
