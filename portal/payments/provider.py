"""What a payment provider has to do: two questions, and nothing is known of who asks
(``docs/guide/fees.md``)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

# In the smallest unit of a currency.
MOST = 10**12
CODE, LONGEST_NAME = 3, 100


class PaymentOutcome(StrEnum):
    PAID = "paid"
    FAILED = "failed"
    PENDING = "pending"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentRequest:
    """A payment that is to be started. ``key``: ours; the provider hands it back with whatever it tells, and
    makes one payment of one key, however often it is asked. ``amount``: in the smallest unit of ``currency``.
    ``back``: the address to which the payer comes back; ``notify_url``: the one that hears what became of
    it."""

    key: str
    amount: int
    currency: str
    reference: str
    words: str
    language: str
    back: str
    notify_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentNotification:
    """``key``: ours, as it was asked for; ``payment``: by which the provider knows what was paid, 100
    characters at most; ``amount``: what has really come in."""

    key: str
    payment: str
    outcome: PaymentOutcome
    amount: int
    currency: str

    def __post_init__(self) -> None:
        """Raises `BadMessageError` for what no account could hold, of whatever type the message has it."""
        names = ((self.key, LONGEST_NAME), (self.payment, LONGEST_NAME), (self.currency, CODE))
        fits = type(self.amount) is int and 0 <= self.amount <= MOST and type(self.outcome) is PaymentOutcome
        if not fits or not all(type(name) is str and _is_plain(name, most) for name, most in names):
            raise BadMessageError("the payment has no name, or an amount that there is not")
        if len(self.currency) != CODE:
            raise BadMessageError("the currency has no code of three letters")


def _is_plain(name: str, most: int) -> bool:
    return 0 < len(name) <= most and name.isprintable()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refund:
    """Money to be given back. ``key``: ours; a provider gives it back once, however often it is asked;
    ``payment``: by which the provider knows what was paid."""

    key: str
    payment: str
    amount: int
    currency: str


class NoPaymentError(Exception):
    """The provider started no payment, or gave nothing back: it does not answer, or refuses. The text is for
    the logs."""


class BadMessageError(ValueError):
    """A message that is not the provider's, too old to be believed, or not to be read. The text is for the
    logs."""


class Provider(ABC):
    """Made of the options that the settings give a merchant, its secrets among them. Raises `KeyError` for
    one that is missing and `ValueError` for one that cannot be."""

    @abstractmethod
    def __init__(self, options: Mapping[str, str]) -> None: ...

    @abstractmethod
    def start(self, request: PaymentRequest) -> str:
        """The address, https, to which the payer is sent. Called outside any transaction, perhaps twice for
        one key. Raises `NoPaymentError`."""

    @abstractmethod
    def read(self, headers: Mapping[str, str], body: bytes, *, now: float) -> PaymentNotification | None:
        """What a message says; None where it is about no payment. ``headers``: by names in small letters;
        ``body``: as it came, byte by byte, for that is what is signed; ``now``: seconds since 1970. Raises
        `BadMessageError`."""

    def refund(self, refund: Refund) -> str:
        """Its name for what is given back. Called outside any transaction, perhaps twice for one key. Raises
        `NoPaymentError`, as a provider does that gives nothing back by itself."""
        raise NoPaymentError("this provider gives nothing back")
