"""Set fees and book them. History is added: a wrong row is put right by another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, NamedTuple, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import check_name
from tournaments.acts.frame import EVENT, SECTION, ActResult, act, no_change
from tournaments.acts.money._fees import charge, post_booking
from tournaments.acts.money.receipts import follow_undone
from tournaments.models import (
    Event,
    Fee,
    FeeAccount,
    FeeTable,
    FeeTerms,
    LedgerRow,
    Organisation,
    Section,
)
from tournaments.policy import Act
from tournaments.queries.entering.entries import playing_in
from tournaments.queries.money.fees import balance_of, received_of, tariffs_of, terms_of_fees
from tournaments.queries.money.payments import merchants_for
from tournaments.state.fees import (
    LONGEST_ACCOUNT,
    MOST_FEES,
    MOST_REFUNDS,
    SIGNS,
    FeeRowKind,
    Tariff,
    compact,
    figures_beside,
    grouped_number,
    is_iban,
    looks_like_iban,
    may_mean,
    references_in,
    undoing_of,
)
from tournaments.wording.money.money import MOST, digits_of, is_currency, money_text

HUNDRED = 100
TERMS = ("currency", "holder", "account", "merchant", "refunds")


class TermsSet(TypedDict):
    event: int


class TableSet(TypedDict):
    """``charged``: to how many accounts something was booked."""

    section: int
    charged: int


class Booked(TypedDict):
    """``balance``: what is still to be paid, below zero what was paid too much; in the smallest unit."""

    account: int
    row: int
    balance: int


class RefundUntil(NamedTuple):
    """Who withdraws on that day or before does not owe so many percent."""

    day: date
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeTermsInput:
    """Hold the terms; ``merchant``: empty for bank transfer, ``refunds``: until when how many percent."""

    currency: Annotated[str, Field(longest=3)]
    holder: Annotated[str, Field(longest=120)] = ""
    account: Annotated[str, Field(longest=LONGEST_ACCOUNT)] = ""
    merchant: Annotated[str, Field(longest=40)] = ""
    refunds: Annotated[Sequence[RefundUntil], Field()] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeTableInput:
    """``surcharge``: of who enters on the day ``late_from`` or later, in the smallest unit."""

    tariffs: Annotated[Sequence[Tariff], Field()]
    late_from: Annotated[date | None, Field()] = None
    surcharge: Annotated[int, Field(least=0, most=MOST)] = 0


@act(on=EVENT, right=Act.KEEP_FEES, done=_("terms of payment set"))
def set_fee_terms(*, event: Event, values: FeeTermsInput, by: User, once: str = "") -> ActResult[TermsSet]:
    """In which currency and to whom fees of the event are paid, and what is given back on withdrawal."""
    for refusal in wrong_terms(event, values):
        raise refusal
    terms = terms_of_fees(event) or FeeTerms(event=event)
    account = values.account.strip()
    if looks_like_iban(compact(account)):
        account = grouped_number(compact(account))
    was = [getattr(terms, name) for name in TERMS]
    terms.currency, terms.holder, terms.account = values.currency, values.holder, account
    terms.merchant = values.merchant
    terms.refunds = [[day.isoformat(), percent] for day, percent in sorted(values.refunds)]
    if was == [getattr(terms, name) for name in TERMS]:
        return no_change({"event": event.pk})
    before = _told_of(dict(zip(TERMS, was, strict=True))) if terms.pk else None
    terms.save()
    after = _told_of({name: getattr(terms, name) for name in TERMS})
    return ActResult({"event": event.pk}, before=before, after=after)


def _told_of(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the journal keeps of the terms."""
    # Law 8: whose account it is may be a person's name, and stands in the terms alone.
    return {name: terms[name] for name in ("currency", "merchant", "refunds")}


def wrong_terms(event: Event, values: FeeTermsInput) -> list[Refusal]:
    """Return all that is wrong with the terms, so that a form can say it at once."""
    refusals: list[Refusal] = []
    terms = terms_of_fees(event)
    booked = LedgerRow.objects.filter(account__section__event=event)
    if not is_currency(values.currency):
        refusals.append(Refusal("unknown-currency", field="currency", currency=values.currency))
    elif terms and terms.currency != values.currency and booked.exists():
        refusals.append(Refusal("fee-currency-fixed", field="currency", currency=terms.currency))
    if values.holder:
        try:
            check_name("holder", values.holder)
        except Refusal as refusal:
            refusals.append(refusal)
    account = compact(values.account)
    if looks_like_iban(account) and not is_iban(account):
        refusals.append(Refusal("iban-wrong", field="account", account=values.account.strip()[:40]))
    # What was chosen before stays until somebody changes it, also where the settings name it no more.
    names = {"", terms.merchant if terms else "", *(merchant.name for merchant in merchants_for(event))}
    if values.merchant not in names:
        refusals.append(Refusal("unknown-merchant", field="merchant"))
    days = [day for day, _percent in values.refunds]
    fits = all(0 < percent <= HUNDRED for _day, percent in values.refunds)
    if not fits or len(set(days)) < len(days) or len(days) > MOST_REFUNDS:
        refusals.append(Refusal("refund-table", field="refunds", limit=MOST_REFUNDS))
    return refusals


@act(on=SECTION, right=Act.KEEP_FEES, done=_("fees of a section set"))
def set_fee_table(
    *, section: Section, values: FeeTableInput, by: User, once: str = ""
) -> ActResult[TableSet]:
    """Set what entries of the section cost."""
    if terms_of_fees(section.event) is None:
        raise Refusal("fee-terms-needed")
    _check_table(section, values)
    table = FeeTable.objects.filter(section=section).first() or FeeTable(section=section)
    before = _facts(table) if table.pk else None
    table.late_from, table.surcharge = values.late_from, values.surcharge
    table.save()
    table.fees.all().delete()
    categories = {category.key: category.pk for category in section.categories.all()}
    Fee.objects.bulk_create(
        Fee(
            table=table,
            name=row.name,
            amount=row.amount,
            category_id=categories.get(row.category),
            organisation_id=row.organisation,
        )
        for row in values.tariffs
    )
    # Only who was not charged yet: everybody else keeps what was charged (`charge_anew`).
    charged = charge(section, playing_in(section).filter(fee_account=None))
    after = _facts(table)
    if before == after and not charged:
        return no_change({"section": section.pk, "charged": 0})
    return ActResult(
        {"section": section.pk, "charged": charged}, before=before, after={**after, "charged": charged}
    )


def _facts(table: FeeTable) -> dict[str, object]:
    rows = [[row.name, row.amount, row.category, row.organisation] for row in tariffs_of(table)]
    late_from = table.late_from.isoformat() if table.late_from else None
    return {"fees": rows, "late_from": late_from, "surcharge": table.surcharge}


def _check_table(section: Section, values: FeeTableInput) -> None:
    if len(values.tariffs) > MOST_FEES:
        raise Refusal("too-many-fees", field="fees", limit=MOST_FEES)
    if values.surcharge and values.late_from is None:
        raise Refusal("late-day-needed", field="late_from")
    if not all(0 <= amount <= MOST for amount in (values.surcharge, *(row.amount for row in values.tariffs))):
        raise Refusal("fee-amount", field="fees")
    keys = set(section.categories.values_list("key", flat=True))
    wanted = {row.organisation for row in values.tariffs if row.organisation is not None}
    if Organisation.objects.filter(pk__in=wanted).count() < len(wanted):
        raise Refusal("no-such-organisation", field="fees")
    for row in values.tariffs:
        check_name("fees", row.name, most=80)
        if row.category and row.category not in keys:
            raise Refusal("unknown-category", field="fees", category=row.category)


@act(on=SECTION, right=Act.KEEP_FEES, needs_reason=True, done=_("fees recalculated"))
def charge_anew(*, section: Section, reason: Reason, by: User, once: str = "") -> ActResult[TableSet]:
    """Charge everybody who plays by the present table."""
    # As where categories or the table have changed: the difference is booked, and what was booked by hand
    # stays.
    charged = charge(section, playing_in(section), reason=reason)
    answer: TableSet = {"section": section.pk, "charged": charged}
    return ActResult(answer, after={"charged": charged}) if charged else no_change(answer)


Note = Annotated[
    str, Field(longest=200, label=_("Note"), help=_("Such as the number of the bank statement."))
]


@act(on=EVENT, right=Act.KEEP_FEES, done=_("payment booked"))
def book_payment(
    *,
    event: Event,
    reference: Annotated[
        str,
        Field(
            longest=1000,
            label=_("Reference"),
            help=_("Typed or pasted, also with the whole line of the bank statement."),
        ),
    ],
    by: User,
    amount: Annotated[int | None, Field(least=1, most=MOST)] = None,
    reason: Note = "",
    once: str = "",
) -> ActResult[Booked]:
    """Money has come in. ``amount``: in the smallest unit; None for all that is still due."""
    account = _account_of(event, reference)
    paid = balance_of(account) if amount is None else amount
    if amount is None and paid <= 0:
        raise Refusal("amount-needed", field="amount")
    if amount is None:
        _check_figures(event, account, reference, paid)
    if paid <= 0:
        raise Refusal("fee-amount", field="amount")
    return _booked(event, account, FeeRowKind.PAID, -paid, by=by, reason=reason)


def _check_figures(event: Event, account: FeeAccount, text: str, due: int) -> None:
    """Check that a pasted line names no other figure than the amount due."""
    terms = terms_of_fees(event)
    if terms is None:
        return
    digits = digits_of(terms.currency)
    other = [
        figure for figure in figures_beside(account.reference, text) if due not in may_mean(figure, digits)
    ]
    # Which of several figures is the amount a person has to say.
    if other:
        raise Refusal(
            "amount-unclear",
            field="amount",
            figures=" · ".join(other)[:80],
            due=money_text(due, terms.currency),
        )


def _account_of(event: Event, text: str) -> FeeAccount:
    typed = compact(text)
    # Who types leaves the two letters out.
    references = set(references_in(text)) or set(references_in(f"RF{typed}"))
    if not references:
        raise Refusal("reference-mistyped", field="reference", reference=text.strip()[:40])
    accounts = list(FeeAccount.objects.filter(section__event=event, reference__in=references))
    if not accounts:
        raise Refusal("reference-unknown", field="reference", reference=grouped_number(min(references)))
    if len(accounts) > 1:
        raise Refusal("references-several", field="reference")
    return accounts[0]


@act(on=EVENT, right=Act.KEEP_FEES, done=_("booked to the account of an entry"))
def book_fee(
    *,
    event: Event,
    account: Id,
    kind: Annotated[str, Field(longest=20)],
    amount: Annotated[int, Field(least=-MOST, most=MOST)],
    by: User,
    reason: Reason = "",
    once: str = "",
) -> ActResult[Booked]:
    """Book a row of an account; ``amount``: in the smallest unit, below zero only to correct downwards."""
    fee_account = FeeAccount.objects.filter(section__event=event, pk=account).first()
    if fee_account is None:
        raise Refusal("no-such-fee-account")
    # What is due the tables charge.
    if kind not in FeeRowKind.__members__.values() or kind == FeeRowKind.DUE:
        raise Refusal("unknown-booking", field="kind")
    chosen = FeeRowKind(kind)
    if chosen is not FeeRowKind.PAID and not reason:
        raise Refusal("reason-needed", field="reason")
    if amount == 0 or (amount < 0 and chosen is not FeeRowKind.CORRECTED):
        raise Refusal("fee-amount", field="amount")
    if chosen is FeeRowKind.WAIVED and amount > balance_of(fee_account):
        raise Refusal("waived-too-much", field="amount")
    if chosen is FeeRowKind.REFUNDED and amount > received_of(fee_account):
        raise Refusal("refunded-too-much", field="amount")
    signed = amount * SIGNS.get(chosen, 1)
    return _booked(event, fee_account, chosen, signed, by=by, reason=reason)


@act(on=EVENT, right=Act.KEEP_FEES, needs_reason=True, done=_("booking undone"))
def undo_booking(*, event: Event, row: Id, reason: Reason, by: User, once: str = "") -> ActResult[Booked]:
    """Book the opposite of what somebody or a payment provider booked."""
    rows = LedgerRow.objects.filter(account__section__event=event, by_table=False, pk=row)
    booking = rows.select_related("account", "notice").first()
    if booking is None:
        raise Refusal("no-such-row")
    # Taking a payment back is no charge: it makes what was received less; undone in turn, it is a payment
    # again.
    return take_back(event, booking, by=by, reason=reason)


def take_back(event: Event, row: LedgerRow, *, by: User, reason: str) -> ActResult[Booked]:
    """Book the opposite of a row. Raises ``undo-too-late`` where that is done already."""
    source = undoing_of(row.kind, row.pk)
    if LedgerRow.objects.filter(source=source).exists():
        raise Refusal("undo-too-late")
    if hasattr(row, "notice"):
        # The account says where the money is that it no longer has.
        reason = f"{row.notice.merchant} {row.notice.external} · {reason}"[:200]
    kind = FeeRowKind(row.undone_kind) if row.is_undo else FeeRowKind.CORRECTED
    return _booked(event, row.account, kind, -row.amount, by=by, reason=reason, source=source)


def _booked(
    event: Event,
    account: FeeAccount,
    kind: FeeRowKind,
    amount: int,
    *,
    by: User,
    reason: str,
    source: str = "",
) -> ActResult[Booked]:
    if not 0 < abs(amount) <= MOST:
        raise Refusal("fee-amount", field="amount")
    row = post_booking(account, LedgerRow.Kind(kind), amount, by=by, reason=reason, source=source)
    terms = terms_of_fees(event)
    facts = {"account": account.pk, "ledger_row": row.pk, "kind": str(kind), "entry": account.entry_id}
    words = money_text(abs(amount), terms.currency) if terms else str(abs(amount))
    if row.undoes is not None:
        follow_undone(row, row.undoes)
    return ActResult(
        {"account": account.pk, "row": row.pk, "balance": balance_of(account)},
        after={**facts, "amount": words},
        reason=reason,
    )
