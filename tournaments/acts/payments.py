"""Fees paid by way of a provider: somebody is sent to pay, the provider tells what became of it."""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Annotated, TypedDict

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from portal import journal
from portal.accounts.models import User
from portal.fields import Field
from portal.payments.merchants import merchants
from portal.payments.provider import Asked, NoPaymentError, Outcome, Told
from portal.policy import Refusal
from tournaments.acts._fees import post
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import scope_of
from tournaments.acts.fees import take_back
from tournaments.acts.frame import ENTRY, EVENT, Done, act, preceding, unchanged
from tournaments.models import Application, Entry, Event, FeeAccount, LedgerRow, Payment, PlayerLink
from tournaments.models import ProviderNotice as Notice
from tournaments.policy import Act
from tournaments.queries.fees import balance_of, terms_of
from tournaments.queries.payments import merchant_of, open_notices, paid_row, state_address, told_address
from tournaments.state.fees import grouped
from tournaments.wording.fees import payment_words
from tournaments.wording.money import money_text
from tournaments.wording.names import plain_name

logger = logging.getLogger(__name__)
SAME_PAYMENT = timedelta(hours=1)
"""So long a further press leads to the payment that was begun: two windows do not pay twice."""
BOOKED, NOT_BOOKED = "provider_paid", "provider_told"
"""What the journal calls that a provider has told something."""


class Begun(TypedDict):
    payment: int


class Started(TypedDict):
    """``address``: of the provider, to which the payer is sent."""

    payment: int
    address: str


class Settled(TypedDict):
    """``row``: what was booked, None where nothing was."""

    notice: int
    row: int | None


@act(on=ENTRY, right=Act.PAY, name="start_payment", done=_("online payment begun"))
def _start_payment(*, entry: Entry, by: PlayerLink | Application, once: str = "") -> Done[Begun]:
    event = entry.section.event
    merchant, terms = merchant_of(event), terms_of(event)
    account = FeeAccount.objects.filter(entry=entry).first()
    if merchant is None or terms is None:
        raise Refusal("no-online-payment")
    due = balance_of(account) if account else 0
    if account is None or due <= 0:
        raise Refusal("nothing-due")
    asked = {"merchant": merchant.name, "amount": due, "currency": terms.currency}
    recent = account.payments.filter(notices=None, at__gt=timezone.now() - SAME_PAYMENT, **asked)
    if known := recent.order_by("pk").last():
        return unchanged({"payment": known.pk})
    payment = Payment.objects.create(account=account, key=secrets.token_hex(16), **asked)
    facts = {"account": account.pk, "entry": entry.pk, "merchant": merchant.name}
    return Done({"payment": payment.pk}, after={**facts, "amount": money_text(due, terms.currency)})


@preceding(_start_payment)
def start_payment(*, entry: Entry, language: str, by: PlayerLink | Application, once: str = "") -> Started:
    """All that is still due, by the provider that the event has chosen. It is asked once the payment stands
    in our books: whatever happens then, what it tells finds its account. Refusals: ``no-online-payment``,
    ``nothing-due``, ``provider-silent``."""
    begun = _start_payment(entry=entry, by=by, once=once)
    found = Payment.objects.select_related("account__section__event")
    payment = found.get(pk=begun["payment"])
    event = payment.account.section.event
    merchant = merchants().get(payment.merchant)
    if merchant is None:
        raise Refusal("no-online-payment")
    with translation.override(language):
        words = payment_words(plain_name(event), payment.amount, payment.currency)
    asked = Asked(
        key=payment.key,
        amount=payment.amount,
        currency=payment.currency,
        reference=payment.account.reference,
        words=f"{words}, {grouped(payment.account.reference)}",
        language=language,
        back=state_address(payment, language),
        told=told_address(merchant),
    )
    try:
        return {"payment": payment.pk, "address": merchant.provider.start(asked)}
    except NoPaymentError as error:
        logger.warning("The merchant %s started no payment: %s", merchant.name, error)
        raise Refusal("provider-silent") from None


def take_told(merchant: str, told: Told) -> bool:
    """What a provider has told of a payment, kept for good when this returns: what came in as it was asked
    for is booked, whatever has become of the entry meanwhile, for the money is there; another amount or
    currency waits for the treasurer. Told twice it changes nothing. Returns whether the payment is ours."""
    with transaction.atomic():
        known = Payment.objects.select_for_update().filter(merchant=merchant, key=told.key)
        payment = known.first()
        if payment is None:
            return False
        if not is_known(merchant, told):
            _keep(payment, told)
    return True


def is_known(merchant: str, told: Told) -> bool:
    same = Notice.objects.filter(merchant=merchant, external=told.payment, outcome=told.outcome)
    return same.exists()


def _keep(payment: Payment, told: Told) -> None:
    as_asked = (told.amount, told.currency) == (payment.amount, payment.currency)
    row = None
    if told.outcome is Outcome.PAID and as_asked:
        row = _book(payment.account, payment.merchant, told.payment, told.amount)
    Notice.objects.create(
        payment=payment,
        merchant=payment.merchant,
        external=told.payment,
        outcome=told.outcome,
        amount=told.amount,
        currency=told.currency,
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
            **({"ledger_row": row.pk, "kind": row.kind} if row else {"outcome": str(told.outcome)}),
            "amount": money_text(told.amount, told.currency),
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
    return post(account, LedgerRow.Kind.PAID, -amount, by=by, reason=why, source=source)


@act(on=EVENT, right=Act.KEEP_FEES, needs_reason=True, done=_("message of the payment provider settled"))
def settle_notice(
    *,
    event: Event,
    notice: Id,
    reason: Reason,
    by: User,
    book: Annotated[bool, Field(label=_("Book what came in"))] = False,
    once: str = "",
) -> Done[Settled]:
    """What a provider told of does not stand in the account by itself: another amount or currency came in
    than was asked for, or a payment that was booked failed afterwards. ``book``: what came in, as it came, or
    the payment that failed, off the account again; else it was dealt with otherwise, as sent back, or the
    money is there all the same. Refusals: ``no-such-notice``, ``notice-currency``."""
    found = next((waiting for waiting in open_notices(event, locked=True) if waiting.pk == notice), None)
    if found is None:
        raise Refusal("no-such-notice")
    terms, account = terms_of(event), found.payment.account
    row: LedgerRow | None = None
    if book and found.outcome == Notice.Outcome.FAILED:
        row = _take_back(event, found, by=by, reason=reason)
    elif book:
        if terms is None or found.currency != terms.currency or found.amount == 0:
            raise Refusal("notice-currency", field="book", currency=found.currency)
        row = _book(account, found.merchant, found.external, found.amount, by=by, reason=reason)
    found.row, found.settled_at = row, timezone.now()
    found.save(update_fields=["row", "settled_at"])
    facts = {"account": account.pk, "entry": account.entry_id, "merchant": found.merchant}
    return Done(
        {"notice": found.pk, "row": row.pk if row else None},
        after={
            **facts,
            **({"ledger_row": row.pk, "kind": row.kind} if row else {}),
            "amount": money_text(abs(row.amount) if row else found.amount, found.currency),
        },
    )


def _take_back(event: Event, failure: Notice, *, by: User, reason: str) -> LedgerRow:
    paid = paid_row(failure)
    if paid is None:
        raise Refusal("no-such-notice")
    answer = take_back(event, paid, by=by, reason=reason).answer
    return LedgerRow.objects.get(pk=answer["row"])
