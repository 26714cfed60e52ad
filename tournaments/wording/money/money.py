"""Sums of money as people write them: never a float, in the digits that the currency has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from babel.numbers import format_currency, get_currency_precision, list_currencies
from django.utils.translation import get_language, to_locale

from portal.policy import Refusal

# In the smallest unit; more is a slip of the finger.
MOST = 10**12
_AMOUNT = re.compile(r"(\d{1,13})(?:\.(\d+))?")


def is_currency(code: str) -> bool:
    """Whether there is, or was, a currency with this code."""
    return code in list_currencies()


def digits_of(currency: str) -> int:
    """Behind the point, by ISO 4217."""
    return int(get_currency_precision(currency))


def money_text(amount: int, currency: str) -> str:
    """``€1,000.50``, as the reader's language has it; ``amount`` in the smallest unit."""
    digits = get_currency_precision(currency)
    whole = Decimal(amount).scaleb(-digits)
    text = str(format_currency(whole, currency, locale=to_locale(get_language() or "en")))
    # CLDR parts letters from digits, Babel does not; a hyphen is hardly seen before letters.
    return re.sub(r"(?<=[A-Za-z])(?=\d)", "\u00a0", text).replace("-", "\N{MINUS SIGN}")


def amounts_text(amounts: Sequence[int], currency: str) -> str:
    """One a line, as `read_amounts` takes them."""
    digits = get_currency_precision(currency) if currency else 0
    return "\n".join(f"{Decimal(amount).scaleb(-digits):f}" for amount in amounts)


def read_amounts(text: str, currency: str) -> list[int]:
    """Read amounts in the smallest unit; a refusal quotes the text."""
    digits = get_currency_precision(currency)
    amounts: list[int] = []
    for part in re.split(r"[\s;；]+", text.strip()):
        if not part:
            continue
        fits = _AMOUNT.fullmatch(part)
        if fits is None:
            raise Refusal("amount-unreadable", field="amounts", amount=part[:40])
        whole, cents = fits.group(1), fits.group(2) or ""
        if len(cents) > digits:
            raise Refusal(
                "amount-digits", field="amounts", amount=part[:40], currency=currency, digits=digits
            )
        amount = int(whole + cents.ljust(digits, "0"))
        if amount > MOST:
            raise Refusal("amount-too-large", field="amounts", amount=part[:40])
        amounts.append(amount)
    return amounts
