"""Fees for programs: the account of each entry with every row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.schema import listed
from tournaments.api.access import StaffView
from tournaments.models import FeeAccount, LedgerRow
from tournaments.policy import Act
from tournaments.queries.money.fees import terms_of_fees
from tournaments.state.fees import FeeStanding, standing_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeRow:
    row: int
    kind: LedgerRow.Kind
    amount: Annotated[int, _("In the smallest unit; positive for what has to be paid.")]
    at: datetime
    by: Annotated[str | None, _("Who booked it; null for what follows of the tables.")]
    reason: str
    undoes: Annotated[int | None, _("The row that this one takes back.")]
    receipt: Annotated[str | None, _("Number of the receipt; null where none was issued.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    account: int
    reference: str
    section: Annotated[str, _("URL name of the section.")]
    entry: Annotated[int | None, _("Null where the entry was deleted.")]
    currency: str
    balance: Annotated[int, _("What is still to be paid, in the smallest unit.")]
    standing: FeeStanding
    rows: Sequence[FeeRow]


class Fees(StaffView):
    scopes = {"GET": "read"}
    queries = {"GET": ("limit", "cursor")}

    @listed("fees_list", _("Accounts of the entries of an event"), Account)
    def get(self, request: Request, **parts: Any) -> Response:
        """For those who keep the fees."""
        event = self.access(Act.KEEP_FEES, parts).event
        terms = terms_of_fees(event)
        accounts = FeeAccount.objects.filter(section__event=event).select_related("section")
        currency = terms.currency if terms else ""
        return self.page(
            accounts.prefetch_related("rows__by", "rows__receipt__series"),
            lambda account: _account(account, currency),
        )


def _account(account: FeeAccount, currency: str) -> Account:
    rows = sorted(account.rows.all(), key=lambda row: row.pk)
    balance = sum(row.amount for row in rows)
    return Account(
        account=account.pk,
        reference=account.reference,
        section=account.section.slug,
        entry=account.entry_id,
        currency=currency,
        balance=balance,
        standing=standing_of(balance),
        rows=[
            FeeRow(
                row=row.pk,
                kind=LedgerRow.Kind(row.kind),
                amount=row.amount,
                at=row.at,
                by=str(row.by) if row.by else None,
                reason=row.reason,
                undoes=row.undoes,
                receipt=str(row.receipt) if hasattr(row, "receipt") else None,
            )
            for row in rows
        ],
    )
