"""Accounts of entries: charged, paid, given back, put right; the balance is the sum, whatever is done."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.applying import confirmed, drafted, open_form
from tests.cast import Cast
from tests.tournaments.acts.money.cases_fees import with_fees
from tournaments.acts.deleting import delete_entry, delete_section
from tournaments.acts.entering.applications import confirm_application, withdraw_application
from tournaments.acts.entering.attendance import reinstate, withdraw
from tournaments.acts.entering.players import enter_player, erase_player
from tournaments.acts.money.fees import (
    FeeTableInput,
    FeeTermsInput,
    book_fee,
    book_payment,
    charge_anew,
    set_fee_table,
    set_fee_terms,
    undo_booking,
)
from tournaments.acts.money.prizes import add_category
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.undo.undo import undo
from tournaments.models import Application, Entry, Event, FeeAccount, LedgerRow, Office, Organisation
from tournaments.queries.money.fees import accounts_of, balance_of, sums_of
from tournaments.state.fees import Tariff, grouped_number, reference_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def entered(cast: Cast, name: str = "New Comer", **more: Any) -> Entry:
    person = PersonInput(name=name, federation="GER", **more)
    answer = enter_player(section=cast.section, person=person, by=cast.alice)
    return Entry.objects.select_related("section__event").get(pk=answer["entry"])


def an_account(cast: Cast) -> FeeAccount:
    with_fees(cast)
    entered(cast, "Other Comer")
    return account_of(entered(cast))


def account_of(entry: Entry) -> FeeAccount:
    return FeeAccount.objects.get(entry=entry)


def rows(account: FeeAccount) -> list[tuple[str, int]]:
    return list(account.rows.order_by("pk").values_list("kind", "amount"))


def refused(code: str, act: Any, **arguments: Any) -> None:
    with pytest.raises(Refusal) as caught:
        act(**arguments)
    assert caught.value.code == code


def test_everybody_is_charged_once(cast: Cast) -> None:
    entered(cast, "Early Comer")
    section = with_fees(cast)
    playing = section.entries.count()
    assert LedgerRow.objects.filter(kind="due", amount=5000).count() == playing
    set_fee_table(
        section=section, values=FeeTableInput(tariffs=[Tariff(name="All", amount=9000)]), by=cast.alice
    )
    assert LedgerRow.objects.count() == playing
    assert rows(account_of(entered(cast))) == [("due", 9000)]


def test_categories_members_and_late_entries(cast: Cast) -> None:
    club = Organisation.objects.create(slug="rook", name="Rook Club", level="club")
    add_category(section=cast.section, key="youth", name="Youth", by=cast.alice)
    tariffs = [
        Tariff(name="Standard", amount=5000),
        Tariff(name="Youth", amount=2000, category="youth"),
        Tariff(name="Members", amount=3000, organisation=club.pk),
    ]
    table = FeeTableInput(tariffs=tariffs, late_from=timezone.now().date() - DAY, surcharge=700)
    with_fees(cast, table)
    for name, more, fee in (
        ("Plain", {}, 5700),
        ("Young", {"categories": ("youth",)}, 2700),
        ("Member", {"club": "rook club"}, 3700),
    ):
        assert balance_of(account_of(entered(cast, name, **more))) == fee


def test_who_waited_pays_by_the_day_of_the_application(cast: Cast) -> None:
    section = open_form(cast)
    with_fees(cast, FeeTableInput(tariffs=[Tariff(name="All", amount=100)]))
    entry = confirmed(section).entry
    assert entry is not None
    assert account_of(entry).on == timezone.now().date()


def test_who_hands_in_in_time_pays_no_surcharge_for_a_late_letter(cast: Cast) -> None:
    section = open_form(cast)
    today = timezone.now().date()
    with_fees(cast, FeeTableInput(tariffs=[Tariff(name="All", amount=100)], late_from=today, surcharge=40))
    application = drafted(section)
    Application.objects.filter(pk=application.pk).update(made_at=timezone.now() - DAY)
    application.refresh_from_db()
    confirm_application(application=application, by=application)
    on_time = Application.objects.select_related("entry__section").get(pk=application.pk).entry
    late = confirmed(section, "Late Comer").entry
    assert on_time is not None
    assert late is not None
    assert (account_of(on_time).on, balance_of(account_of(on_time))) == (today - DAY, 100)
    assert (account_of(late).on, balance_of(account_of(late))) == (today, 140)
    Event.objects.update(listed=True)
    page = Client().get(f"/en/e/{cast.event.slug}/{section.slug}/enter/").content.decode()
    assert "is added to the fee. The day on which you send this form decides" in page


@pytest.mark.parametrize("typed", ["{0}", " {1} ", "fee {1} Anna", "{2}"])
def test_a_payment_by_its_reference(cast: Cast, typed: str) -> None:
    account = an_account(cast)
    whole = account.reference
    text = typed.format(whole, grouped_number(whole).lower(), whole[2:])
    first = book_payment(event=cast.event, reference=text, amount=2000, by=cast.alice)
    assert first["balance"] == 3000
    assert book_payment(event=cast.event, reference=text, by=cast.alice)["balance"] == 0
    refused("amount-needed", book_payment, event=cast.event, reference=text, by=cast.alice)
    assert book_payment(event=cast.event, reference=text, amount=1, by=cast.alice)["balance"] == -1


def test_references_that_cannot_be_booked(cast: Cast) -> None:
    account = an_account(cast)
    wrong = account.reference[:-1] + str((int(account.reference[-1]) + 1) % 10)
    book = {"act": book_payment, "event": cast.event, "by": cast.alice}
    refused("reference-mistyped", reference=wrong, **book)
    other = cast.section.fee_accounts.exclude(pk=account.pk)[0]
    refused("reference-unknown", reference=reference_of("0123456789"), **book)
    refused("references-several", reference=f"{account.reference} {other.reference}", **book)
    refused("fee-amount", reference=account.reference, amount=-5, **book)


def test_waived_refunded_corrected(cast: Cast) -> None:
    account = an_account(cast)
    book = {"event": cast.event, "account": account.pk, "by": cast.alice}
    refused("reason-needed", book_fee, kind="waived", amount=1, **book)
    refused("waived-too-much", book_fee, kind="waived", amount=5001, reason="x", **book)
    refused("refunded-too-much", book_fee, kind="refunded", amount=1, reason="x", **book)
    refused("unknown-booking", book_fee, kind="due", amount=1, reason="x", **book)
    assert book_fee(kind="corrected", amount=-1000, reason="typing", **book)["balance"] == 4000
    assert book_fee(kind="waived", amount=4000, reason="referee", **book)["balance"] == 0
    assert book_fee(kind="paid", amount=500, **book)["balance"] == -500
    assert book_fee(kind="refunded", amount=500, reason="sent back", **book)["balance"] == 0


def test_nothing_booked_is_changed_or_deleted(cast: Cast) -> None:
    row = an_account(cast).rows.get()
    for touch in (
        lambda: LedgerRow.objects.filter(pk=row.pk).update(amount=1),
        lambda: LedgerRow.objects.filter(pk=row.pk).delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            touch()
    refused("fees-booked", delete_section, section=cast.section, reason="x", by=cast.alice)


def test_undoing_adds_a_row(cast: Cast) -> None:
    account = an_account(cast)
    book_payment(event=cast.event, reference=account.reference, by=cast.alice)
    line = JournalEntry.objects.get(act="book_payment")
    assert line.after["entry"] == account.entry_id
    undo(event=cast.event, entry=line.pk, reason="another account", by=cast.alice)
    assert rows(account) == [("due", 5000), ("paid", -5000), ("corrected", 5000)]
    again = JournalEntry.objects.filter(act="undo_booking").latest("pk")
    undo(event=cast.event, entry=again.pk, reason="it was this one", by=cast.alice)
    assert balance_of(account) == 0
    assert rows(account)[-1] == ("paid", -5000)
    refused(
        "undo-too-late",
        undo_booking,
        event=cast.event,
        row=line.after["ledger_row"],
        reason="x",
        by=cast.alice,
    )
    charged = account.rows.get(kind="due").pk
    refused("no-such-row", undo_booking, event=cast.event, row=charged, reason="x", by=cast.alice)


def test_an_undone_payment_was_neither_received_nor_charged(cast: Cast) -> None:
    account = an_account(cast)
    before = sums_of(cast.event)
    book_payment(event=cast.event, reference=account.reference, by=cast.alice)
    undo(event=cast.event, entry=JournalEntry.objects.latest("pk").pk, reason="x", by=cast.alice)
    assert sums_of(cast.event) == before
    # What was never received is not paid back.
    book = {"event": cast.event, "account": account.pk, "by": cast.alice, "reason": "x"}
    refused("refunded-too-much", book_fee, kind="refunded", amount=1, **book)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.slow
def test_totals_are_what_a_person_adds_up(cast: Cast, seed: int) -> None:
    """Whatever is booked, undone and undone in turn: what stands in the end counts, as if what does not had
    never been written."""
    chance = Random(seed)
    account = an_account(cast)
    other = sums_of(cast.event)
    ids = {"event": cast.event, "account": account.pk, "by": cast.alice, "reason": "x"}
    standing: dict[int, tuple[str, int]] = {}
    """By line of the journal that can be undone what it has added: to what is charged, or received."""
    gone: dict[int, tuple[str, int]] = {}
    """The same of the lines that undo something."""
    for _ in range(60):
        if chance.random() < 0.4 and (standing or gone):
            line = chance.choice([*standing, *gone])
            undo(event=cast.event, entry=line, reason="x", by=cast.alice)
            there, away = (standing, gone) if line in standing else (gone, standing)
            away[JournalEntry.objects.latest("pk").pk] = there.pop(line)
        else:
            kind, amount = chance.choice(["paid", "waived", "refunded", "corrected"]), chance.randint(1, 900)
            signed = amount * (chance.choice([-1, 1]) if kind == "corrected" else 1)
            try:
                book_fee(kind=kind, amount=signed, **ids)
            except Refusal as refusal:
                assert refusal.code in ("waived-too-much", "refunded-too-much")  # noqa: PT017
                continue
            side = "received" if kind in ("paid", "refunded") else "charged"
            added = -signed if kind in ("waived", "refunded") else signed
            standing[JournalEntry.objects.latest("pk").pk] = (side, added)
        charged = 5000 + sum(amount for side, amount in standing.values() if side == "charged")
        received = sum(amount for side, amount in standing.values() if side == "received")
        account_now = accounts_of(cast.event).get(pk=account.pk)
        assert (account_now.charged, account_now.received, account_now.balance) == (
            charged,
            received,
            charged - received,
        )
        sums = sums_of(cast.event)
        assert sums.charged == other.charged - 5000 + charged
        assert sums.received == received
        due = charged - received
        assert sums.due == other.due - 5000 + max(0, due)
        assert sums.overpaid == max(0, -due)


LINES = (
    "2026-11-27 GIRO {0} MYR 20,00",
    "{1} RM20",
    "27/11/2026 10:22 {0} 20.00 CR",
    "27 Nov 2026 LIM {0} 1 050,00 MYR",
    "{0} 20.-",
    "{0} ２０．００",
    "2026年11月27日 {1} 20元",
    "MYR20.00{0}",
    "{0} EUR 50.00 balance 4,150.00",
)


@pytest.mark.parametrize("line", LINES)
def test_a_pasted_line_that_says_another_amount(cast: Cast, line: str) -> None:
    account = an_account(cast)
    text = line.format(account.reference, grouped_number(account.reference))
    refused("amount-unclear", book_payment, event=cast.event, reference=text, by=cast.alice)
    answer = book_payment(event=cast.event, reference=text, amount=2000, by=cast.alice)
    assert answer["balance"] == 3000


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-27 10:22 GIRO {0} EUR 50,00",
        "27.11.26 {1} 50",
        "{0} €50.00 from 12345678901",
        "27 Nov {0} Anna Berg",
    ],
)
def test_a_pasted_line_that_says_what_is_due(cast: Cast, line: str) -> None:
    account = an_account(cast)
    text = line.format(account.reference, grouped_number(account.reference))
    assert book_payment(event=cast.event, reference=text, by=cast.alice)["balance"] == 0


def test_withdrawing_gives_back_by_the_table(cast: Cast) -> None:
    today = timezone.now().date()
    refunds = [(today - DAY, 100), (today + DAY, 50)]
    with_fees(cast, terms=FeeTermsInput(currency="EUR", refunds=refunds))
    entry = entered(cast)
    withdraw(entries=[entry], reason="ill", by=cast.alice)
    assert balance_of(account_of(entry)) == 2500
    reinstate(entries=[entry], reason="well", by=cast.alice)
    assert rows(account_of(entry)) == [("due", 5000), ("waived", -2500), ("corrected", 2500)]


@pytest.mark.slow
def test_applicants_who_withdraw_and_entries_that_are_deleted(cast: Cast) -> None:
    section = open_form(cast)
    until = timezone.now().date() + DAY
    with_fees(cast, terms=FeeTermsInput(currency="EUR", refunds=[(until, 100)]))
    application = confirmed(section)
    account = FeeAccount.objects.get(entry=application.entry)
    withdraw_application(application=application, by=application)
    assert balance_of(account) == 0
    entry = entered(cast, "By Mistake")
    account = account_of(entry)
    delete_entry(entry=entry, by=cast.alice)
    account.refresh_from_db()
    assert (account.entry, balance_of(account)) == (None, 0)


def test_charged_anew_by_another_table(cast: Cast) -> None:
    account = an_account(cast)
    book_fee(event=cast.event, account=account.pk, kind="waived", amount=1000, reason="x", by=cast.alice)
    set_fee_table(
        section=cast.section, values=FeeTableInput(tariffs=[Tariff(name="All", amount=4500)]), by=cast.alice
    )
    assert balance_of(account) == 4000
    answer = charge_anew(section=cast.section, reason="cheaper", by=cast.alice)
    assert answer["charged"] == cast.section.entries.count()
    assert balance_of(account) == 3500
    assert charge_anew(section=cast.section, reason="again", by=cast.alice)["charged"] == 0


def test_terms_that_cannot_be(cast: Cast) -> None:
    refused(
        "fee-terms-needed",
        set_fee_table,
        section=cast.section,
        values=FeeTableInput(tariffs=[]),
        by=cast.alice,
    )
    terms = {"act": set_fee_terms, "event": cast.event, "by": cast.alice}
    refused("unknown-currency", values=FeeTermsInput(currency="EUX"), **terms)
    refused(
        "iban-wrong", values=FeeTermsInput(currency="EUR", account="DE89 3704 0044 0532 0130 01"), **terms
    )
    refused("refund-table", values=FeeTermsInput(currency="EUR", refunds=[(date(2026, 5, 1), 101)]), **terms)
    an_account(cast)
    refused("fee-currency-fixed", values=FeeTermsInput(currency="CNY"), **terms)


def test_the_treasurer_of_the_owner_and_no_referee(cast: Cast) -> None:
    world = Organisation.objects.create(slug="world", name="World", level="world")
    nation = Organisation.objects.create(slug="nation", name="Nation", level="nation", parent=world)
    values = FeeTermsInput(currency="EUR")
    Office.objects.create(organisation=world, user=cast.charlie, role="treasurer")
    with pytest.raises(Denied):
        set_fee_terms(event=cast.event, values=values, by=cast.charlie)
    cast.event.organisation = nation
    cast.event.save()
    set_fee_terms(event=cast.event, values=values, by=cast.charlie)
    for who in (cast.bob, cast.carol, cast.dave):
        with pytest.raises(Denied):
            set_fee_terms(event=cast.event, values=values, by=who)


def test_a_person_who_is_forgotten_leaves_the_amounts(cast: Cast) -> None:
    with_fees(cast)
    entry = entered(cast, "Anna Berg")
    account = account_of(entry)
    book_fee(
        event=cast.event,
        account=account.pk,
        kind="waived",
        amount=100,
        reason="Anna Berg helps",
        by=cast.alice,
    )
    erase_player(entry=entry, confirm="Anna Berg", by=cast.alice)
    assert [row.amount for row in account.rows.order_by("pk")] == [5000, -100]
    assert "Anna" not in "".join(account.rows.values_list("reason", flat=True))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.slow
def test_the_balance_is_the_sum_after_any_sequence_of_acts(cast: Cast, seed: int) -> None:
    """Each act says by how much it changes the balance; all together are the sum of the rows, and what a
    withdrawal and a return do to the fee leaves what was booked by hand alone."""
    chance = Random(seed)
    until = timezone.now().date() + DAY
    with_fees(cast, terms=FeeTermsInput(currency="EUR", refunds=[(until, 30)]))
    entry = entered(cast)
    account = account_of(entry)
    book = {"event": cast.event, "account": account.pk, "by": cast.alice, "reason": "x"}
    fee, by_hand, plays, price = 5000, 0, True, 5000
    for _ in range(40):
        amount = chance.randint(1, 3000)
        match chance.choice(["paid", "waived", "refunded", "corrected", "move", "price"]):
            case "move" if plays:
                withdraw(entries=[entry], reason="x", by=cast.alice)
                fee, plays = fee * 70 // 100, False
            case "move":
                reinstate(entries=[entry], reason="x", by=cast.alice)
                fee, plays = price, True
            case "price":
                price = amount
                table = FeeTableInput(tariffs=[Tariff(name="All", amount=price)])
                set_fee_table(section=cast.section, values=table, by=cast.alice)
                charge_anew(section=cast.section, reason="x", by=cast.alice)
                fee = price if plays else fee
            case kind:
                sign = -1 if kind in ("paid", "waived") else 1
                if kind == "corrected":
                    amount *= chance.choice([-1, 1])
                try:
                    book_fee(kind=kind, amount=amount, **book)
                except Refusal as refusal:
                    assert refusal.code in ("waived-too-much", "refunded-too-much")  # noqa: PT017
                else:
                    by_hand += sign * amount
        entry.refresh_from_db()
        assert balance_of(account) == fee + by_hand == sum(amount for _kind, amount in rows(account))
