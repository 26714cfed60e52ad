"""Payments as tests have them: an event that is paid by way of the stand-in, and what a provider tells."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from portal.payments.provider import PaymentNotification, PaymentOutcome
from portal.payments.stand_in import NAME, StandIn
from tests.cast import Cast
from tests.factories import make_link
from tests.tournaments.acts.money.cases_fees import TERMS, with_fees
from tournaments.acts.entering.players import enter_player
from tournaments.acts.money.fees import book_payment
from tournaments.acts.money.payments import start_payment
from tournaments.acts.money.receipts import issue_receipt
from tournaments.acts.register.person_input import PersonInput
from tournaments.models import Entry, FeeAccount, Payment, Receipt


def paid_online(cast: Cast) -> FeeAccount:
    """Everybody owes 50 euros, to be paid by the stand-in as well; the account of somebody who is entered."""
    with_fees(cast, terms=replace(TERMS, merchant=NAME))
    person = PersonInput(name="New Comer", federation="GER")
    answer = enter_player(section=cast.section, person=person, by=cast.alice)
    return FeeAccount.objects.select_related("entry__section__event").get(entry=answer["entry"])


def begun(account: FeeAccount) -> Payment:
    """The payer was sent to the provider, by the private link."""
    entry = Entry.objects.select_related("section__event").get(fee_account=account)
    answer = start_payment(entry=entry, language="en", by=make_link(entry))
    return Payment.objects.select_related("account").get(pk=answer["payment"])


def told_of(payment: Payment, /, **other: Any) -> PaymentNotification:
    """That it was paid as asked."""
    values: dict[str, Any] = {
        "key": payment.key,
        "payment": f"p-{payment.pk}",
        "outcome": PaymentOutcome.PAID,
        "amount": payment.amount,
        "currency": payment.currency,
    }
    return PaymentNotification(**(values | other))


def message(answer: PaymentNotification, *, age: int = 0) -> tuple[dict[str, str], bytes]:
    """As the stand-in sends it, so many seconds ago."""
    return StandIn({}).message(answer, now=int(time.time()) - age)


def paid(cast: Cast, account: FeeAccount, amount: int = 1000) -> int:
    """A payment by bank transfer; the id of its row."""
    return book_payment(event=cast.event, reference=account.reference, amount=amount, by=cast.alice)["row"]


def issued(cast: Cast, row: int) -> Receipt:
    """The receipt of the row."""
    answer = issue_receipt(event=cast.event, row=row, by=cast.alice)
    return Receipt.objects.select_related("series", "cancels").get(pk=answer["receipt"])


def entry_of(account: FeeAccount) -> Entry:
    """As a private link has it."""
    return Entry.objects.select_related("section__event").get(pk=account.entry_id)
