"""Say what a payment provider has to do (``docs/guide/fees.md``); nothing is known of who asks."""

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
    """A payment that is to be started."""

    # Ours; the provider hands it back with whatever it tells, and makes one payment of one key, however often
    # it is asked.
    key: str
    # In the smallest unit of the currency.
    amount: int
    currency: str
    reference: str
    words: str
    language: str
    # The address to which the payer comes back.
    back: str
    # The address that hears what became of it.
    notify_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentNotification:
    """What a provider tells of a payment."""

    # Ours, as it was asked for.
    key: str
    # By which the provider knows what was paid, 100 characters at most.
    payment: str
    outcome: PaymentOutcome
    # What has really come in.
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
    """Money to be given back."""

    # Ours; a provider gives it back once, however often it is asked.
    key: str
    # By which the provider knows what was paid.
    payment: str
    amount: int
    currency: str


class NoPaymentError(Exception):
    """The provider started no payment, or gave nothing back; the text is for the logs."""


class BadMessageError(ValueError):
    """A message that is not the provider's, too old, or not to be read; the text is for the logs."""


class Provider(ABC):
    """Take money, made of a merchant's options; raise `KeyError` or `ValueError` for one that is missing
    or bad."""

    @abstractmethod
    def __init__(self, options: Mapping[str, str]) -> None: ...

    @abstractmethod
    def start(self, request: PaymentRequest) -> str:
        """Give the address, https, to which the payer is sent; raise `NoPaymentError`.

        Called outside any transaction, perhaps twice for one key.
        """

    @abstractmethod
    def read(self, headers: Mapping[str, str], body: bytes, *, now: float) -> PaymentNotification | None:
        """Read a message; None where it is about no payment. Raise `BadMessageError`.

        ``headers``: by names in small letters; ``body``: as it came, byte by byte, for that is what is
        signed;
        ``now``: seconds since 1970.
        """

    def refund(self, refund: Refund) -> str:
        """Give money back, and its name for that; called outside any transaction, perhaps twice for one
        key."""
        # As a provider does that gives nothing back by itself.
        raise NoPaymentError("this provider gives nothing back")
