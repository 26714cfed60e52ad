"""Entries on line: the public form, the applicant's page, the desk."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from portal import outbox
from portal.journal.models import JournalEntry
from portal.web.private_links import new_secret
from tests.factories import announce, make_link
from tests.world import World
from tournaments.acts.entering.entry_forms import FormSettings, set_entry_form
from tournaments.acts.money.fees import (
    FeeTableInput,
    FeeTermsInput,
    RefundUntil,
    set_fee_table,
    set_fee_terms,
)
from tournaments.models import Application, Category, EntryForm, Event, Player, Section
from tournaments.queries.entering.applications import APPLICANT_LINK
from tournaments.queries.invitations import invitation_secret
from tournaments.state.applications import Question, QuestionKind
from tournaments.state.fees import Tariff

ENTER = "/en/e/cup/men/enter/"
DESK = "/en/desk/cup/men/applications/"
State = Application.State
SENT = {"name": "New Comer", "federation": "GER", "named_in_public": "on"}


@pytest.fixture
def world(drawn: World) -> World:
    Section.objects.filter(pk=drawn.section.pk).update(capacity=None)
    cache.clear()
    return drawn


def opened(world: World, **values: Any) -> None:
    now = timezone.now()
    settings = FormSettings(
        **{"opens_at": now - timedelta(hours=1), "closes_at": now + timedelta(days=1), **values}
    )
    set_entry_form(section=world.section, values=settings, by=world.users["alice"])


def page(world: World, address: str, who: str = "nobody") -> str:
    response = world.client(who).get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def key(html: str) -> str:
    match = re.search(r'name="once" value="([0-9a-f]+)"', html)
    assert match
    return match[1]


def applied(client: Client, **sent: Any) -> Any:
    return client.post(ENTER, {**SENT, **sent})


@pytest.mark.slow
def test_from_the_form_to_the_list_without_mail(world: World) -> None:
    opened(world, asks={"club": "asked"})
    stranger = Client()
    html = page(world, ENTER)
    answer = applied(stranger, once=key(html), club="Chess Café")
    address = answer["Location"]
    assert "/en/a/" in address
    # No session and no cookie came of it.
    assert not stranger.cookies
    mine = stranger.get(address)
    assert mine["Referrer-Policy"] == "no-referrer"
    assert "does not count yet" in mine.content.decode()
    again = applied(stranger, once=key(html), club="Chess Café")
    assert again["Location"] == address
    assert stranger.post(f"{address}confirm/", {"once": "a"}).status_code == 302
    # One link: from now on that of the application leads to the player's page.
    mine = stranger.get(address, follow=True)
    assert "/en/p/" in mine.redirect_chain[-1][0]
    assert '<span class="badge">entered</span>' in mine.content.decode()
    own_entry = f"{mine.redirect_chain[-1][0]}entry/"
    assert own_entry in mine.content.decode()
    assert stranger.get(own_entry).status_code == 200
    assert not stranger.cookies
    entry = Application.objects.get().entry
    assert entry is not None
    assert (entry.player.name, entry.player.club) == ("New Comer", "Chess Café")
    assert "New Comer" in page(world, DESK, "alice")


@pytest.mark.slow
def test_a_letter_confirms_the_address(world: World, settings: Any) -> None:
    settings.SENDS_MAIL = True
    opened(world, asks={"email": "required"}, approval=EntryForm.Approval.ORGANISER)
    stranger = Client()
    assert "This field is required" not in page(world, ENTER)
    assert applied(stranger).status_code == 422
    message = applied(stranger, email="new@example.org")
    assert "A link has been sent" in message.content.decode()
    outbox.drain()
    match = re.search(r"/en/a/\S+", mail.outbox[-1].body)
    assert match
    # Mail servers open links: nothing comes of it.
    assert stranger.get(match[0]).status_code == 200
    assert Application.objects.get().state == "draft"
    stranger.post(f"{match[0]}confirm/")
    assert Application.objects.get().state == "submitted"
    assert "1 application to decide" in page(world, "/en/desk/cup/", "alice")


def test_a_program_gets_the_answer_and_nothing_is_kept(world: World) -> None:
    opened(world)
    message = applied(Client(), website="https://spam.example/")
    assert message.status_code == 200
    assert not Application.objects.exists()
    assert "<div hidden>" in page(world, ENTER)


@pytest.mark.slow
def test_the_public_list(world: World) -> None:
    opened(world, approval=EntryForm.Approval.ORGANISER)
    for name, public in (("Anna Shown", "on"), ("Berta Hidden", "")):
        client = Client()
        address = applied(client, name=name, named_in_public=public)["Location"]
        assert name not in page(world, f"{ENTER}list/")
        client.post(f"{address}confirm/")
    html = page(world, f"{ENTER}list/")
    assert "Anna Shown" in html
    assert "Berta Hidden" not in html
    assert html.count("to be decided") == 2
    announce(world.section)
    assert f'href="{ENTER}"' in page(world, "/en/e/cup/men/")


@pytest.mark.slow
def test_a_flood_is_turned_away(world: World) -> None:
    opened(world)
    client = Client()
    codes = [client.post(ENTER, {"name": ""}).status_code for _ in range(61)]
    assert (codes[0], codes[-1]) == (422, 429)


def test_without_letters_one_address_cannot_fill_a_section(world: World, settings: Any) -> None:
    opened(world, asks={"email": "asked"})
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "apply_unsent": "3/h/key"}
    client = Client()
    codes = [applied(client, name=f"Player {place}").status_code for place in range(4)]
    assert codes == [302, 302, 302, 409]
    refused = applied(client, name="Player 5").content.decode()
    assert "Too many applications to this section" in refused
    assert 'value="Player 5"' in refused
    # Elsewhere one is free to apply, and where a letter confirms it.
    assert Client(REMOTE_ADDR="203.0.113.7").post(ENTER, SENT).status_code == 302
    settings.SENDS_MAIL = True
    assert applied(client, email="new@example.org").status_code == 200
    assert Application.objects.filter(email="new@example.org").exists()


@pytest.mark.slow
def test_closed_and_unknown_forms(world: World) -> None:
    assert Client().get(ENTER).status_code == 404
    opened(world)
    EntryForm.objects.update(closes_at=timezone.now())
    assert "Entries are closed." in page(world, ENTER)
    assert applied(Client()).status_code == 409
    Section.objects.filter(pk=world.section.pk).update(state=Section.State.DRAFT)
    assert Client().get(ENTER).status_code == 404


def test_own_questions_and_what_is_wrong_with_them(world: World) -> None:
    shirt = Question("Shirt", QuestionKind.CHOICE, required=True, choices=("S", "L"))
    opened(world, questions=[shirt, Question("I know the rules", QuestionKind.FLAG, required=True)])
    html = page(world, ENTER)
    assert "Shirt" in html
    assert applied(Client(), answer_0="L").status_code == 422
    assert applied(Client(), answer_0="XL", answer_1="on").status_code == 422
    assert applied(Client(), answer_0="L", answer_1="on").status_code == 302
    assert Application.objects.get().answers == {"Shirt": "L", "I know the rules": "yes"}


def test_the_applicant_changes_and_withdraws(world: World) -> None:
    opened(world, approval=EntryForm.Approval.ORGANISER, asks={"phone": "asked"})
    stranger = Client()
    address = applied(stranger, phone="1")["Location"]
    stranger.post(f"{address}confirm/")
    assert "Change the application" in stranger.get(address).content.decode()
    assert stranger.post(f"{address}change/", {"name": ""}).status_code == 422
    stranger.post(f"{address}change/", {**SENT, "name": "Newer Comer", "phone": "2"})
    application = Application.objects.get()
    assert (application.name, application.phone, application.state) == ("Newer Comer", "2", "submitted")
    line = JournalEntry.objects.get(act="change_application")
    assert line.after["fields"] == ["name", "phone"]
    stranger.post(f"{address}withdraw/")
    assert Application.objects.get().state == "withdrawn"
    assert "withdrawn" in stranger.get(address).content.decode()
    assert Client().get("/en/a/0000000000000000000000000/").status_code == 404


@pytest.mark.slow
def test_the_desk_decides_in_bulk(world: World) -> None:
    opened(world, approval=EntryForm.Approval.ORGANISER)
    for name in ("Anna", "Berta", "Clara"):
        client = Client()
        address = applied(client, name=name)["Location"]
        client.post(f"{address}confirm/")
    alice = world.client("alice")
    keys = list(Application.objects.order_by("turn").values_list("pk", flat=True))
    refused = alice.post(f"{DESK}decide/", {"applications": keys[:1], "decision": "reject"})
    assert refused.status_code == 422
    alice.post(f"{DESK}decide/", {"applications": keys[:2], "decision": "accept"})
    alice.post(f"{DESK}decide/", {"applications": keys[2:], "decision": "reject", "reason": "juniors"})
    states = list(Application.objects.order_by("turn").values_list("state", flat=True))
    assert states == ["accepted", "accepted", "rejected"]
    assert "juniors" in page(world, f"{DESK}?state=rejected", "alice")
    assert "Anna" not in page(world, f"{DESK}?state=rejected", "alice")
    journal = page(world, "/en/desk/cup/-/journal/", "alice")
    assert "Clara, by the link of the application" in journal
    table = alice.get(f"{DESK}list.csv").content.decode("utf-8-sig").splitlines()
    assert len(table) == 4
    assert table[1].startswith("1,accepted,Anna,GER")


@pytest.mark.slow
def test_addresses_and_answers_are_for_those_who_enter_players(world: World) -> None:
    asks = {"phone": "asked", "birth_year": "asked"}
    opened(world, asks=asks, approval=EntryForm.Approval.ORGANISER, questions=[Question("Allergies")])
    client = Client()
    address = applied(client, phone="555123", birth_year="1987", answer_0="Peanuts")["Location"]
    client.post(f"{address}confirm/")
    for who, sees in (("alice", True), ("dave", False), ("erin", False)):
        # Without tokens, in which any four digits may stand.
        html = re.sub(r"\w{32,}", "", page(world, DESK, who))
        assert "New Comer" in html
        for text in ("555123", "1987", "Peanuts"):
            assert (text in html) == sees, (who, text)


def test_who_is_entered_is_called_in_the_list_as_among_the_players(world: World) -> None:
    opened(world)
    client = Client()
    client.post(f"{applied(client)['Location']}confirm/")
    entry = Application.objects.get().entry
    assert entry is not None
    Player.objects.filter(pk=entry.player_id).update(name="Newest Comer", club="Rook")
    html = page(world, f"{ENTER}list/")
    assert "Newest Comer" in html
    assert "New Comer" not in html


def test_formulas_stay_text_in_the_file(world: World) -> None:
    opened(world, asks={"phone": "asked"})
    client = Client()
    address = applied(client, phone="=1+1")["Location"]
    client.post(f"{address}confirm/")
    assert "'=1+1" in world.client("alice").get(f"{DESK}list.csv").content.decode()


@pytest.mark.slow
def test_the_entry_form_is_set(world: World) -> None:
    alice = world.client("alice")
    html = page(world, f"{DESK}form/", "alice")
    sent = dict(re.findall(r'name="([a-z_0-9]+)" value="([^"]*)"', html))
    levels = dict.fromkeys(re.findall(r'name="(ask_[a-z_]+)"', html), "no")
    choice = {
        "question_0_label": "Shirt",
        "question_0_kind": "choice",
        "question_0_choices": "S\r\nL",
        "question_0_required": "on",
    }
    arguments = {
        **sent,
        **levels,
        **choice,
        "approval": "organiser",
        "moves_up": "at-once",
        "ask_email": "asked",
    }
    assert alice.post(f"{DESK}form/", arguments).status_code == 302
    form = EntryForm.objects.get()
    assert (form.approval, form.asks) == ("organiser", {"email": "asked"})
    assert form.questions == [{"label": "Shirt", "kind": "choice", "required": True, "choices": ["S", "L"]}]
    assert 'value="Shirt"' in page(world, f"{DESK}form/", "alice")
    backwards = {**arguments, "closes_at": "2001-01-01T10:00"}
    assert alice.post(f"{DESK}form/", backwards).status_code == 422
    assert "Shirt" in page(world, ENTER)


def test_numbers_of_another_game_are_not_asked(world: World) -> None:
    html = page(world, f"{DESK}form/", "alice")
    assert 'name="ask_wxf_id"' in html
    assert 'name="ask_egf_pin"' not in html
    world.section.game = "weiqi"
    world.section.save()
    html = page(world, f"{DESK}form/", "alice")
    assert 'name="ask_egf_pin"' in html
    assert 'name="ask_wxf_id"' not in html


def test_the_preview_says_what_an_applicant_pays_and_gets_back(world: World) -> None:
    html = page(world, f"{DESK}form/", "alice")
    assert "No entry fee." in html
    assert ENTER not in html
    opened(world)
    alice = world.users["alice"]
    terms = FeeTermsInput(currency="EUR", holder="Chess Club", refunds=[RefundUntil(date(2015, 9, 1), 100)])
    set_fee_terms(event=world.event, values=terms, by=alice)
    set_fee_table(
        section=world.section, values=FeeTableInput(tariffs=[Tariff(name="", amount=5000)]), by=alice
    )
    html = page(world, f"{DESK}form/", "alice")
    assert "50.00" in html
    assert "100% of the fee is returned." in html
    assert f'href="{ENTER}"' in html


@pytest.mark.slow
def test_two_organisers_do_not_overwrite_each_other_unseen(world: World) -> None:
    alice = world.client("alice")

    def hidden_fields() -> dict[str, str]:
        html = page(world, f"{DESK}form/", "alice")
        matches = dict(re.findall(r'name="([a-z_0-9]+)" value="([^"]*)"', html))
        levels = dict.fromkeys(re.findall(r'name="(ask_[a-z_]+)"', html), "no")
        return {**matches, **levels, "approval": "automatic", "moves_up": "at-once"}

    mine, theirs = hidden_fields(), hidden_fields()
    assert alice.post(f"{DESK}form/", {**theirs, "ask_club": "required"}).status_code == 302
    refused = alice.post(f"{DESK}form/", {**mine, "once": "mine", "ask_phone": "asked"})
    assert refused.status_code == 409
    assert "Someone else has changed this entry form" in refused.content.decode()
    assert EntryForm.objects.get().asks == {"club": "required"}
    # What was typed is still there, and sending it once more decides.
    seen = re.findall(r'name="seen" value="([^"]*)"', refused.content.decode())
    assert seen != [mine["seen"]]
    again = {**mine, "once": "again", "seen": seen[0], "ask_phone": "asked"}
    assert alice.post(f"{DESK}form/", again).status_code == 302
    assert EntryForm.objects.get().asks == {"phone": "asked"}


@pytest.mark.slow
def test_more_applications_than_a_page_shows(world: World) -> None:
    opened(world, approval=EntryForm.Approval.ORGANISER)
    states = [State.ACCEPTED] * 150 + [State.SUBMITTED] * 100 + [State.WAITING] * 152
    Application.objects.bulk_create(
        Application(
            section=world.section,
            name=f"Player {turn:03}",
            key=f"player {turn:03}",
            federation_id="GER",
            state=state,
            turn=turn,
            **new_secret(APPLICANT_LINK),
        )
        for turn, state in enumerate(states, 1)
    )
    alice = world.client("alice")
    seen: list[str] = []
    address = DESK
    while address:
        with CaptureQueriesContext(connection) as queries:
            html = alice.get(address).content.decode()
        assert sum("COUNT(" in query["sql"] and "application" in query["sql"] for query in queries) == 1
        seen += re.findall(r">(Player \d{3})</a>", html)
        match = re.search(r'rel="next" href="\?([^"]+)"', html)
        address = f"{DESK}?{unescape(match[1])}" if match else ""
    wanted = [*range(151, 251), *range(1, 151), *range(251, 403)]
    assert seen == [f"Player {turn:03}" for turn in wanted]
    assert "Player 151" in page(world, f"{DESK}?after=nonsense", "alice")
    assert page(world, f"{DESK}?state=waiting", "alice").count('name="applications"') == 152


@pytest.mark.slow
def test_one_application_at_the_desk(world: World) -> None:
    opened(world, asks={"phone": "asked"}, approval=EntryForm.Approval.ORGANISER)
    client = Client()
    old = applied(client, phone="555123")["Location"]
    client.post(f"{old}confirm/")
    mine = f"{DESK}{Application.objects.get().pk}/"
    alice = world.client("alice")
    html = page(world, mine, "alice")
    assert old in html
    assert "555123" in html
    assert world.client("dave").get(mine).status_code == 403
    page_text = alice.post(f"{mine}link/", follow=True).content.decode()
    assert "Give the applicant the new link" in page_text
    assert client.get(old).status_code == 404
    new = re.search(r"/en/a/\w+/", page_text)
    assert new
    assert client.get(new[0]).status_code == 200
    gone = alice.post(f"{mine}delete/", follow=True).content.decode()
    assert "Application deleted." in gone
    assert client.get(new[0]).status_code == 404
    assert alice.get(mine).status_code == 404


@pytest.mark.slow
def test_one_link_from_the_form_to_the_withdrawal(world: World) -> None:
    opened(world)
    client = Client()
    address = applied(client)["Location"]
    client.post(f"{address}confirm/")
    mine = client.get(address)["Location"]
    own_entry = f"{mine}entry/"
    absent = client.post(f"{own_entry}absence/", {"round_number": 2, "kind": "nothing"})
    assert (absent.status_code, absent["Location"]) == (302, mine)
    assert "Round 2: you are marked absent." in client.get(mine).content.decode()
    # What is refused is said where it was asked.
    refused = client.post(f"{own_entry}absence/", {"round_number": 2, "kind": "half"})
    assert refused.status_code == 422
    assert "My entry" in refused.content.decode()
    assert client.post(f"{own_entry}withdraw/").status_code == 302
    application = Application.objects.get()
    assert application.entry is not None
    assert (application.state, application.entry.status) == ("withdrawn", "withdrawn")
    assert "withdrawn" in client.get(own_entry).content.decode()
    # A new link of the application ends the player's link as well.
    renewed = world.client("alice").post(
        reverse("renew_application_link", args=["cup", "men", application.pk])
    )
    assert renewed.status_code == 302
    assert client.get(mine).status_code == 410


@pytest.mark.slow
def test_who_was_entered_at_the_desk_has_the_same_page(world: World) -> None:
    entry = world.section.entries.select_related("section").first()
    assert entry is not None
    mine = reverse("my_page", args=[invitation_secret(make_link(entry))])
    client, own_entry = Client(), f"{mine}entry/"
    assert own_entry in client.get(mine).content.decode()
    page_text = client.get(own_entry).content.decode()
    assert "My details in the register" in page_text
    # There is no application that could be changed.
    assert "change/" not in page_text
    assert client.post(f"{own_entry}change/").status_code == 404
    answer = client.post(f"{own_entry}absence/", {"round_number": 2, "kind": "nothing"})
    assert (answer.status_code, answer["Location"]) == (302, mine)
    assert "Round 2: you do not play" in client.get(own_entry).content.decode()
    assert client.post(f"{own_entry}withdraw/").status_code == 302
    entry.refresh_from_db()
    assert entry.status == "withdrawn"
    assert "Withdraw from the event" not in client.get(own_entry).content.decode()
    assert client.post(f"{own_entry}withdraw/").status_code == 409


@pytest.mark.slow
def test_who_is_on_the_list_sees_what_cannot_be_changed(world: World) -> None:
    opened(world, asks={"club": "required", "phone": "asked"})
    client = Client()
    address = applied(client, club="Rook", phone="1")["Location"]
    client.post(f"{address}confirm/")
    opened(world, asks={"club": "required", "birth_year": "required", "phone": "required"})
    own_entry = f"{client.get(address)['Location']}entry/"
    form = client.get(own_entry).content.decode()
    assert re.search(r'name="club"[^>]*disabled', form)
    assert client.post(f"{own_entry}change/", {"phone": "2", "club": "Other"}).status_code == 302
    application = Application.objects.get()
    assert (application.phone, application.particulars, application.state) == (
        "2",
        {"club": "Rook"},
        "accepted",
    )


@pytest.mark.slow
def test_the_page_of_an_event_to_come_leads_to_the_form(world: World) -> None:
    """It is kept, so it says from when to when."""
    Section.objects.filter(pk=world.section.pk).update(state=Section.State.OPEN)
    opened(world)
    announce(world.section)
    outbox.drain()
    html = page(world, "/en/e/cup/")
    assert 'href="men/enter/"' in html
    assert "entries from" in html


@pytest.mark.slow
def test_who_waits_is_counted_on_the_form_and_on_the_page_of_the_event(world: World) -> None:
    playing = world.section.entries.count()
    Section.objects.filter(pk=world.section.pk).update(state=Section.State.OPEN, capacity=playing)
    opened(world)
    announce(world.section)
    outbox.drain()
    assert "on the waiting list" not in page(world, "/en/e/cup/")
    client = Client()
    client.post(f"{applied(client)['Location']}confirm/")
    outbox.drain()
    assert Application.objects.get().state == Application.State.WAITING
    assert "1 on the waiting list" in page(world, "/en/e/cup/")
    assert "1 on the waiting list" in page(world, ENTER)


def test_what_is_agreed_to_is_linked(world: World) -> None:
    rules = Question("I have read the regulations.", QuestionKind.FLAG, required=True)
    opened(world, questions=[rules, Question("Lunch", QuestionKind.FLAG)])
    assert "https://club.example/rules" not in page(world, ENTER)
    Event.objects.update(documents="Regulations https://club.example/rules")
    assert page(world, ENTER).count('href="https://club.example/rules"') == 1


def test_who_reads_chinese_is_asked_for_characters_first(world: World) -> None:
    opened(world, asks={"native_name": "asked"})
    for language, first, second in (("en", "name", "native_name"), ("zh-hans", "native_name", "name")):
        html = page(world, ENTER.replace("/en/", f"/{language}/"))
        assert html.index(f'name="{first}"') < html.index(f'name="{second}"')


@pytest.mark.slow
def test_the_fee_stands_on_the_form(world: World) -> None:
    opened(world)
    assert "Entry fee" not in page(world, ENTER)
    alice = world.client("alice")
    assert alice.post("/en/desk/cup/-/fees/terms/", {"currency": "EUR"}).status_code == 302
    category = Category.objects.create(section=world.section, key="u20", name="Under 20")
    late = (timezone.now() + timedelta(days=1)).date()
    fees = {"fee_0_name": "Standard", "fee_0_amount": "50", "fee_1_name": "Youth", "fee_1_amount": "20"}
    more = {"fee_1_category": category.key, "late_from": late.isoformat(), "surcharge": "15"}
    assert alice.post("/en/desk/cup/men/fees/", {**fees, **more}).status_code == 302
    html = " ".join(page(world, ENTER).split())
    for words in ("Entry fee", "Standard", "€50.00", "Youth", "€20.00", "Under 20", "€15.00"):
        assert words in html


@pytest.mark.parametrize(
    ("name", "words"), [("张三", "such as Zhang San."), ("Иван", "not in Latin letters")]
)
def test_a_name_in_latin_letters_takes_no_other(world: World, name: str, words: str) -> None:
    opened(world, asks={"native_name": "asked"})
    answer = applied(Client(), name=name)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert applied(Client(), name="Nguyễn Thị Đào", native_name="张三").status_code == 302


@pytest.mark.slow
def test_until_when_is_told_by_the_clock_of_the_hall(world: World) -> None:
    """On the form and on the page of the event, whose readers are anywhere."""
    Event.objects.filter(pk=world.event.pk).update(time_zone="Asia/Kuching")
    Section.objects.filter(pk=world.section.pk).update(state=Section.State.OPEN)
    closes = (timezone.now() + timedelta(days=3)).replace(hour=10, minute=30, second=0, microsecond=0)
    opened(world, closes_at=closes)
    announce(world.section)
    outbox.drain()
    moment = closes.astimezone(ZoneInfo("Asia/Kuching")).isoformat(timespec="minutes")
    for address in (ENTER, "/en/e/cup/"):
        closing = re.search(
            rf'<time datetime="{re.escape(moment)}" data-hall="([^"]*)"[^>]*>([^<]*)<', page(world, address)
        )
        assert closing, address
        assert closing[1] == "(%s Kuching time)"
        assert closing[2].endswith("18:30")
    assert "Kuching time</span>" in page(world, ENTER)
