"""Fees at the desk, on an applicant's page and in the letter."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from portal import outbox
from portal.journal.models import JournalEntry
from portal.payments.stand_in import NAME
from tests.paying import begun, told_of
from tests.world import World
from tournaments.acts.entering.entry_forms import FormSettings, set_entry_form
from tournaments.acts.money.fees import FeeTermsInput, set_fee_terms
from tournaments.acts.money.payments import record_notification
from tournaments.acts.undo.undo import undo
from tournaments.models import FeeAccount, FeeTerms, LedgerRow, Office, Organisation, Section
from tournaments.queries.money.fees import balance_of
from tournaments.state.fees import grouped_number

FEES = "/en/desk/cup/-/fees/"
TABLE = "/en/desk/cup/men/fees/"
TERMS = {"currency": "eur", "holder": "Chess Club", "account": "DE89370400440532013000"}


@pytest.fixture
def world(drawn: World) -> World:
    Section.objects.filter(pk=drawn.section.pk).update(capacity=None)
    cache.clear()
    return drawn


def page(world: World, address: str, who: str = "alice") -> str:
    response = world.client(who).get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def charged(world: World) -> FeeAccount:
    """By the forms: everybody owes 50 euros."""
    alice = world.client("alice")
    assert alice.post(f"{FEES}terms/", {**TERMS, "refunds": "2026-05-01 50%\n"}).status_code == 302
    sent = {"fee_0_name": "Standard", "fee_0_amount": "50,00"}
    assert alice.post(TABLE, sent).status_code == 302
    return FeeAccount.objects.order_by("pk")[0]


@pytest.mark.slow
def test_terms_and_table_by_their_forms(world: World) -> None:
    assert "No currency yet" in page(world, TABLE)
    alice = world.client("alice")
    for wrong in ({"currency": "EUX"}, {"account": "DE89370400440532013001"}, {"refunds": "soon"}):
        assert alice.post(f"{FEES}terms/", {**TERMS, **wrong}).status_code == 422, wrong
    charged(world)
    assert FeeTerms.objects.get().account == "DE89 3704 0044 0532 0130 00"
    assert LedgerRow.objects.filter(amount=5000).count() == world.section.entries.count()
    html = page(world, TABLE)
    assert 'value="50.00"' in html
    for wrong in ({"fee_0_amount": "much"}, {"fee_0_amount": "1.234"}, {"fee_0_amount": ""}):
        assert alice.post(TABLE, {"fee_0_name": "Standard", **wrong}).status_code == 422, wrong
    assert alice.post(TABLE, {"fee_0_amount": "5"}).status_code == 422
    assert alice.post(TABLE, {"surcharge": "5"}).status_code == 422


@pytest.mark.slow
def test_payments_are_typed_one_after_the_other(world: World) -> None:
    account = charged(world)
    alice = world.client("alice")
    book = f"{FEES}payment/"
    message = alice.post(
        book, {"reference": grouped_number(account.reference).lower(), "amount": "20"}, follow=True
    )
    assert "€30.00 due" in message.content.decode()
    assert "autofocus" in message.content.decode()
    message = alice.post(book, {"reference": f"Fee {account.reference[2:]}"}, follow=True)
    assert balance_of(account) == 0 or "is not a payment reference" in message.content.decode()
    alice.post(book, {"reference": account.reference[2:]})
    assert balance_of(account) == 0
    alice.post(book, {"reference": account.reference, "amount": "1.50"})
    assert balance_of(account) == -150
    for reference in ("RF00 1234", "", "💥", "RF18539007547034"):
        refused = alice.post(book, {"reference": reference})
        assert refused.status_code == 422, reference
    assert alice.post(book, {"reference": account.reference, "amount": "-3"}).status_code == 422
    # Pressed twice it counts once.
    twice = {"reference": account.reference, "amount": "1", "once": "tap"}
    alice.post(book, twice)
    alice.post(book, twice)
    assert balance_of(account) == -250
    assert "overpaid" in page(world, f"{FEES}?state=overpaid")
    assert account.reference[-4:] not in page(world, f"{FEES}?state=due")


@pytest.mark.slow
def test_an_account_and_what_is_booked_by_hand(world: World) -> None:
    account = charged(world)
    alice = world.client("alice")
    sent = {"account": account.pk, "kind": "waived", "amount": "10", "reason": "referee"}
    assert alice.post(f"{FEES}book/", sent).status_code == 302
    html = page(world, f"{FEES}{account.pk}/")
    assert "referee" in html
    assert "€40.00" in html
    assert alice.post(f"{FEES}book/", {**sent, "reason": ""}).status_code == 422
    assert alice.post(f"{FEES}book/", {**sent, "amount": "100"}).status_code == 422
    assert alice.post(f"{FEES}book/", {**sent, "account": "9" * 30}).status_code == 404
    assert alice.get(f"{FEES}999999/").status_code == 404


def test_files_for_the_treasurer(world: World) -> None:
    account = charged(world)
    alice = world.client("alice")
    alice.post(f"{FEES}payment/", {"reference": account.reference, "amount": "7", "reason": "=1+1"})
    lines = alice.get(f"{FEES}ledger.csv").content.decode("utf-8-sig").splitlines()
    assert len(lines) == LedgerRow.objects.count() + 1
    assert "-7.00" in lines[-1]
    assert "'=1+1" in lines[-1]
    book = load_workbook(BytesIO(alice.get(f"{FEES}ledger.xlsx").content))
    assert book.active is not None
    assert book.active.max_row == len(lines)


@pytest.mark.slow
def test_a_treasurer_who_works_nowhere_else(world: World) -> None:
    account = charged(world)
    assert world.client("charlie").get(FEES).status_code == 404
    owner = Organisation.objects.create(slug="own", name="Owner", level="nation")
    Office.objects.create(organisation=owner, user=world.users["charlie"], role="treasurer")
    world.event.organisation = owner
    world.event.save()
    html = page(world, FEES, "charlie")
    assert "Book payment" in html
    assert "/desk/cup/men/entries/" not in html
    charlie = world.client("charlie")
    assert charlie.post(f"{FEES}payment/", {"reference": account.reference}).status_code == 302
    assert charlie.get("/en/desk/cup/men/entries/").status_code == 403
    assert world.client("dave").get(FEES).status_code == 403


@pytest.mark.slow
def test_the_applicant_reads_how_to_pay(world: World, settings: Any) -> None:
    charged(world)
    settings.SENDS_MAIL = True
    now = timezone.now()
    hour = timedelta(hours=1)
    values = FormSettings(opens_at=now - hour, closes_at=now + hour, asks={"email": "required"})
    set_entry_form(section=world.section, values=values, by=world.users["alice"])
    stranger = Client()
    typed = {"name": "New Comer", "federation": "GER", "email": "new@example.org"}
    stranger.post("/en/e/cup/men/enter/", typed)
    outbox.drain()
    match = re.search(r"/en/a/\S+", mail.outbox[-1].body)
    assert match
    stranger.post(f"{match[0]}confirm/")
    outbox.drain()
    account = FeeAccount.objects.latest("pk")
    mine = stranger.get(match[0], follow=True).content.decode()
    for words in (mine, mail.outbox[-1].body):
        for answer in (
            grouped_number(account.reference),
            "50.00",
            "Chess Club",
            "DE89 3704 0044 0532 0130 00",
        ):
            assert answer in words
    other = FeeAccount.objects.order_by("pk")[0]
    assert grouped_number(other.reference) not in mine


@pytest.mark.slow
def test_undoing_what_a_provider_reported_says_where_the_money_is(world: World) -> None:
    charged(world)
    alice = world.users["alice"]
    set_fee_terms(
        event=world.event, values=FeeTermsInput(currency="EUR", holder="Club", merchant=NAME), by=alice
    )
    account = FeeAccount.objects.order_by("pk")[0]
    payment = begun(account)
    record_notification(NAME, told_of(payment))
    journal = page(world, "/en/desk/cup/-/journal/")
    assert "the money stays where the payment provider paid it" in " ".join(journal.split())
    line = JournalEntry.objects.get(act="provider_paid")
    undo(event=world.event, entry=line.pk, reason="of another", by=alice)
    html = " ".join(page(world, f"{FEES}{account.pk}/").split())
    assert "undone: paid" in html
    assert f"{NAME} p-{payment.pk} · of another" in html
    assert (
        "Ask the organiser where the money is"
        in world.client("alice").get(f"/en/pay/{payment.key}/").content.decode()
    )
    assert "received €0.00" in " ".join(page(world, FEES).replace("<span>", "").split())


def test_the_journal_says_fees_as_people_do(world: World) -> None:
    charged(world)
    journal_page = page(world, "/en/desk/cup/-/journal/")
    assert "Standard €50.00" in journal_page
    assert "[&#x27;Standard&#x27;" not in journal_page
