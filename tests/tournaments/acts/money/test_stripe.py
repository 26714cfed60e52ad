"""Fees paid by Stripe's Checkout, against a copy of its protocol: begun, told, refused, given back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from portal.payments.provider import BadMessageError, PaymentOutcome, PaymentRequest
from portal.payments.stripe_checkout import StripeCheckout
from portal.policy import Refusal
from tests.cast import Cast
from tests.paying import begun
from tests.stripe_copy import StripeCopy, session_event, signed, stripe_copy
from tests.tournaments.acts.money.cases_fees import TERMS, with_fees
from tournaments.acts.entering.players import enter_player
from tournaments.acts.money.payments import refund_payment
from tournaments.acts.register.person_input import PersonInput
from tournaments.models import FeeAccount, LedgerRow, Payment, ProviderNotice
from tournaments.queries.money.fees import balance_of

COMPLETED = "checkout.session.completed"
NOTIFICATION_PATH = "/api/payments/club/"


def refused(code: str, act: Callable[..., Any], **arguments: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        act(**arguments)
    assert refusal.value.code == code


@pytest.fixture
def provider() -> Iterator[StripeCopy]:
    with stripe_copy() as copy:
        yield copy


@pytest.fixture
def payment(provider: StripeCopy, cast: Cast, settings: Any) -> Payment:
    """50 euros, of which the payer was led to Stripe."""
    options = {"provider": "portal.payments.stripe_checkout.StripeCheckout", **provider.options}
    settings.PAYMENT_PROVIDERS = {"club": options}
    with_fees(cast, terms=replace(TERMS, merchant="club"))
    person = PersonInput(name="New Comer", federation="GER")
    entry = enter_player(section=cast.section, person=person, by=cast.alice)["entry"]
    return begun(FeeAccount.objects.get(entry=entry))


def tell(body: bytes, headers: dict[str, str]) -> int:
    return (
        Client().post(NOTIFICATION_PATH, body, content_type="application/json", headers=headers).status_code
    )


def paid(payment: Payment, **other: Any) -> bytes:
    values = {"client_reference_id": payment.key, "amount_total": payment.amount, "currency": "eur"}
    return session_event(COMPLETED, **values | other)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_fee_is_paid_and_given_back(provider: StripeCopy, payment: Payment, cast: Cast) -> None:
    [(path, session)] = provider.requests
    assert path == "/v1/checkout/sessions"
    assert session["client_reference_id"] == payment.key
    assert session["line_items[0][price_data][unit_amount]"] == "5000"
    assert session["line_items[0][price_data][currency]"] == "eur"
    begun(payment.account)
    assert len(provider.answers) == 1, "who presses again is led to the same session"

    body = paid(payment)
    headers = signed(body)
    assert [tell(body, headers), tell(body, headers)] == [200, 200]
    assert balance_of(payment.account) == 0
    row = LedgerRow.objects.get(account=payment.account, kind="paid")

    provider.silent = True
    refused("provider-silent", refund_payment, event=cast.event, row=row.pk, by=cast.alice)
    assert balance_of(payment.account) == 0, "nothing is booked that was not given back"
    provider.silent = False
    press = {"event": cast.event, "row": row.pk, "reason": "ill", "by": cast.alice, "once": "press"}
    answer = refund_payment(**press)
    # Pressed twice: it has happened, and the second press is told so; the provider is not asked again.
    before = len(provider.requests)
    assert refund_payment(**press) == answer
    assert len(provider.requests) == before
    assert provider.requests[-1] == (
        "/v1/refunds",
        {"payment_intent": "pi_1", "amount": "5000", "metadata[key]": f"refund-{payment.key}-{row.pk}"},
    )
    assert answer["refund"].startswith("re_")
    assert balance_of(payment.account) == 5000
    refused("no-provider-payment", refund_payment, event=cast.event, row=row.pk, by=cast.alice)
    due = payment.account.rows.get(kind="due").pk
    refused("no-provider-payment", refund_payment, event=cast.event, row=due, by=cast.alice)


@pytest.mark.slow
@pytest.mark.django_db
def test_what_is_forged_replayed_or_another_amount_is_not_booked(payment: Payment) -> None:
    body = paid(payment)
    assert tell(body, {}) == 400
    assert tell(body, signed(body, secret="whsec_other")) == 400
    assert tell(body, signed(body, age=301)) == 400, "caught and sent again later"
    assert tell(paid(payment, amount_total=1), signed(body)) == 400, "changed after it was signed"
    assert not ProviderNotice.objects.exists()
    for number, other in enumerate(({"amount_total": 4999}, {"currency": "usd"})):
        wrong = paid(payment, payment_intent=f"pi_{number}", **other)
        assert tell(wrong, signed(wrong)) == 200
    unknown = paid(payment, client_reference_id="nobody")
    assert tell(unknown, signed(unknown)) == 404
    assert ProviderNotice.objects.filter(row=None).count() == 2, "a treasurer settles them"
    assert balance_of(payment.account) == 5000


def read(body: bytes) -> Any:
    options = {"key": "sk", "secret": "whsec_old whsec_local"}
    return StripeCheckout(options).read(signed(body), body, now=0)


def test_what_stripe_tells() -> None:
    values = {"client_reference_id": "k", "amount_total": 500, "currency": "jpy"}
    paid_notification = read(session_event(COMPLETED, **values))
    assert (paid_notification.outcome, paid_notification.amount, paid_notification.currency) == (
        PaymentOutcome.PAID,
        500,
        "JPY",
    )
    waiting = read(session_event(COMPLETED, payment_status="unpaid", **values))
    assert waiting.outcome is PaymentOutcome.PENDING
    failed = read(session_event("checkout.session.async_payment_failed", **values))
    assert failed.outcome is PaymentOutcome.FAILED
    assert read(session_event("checkout.session.expired", **values)) is None
    assert (
        read(session_event(COMPLETED, **values | {"amount_total": 50_000, "currency": "isk"})).amount == 500
    )
    for wrong in ({"amount_total": 1, "currency": "isk"}, {"amount_total": "5"}, {"currency": None}):
        with pytest.raises(BadMessageError):
            read(session_event(COMPLETED, **values | wrong))
    with pytest.raises(BadMessageError):
        read(b"[]")


def test_options_that_cannot_be() -> None:
    with pytest.raises(KeyError):
        StripeCheckout({"secret": "whsec"})
    with pytest.raises(ValueError, match="secret"):
        StripeCheckout({"key": "sk", "secret": ""})


@pytest.mark.slow
def test_languages_as_stripe_calls_them(provider: StripeCopy) -> None:
    request = PaymentRequest(
        key="k",
        amount=500,
        currency="ISK",
        reference="RF18",
        words="Fee",
        language="zh-hant",
        back="http://127.0.0.1/b",
        notify_url="http://127.0.0.1/n",
    )
    assert StripeCheckout(provider.options).start(request) == "https://checkout.test/cs_1"
    session = provider.requests[0][1]
    assert (session["locale"], session["line_items[0][price_data][unit_amount]"]) == ("zh-TW", "50000")
