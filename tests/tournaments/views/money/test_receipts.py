"""Receipts as PDF, at the desk and behind private links, in every language."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from portal import outbox
from portal.journal.models import JournalEntry
from tests.factories import make_link
from tests.tournaments.paper.reading import Read
from tests.world import World
from tournaments.acts.money.fees import (
    FeeTableInput,
    FeeTermsInput,
    book_payment,
    set_fee_table,
    set_fee_terms,
)
from tournaments.acts.undo.undo import undo
from tournaments.models import FeeAccount, Paper, Receipt
from tournaments.queries.invitations import invitation_secret
from tournaments.state.fees import Tariff, grouped_number

FEES = "/en/desk/cup/-/fees/"
TITLES = {"en": "Receipt", "zh-hans": "收据", "zh-hant": "收據", "vi": "Biên nhận"}


@pytest.fixture
def account(drawn: World) -> FeeAccount:
    """Fifty euros are due, and thirty paid."""
    alice = drawn.users["alice"]
    set_fee_terms(event=drawn.event, values=FeeTermsInput(currency="EUR", holder="Chess Club"), by=alice)
    table = FeeTableInput(tariffs=[Tariff(name="All", amount=5000)])
    set_fee_table(section=drawn.section, values=table, by=alice)
    fee_accounts = FeeAccount.objects.select_related("entry__player").order_by("pk")[0]
    book_payment(event=drawn.event, reference=fee_accounts.reference, amount=3000, by=alice)
    return fee_accounts


def private_address(account: FeeAccount, name: str, *more: Any) -> str:
    assert account.entry is not None
    return reverse(name, args=[invitation_secret(make_link(account.entry)), *more])


@pytest.mark.slow
def test_issued_behind_the_own_link(drawn: World, account: FeeAccount, press: None) -> None:
    row = account.rows.get(kind="paid")
    visitor = Client()
    address = private_address(account, "receipt_as_player")
    assert "csrftoken" not in visitor.get(private_address(account, "my_page")).cookies
    assert visitor.post(address, {"row": row.pk})["Location"] == private_address(
        account, "receipt_as_player_pdf", 1
    )
    assert visitor.post(address, {"row": account.rows.get(kind="due").pk}).status_code == 409
    assert visitor.post(address, {"row": "x"}).status_code == 400
    assert "cup-00001" in visitor.get(private_address(account, "my_page")).content.decode()
    for language, title in TITLES.items():
        with translation.override(language):
            there = private_address(account, "receipt_as_player_pdf", 1)
        assert visitor.get(there).status_code == 202
        outbox.drain()
        response = visitor.get(there)
        assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
        assert response["Cache-Control"].startswith("private")
        [text] = Read(response.content, []).pages
        for words in (title, "cup-00001", grouped_number(account.reference), "Chess Club", "30", "The Cup"):
            assert words in text, (language, words)
    other = FeeAccount.objects.exclude(pk=account.pk).select_related("entry")[0]
    assert visitor.get(private_address(other, "receipt_as_player_pdf", 1)).status_code == 404


@pytest.mark.slow
def test_at_the_desk_and_taken_back(drawn: World, account: FeeAccount, press: None) -> None:
    row = account.rows.get(kind="paid")
    alice = drawn.client("alice")
    page = f"{FEES}{account.pk}/"
    assert "Receipt" in alice.get(page).content.decode()
    assert alice.post(f"{FEES}receipt/", {"row": row.pk}).status_code == 302
    assert drawn.client("bob").get(f"{FEES}receipt/1/").status_code == 403
    assert alice.get(f"{FEES}receipt/1/").status_code == 202
    outbox.drain()
    assert alice.get(f"{FEES}receipt/1/").status_code == 200
    # Among the papers of the desk it is not.
    paper = Paper.objects.get()
    assert drawn.client("bob").get(f"/en/desk/cup/men/paper/{paper.pk}/").status_code == 404
    line = JournalEntry.objects.get(act="book_payment")
    undo(event=drawn.event, entry=line.pk, reason="another account", by=drawn.users["alice"])
    back = Receipt.objects.get(kind="cancellation")
    alice.get(f"{FEES}receipt/{back.pk}/")
    outbox.drain()
    [text] = Read(alice.get(f"{FEES}receipt/{back.pk}/").content, []).pages
    assert "Receipt cup-00001 is cancelled." in text
    assert "cup-00002" in text
    assert "cup-00002" in alice.get(f"{FEES}ledger.csv").content.decode()


@pytest.mark.slow
def test_the_currency_stands_once(drawn: World, press: None) -> None:
    alice = drawn.users["alice"]
    set_fee_terms(event=drawn.event, values=FeeTermsInput(currency="MYR", holder="Chess Club"), by=alice)
    table = FeeTableInput(tariffs=[Tariff(name="All", amount=12000)])
    set_fee_table(section=drawn.section, values=table, by=alice)
    account = FeeAccount.objects.order_by("pk")[0]
    row = book_payment(event=drawn.event, reference=account.reference, by=alice)["row"]
    client = drawn.client("alice")
    client.post(f"{FEES}receipt/", {"row": row})
    for language in TITLES:
        address = f"/{language}/desk/cup/-/fees/receipt/1/"
        client.get(address)
        outbox.drain()
        [text] = Read(client.get(address).content, []).pages
        assert text.count("MYR") + text.count("RM") == 1, (language, text)
        assert text.count("Chess Club") == 1
