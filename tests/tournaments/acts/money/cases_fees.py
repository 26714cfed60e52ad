"""Cases of the acts on fees, and an event with fees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from portal.payments.provider import PaymentNotification, PaymentOutcome
from portal.payments.stand_in import NAME
from tests.applying import confirmed, open_form
from tests.cast import Cast
from tests.framed import Case
from tournaments.acts.money.fees import (
    FeeTableInput,
    FeeTermsInput,
    book_payment,
    set_fee_table,
    set_fee_terms,
)
from tournaments.acts.money.payments import record_notification
from tournaments.models import FeeAccount, Payment, ProviderNotice, Section
from tournaments.state.fees import Tariff

TERMS = FeeTermsInput(currency="EUR", holder="Chess Club", account="DE89 3704 0044 0532 0130 00")
TABLE = FeeTableInput(tariffs=[Tariff(name="Standard", amount=5000)])


def with_fees(cast: Cast, table: FeeTableInput = TABLE, terms: FeeTermsInput = TERMS) -> Section:
    """Everybody who is entered owes 50 euros."""
    set_fee_terms(event=cast.event, values=terms, by=cast.alice)
    set_fee_table(section=cast.section, values=table, by=cast.alice)
    return cast.section


def an_account(cast: Cast) -> FeeAccount:
    return with_fees(cast).fee_accounts.order_by("pk")[0]


def paid(cast: Cast) -> dict[str, Any]:
    return {"event": cast.event, "reference": an_account(cast).reference, "reason": "statement 7"}


def waived(cast: Cast) -> dict[str, Any]:
    account = an_account(cast)
    return {"event": cast.event, "account": account.pk, "kind": "waived", "amount": 100, "reason": "helps"}


def dearer(cast: Cast) -> dict[str, Any]:
    with_fees(cast)
    table = FeeTableInput(tariffs=[Tariff(name="Standard", amount=6000)])
    set_fee_table(section=cast.section, values=table, by=cast.alice)
    return {"section": cast.section, "reason": "the hall costs more"}


def a_table(cast: Cast) -> dict[str, Any]:
    set_fee_terms(event=cast.event, values=TERMS, by=cast.alice)
    return {"section": cast.section, "values": TABLE}


def owing(cast: Cast) -> dict[str, Any]:
    """An applicant who was accepted."""
    with_fees(cast, terms=replace(TERMS, merchant=NAME))
    return {"entry": confirmed(open_form(cast)).entry}


def differing(cast: Cast) -> dict[str, Any]:
    """A cent too little came in."""
    arguments = owing(cast)
    payment = Payment.objects.create(
        account=arguments["entry"].fee_account, merchant=NAME, key="k", amount=5000, currency="EUR"
    )
    record_notification(
        NAME,
        PaymentNotification(
            key="k", payment="p", outcome=PaymentOutcome.PAID, amount=4999, currency=payment.currency
        ),
    )
    notice = ProviderNotice.objects.get()
    return {"event": cast.event, "notice": notice.pk, "reason": "a cent", "book": True}


def receipted_by_link(cast: Cast) -> dict[str, Any]:
    arguments = owing(cast)
    account = arguments["entry"].fee_account
    answer = book_payment(event=cast.event, reference=account.reference, by=cast.alice)
    return {**arguments, "row": answer["row"]}


def receipted(cast: Cast) -> dict[str, Any]:
    return {"event": cast.event, "row": receipted_by_link(cast)["row"]}


def booked(cast: Cast) -> dict[str, Any]:
    answer = book_payment(event=cast.event, reference=an_account(cast).reference, by=cast.alice)
    return {"event": cast.event, "row": answer["row"], "reason": "another account"}


def paid_by_provider(cast: Cast) -> dict[str, Any]:
    """All of it came in by way of the stand-in."""
    arguments = owing(cast)
    account = arguments["entry"].fee_account
    Payment.objects.create(account=account, merchant=NAME, key="k", amount=5000, currency="EUR")
    record_notification(
        NAME,
        PaymentNotification(key="k", payment="p", outcome=PaymentOutcome.PAID, amount=5000, currency="EUR"),
    )
    row = ProviderNotice.objects.get().row_id
    return {"event": cast.event, "row": row, "external": "re_1", "merchant": NAME, "reason": ""}


FEES: dict[str, Case] = {
    "refund_payment": Case(paid_by_provider),
    "start_payment": Case(owing, who="applicant", not_who="alice"),
    "settle_notice": Case(differing),
    "issue_receipt": Case(receipted),
    "issue_own_receipt": Case(receipted_by_link, who="applicant", not_who="alice"),
    "set_fee_terms": Case(lambda cast: {"event": cast.event, "values": TERMS}),
    "set_fee_table": Case(a_table),
    "charge_anew": Case(dearer),
    "book_payment": Case(paid),
    "book_fee": Case(waived),
    "undo_booking": Case(booked),
}
