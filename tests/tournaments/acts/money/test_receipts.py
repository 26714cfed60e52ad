"""Receipts: numbers without gaps, what stands on them for good, and what takes them back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import Cast
from tests.factories import make_link
from tests.paying import begun, entry_of, issued, paid, paid_online, told_of
from tournaments.acts.entering.players import correct_player, enter_player, erase_player
from tournaments.acts.money.fees import book_fee
from tournaments.acts.money.payments import record_notification
from tournaments.acts.money.receipts import issue_own_receipt, issue_receipt
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.undo.undo import undo
from tournaments.models import Entry, FeeTerms, Organisation, Receipt

pytestmark = pytest.mark.django_db


def refused(code: str, act: Callable[..., Any], **arguments: Any) -> None:
    with pytest.raises(Refusal) as caught:
        act(**arguments)
    assert caught.value.code == code


def test_numbers_follow_one_another(cast: Cast) -> None:
    account = paid_online(cast)
    rows = [paid(cast, account) for _ in range(3)]
    collected = [issued(cast, row) for row in rows]
    assert [str(item) for item in collected] == [f"{cast.event.slug}-{n:05}" for n in (1, 2, 3)]
    # Asked for again it is the same one; a wish that is refused leaves no gap.
    assert issued(cast, rows[1]) == collected[1]
    due = account.rows.get(kind="due")
    refused("no-receipt", issue_receipt, event=cast.event, row=due.pk, by=cast.alice)
    refused("no-such-row", issue_receipt, event=cast.event, row=10**6, by=cast.alice)
    assert issued(cast, paid(cast, account)).number == 4


def test_what_stands_on_it_stays(cast: Cast) -> None:
    account = paid_online(cast)
    record_notification("stand-in", told_of(begun(account)))
    receipt = issued(cast, account.rows.get(kind="paid").pk)
    message = (receipt.payer, receipt.amount, receipt.currency, receipt.reference, receipt.kind)
    assert message == ("New Comer", 5000, "EUR", account.reference, "payment")
    correct_player(
        entry=entry_of(account), person=PersonInput(name="Other Name", federation="GER"), by=cast.alice
    )
    receipt.refresh_from_db()
    assert receipt.payer == "New Comer"
    for touch in (Receipt.objects.all().delete, partial(Receipt.objects.all().update, amount=1)):
        with pytest.raises(DatabaseError), transaction.atomic():
            touch()


def test_by_the_own_link_and_for_nobody_else(cast: Cast) -> None:
    account = paid_online(cast)
    other = enter_player(section=cast.section, person=PersonInput(name="B", federation="GER"), by=cast.alice)
    row = paid(cast, account)
    entry = entry_of(account)
    answer = issue_own_receipt(entry=entry, row=row, by=make_link(entry))
    assert issued(cast, row).pk == answer["receipt"]
    stranger = Entry.objects.select_related("section__event").get(pk=other["entry"])
    refused("no-such-row", issue_own_receipt, entry=stranger, row=row, by=make_link(stranger))


def test_a_refund_has_one_too(cast: Cast) -> None:
    account = paid_online(cast)
    paid(cast, account)
    answer = book_fee(
        event=cast.event, account=account.pk, kind="refunded", amount=400, reason="x", by=cast.alice
    )
    receipt = issued(cast, answer["row"])
    assert (receipt.kind, receipt.amount) == ("refund", 400)


def test_a_payment_that_is_taken_back_and_booked_again(cast: Cast) -> None:
    account = paid_online(cast)
    first = issued(cast, paid(cast, account))
    undo(event=cast.event, entry=JournalEntry.objects.get(act="book_payment").pk, reason="x", by=cast.alice)
    back = Receipt.objects.select_related("cancels").latest("number")
    assert (back.kind, back.cancels, back.number, back.amount) == ("cancellation", first, 2, 1000)
    again = JournalEntry.objects.filter(act="undo_booking").latest("pk")
    undo(event=cast.event, entry=again.pk, reason="y", by=cast.alice)
    assert [receipt.kind for receipt in Receipt.objects.order_by("number")] == [
        "payment",
        "cancellation",
        "payment",
    ]
    # What was taken back before anybody had a receipt gets none.
    row = paid(cast, account)
    undo(
        event=cast.event,
        entry=JournalEntry.objects.filter(act="book_payment").latest("pk").pk,
        reason="z",
        by=cast.alice,
    )
    refused("no-receipt", issue_receipt, event=cast.event, row=row, by=cast.alice)
    # Undone in turn it is a payment again, and has one.
    again = JournalEntry.objects.filter(act="undo_booking").latest("pk")
    answer = undo(event=cast.event, entry=again.pk, reason="z", by=cast.alice)
    assert issued(cast, answer["row"]).kind == "payment"


def test_a_receipt_names_who_issues_it(cast: Cast) -> None:
    account = paid_online(cast)
    row = paid(cast, account)
    FeeTerms.objects.update(holder="")
    refused("receipt-issuer-needed", issue_receipt, event=cast.event, row=row, by=cast.alice)
    FeeTerms.objects.update(holder="Chess Club")
    assert issued(cast, row).issuer == "Chess Club"


def test_events_of_one_organisation_count_together(cast: Cast) -> None:
    account = paid_online(cast)
    assert str(issued(cast, paid(cast, account))) == f"{cast.event.slug}-00001"
    owner = Organisation.objects.create(slug=cast.event.slug, name="Owner", level="nation")
    cast.event.organisation = owner
    cast.event.save()
    receipt = issued(cast, paid(cast, account))
    assert (str(receipt), receipt.issuer) == (f"{cast.event.slug}.2-00001", "Owner")


def test_who_is_forgotten_leaves_number_and_amount(cast: Cast) -> None:
    account = paid_online(cast)
    receipt = issued(cast, paid(cast, account))
    erase_player(entry=entry_of(account), confirm="New Comer", by=cast.alice)
    receipt.refresh_from_db()
    assert (receipt.number, receipt.amount, "Comer" in receipt.payer) == (1, 1000, False)
