"""Payments by way of a provider: each thing that can happen to one, and what stands in the account then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from portal.journal.models import JournalEntry
from portal.payments.provider import BadMessageError, NoPaymentError, PaymentOutcome
from portal.payments.stand_in import NAME, StandIn
from portal.policy import Refusal
from tests.cast import Cast
from tests.factories import make_link
from tests.paying import begun, paid_online, told_of
from tests.tournaments.acts.money.cases_fees import TERMS
from tournaments.acts.deleting import delete_entry
from tournaments.acts.entering.attendance import withdraw
from tournaments.acts.money import payments
from tournaments.acts.money.fees import book_fee, book_payment, set_fee_terms, undo_booking
from tournaments.acts.money.payments import record_notification, settle_notice, start_payment
from tournaments.acts.undo.undo import undo
from tournaments.models import Entry, FeeAccount, LedgerRow, Organisation, Payment, ProviderNotice
from tournaments.queries.money.fees import balance_of, sums_of
from tournaments.queries.money.payments import merchants_for, open_notices, payment_outcome

pytestmark = pytest.mark.django_db
OTHER_COMPANY = {"other": {"provider": "portal.payments.stand_in.StandIn", "organisation": "axf"}}


def rows(account: FeeAccount) -> list[tuple[str, int]]:
    return list(account.rows.order_by("pk").values_list("kind", "amount"))


def refused(code: str, act: Callable[..., Any], **arguments: Any) -> None:
    with pytest.raises(Refusal) as caught:
        act(**arguments)
    assert caught.value.code == code


def test_what_is_due_is_asked_for_once(cast: Cast) -> None:
    account = paid_online(cast)
    payment = begun(account)
    assert (payment.amount, payment.currency, payment.merchant) == (5000, "EUR", NAME)
    assert begun(account) == payment
    book_payment(event=cast.event, reference=account.reference, amount=2000, by=cast.alice)
    assert begun(account).amount == 3000
    # What failed is not taken up again.
    last = begun(account)
    record_notification(NAME, told_of(last, outcome=PaymentOutcome.FAILED))
    assert begun(account) != last


def test_where_nothing_can_be_paid_on_line(
    cast: Cast, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = paid_online(cast)
    entry = Entry.objects.select_related("section__event").get(pk=account.entry_id)
    press = {"act": start_payment, "entry": entry, "language": "en", "by": make_link(entry)}

    def silent(_self: StandIn, arguments: object) -> str:
        raise NoPaymentError("timed out")

    monkeypatch.setattr(StandIn, "start", silent)
    refused("provider-silent", **press)
    # It stands in our books all the same: what the provider tells of it finds its account.
    assert record_notification(NAME, told_of(Payment.objects.get()))
    refused("nothing-due", **press)
    book_fee(event=cast.event, account=account.pk, kind="corrected", amount=5, reason="x", by=cast.alice)
    settings.PAYMENT_STAND_IN = False
    refused("no-online-payment", **press)


def test_paid_as_asked_is_booked_once(cast: Cast) -> None:
    account = paid_online(cast)
    payment = begun(account)
    answer = told_of(payment)
    assert record_notification(NAME, answer)
    assert record_notification(NAME, answer)
    assert rows(account) == [("due", 5000), ("paid", -5000)]
    assert payment_outcome(payment) == "paid"
    line = JournalEntry.objects.get(act="provider_paid")
    assert (line.by, line.after["amount"]) == (None, "€50.00")
    undo(event=cast.event, entry=line.pk, reason="charged back", by=cast.alice)
    assert record_notification(NAME, answer)
    assert balance_of(account) == 5000
    # Its page, the payer's and the account say where the money is.
    assert payment_outcome(payment) == "undone"
    assert account.rows.latest("pk").reason == f"{NAME} {answer.payment} · charged back"
    again = JournalEntry.objects.get(act="undo_booking").pk
    undo(event=cast.event, entry=again, reason="it stays", by=cast.alice)
    assert (payment_outcome(payment), balance_of(account)) == ("paid", 0)


def test_on_its_way_then_paid_then_a_late_failure(cast: Cast) -> None:
    account = paid_online(cast)
    payment = begun(account)
    for outcome, existing in (("pending", "pending"), ("paid", "paid"), ("failed", "returned")):
        assert record_notification(NAME, told_of(payment, outcome=PaymentOutcome(outcome)))
        assert payment_outcome(payment) == existing
    assert balance_of(account) == 0
    assert JournalEntry.objects.filter(act="provider_told").count() == 2


def failed_afterwards(cast: Cast) -> tuple[FeeAccount, Payment, dict[str, Any]]:
    """Booked, then reported as failed; what a treasurer says to it."""
    account = paid_online(cast)
    payment = begun(account)
    for outcome in (PaymentOutcome.PAID, PaymentOutcome.FAILED):
        assert record_notification(NAME, told_of(payment, outcome=outcome))
    [notice] = open_notices(cast.event)
    return account, payment, {"event": cast.event, "notice": notice.pk, "by": cast.alice}


def test_failed_after_it_was_booked_is_taken_off_by_the_treasurer(cast: Cast) -> None:
    account, payment, settle = failed_afterwards(cast)
    refused("reason-needed", settle_notice, **settle, reason=" ", book=True)
    assert (balance_of(account), payment_outcome(payment)) == (0, "returned")
    answer = settle_notice(**settle, reason="card disputed", book=True)
    assert rows(account)[-1] == ("corrected", 5000)
    assert answer["row"] == account.rows.latest("pk").pk
    assert account.rows.latest("pk").reason.endswith(" · card disputed")
    assert (balance_of(account), payment_outcome(payment)) == (5000, "failed")
    assert not open_notices(cast.event)
    refused("no-such-notice", settle_notice, **settle, reason="again", book=True)
    # Received is less, nothing was charged anew.
    sums = sums_of(cast.event)
    assert (sums.charged, sums.received, sums.due) == (5000, 0, 5000)
    # It can be paid once more.
    assert begun(account) != payment


def test_failed_after_it_was_booked_but_the_money_is_there(cast: Cast) -> None:
    account, payment, settle = failed_afterwards(cast)
    assert settle_notice(**settle, reason="on the bank statement")["row"] is None
    assert (balance_of(account), payment_outcome(payment)) == (0, "paid")
    assert not open_notices(cast.event)


def test_failed_after_it_was_booked_and_somebody_undid_the_booking(cast: Cast) -> None:
    """Nothing is left to settle; booked once more, it is the row of now that goes."""
    account, _payment, settle = failed_afterwards(cast)
    undo_booking(event=cast.event, row=account.rows.latest("pk").pk, reason="x", by=cast.alice)
    assert not open_notices(cast.event)
    refused("no-such-notice", settle_notice, **settle, reason="x", book=True)
    undo_booking(event=cast.event, row=account.rows.latest("pk").pk, reason="x", by=cast.alice)
    settle_notice(**settle, reason="x", book=True)
    assert balance_of(account) == 5000


def test_another_attempt_that_fails_is_not_the_one_that_was_paid(cast: Cast) -> None:
    payment = begun(paid_online(cast))
    record_notification(NAME, told_of(payment))
    record_notification(NAME, told_of(payment, payment="first card", outcome=PaymentOutcome.FAILED))
    assert not open_notices(cast.event)
    assert payment_outcome(payment) == "paid"


def test_another_amount_that_fails_says_so_where_it_waits(cast: Cast) -> None:
    payment = begun(paid_online(cast))
    record_notification(NAME, told_of(payment, amount=4999))
    record_notification(NAME, told_of(payment, amount=4999, outcome=PaymentOutcome.FAILED))
    [notice] = open_notices(cast.event)
    assert (notice.outcome, notice.has_failed) == ("paid", True)  # type: ignore[attr-defined]


def test_a_payment_that_was_not_started_here(cast: Cast) -> None:
    payment = begun(paid_online(cast))
    assert not record_notification(NAME, told_of(payment, key="stranger"))
    # Nor one of another merchant.
    assert not record_notification("other", told_of(payment))
    assert not ProviderNotice.objects.exists()


def refunded(cast: Cast, account: FeeAccount) -> None:
    """Paid by bank transfer meanwhile, and given back."""
    book_payment(event=cast.event, reference=account.reference, by=cast.alice)
    book_fee(event=cast.event, account=account.pk, kind="refunded", amount=5000, reason="ill", by=cast.alice)


def withdrawn(cast: Cast, account: FeeAccount) -> None:
    withdraw(entries=[account.entry], reason="ill", by=cast.alice)  # type: ignore[list-item]


def deleted(cast: Cast, account: FeeAccount) -> None:
    entry = Entry.objects.select_related("section__event").get(pk=account.entry_id)
    delete_entry(entry=entry, by=cast.alice)


@pytest.mark.parametrize(
    ("happens", "balance"), [(refunded, 0), (withdrawn, 0), (deleted, -5000)], ids=lambda item: str(item)[:18]
)
def test_what_came_in_is_booked_whatever_happened_meanwhile(
    cast: Cast, happens: Callable[[Cast, FeeAccount], None], balance: int
) -> None:
    """The money is there: who is owed something by then stands among the overpaid."""
    account = paid_online(cast)
    payment = begun(account)
    happens(cast, account)
    assert record_notification(NAME, told_of(payment))
    assert balance_of(account) == balance


@pytest.mark.parametrize("other", [{"amount": 4999}, {"amount": 5001}, {"currency": "USD"}])
def test_another_amount_or_currency_waits_for_the_treasurer(cast: Cast, other: dict[str, Any]) -> None:
    account = paid_online(cast)
    payment = begun(account)
    assert record_notification(NAME, told_of(payment, **other))
    assert record_notification(NAME, told_of(payment, **other))
    assert (balance_of(account), payment_outcome(payment)) == (5000, "differs")
    notice = open_notices(cast.event)[0]
    settle = {"event": cast.event, "notice": notice.pk, "by": cast.alice}
    refused("reason-needed", settle_notice, **settle, reason=" ", book=True)
    if "currency" in other:
        refused("notice-currency", settle_notice, **settle, reason="x", book=True)
        answer = settle_notice(**settle, reason="sent back")
        assert answer["row"] is None
    else:
        settle_notice(**settle, reason="as it came", book=True)
        assert balance_of(account) == 5000 - other["amount"]
    assert not open_notices(cast.event)
    assert payment_outcome(payment) == "paid"
    refused("no-such-notice", settle_notice, **settle, reason="again", book=True)


def test_nothing_is_kept_of_what_was_broken_off(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between the row and the notice: the provider, which got no answer, tells it again."""
    account = paid_online(cast)
    payment = begun(account)
    with monkeypatch.context() as patched:
        patched.setattr(payments.journal, "record", broken_off)
        with pytest.raises(DatabaseError):
            record_notification(NAME, told_of(payment))
    assert rows(account) == [("due", 5000)]
    assert record_notification(NAME, told_of(payment))
    assert balance_of(account) == 0


def broken_off(*_args: Any, **_more: Any) -> None:
    raise DatabaseError


def test_the_database_books_one_thing_once(cast: Cast) -> None:
    account = paid_online(cast)
    record_notification(NAME, told_of(begun(account)))
    row = LedgerRow.objects.get(kind="paid")
    with pytest.raises(DatabaseError), transaction.atomic():
        LedgerRow.objects.create(account=account, kind="paid", amount=-5000, source=row.source)


def test_merchants_of_an_organisation(cast: Cast, settings: Any) -> None:
    settings.PAYMENT_PROVIDERS = OTHER_COMPANY
    assert [item.name for item in merchants_for(cast.event)] == [NAME]
    asia = Organisation.objects.create(slug="axf", name="Asia", level="continent")
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=asia)
    account = paid_online(cast)
    other = {"act": set_fee_terms, "event": cast.event, "by": cast.alice}
    values = TERMS.__class__(currency="EUR", merchant="other")
    refused("unknown-merchant", **other, values=values)
    cast.event.organisation = club
    cast.event.save()
    set_fee_terms(event=cast.event, values=values, by=cast.alice)
    # It stays where the settings name it no more; nothing is paid by it then.
    settings.PAYMENT_PROVIDERS = {}
    set_fee_terms(
        event=cast.event, values=TERMS.__class__(currency="EUR", merchant="other", holder="X"), by=cast.alice
    )
    refused("no-online-payment", begun, account=account)


@pytest.mark.parametrize(
    "wrong", [{"amount": -1}, {"amount": 10**12 + 1}, {"payment": ""}, {"currency": "EURO"}]
)
def test_what_no_account_could_hold(cast: Cast, wrong: dict[str, Any]) -> None:
    payment = begun(paid_online(cast))
    with pytest.raises(BadMessageError):
        told_of(payment, **wrong)
