"""Receipts are issued, by the desk or by whose they are, and taken back by another receipt."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.arguments import Id
from tournaments.acts.frame import ENTRY, EVENT, ActResult, act, no_change
from tournaments.models import (
    Application,
    Entry,
    Event,
    FeeAccount,
    LedgerRow,
    PlayerLink,
    Receipt,
    ReceiptSeries,
)
from tournaments.policy import Act
from tournaments.queries.money.fees import terms_of_fees
from tournaments.queries.money.receipts import OF_MONEY, receipt_rows, receiptable
from tournaments.wording.names import both_names


class ReceiptIssued(TypedDict):
    receipt: int


@act(on=EVENT, right=Act.KEEP_FEES, done=_("receipt issued"))
def issue_receipt(*, event: Event, row: Id, by: User, once: str = "") -> ActResult[ReceiptIssued]:
    """For a payment or a refund; a second time it is the same one."""
    ledger_row = (
        LedgerRow.objects.filter(account__section__event=event, pk=row).select_related("account").first()
    )
    return _of_row(ledger_row.account if ledger_row else None, row)


@act(on=ENTRY, right=Act.PAY, done=_("receipt issued, by the link of the entry"))
def issue_own_receipt(
    *, entry: Entry, row: Id, by: PlayerLink | Application, once: str = ""
) -> ActResult[ReceiptIssued]:
    """The same of the own account."""
    return _of_row(FeeAccount.objects.filter(entry=entry).first(), row)


def _of_row(account: FeeAccount | None, key: int) -> ActResult[ReceiptIssued]:
    rows = receipt_rows(account) if account else []
    row = next((row for row in rows if row.pk == key), None)
    if account is None or row is None:
        raise Refusal("no-such-row")
    if hasattr(row, "receipt"):
        return no_change({"receipt": row.receipt.pk})
    if key not in receiptable(rows):
        raise Refusal("no-receipt")
    receipt = _issue(row, OF_MONEY[LedgerRow.Kind(row.kind)])
    facts = {"account": account.pk, "ledger_row": row.pk, "entry": account.entry_id}
    return ActResult({"receipt": receipt.pk}, after={**facts, "receipt": str(receipt)})


def follow_undone(row: LedgerRow, undoes: int) -> None:
    """Follow an undone row with its receipt; ``undoes``: the id of the row that ``row`` takes back."""
    receipt = Receipt.objects.filter(row=undoes).select_related("series", "cancels").first()
    if receipt is None:
        return
    if receipt.cancels is None:
        # A cancellation that is undone is receipted anew, under the next number of the same series.
        _issue(row, Receipt.Kind.CANCELLATION, cancels=receipt)
    else:
        _issue(row, Receipt.Kind(receipt.cancels.kind), series=receipt.series)


def _issue(
    row: LedgerRow,
    kind: Receipt.Kind,
    *,
    series: ReceiptSeries | None = None,
    cancels: Receipt | None = None,
) -> Receipt:
    """A cancellation says what the receipt said that it takes back."""
    account = FeeAccount.objects.select_related("section__event", "entry__player").get(pk=row.account_id)
    event, entry, terms = account.section.event, account.entry, terms_of_fees(account.section.event)
    if terms is None:
        raise Refusal("fee-terms-needed")
    issuer = _named(event.organisation) if event.organisation else terms.holder
    if not issuer and cancels is None:
        raise Refusal("receipt-issuer-needed")
    counted = lock_series(series or (cancels.series if cancels else series_of(event)))
    counted.last += 1
    counted.save(update_fields=["last"])
    wording = {
        "issuer": issuer,
        "holder": terms.holder,
        "payer": _named(entry.player) if entry else "",
        "event": _named(event),
        "section": _named(account.section),
        "currency": terms.currency,
        "reference": account.reference,
    }
    if cancels is not None:
        wording = {name: getattr(cancels, name) for name in wording}
    return Receipt.objects.create(
        series=counted,
        number=counted.last,
        kind=kind,
        row=row,
        cancels=cancels,
        amount=abs(row.amount),
        **wording,
    )


def _named(named_object: object) -> str:
    return " · ".join(both_names(named_object))


def series_of(event: Event) -> ReceiptSeries:
    """Of the organisation whose event it is, or of the event; made with the first receipt."""
    owner = {"organisation": event.organisation} if event.organisation else {"event": event}
    slug = event.organisation.slug if event.organisation else event.slug
    codes = set(ReceiptSeries.objects.filter(code__startswith=slug).values_list("code", flat=True))
    code, further = slug, 2
    while code in codes:
        code, further = f"{slug}.{further}", further + 1
    return ReceiptSeries.objects.get_or_create(**owner, defaults={"code": code})[0]


def lock_series(series: ReceiptSeries) -> ReceiptSeries:
    """As it stands once nobody else counts in it."""
    return ReceiptSeries.objects.select_for_update().get(pk=series.pk)
