"""Answer by which provider an event is paid, how a payment stands, and what waits for the treasurer."""

from __future__ import annotations

from hashlib import sha256

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from portal.payments.merchants import Merchant, merchants
from tournaments.models import Event, FeeAccount, LedgerRow, Organisation, Payment, ProviderNotice
from tournaments.organisation_roles import ABOVE
from tournaments.queries.money.fees import terms_of_fees
from tournaments.queries.money.receipts import is_undone, standing_row

Outcome = ProviderNotice.Outcome


def merchants_for(event: Event) -> list[Merchant]:
    """Those that its organiser may choose: of the site, and of the organisations whose it is."""
    rows = Organisation.objects.filter(events=event)
    owners = {slug for row in rows.values_list(*(f"{way}slug" for way in ABOVE)) for slug in row}
    return [
        merchant
        for merchant in merchants().values()
        if not merchant.organisation or merchant.organisation in owners
    ]


def merchant_of(event: Event) -> Merchant | None:
    """Return by which merchant the event is paid on line; None where bank transfer is the only way."""
    terms = terms_of_fees(event)
    if terms is None or not terms.merchant:
        return None
    # The settings may not name it any more.
    return next((merchant for merchant in merchants_for(event) if merchant.name == terms.merchant), None)


def state_address(payment: Payment, language: str) -> str:
    """To which the payer comes back. It names nobody and opens nothing else: the provider learns it."""
    return f"{settings.PUBLIC_URL}/{language}/pay/{payment.key}/"


def told_address(merchant: Merchant) -> str:
    return f"{settings.PUBLIC_URL}/api/payments/{merchant.name}/"


# Money came in, but not as it was asked for, and the treasurer has not dealt with it yet.
DIFFERS = "differs"


# It was paid, and somebody has taken it off the account: the provider has the money, or the organiser.
UNDONE = "undone"


# It was booked as paid, then the provider reported that it failed, and the treasurer has not decided yet.
RETURNED = "returned"


def payment_outcome(payment: Payment) -> str:
    """Return what was told of a payment, or `DIFFERS`, `UNDONE` or `RETURNED`; empty before."""
    notices = list(payment.notices.select_related("row__account").order_by("pk"))
    paid = [notice for notice in notices if notice.outcome == Outcome.PAID]
    # What is paid stays paid until the treasurer decides, whatever is told later.
    if paid:
        failures = [
            notice for notice in notices if notice.outcome == Outcome.FAILED and _booked_before(notice, paid)
        ]
        if any(notice.row and is_undone(notice.row) for notice in paid):
            return str(Outcome.FAILED) if any(notice.row_id for notice in failures) else UNDONE
        if any(notice.settled_at is None for notice in failures):
            return RETURNED
        waits = all(notice.row_id is None and notice.settled_at is None for notice in paid)
        return DIFFERS if waits else str(Outcome.PAID)
    return notices[-1].outcome if notices else ""


def _booked_before(failure: ProviderNotice, paid: list[ProviderNotice]) -> bool:
    """Tell whether a failure is of a payment that was booked before."""
    # Another attempt of the same payment may fail beside the one that was paid: the provider's own name of it
    # tells them apart.
    return any(p.external == failure.external and p.row_id and p.pk < failure.pk for p in paid)


def last_of(account: FeeAccount) -> Payment | None:
    """The newest payment of which anything was told."""
    return account.payments.filter(notices__isnull=False).order_by("pk").last()


def open_notices(event: Event, *, locked: bool = False) -> list[ProviderNotice]:
    """List what the treasurer has to settle; ``locked``: nobody else settles it meanwhile."""
    same = ProviderNotice.objects.filter(merchant=OuterRef("merchant"), external=OuterRef("external"))
    booked = same.filter(outcome=Outcome.PAID, row__isnull=False, pk__lt=OuterRef("pk"))
    # Money that came in and is not booked, for it came in otherwise than asked for; payments that were booked
    # and failed afterwards.
    waiting = Q(outcome=Outcome.PAID, row=None) | Q(Exists(booked), outcome=Outcome.FAILED)
    rows = ProviderNotice.objects.filter(waiting, payment__account__section__event=event, settled_at=None)
    rows = rows.select_related("payment__account__entry__player", "payment__account__section")
    failed = same.filter(outcome=Outcome.FAILED, pk__gt=OuterRef("pk"))
    # `has_failed`: the provider reported since that it failed.
    rows = rows.annotate(has_failed=Exists(failed)).order_by("pk")
    if locked:
        rows = rows.select_for_update(of=("self",))
    return [row for row in rows if row.outcome == Outcome.PAID or paid_row(row) is not None]


def paid_row(failure: ProviderNotice) -> LedgerRow | None:
    """Return the row by which a payment that failed afterwards still stands, None: taken back."""
    paid = ProviderNotice.objects.filter(
        merchant=failure.merchant, external=failure.external, outcome=Outcome.PAID
    )
    row = LedgerRow.objects.select_related("account").get(notice=paid.get())
    return standing_row(row)


def refundable(event: Event, key: int) -> LedgerRow | None:
    """The row of a payment by way of a provider that nobody has taken off the account again."""
    rows = LedgerRow.objects.select_related("account", "notice__payment")
    row = rows.filter(account__section__event=event, notice__outcome=Outcome.PAID, pk=key).first()
    return row if row and standing_row(row) else None


def refund_source(notice: ProviderNotice) -> str:
    """Of the row that books the refund of what was paid: once, for all of it goes back."""
    return f"refund:{sha256(f'{notice.merchant} {notice.external}'.encode()).hexdigest()[:40]}"


def refund_of(notice: ProviderNotice) -> LedgerRow | None:
    """The row of the refund of what was paid."""
    return LedgerRow.objects.filter(source=refund_source(notice)).first()


def refundable_rows(account: FeeAccount) -> set[int]:
    """Those of an account that can be given back through their provider."""
    names = merchants()
    notices = ProviderNotice.objects.filter(payment__account=account, outcome=Outcome.PAID)
    paid = [notice for notice in notices.select_related("row__account") if notice.row]
    return {
        notice.row_id or 0
        for notice in paid
        if notice.merchant in names and notice.row and standing_row(notice.row) and not refund_of(notice)
    }
