"""Paying by the private links, what providers tell over the network, and what the desk sees of it."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal.payments.provider import PaymentOutcome
from portal.payments.stand_in import NAME
from portal.web.private_links import secret_from
from tests.applying import confirmed
from tests.applying import settings as form_settings
from tests.factories import make_link
from tests.paying import message, told_of
from tests.world import World
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.models import Entry, FeeAccount, Payment, Section
from tournaments.queries.entering.applications import APPLICANT_LINK
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.money.fees import balance_of

FEES, TABLE = "/en/desk/cup/-/fees/", "/en/desk/cup/men/fees/"
TERMS = {"currency": "EUR", "holder": "Chess Club", "account": "DE89370400440532013000"}
NOTIFICATION_PATH = f"/api/payments/{NAME}/"


@pytest.fixture
def world(drawn: World) -> World:
    alice = drawn.client("alice")
    assert alice.post(f"{FEES}terms/", {**TERMS, "merchant": NAME}).status_code == 302
    assert alice.post(TABLE, {"fee_0_name": "Standard", "fee_0_amount": "50"}).status_code == 302
    return drawn


def first(world: World) -> Entry:
    return Entry.objects.filter(section=world.section).order_by("pk")[0]


def own_page(entry: Entry) -> str:
    return reverse("my_page", args=[invitation_secret(make_link(entry))])


def started(address: str) -> str:
    """Pressed *Pay*; where the provider is."""
    response = Client().post(f"{address}pay/")
    assert response.status_code == 200
    page = re.search(r'<a class="btn btn-primary" href="(\S+)"', response.content.decode())
    assert page
    return page[1].removeprefix("http://127.0.0.1:8000")


def deliver(headers: dict[str, str], body: bytes, address: str = NOTIFICATION_PATH) -> int:
    carried = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
    answer = Client().post(address, body, content_type="application/json", **carried)  # type: ignore[arg-type]
    return answer.status_code


@pytest.mark.slow
def test_a_player_pays_by_the_own_link(world: World) -> None:
    address = own_page(first(world))
    account = first(world).fee_account
    mine = Client().get(address).content.decode()
    for words in ("€50.00", "Chess Club", account.reference[:4]):
        assert words in mine
    there = started(address)
    # Who takes fright and presses again is led to the same payment.
    assert started(address) == there
    assert "€50.00" in Client().get(there).content.decode()
    back = Client().post(there, {"outcome": "pending"})["Location"].removeprefix("http://127.0.0.1:8000")
    assert "has not reported" in Client().get(back).content.decode()
    assert "on its way" in Client().get(address).content.decode()
    assert "Paid." in Client().post(there, {"outcome": "paid"}, follow=True).content.decode()
    assert Client().post(there, {"outcome": "paid"}).status_code == 302
    assert balance_of(account) == 0
    mine = Client().get(address).content.decode()
    assert "Pay €" not in mine
    assert Client().post(f"{address}pay/").status_code == 409
    page = Client().get(back)
    # The provider knows this address: it names nobody and opens nothing.
    assert "player" not in page.content.decode().lower().split("<main")[1].split("</main")[0]
    assert (page["Cache-Control"], page["Referrer-Policy"]) == ("private, no-store", "no-referrer")


@pytest.mark.slow
def test_an_applicant_pays_and_fails(world: World) -> None:
    Section.objects.filter(pk=world.section.pk).update(capacity=None)
    set_entry_form(section=world.section, values=form_settings(), by=world.users["alice"])
    application = confirmed(world.section)
    address = reverse("application_page", args=[secret_from(APPLICANT_LINK, application.salt)])
    there = started(address)
    page = Client().post(there, {"outcome": "failed"}, follow=True).content.decode()
    assert "failed" in page
    assert "The last payment online failed." in Client().get(address, follow=True).content.decode()
    assert balance_of(FeeAccount.objects.latest("pk")) == 5000
    assert started(address) != there


def test_what_is_told_over_the_network(world: World) -> None:
    started(own_page(first(world)))
    payment = Payment.objects.select_related("account").get()
    headers, body = message(told_of(payment))
    assert deliver({**headers, "webhook-signature": "v1,AAAA"}, body) == 400
    assert deliver(headers, body.replace(b"5000", b"1")) == 400
    assert deliver(*message(told_of(payment), age=301)) == 400
    assert deliver({}, b"\xff" * 300_000) == 400
    assert deliver(headers, body, "/api/payments/nobody/") == 404
    assert deliver(*message(told_of(payment, key="stranger"))) == 404
    assert balance_of(payment.account) == 5000
    for _ in range(2):
        assert deliver(headers, body) == 200
    assert balance_of(payment.account) == 0
    assert Client().get(NOTIFICATION_PATH).status_code == 405


@pytest.mark.slow
def test_another_amount_is_settled_at_the_desk(world: World) -> None:
    started(own_page(first(world)))
    payment = Payment.objects.get()
    assert deliver(*message(told_of(payment, amount=4000))) == 200
    alice = world.client("alice")
    html = alice.get(FEES).content.decode()
    assert "Online payments to settle" in html
    assert "€40.00" in html
    notice = payment.notices.get()
    sent = {"notice": notice.pk, "reason": "as it came", "book": "on"}
    assert alice.post(f"{FEES}settle/", {**sent, "reason": ""}).status_code == 422
    assert world.client("dave").post(f"{FEES}settle/", sent).status_code == 403
    assert alice.post(f"{FEES}settle/", sent, follow=True).status_code == 200
    assert balance_of(payment.account) == 1000
    assert "Online payments to settle" not in alice.get(FEES).content.decode()
    html = alice.get(f"{FEES}{payment.account_id}/").content.decode()
    assert f"{NAME} {notice.external}" in html


@pytest.mark.slow
def test_what_failed_after_it_was_booked_is_settled_at_the_desk(world: World) -> None:
    address = own_page(first(world))
    started(address)
    payment = Payment.objects.get()
    for outcome in (PaymentOutcome.PAID, PaymentOutcome.FAILED):
        assert deliver(*message(told_of(payment, outcome=outcome))) == 200
    for page in (address, f"/en/pay/{payment.key}/"):
        assert "as paid, then as failed" in Client().get(page).content.decode()
    alice = world.client("alice")
    html = alice.get(FEES).content.decode()
    assert "Booked as paid. The provider has reported since that the payment failed." in html
    assert "Remove the payment from the account" in html
    notice = payment.notices.get(outcome="failed")
    sent = {"notice": notice.pk, "reason": "card disputed", "book": "on"}
    refused = alice.post(f"{FEES}settle/", {**sent, "reason": ""})
    assert refused.status_code == 422
    assert "Remove the payment from the account" in refused.content.decode()
    assert alice.post(f"{FEES}settle/", sent, follow=True).status_code == 200
    assert balance_of(payment.account) == 5000
    assert "Online payments to settle" not in alice.get(FEES).content.decode()
    assert "The last payment online failed." in Client().get(address).content.decode()


def test_everything_that_is_wrong_with_the_terms_at_once(world: World) -> None:
    wrong = {
        "currency": "EUX",
        "holder": "x" * 200,
        "account": "DE89370400440532013001",
        "merchant": "nobody",
        "refunds": "2026-05-01 500",
    }
    response = world.client("alice").post(f"{FEES}terms/", wrong)
    assert response.status_code == 422
    assert set(response.context["form"].errors) == set(wrong)
    html = response.content.decode()
    assert html.count("errorlist") >= len(wrong)


def test_a_secret_is_on_no_page(world: World, settings: Any) -> None:
    settings.PAYMENT_PROVIDERS = {
        "club": {"provider": "portal.payments.stand_in.StandIn", "label": "Card", "secret": "hush-hush"}
    }
    html = world.client("alice").get(f"{FEES}terms/").content.decode()
    assert "Card" in html
    assert "hush-hush" not in html
    assert "hush-hush" not in str(asdict(told_of(Payment(key="k", amount=1, currency="EUR", pk=1))))
