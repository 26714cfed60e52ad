"""Somebody applies on the phone, confirms by the letter that a local server catches and is accepted at the
desk; the next waits, moves up when the first withdraws, and stands in the pairings of round 1."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from portal import outbox
from tests.browser.applying import apply, link_in, press
from tests.browser.letterbox import Letterbox
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import FOUR, Words
from tests.cast import all_here
from tests.factories import announce, make_entries
from tests.world import World
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.entry_forms import FormSettings, set_entry_form
from tournaments.acts.sections import draw_lots
from tournaments.models import Application, Entry, Section

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}


@pytest.mark.parametrize("language", FOUR)
def test_from_the_form_to_the_pairings(
    live_server: Any, world: World, post: Letterbox, open_page: Open, language: str
) -> None:
    say = Words(language)
    section = world.section
    make_entries(section, 7)
    section.entries.update(number=None)
    announce(section)
    Section.objects.filter(pk=section.pk).update(capacity=section.entries.count() + 1)
    now = timezone.now()
    form = FormSettings(
        opens_at=now - timedelta(hours=1),
        closes_at=now + timedelta(days=1),
        approval="organiser",
        asks={"email": "required", "club": "asked"},
    )
    set_entry_form(section=section, values=form, by=world.users["alice"])
    outbox.drain()

    first = apply(open_page, say, "Anna Berg", "anna@example.org")
    accessible_everywhere(first)
    first.goto(live_server.url + link_in(post, "anna@example.org"))
    press(first, say("Confirm the application"))
    accessible_everywhere(first)
    second = apply(open_page, say, "Berta Holm", "berta@example.org")
    second.goto(live_server.url + link_in(post, "berta@example.org"))
    press(second, say("Confirm the application"))

    desk = signed_in(open_page, live_server, world, "alice", **DESK)
    desk.set_default_timeout(SOON)
    desk.goto(f"{live_server.url}/{language}/desk/cup/men/applications/")
    accessible_everywhere(desk)
    for box in desk.locator("tbody [type=checkbox]").all():
        box.check()
    press(desk, say("Decide on selected applications"))
    states = list(Application.objects.order_by("turn").values_list("state", flat=True))
    assert states == ["accepted", "waiting"]
    desk.goto(f"{live_server.url}/{language}/desk/cup/men/applications/form/")
    accessible_everywhere(desk)

    # The first cannot come: the second learns by letter that she is entered.
    first.reload()
    accessible_everywhere(first)
    first.get_by_role("link", name=say("Cannot play a round, change details, withdraw…")).click()
    accessible_everywhere(first)
    first.locator("summary").last.click()
    press(first, say("Withdraw from the event"))
    outbox.drain()
    assert "Berta Holm" in post.sent_to("berta@example.org")[-1].get_content()
    second.reload()
    expect(second.locator(".badge").first).to_have_text(say("entered"))

    draw_lots(section=section, by=world.users["bob"])
    section.refresh_from_db()
    round_ = section.round_set.get(number=1)
    all_here(round_, world.users["bob"])
    pair_round(round_=round_, by=world.users["bob"])
    outbox.drain()
    berta = Entry.objects.get(section=section, player__name="Berta Holm")
    desk.goto(f"{live_server.url}/{language}/desk/cup/men/round/1/")
    expect(desk.locator("main")).to_contain_text("Berta Holm")
    assert berta.seats.filter(round=round_).count() == 1
