"""From the form to the receipt and the treasurer's file: somebody applies on a phone, confirms by the letter
that a local server catches, pays by the stand-in and has a receipt."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from portal import outbox
from portal.payments.stand_in import NAME
from tests.browser.applying import apply, link_in, press
from tests.browser.letterbox import Letterbox
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import Words
from tests.factories import announce
from tests.tournaments.paper.reading import Read
from tests.world import World
from tournaments.acts.entering.entry_forms import FormSettings, set_entry_form
from tournaments.acts.money.fees import (
    FeeTableInput,
    FeeTermsInput,
    RefundUntil,
    set_fee_table,
    set_fee_terms,
)
from tournaments.models import FeeAccount, Office, Organisation, Payment, Section
from tournaments.queries.money.fees import balance_of
from tournaments.state.fees import Tariff, grouped_number

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]
LANGUAGES = (
    "en",
    *(pytest.param(splitline, marks=pytest.mark.long) for splitline in ("zh-hans", "zh-hant", "vi")),
)


@pytest.fixture
def cup(world: World, live_server: Any, settings: Any) -> World:
    """Takes entries at once for fifty euros, and belongs to an organisation whose treasurer is Charlie."""
    settings.PUBLIC_URL = live_server.url
    section, alice = world.section, world.users["alice"]
    owner = Organisation.objects.create(slug="own", name="Chess Club", level="club")
    Office.objects.create(organisation=owner, user=world.users["charlie"], role="treasurer")
    world.event.organisation = owner
    world.event.save()
    announce(section)
    Section.objects.filter(pk=section.pk).update(capacity=None)
    now = timezone.now()
    form = FormSettings(
        opens_at=now - timedelta(hours=1), closes_at=now + timedelta(days=1), asks={"email": "required"}
    )
    set_entry_form(section=section, values=form, by=alice)
    until = RefundUntil((now + timedelta(days=9)).date(), 80)
    terms = FeeTermsInput(currency="EUR", holder="Chess Club", merchant=NAME, refunds=[until])
    set_fee_terms(event=world.event, values=terms, by=alice)
    table = FeeTableInput(tariffs=[Tariff(name="Standard", amount=5000)])
    set_fee_table(section=section, values=table, by=alice)
    outbox.drain()
    return world


@pytest.mark.long
@pytest.mark.usefixtures("press")
@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_form_to_the_treasurers_file(
    live_server: Any, cup: World, post: Letterbox, open_page: Open, language: str
) -> None:
    say = Words(language)
    # What it costs, until when it is returned and what is owed then stand before anybody applies.
    reader = open_page("e/cup/men/enter/", language, has_touch=True)
    before = reader.locator("section:has(> #fee)")
    for words in (
        "50",
        say("Withdraw by %(until)s: %(percent)s%% of the fee is returned.", until="@", percent=80).split("@")[
            1
        ],
        say("After that nothing is returned."),
        say("You owe it once your application is accepted; your page then says how to pay."),
    ):
        expect(before).to_contain_text(words)
    button = reader.get_by_role("button", name=say("Apply"), exact=True)
    assert (
        before.evaluate("(fee, button) => fee.compareDocumentPosition(button)", button.element_handle()) & 4
    )

    page = apply(open_page, say, "Anna Berg", "anna@example.org")
    url = live_server.url + link_in(post, "anna@example.org")
    page.goto(url)
    press(page, say("Confirm the application"))
    account = FeeAccount.objects.get(entry__player__name="Anna Berg")
    outbox.drain()
    assert grouped_number(account.reference) in post.sent_to("anna@example.org")[-1].get_content()
    accessible_everywhere(page)

    # By a page of ours to the provider, and back.
    page.locator("form[action$='/pay/'] button").click()
    page.wait_for_url("**/pay/stand-in/**")
    accessible_everywhere(page)
    press(page, say("Pay", context="stand-in"))
    # And on to the own page, whose address the provider was never told.
    page.wait_for_url("**/p/**#fee")
    assert balance_of(account) == 0
    expect(page.locator("#next")).to_be_visible()
    # In a tab that does not know the way back, the page of the payment says that it is paid.
    another = page.context.new_page()
    another.goto(live_server.url + reverse("payment_state", args=[Payment.objects.get().key]))
    expect(another.locator(".notice-good")).to_have_text("Paid. Your page shows what has been booked.")
    accessible_everywhere(another)
    another.close()
    with page.expect_navigation():
        page.locator("form[action$='/receipt/'] button").click()
    expect(page.locator("h1")).to_have_text(say("Preparing the PDF"))
    receipt = page.url
    outbox.drain()
    page.goto(url)
    expect(page.locator("a[href*='/receipt/']")).to_have_text("own-00001")
    accessible_everywhere(page)
    [text] = Read(page.request.get(receipt).body(), []).pages
    for words in (say("Receipt"), "own-00001", "Anna Berg", grouped_number(account.reference)):
        assert words in text

    desk = signed_in(open_page, live_server, cup, "charlie", viewport={"width": 1280, "height": 900})
    desk.set_default_timeout(SOON)
    desk.goto(f"{live_server.url}/{language}/desk/cup/-/fees/{account.pk}/")
    accessible_everywhere(desk)
    ledger = desk.request.get(f"{live_server.url}/{language}/desk/cup/-/fees/ledger.csv").text()
    [line] = [splitline for splitline in ledger.splitlines() if "own-00001" in splitline]
    for answer in (account.reference, "Anna Berg", "-50.00", NAME):
        assert answer in line
