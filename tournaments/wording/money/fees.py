"""Words about fees: what a row of an account is, what an applicant reads."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

from tournaments.state.fees import FeeRowKind, FeeStanding
from tournaments.wording.money.money import money_text

Words = str | Promise


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
