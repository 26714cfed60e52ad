"""Fees of entries: what one costs, how it is accounted for, and by which reference it is paid.

*fee*        what an entry costs by the table of its section: the cheapest row that fits it
*account*    of an entry: rows that are only ever added; a correction is a new row
*balance*    the sum of the rows: what is still to be paid, and below zero what was paid too much
*reference*  an RF creditor reference (ISO 11649), whose check digits are MOD 97-10 (ISO 7064)

Amounts are whole numbers of the currency's smallest unit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

MOST_FEES, MOST_REFUNDS = 30, 10
LONGEST_ACCOUNT = 200
# Of a reference that is made here; with `RF` and the check digits it is read in four groups.
BODY_DIGITS = 10


# From so many digits on, unparted, it is no amount but the number of an account or of a transfer.
SHORTEST_NUMBER = 10


class FeeRowKind(StrEnum):
    """What a row is. Each has its sign: what is due, or was paid back, has still to be paid."""

    DUE = "due"
    PAID = "paid"
    WAIVED = "waived"
    REFUNDED = "refunded"
    CORRECTED = "corrected"


# A correction has either.
SIGNS = {FeeRowKind.DUE: 1, FeeRowKind.PAID: -1, FeeRowKind.WAIVED: -1, FeeRowKind.REFUNDED: 1}


class FeeStanding(StrEnum):
    DUE = "due"
    PAID = "paid"
    OVERPAID = "overpaid"


def standing_of(balance: int) -> FeeStanding:
    return FeeStanding.PAID if balance == 0 else FeeStanding.DUE if balance > 0 else FeeStanding.OVERPAID


@dataclass(frozen=True, slots=True, kw_only=True)
class Tariff:
    """A row of the table. ``category``: only for entries of it; ``organisation``: only for its members;
    by its id."""

    name: str
    amount: int
    category: str = ""
    organisation: int | None = None


def fee_of(
    table: Sequence[Tariff], *, categories: frozenset[str], organisations: frozenset[int]
) -> int | None:
    """The cheapest row that fits, for whom several fit owes the least; None where none does."""
    fitting = [
        row.amount
        for row in table
        if (not row.category or row.category in categories)
        and (row.organisation is None or row.organisation in organisations)
    ]
    return min(fitting, default=None)


def with_surcharge(fee: int, surcharge: int, *, on: date, late_from: date | None) -> int:
    """Who enters late pays more, but nothing where the entry costs nothing."""
    return fee + surcharge if fee and late_from is not None and on >= late_from else fee


def kept_of(fee: int, refunds: Sequence[tuple[date, int]], on: date) -> int:
    """Return what of a fee stays due from who withdraws ``on`` a day; ``refunds``: per cent by day."""
    # The first day that has not passed counts.
    percent = next((percent for until, percent in sorted(refunds) if on <= until), 0)
    # Halves of the smallest unit are the payer's.
    return fee * (100 - percent) // 100


# --- References --------------------------------------------------------------------------------------------


def _mod97(text: str) -> int:
    """ISO 7064 MOD 97-10 of digits and capital letters, a letter being 10 to 35."""
    return int("".join(str(int(character, 36)) for character in text)) % 97


def reference_of(body: str) -> str:
    """``539007547034`` → ``RF18539007547034`` (ISO 11649)."""
    return f"RF{98 - _mod97(f'{body}RF00'):02}{body}"


def is_reference(text: str) -> bool:
    """Whether the check digits hold; written without blanks."""
    return bool(_REFERENCE.fullmatch(text)) and _mod97(text[4:] + text[:4]) == 1


def is_iban(text: str) -> bool:
    """Whether the check digits hold; written without blanks."""
    return looks_like_iban(text) and _mod97(text[4:] + text[:4]) == 1


def looks_like_iban(text: str) -> bool:
    return bool(_IBAN.fullmatch(text))


def compact(text: str) -> str:
    """Capitals and digits alone, as references and account numbers are compared."""
    return re.sub(r"[^0-9A-Z]", "", text.upper())


def grouped_number(text: str) -> str:
    """In groups of four, as it is printed."""
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def references_in(text: str) -> Iterator[str]:
    """Yield everything in a text that has the length and the check digits of a reference made here."""
    # The whole line of a bank statement may stand there.
    capitals = compact(text)
    length = BODY_DIGITS + 4
    for at in range(len(capitals) - length + 1):
        part = capitals[at : at + length]
        if part.startswith("RF") and is_reference(part):
            yield part


def figures_beside(reference: str, text: str) -> list[str]:
    """List figures of a bank statement's line, beside the reference, that may be an amount."""
    line = unicodedata.normalize("NFKC", text).upper()
    parted = r"[^0-9A-Z]*".join(reference.removeprefix("RF"))
    line = re.sub(rf"(R[^0-9A-Z]*F[^0-9A-Z]*)?{parted}", " ; ", line)
    line = _MOMENT.sub(" ; ", line)
    return [
        # No date, no time of day, no number of an account.
        figure
        for figure in _FIGURE.findall(line)
        if not figure.isdecimal() or len(figure) < SHORTEST_NUMBER
    ]


def may_mean(figure: str, digits: int) -> set[int]:
    """Return what a figure may say in the smallest unit of a currency with so many ``digits``."""
    whole = int(re.sub(r"\D", "", figure)) * 10**digits
    parts = re.split(r"\D", figure)
    # However its thousands are parted, and whatever stands for the point.
    meant = {whole} if len(parts) == 1 or all(len(part) == 3 for part in parts[1:]) else set()
    if len(parts) > 1 and len(parts[-1]) <= digits:
        meant.add(int("".join(parts[:-1]) + parts[-1].ljust(digits, "0")))
    return meant


def undoing_of(kind: str, row: int | None = None) -> str:
    """The source of what takes back a ``row`` of this kind; without a row how it begins."""
    return f"undo:{kind}:{'' if row is None else row}"


def is_undoing(source: object) -> bool:
    return isinstance(source, str) and bool(_UNDOING.fullmatch(source))


_UNDOING = re.compile(rf"undo:({'|'.join(FeeRowKind)}):\d{{1,18}}", re.ASCII)
_FIGURE = re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d{1,3})?(?!\d)|\d+(?:[.,'’]\d+)*", re.ASCII)
_MOMENT = re.compile(
    r"(?<![\d.,])(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|20\d{6}"
    r"|\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}(?:[ -]?(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*)"
    r"(?:[ -]?(?:20)?\d{2})?|\d{1,2}:\d{2}(?::\d{2})?)(?![\d,])",
    re.ASCII,
)
_REFERENCE = re.compile(r"RF\d{2}[0-9A-Z]{1,21}", re.ASCII)
_IBAN = re.compile(r"[A-Z]{2}\d{2}[0-9A-Z]{10,30}", re.ASCII)
