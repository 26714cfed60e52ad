"""Receipts: for which rows of an account there can be one, and what stands on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from tournaments.models import FeeAccount, LedgerRow, Receipt, Section
from tournaments.queries.papers import NOW, PaperKind, Scope
from tournaments.queries.public.public import Framed, framing, section_of
from tournaments.state.fees import grouped_number

# There are receipts of these kinds for these rows.
OF_MONEY = {
    LedgerRow.Kind.PAID: Receipt.Kind.PAYMENT,
    LedgerRow.Kind.REFUNDED: Receipt.Kind.REFUND,
}


def receipt_rows(account: FeeAccount) -> list[LedgerRow]:
    """With their receipts. One query."""
    return list(account.rows.select_related("by", "receipt__series").order_by("pk"))


def undone(rows: Iterable[LedgerRow]) -> set[int]:
    """The ids of those that others of them take back."""
    return {row.undoes for row in rows if row.undoes is not None}


def standing_row(row: LedgerRow) -> LedgerRow | None:
    """Return the row by which the booking stands now; None where it is taken back."""
    rows = {later.undoes: later for later in row.account.rows.exclude(source="")}
    last, times = row, 0
    # Taken back, booked again, taken back …: every second row restores the first.
    while (later := rows.get(last.pk)) is not None:
        last, times = later, times + 1
    return None if times % 2 else last


def is_undone(row: LedgerRow) -> bool:
    """Whether it has been taken back, and that not in turn."""
    return standing_row(row) is None


def receiptable(rows: Iterable[LedgerRow]) -> set[int]:
    """The ids of those for which somebody can have a receipt that nobody has had yet."""
    rows = list(rows)
    back = undone(rows)
    candidates = (row for row in rows if row.kind in OF_MONEY and row.pk not in back)
    return {row.pk for row in candidates if not hasattr(row, "receipt")}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptPage(Framed):
    """``day``: on which it was booked; ``of_refund``: whether it was paid back; ``cancels``: the number
    of the receipt that it takes back."""

    number: str
    kind: str
    of_refund: bool
    issued: str
    day: str
    issuer: str
    holder: str
    payer: str
    of_event: str
    of_section: str
    amount: int
    currency: str
    reference: str
    cancels: str


def receipt_page(key: int, number: int, part: int) -> ReceiptPage:
    """``part``: the id of the receipt."""
    receipts = Receipt.objects.filter(row__account__section=key, pk=part)
    receipt = receipts.select_related("series", "row", "cancels__series").first()
    if receipt is None:
        raise Refusal("no-such-receipt")
    return ReceiptPage(
        **framing(section_of(key), NOW),
        number=str(receipt),
        kind=receipt.kind,
        of_refund=Receipt.Kind.REFUND in (receipt.kind, receipt.cancels.kind if receipt.cancels else ""),
        issued=receipt.at.isoformat(timespec="minutes"),
        day=receipt.row.at.isoformat(timespec="minutes"),
        issuer=receipt.issuer,
        holder=receipt.holder,
        payer=receipt.payer,
        of_event=receipt.event,
        of_section=receipt.section,
        amount=receipt.amount,
        currency=receipt.currency,
        reference=grouped_number(receipt.reference),
        cancels=str(receipt.cancels) if receipt.cancels else "",
    )


def _never(_section: Section) -> bool:
    """They are not among the papers of the desk: who keeps the fees has them, and whose they are."""
    return False


RECEIPT_KINDS = (
    PaperKind("receipt-payment", _("Receipt"), Scope.RECEIPT, receipt_page, offered=_never),
    PaperKind("receipt-refund", _("Receipt of a refund"), Scope.RECEIPT, receipt_page, offered=_never),
    PaperKind(
        "receipt-cancellation", _("Cancellation of a receipt"), Scope.RECEIPT, receipt_page, offered=_never
    ),
)


def paper_of(receipt: Receipt) -> str:
    """The kind of its paper."""
    return f"receipt-{receipt.kind}"
