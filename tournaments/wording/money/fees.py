"""Words about fees: refusals, what a row of an account is, what an applicant reads."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, pgettext_lazy

from tournaments.state.fees import FeeRowKind, FeeStanding
from tournaments.wording.money.money import money_text

Words = str | Promise

FEE_REFUSALS: Mapping[str, str] = {
    "fee-currency-fixed": gettext_noop("Fees have been booked in %(currency)s: the currency stays."),
    "iban-wrong": gettext_noop(
        "“%(account)s” is not an IBAN: its check digits do not match. Compare each digit."
    ),
    "refund-table": gettext_noop(
        "Give each day once, with 1 to 100 percent, and %(limit)s days at most, such as 2026-05-01 50."
    ),
    "fee-terms-needed": gettext_noop("Set the currency of the event first, under Terms of payment."),
    "too-many-fees": gettext_noop("The limit is %(limit)s fees per section."),
    "fee-amount": gettext_noop("This amount cannot be booked: it must be above zero."),
    "late-day-needed": gettext_noop("Enter the day from which the surcharge is due."),
    "reference-mistyped": gettext_noop(
        "“%(reference)s” is not a payment reference: its check digits do not match. Compare each digit."
    ),
    "reference-unknown": gettext_noop("No one at this event has the reference %(reference)s."),
    "references-several": gettext_noop("These are several references. Book them one by one."),
    "amount-needed": gettext_noop("Nothing is due on this account. Enter the amount received."),
    "amount-unclear": gettext_noop(
        "%(due)s is due, but the pasted line also says: %(figures)s. Enter the amount received."
    ),
    "no-such-fee-account": gettext_noop("This account does not belong to the event."),
    "unknown-booking": gettext_noop("Choose what to book."),
    "waived-too-much": gettext_noop("This is more than is still due."),
    "refunded-too-much": gettext_noop("This is more than was paid."),
    "no-online-payment": gettext_noop("This event does not take online payments. Pay by bank transfer."),
    "nothing-due": gettext_noop("Nothing is due any more."),
    "provider-silent": gettext_noop(
        "The payment provider is not responding. Try again later, or pay by bank transfer."
    ),
    "unknown-merchant": gettext_noop("Choose one of the ways of online payment offered."),
    "no-such-row": gettext_noop("This row is not one of the account."),
    "no-receipt": gettext_noop("Only payments and refunds that have not been cancelled have receipts."),
    "receipt-issuer-needed": gettext_noop(
        "A receipt names its issuer: the organiser has to enter the account holder, under Terms of payment."
    ),
    "no-such-receipt": gettext_noop("This receipt does not exist."),
    "no-such-notice": gettext_noop("This payment is settled already."),
    "notice-currency": gettext_noop(
        "A payment in %(currency)s cannot be booked here. Send it back, or exchange it."
    ),
    "fees-booked": gettext_noop(
        "Fees have been booked here, and accounts are kept. Archive the event instead."
    ),
}

STANDING_NAMES: Mapping[FeeStanding, Words] = {
    FeeStanding.DUE: pgettext_lazy("account of an entry", "due"),
    FeeStanding.PAID: pgettext_lazy("account of an entry", "paid"),
    FeeStanding.OVERPAID: pgettext_lazy("account of an entry", "overpaid"),
}

BOOKINGS: Mapping[FeeRowKind, Words] = {
    FeeRowKind.PAID: pgettext_lazy("book", "Paid"),
    FeeRowKind.WAIVED: pgettext_lazy("book", "Waived"),
    FeeRowKind.REFUNDED: pgettext_lazy("book", "Refunded"),
    FeeRowKind.CORRECTED: pgettext_lazy("book", "Correction"),
}


def balance_text(balance: int, currency: str) -> str:
    """``€50.00 due``."""
    if balance == 0:
        return gettext("paid in full")
    words = gettext("%(amount)s due") if balance > 0 else gettext("%(amount)s paid too much")
    return words % {"amount": money_text(abs(balance), currency)}


def payment_words(event: str, amount: int, currency: str) -> str:
    """What the payer reads at the payment provider."""
    words = {"event": event, "amount": money_text(amount, currency)}
    return gettext("Entry fee, %(event)s: %(amount)s") % words


def payment_letter(*, amount: int, currency: str, reference: str, holder: str, account: str) -> str:
    """How to pay, at the end of the letter to who was entered; in the active language."""
    lines = [
        gettext("Fee still to be paid: %(amount)s") % {"amount": money_text(amount, currency)},
        gettext("Reference: %(reference)s") % {"reference": reference},
    ]
    if holder:
        lines.append(gettext("Account holder: %(holder)s") % {"holder": holder})
    if account:
        lines.append(gettext("Account: %(account)s") % {"account": account})
    return "\n" + "\n".join(lines) + "\n"
