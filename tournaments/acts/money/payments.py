"""Fees paid by way of a provider: somebody is sent to pay, the provider tells what became of it."""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Annotated, TypedDict, cast

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from portal import journal
from portal.accounts.models import User
from portal.payments.merchants import merchants
from portal.payments.provider import (
    NoPaymentError,
    PaymentNotification,
    PaymentOutcome,
    PaymentRequest,
    Refund,
)
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import scope_of, target_of
from tournaments.acts.frame import ENTRY, EVENT, ActResult, act, no_change, outside_transaction
from tournaments.acts.money._fees import post_booking
from tournaments.acts.money.fees import Note, take_back
from tournaments.models import Application, Entry, Event, FeeAccount, LedgerRow, Payment, PlayerLink
from tournaments.models import ProviderNotice as Notice
from tournaments.policy import Act, require
from tournaments.queries.money.fees import balance_of, received_of, terms_of_fees
from tournaments.queries.money.payments import (
    merchant_of,
    open_notices,
    paid_row,
    refund_of,
    refund_source,
    refundable,
    state_address,
    told_address,
)
from tournaments.state.fees import grouped_number
from tournaments.wording.money.fees import payment_words
from tournaments.wording.money.money import money_text
from tournaments.wording.names import plain_name

logger = logging.getLogger(__name__)
# Two windows must not pay twice: within an hour a second press leads to the payment that was begun.
SAME_PAYMENT = timedelta(hours=1)
# The journal's names for what a provider reports.
BOOKED, NOT_BOOKED = "provider_paid", "provider_told"


class PaymentBegun(TypedDict):
    payment: int


class Started(TypedDict):
    """``address``: of the provider, to which the payer is sent."""

    payment: int
    address: str


class Refunded(TypedDict):
    """``refund``: by which the provider knows it."""

    account: int
    row: int
    refund: str


class NoticeSettled(TypedDict):
    """``row``: what was booked, None where nothing was."""

    notice: int
    row: int | None


@act(on=ENTRY, right=Act.PAY, name="start_payment", done=_("online payment begun"))
def _start_payment(*, entry: Entry, by: PlayerLink | Application, once: str = "") -> ActResult[PaymentBegun]:
    event = entry.section.event
    merchant, terms = merchant_of(event), terms_of_fees(event)
    account = FeeAccount.objects.filter(entry=entry).first()
    if merchant is None or terms is None:
        raise Refusal("no-online-payment")
    due = balance_of(account) if account else 0
    if account is None or due <= 0:
        raise Refusal("nothing-due")
    terms_of_payment = {"merchant": merchant.name, "amount": due, "currency": terms.currency}
    recent = account.payments.filter(notices=None, at__gt=timezone.now() - SAME_PAYMENT, **terms_of_payment)
    if earlier := recent.order_by("pk").last():
        return no_change({"payment": earlier.pk})
    payment = Payment.objects.create(account=account, key=secrets.token_hex(16), **terms_of_payment)
    facts = {"account": account.pk, "entry": entry.pk, "merchant": merchant.name}
    return ActResult({"payment": payment.pk}, after={**facts, "amount": money_text(due, terms.currency)})


@outside_transaction(_start_payment)
def start_payment(*, entry: Entry, language: str, by: PlayerLink | Application, once: str = "") -> Started:
    """Start a payment of all that is still due, by the provider that the event has chosen."""
    # The provider is asked once the payment stands in our books: whatever happens then, what it tells finds
    # its account.
    begun = _start_payment(entry=entry, by=by, once=once)
    payments = Payment.objects.select_related("account__section__event")
    payment = payments.get(pk=begun["payment"])
    event = payment.account.section.event
    merchant = merchants().get(payment.merchant)
    if merchant is None:
        raise Refusal("no-online-payment")
    with translation.override(language):
        words = payment_words(plain_name(event), payment.amount, payment.currency)
    request = PaymentRequest(
        key=payment.key,
        amount=payment.amount,
        currency=payment.currency,
        reference=payment.account.reference,
        words=f"{words}, {grouped_number(payment.account.reference)}",
        language=language,
        back=state_address(payment, language),
        notify_url=told_address(merchant),
    )
    try:
        return {"payment": payment.pk, "address": merchant.provider.start(request)}
    except NoPaymentError as error:
        logger.warning("The merchant %s started no payment: %s", merchant.name, error)
        raise Refusal("provider-silent") from None


def record_notification(merchant: str, notification: PaymentNotification) -> bool:
    """Keep what a provider has told of a payment; return whether the payment is ours."""
    with transaction.atomic():
        payments = Payment.objects.select_for_update().filter(merchant=merchant, key=notification.key)
        payment = payments.first()
        if payment is None:
            return False
        # Told twice it changes nothing.
        if not is_notification_known(merchant, notification):
            # What came in as asked for is booked whatever has become of the entry meanwhile, for the money is
            # there; another amount or currency waits for the treasurer.
            _keep(payment, notification)
    return True


def is_notification_known(merchant: str, notification: PaymentNotification) -> bool:
    same = Notice.objects.filter(
        merchant=merchant, external=notification.payment, outcome=notification.outcome
    )
    return same.exists()


def _keep(payment: Payment, notification: PaymentNotification) -> None:
    as_asked = (notification.amount, notification.currency) == (payment.amount, payment.currency)
    row = None
    if notification.outcome is PaymentOutcome.PAID and as_asked:
        row = _book(payment.account, payment.merchant, notification.payment, notification.amount)
    Notice.objects.create(
        payment=payment,
        merchant=payment.merchant,
        external=notification.payment,
        outcome=notification.outcome,
        amount=notification.amount,
        currency=notification.currency,
        row=row,
    )
    account = payment.account
    facts = {"account": account.pk, "entry": account.entry_id, "merchant": payment.merchant}
    journal.record(
        BOOKED if row else NOT_BOOKED,
        by=None,
        scope=scope_of(account.section.event),
        target=f"event:{account.section.event_id}",
        after={
            **facts,
            **({"ledger_row": row.pk, "kind": row.kind} if row else {"outcome": str(notification.outcome)}),
            "amount": money_text(notification.amount, notification.currency),
        },
    )


def _book(
    account: FeeAccount,
    merchant: str,
    external: str,
    amount: int,
    *,
    by: User | None = None,
    reason: str = "",
) -> LedgerRow:
    """What a provider calls ``external`` is booked once."""
    source = f"paid:{sha256(f'{merchant} {external}'.encode()).hexdigest()[:40]}"
    why = " · ".join(filter(None, (f"{merchant} {external}", reason)))[:200]
    return post_booking(account, LedgerRow.Kind.PAID, -amount, by=by, reason=why, source=source)


@act(on=EVENT, right=Act.KEEP_FEES, needs_reason=True, done=_("message of the payment provider settled"))
def settle_notice(
    *,
    event: Event,
    notice: Id,
    reason: Reason,
    by: User,
    book: Annotated[bool, Field(label=_("Book what came in"))] = False,
    once: str = "",
) -> ActResult[NoticeSettled]:
    """Settle what a provider told and what does not stand in the account by itself."""
    open_notice = next(
        (waiting for waiting in open_notices(event, locked=True) if waiting.pk == notice), None
    )
    if open_notice is None:
        raise Refusal("no-such-notice")
    terms, account = terms_of_fees(event), open_notice.payment.account
    row: LedgerRow | None = None
    # Booked as paid, then failed: it comes off the account again.
    if book and open_notice.outcome == Notice.Outcome.FAILED:
        row = _take_back(event, open_notice, by=by, reason=reason)
    # What came in is booked as it came. Without ``book`` it was dealt with otherwise, as sent back.
    elif book:
        if terms is None or open_notice.currency != terms.currency or open_notice.amount == 0:
            raise Refusal("notice-currency", field="book", currency=open_notice.currency)
        row = _book(
            account, open_notice.merchant, open_notice.external, open_notice.amount, by=by, reason=reason
        )
    open_notice.row, open_notice.settled_at = row, timezone.now()
    open_notice.save(update_fields=["row", "settled_at"])
    facts = {"account": account.pk, "entry": account.entry_id, "merchant": open_notice.merchant}
    return ActResult(
        {"notice": open_notice.pk, "row": row.pk if row else None},
        after={
            **facts,
            **({"ledger_row": row.pk, "kind": row.kind} if row else {}),
            "amount": money_text(abs(row.amount) if row else open_notice.amount, open_notice.currency),
        },
    )


@act(on=EVENT, right=Act.KEEP_FEES, name="refund_payment", done=_("refunded through the payment provider"))
def _refund_payment(
    *, event: Event, row: int, external: str, merchant: str, reason: str, by: User, once: str
) -> ActResult[Refunded]:
    """The money is on its way: the account is not asked any more whether it may be."""
    paid = LedgerRow.objects.select_related("account", "notice").get(pk=row)
    earlier = refund_of(paid.notice)
    if earlier is not None:
        return no_change({"account": paid.account_id, "row": earlier.pk, "refund": external})
    why = " · ".join(filter(None, (f"{merchant} {external}", reason)))[:200]
    source = refund_source(paid.notice)
    made = post_booking(paid.account, LedgerRow.Kind.REFUNDED, -paid.amount, by=by, reason=why, source=source)
    terms = terms_of_fees(event)
    words = money_text(-paid.amount, terms.currency) if terms else str(-paid.amount)
    facts = {"account": paid.account_id, "ledger_row": made.pk, "entry": paid.account.entry_id}
    return ActResult(
        {"account": paid.account_id, "row": made.pk, "refund": external},
        after={**facts, "merchant": merchant, "amount": words},
    )


@outside_transaction(_refund_payment)
def refund_payment(*, event: Event, row: Id, reason: Note = "", by: User, once: str = "") -> Refunded:
    """Give back all of a payment that was made by way of a provider."""

    def answered() -> Refunded | None:
        answer = journal.remembered_answer(by=by, once=once, act="refund_payment", target=target_of(event))
        return cast("Refunded | None", answer)

    def give_back() -> Refunded:
        require(Act.KEEP_FEES, by=by, scope=event)
        paid = refundable(event, row)
        merchant = merchants().get(paid.notice.merchant) if paid else None
        if paid is None or merchant is None or refund_of(paid.notice):
            raise Refusal("no-provider-payment")
        # The provider is asked first, under a key of the row: asked twice, it gives the money back once.
        key = f"refund-{paid.notice.payment.key}-{paid.pk}"
        if -paid.amount > received_of(paid.account):
            raise Refusal("refunded-too-much", field="row")
        refund = Refund(
            key=key, payment=paid.notice.external, amount=-paid.amount, currency=paid.notice.currency
        )
        try:
            external = merchant.provider.refund(refund)
        except NoPaymentError as error:
            logger.warning("The merchant %s gave nothing back: %s", merchant.name, error)
            raise Refusal("provider-silent") from None
        return _refund_payment(
            event=event,
            row=paid.pk,
            external=external,
            merchant=merchant.name,
            reason=reason,
            by=by,
            once=once,
        )

    # Before anybody asks whether it may be done: once it is, it may not be done again.
    if (earlier := answered()) is not None:
        return earlier
    try:
        return give_back()
    except Refusal:
        # The other press may have come to its end while this one was on its way.
        if (earlier := answered()) is None:
            raise
        return earlier


def _take_back(event: Event, failure: Notice, *, by: User, reason: str) -> LedgerRow:
    paid = paid_row(failure)
    if paid is None:
        raise Refusal("no-such-notice")
    answer = take_back(event, paid, by=by, reason=reason).answer
    return LedgerRow.objects.get(pk=answer["row"])
