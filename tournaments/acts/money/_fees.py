"""Charge, give back and cancel what entries owe. The caller has locked the section."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import date

from portal.accounts.models import User
from tournaments.models import Entry, FeeAccount, LedgerRow, Section
from tournaments.policy import PrivateLink
from tournaments.queries.money.fees import (
    charged_by_table,
    fee_grid,
    fees_of,
    refunds_of,
    terms_of_fees,
    today_at,
)
from tournaments.state.fees import BODY_DIGITS, kept_of, reference_of

Kind = LedgerRow.Kind


def charge(
    section: Section, entries: Iterable[Entry], *, days: Mapping[int, date] | None = None, reason: str = ""
) -> int:
    """Have the entries owe what the section's table says; return how many rows were added.

    ``days``: by id of the entry when it was asked for, if not today. As many queries for one as for
    hundreds."""
    table = fee_grid(section)
    entries = list(entries)
    if table is None or not entries:
        return 0
    charged = charged_by_table(item.pk for item in entries)
    when = dict.fromkeys((item.pk for item in entries), today_at(section.event)) | dict(days or {})
    # Who was charged before pays by the day of that.
    when |= {key: account.on for key, (account, _charged) in charged.items()}
    costs = fees_of(table, entries, when)
    opened = [key for key, cost in costs.items() if cost and key not in charged]
    accounts = [
        FeeAccount(section=section, entry_id=key, on=when[key], reference=reference)
        for key, reference in zip(opened, fresh_references(len(opened)), strict=True)
    ]
    FeeAccount.objects.bulk_create(accounts, batch_size=500)
    rows = [_row(item, Kind.DUE, costs[item.entry_id or 0], reason) for item in accounts]
    # Who came back, or belongs to other categories now; what was booked by hand stays.
    rows += [
        _row(account, Kind.CORRECTED, costs[key] - charged, reason)
        for key, (account, charged) in charged.items()
        if costs[key] != charged
    ]
    LedgerRow.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def refund(section: Section, entries: Iterable[Entry]) -> None:
    """The entries were withdrawn: by the table of the event they owe a part of the fee, or none."""
    refunds = refunds_of(terms_of_fees(section.event))
    today = today_at(section.event)
    rows = []
    for account, charged in charged_by_table(entry.pk for entry in entries).values():
        if charged > 0 and (less := charged - kept_of(charged, refunds, today)):
            rows.append(_row(account, Kind.WAIVED, -less))
    LedgerRow.objects.bulk_create(rows, batch_size=500)


def cancel(entry: Entry) -> None:
    """The entry was made by mistake and is deleted: nothing is owed; what was paid is to be given back."""
    for account, charged in charged_by_table([entry.pk]).values():
        if charged > 0:
            _row(account, Kind.WAIVED, -charged).save(force_insert=True)


def _row(account: FeeAccount, kind: Kind, amount: int, reason: str = "") -> LedgerRow:
    return LedgerRow(account=account, kind=kind, amount=amount, by_table=True, reason=reason)


def fresh_references(count: int) -> list[str]:
    """So many references that no account of the site has: payers mistype, and nobody guesses another's."""
    fresh: list[str] = []
    while len(fresh) < count:
        made = {
            reference_of(f"{secrets.randbelow(10**BODY_DIGITS):0{BODY_DIGITS}}")
            for _ in range(count - len(fresh))
        }
        taken = FeeAccount.objects.filter(reference__in=made).values_list("reference", flat=True)
        fresh += sorted(made - set(taken) - set(fresh))
    return fresh


def post_booking(
    account: FeeAccount, kind: Kind, amount: int, *, by: User | PrivateLink | None, reason: str, source: str
) -> LedgerRow:
    """Add a row that somebody has decided on, or that came from outside."""
    return LedgerRow.objects.create(
        account=account,
        kind=kind,
        amount=amount,
        by=by if isinstance(by, User) else None,
        reason=reason,
        source=source,
    )
