"""Speak to Stripe's Checkout by Stripe's own library: the extra ``stripe`` (docs/guide/fees.md).

*session*   the page of Stripe on which one pays; *intent*: what is paid there, by which Stripe knows it
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import stripe

from portal.payments.provider import (
    BadMessageError,
    NoPaymentError,
    PaymentNotification,
    PaymentOutcome,
    PaymentRequest,
    Provider,
    Refund,
)
from portal.payments.signatures import TOLERANCE

# Seconds for an answer: somebody waits for it.
SECONDS = 10
# Currencies without a smaller unit, of which Stripe counts hundredths all the same.
TIMES = {"ISK": 100, "UGX": 100}
OUTCOMES = {
    "checkout.session.async_payment_succeeded": PaymentOutcome.PAID,
    "checkout.session.async_payment_failed": PaymentOutcome.FAILED,
}
COMPLETED = "checkout.session.completed"
PAID = "paid"
LANGUAGES = {"zh-hans": "zh", "zh-hant": "zh-TW"}


class StripeCheckout(Provider):
    """Take money by Stripe."""

    # ``key``: secret, of the account; ``secret``: of the address at which Stripe tells, more than one parted
    # by a blank while it is replaced; ``address``: of the service, where it is not Stripe's own.
    def __init__(self, options: Mapping[str, str]) -> None:
        self._secrets = options["secret"].split()
        if not self._secrets:
            raise ValueError("secret")
        more: dict[str, Any] = {"base_addresses": {"api": options["address"]}} if "address" in options else {}
        self._client = stripe.StripeClient(
            options["key"], http_client=stripe.RequestsClient(timeout=SECONDS), max_network_retries=1, **more
        )

    def start(self, request: PaymentRequest) -> str:
        metadata = {"key": request.key, "reference": request.reference}
        try:
            session = self._client.v1.checkout.sessions.create(
                {
                    "mode": "payment",
                    "client_reference_id": request.key,
                    "metadata": metadata,
                    "payment_intent_data": {"metadata": metadata, "description": request.words},
                    "line_items": [
                        {
                            "quantity": 1,
                            "price_data": {
                                "currency": request.currency.lower(),
                                "unit_amount": request.amount * TIMES.get(request.currency, 1),
                                "product_data": {"name": request.words},
                            },
                        }
                    ],
                    "locale": LANGUAGES.get(request.language, request.language),
                    "success_url": request.back,
                    "cancel_url": request.back,
                },
                {"idempotency_key": request.key},
            )
        except stripe.StripeError as error:
            raise NoPaymentError(type(error).__name__) from None
        if not session.url:
            raise NoPaymentError("the session has no address")
        return session.url

    def read(self, headers: Mapping[str, str], body: bytes, *, now: float) -> PaymentNotification | None:
        try:
            event = self._event(body, headers.get("stripe-signature", ""))
            session = event["data"]["object"]
            outcome = OUTCOMES.get(event["type"])
            if event["type"] == COMPLETED:
                outcome = PaymentOutcome.PAID if session["payment_status"] == PAID else PaymentOutcome.PENDING
            if outcome is None:
                return None
            currency = session["currency"].upper()
            amount, remainder = divmod(session["amount_total"], TIMES.get(currency, 1))
            if remainder:
                raise BadMessageError("the amount is no whole number of the currency's units")
            return PaymentNotification(
                key=session["client_reference_id"],
                payment=session["payment_intent"],
                outcome=outcome,
                amount=amount,
                currency=currency,
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise BadMessageError("the message cannot be read") from error

    def _event(self, body: bytes, signature: str) -> Any:
        for secret in self._secrets:
            try:
                return stripe.Webhook.construct_event(body, signature, secret, TOLERANCE).to_dict()
            except stripe.SignatureVerificationError:
                continue
            except (ValueError, AttributeError, TypeError, RecursionError):
                raise BadMessageError("the message cannot be read") from None
        raise BadMessageError("the signature does not match, or is too old")

    def refund(self, refund: Refund) -> str:
        try:
            made = self._client.v1.refunds.create(
                {
                    "payment_intent": refund.payment,
                    "amount": refund.amount * TIMES.get(refund.currency, 1),
                    "metadata": {"key": refund.key},
                },
                {"idempotency_key": refund.key},
            )
        except stripe.StripeError as error:
            raise NoPaymentError(type(error).__name__) from None
        if made.status in ("failed", "canceled"):
            raise NoPaymentError(f"the refund is {made.status}")
        return str(made.id)
