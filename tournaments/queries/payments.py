"""Payments by way of a provider: by which one an event is paid, how a payment stands, what waits for the
treasurer."""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet

from portal.payments.merchants import Merchant, merchants
from tournaments.models import Event, FeeAccount, Organisation, Payment, ProviderNotice
from tournaments.offices import ABOVE
from tournaments.queries.fees import terms_of
from tournaments.queries.receipts import is_undone

Outcome = ProviderNotice.Outcome


def merchants_for(event: Event) -> list[Merchant]:
    """Those that its organiser may choose: of the site, and of the organisations whose it is."""
    rows = Organisation.objects.filter(events=event)
    owners = {slug for row in rows.values_list(*(f"{way}slug" for way in ABOVE)) for slug in row}
    return [one for one in merchants().values() if not one.organisation or one.organisation in owners]


def merchant_of(event: Event) -> Merchant | None:
    """By which the event is paid on line; None where bank transfer is the only way, also because the settings
    do not name it any more."""
    terms = terms_of(event)
    if terms is None or not terms.merchant:
        return None
    return next((one for one in merchants_for(event) if one.name == terms.merchant), None)


def state_address(payment: Payment, language: str) -> str:
    """To which the payer comes back. It names nobody and opens nothing else: the provider learns it."""
    return f"{settings.PUBLIC_URL}/{language}/pay/{payment.key}/"


def told_address(merchant: Merchant) -> str:
    return f"{settings.PUBLIC_URL}/api/payments/{merchant.name}/"


DIFFERS = "differs"
"""Money came in, but not as it was asked for, and the treasurer has not dealt with it yet."""


UNDONE = "undone"
"""It was paid, and somebody has taken it off the account: the provider has the money, or the organiser."""


def outcome_of(payment: Payment) -> str:
    """What was told of it, or `DIFFERS` or `UNDONE`; what is paid stays paid, whatever is told later. Empty
    before."""
    told = list(payment.notices.select_related("row").order_by("pk"))
    paid = [one for one in told if one.outcome == Outcome.PAID]
    if paid:
        waits = all(one.row_id is None and one.settled_at is None for one in paid)
        if any(one.row and is_undone(one.row) for one in paid):
            return UNDONE
        return DIFFERS if waits else str(Outcome.PAID)
    return told[-1].outcome if told else ""


def last_of(account: FeeAccount) -> Payment | None:
    """The newest payment of which anything was told."""
    return account.payments.filter(notices__isnull=False).order_by("pk").last()


def open_notices(event: Event) -> QuerySet[ProviderNotice]:
    """Money that came in and is not booked: other amounts or currencies than were asked for."""
    found = ProviderNotice.objects.filter(
        payment__account__section__event=event, outcome=Outcome.PAID, row=None, settled_at=None
    )
    return found.select_related("payment__account__entry__player", "payment__account__section").order_by("pk")
