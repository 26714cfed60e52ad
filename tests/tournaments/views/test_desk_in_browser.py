"""What a desk types, as a browser sends it: names in capitals, persons of the register, two at one form; and
what follows a corrected result."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from portal import outbox
from tests import factories
from tests.browser.pages import SOON, Open, signed_in
from tests.world import World
from tournaments.acts.entering.players import correct_player
from tournaments.acts.money.prizes import PrizeListInput, add_prizes
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import current_report, report_result
from tournaments.models import Player

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


def test_the_register_is_looked_into_while_a_name_is_typed(
    live_server: Any, world: World, open_page: Open
) -> None:
    factories.make_known(world.other.event, name="Zhang Weiguo", native_name="张卫国", federation_id="CHN")
    page = signed_in(open_page, live_server, world, "carol", **DESK)
    page.goto(live_server.url + world.url("entry_add"))
    page.locator("#entry-name").press_sequentially("zhang wei")
    page.get_by_role("link", name="Zhang Weiguo").click(timeout=SOON)
    expect(page.locator("#entry-name")).to_have_value("Zhang Weiguo", timeout=SOON)
    expect(page.locator("#entry-native_name")).to_have_value("张卫国")
    page.locator("#entry-native_name").fill("")
    page.locator("#entry-name").fill("NGUYEN VAN A")
    page.get_by_role("button", name="Add player", exact=True).click()
    expect(page.get_by_text("Nguyen Van A added.")).to_be_visible(timeout=SOON)
    assert Player.objects.filter(name="Nguyen Van A").count() == 1


def test_two_who_correct_one_player_are_told_once(live_server: Any, drawn: World, open_page: Open) -> None:
    entry = drawn.section.entries.select_related("player", "section__event").get(number=1)
    page = signed_in(open_page, live_server, drawn, "alice", **DESK)
    page.goto(live_server.url + drawn.url("entry_desk", entry.pk))
    page.locator("summary", has_text="Edit player details").click()
    theirs = PersonInput(name="Somebody Else", federation=entry.player.federation_id or "")
    correct_player(entry=entry, person=theirs, by=drawn.users["bob"])
    page.locator("#player-name").fill("MINE")
    page.locator("form:has(#player-name) button:not([type=button])").first.click()
    conflict = page.get_by_text("in the meantime")
    expect(conflict.first).to_be_visible(timeout=SOON)
    expect(page.get_by_text("Someone else has changed this to “Somebody Else”")).to_have_count(1)
    expect(page.locator("#player-name")).to_have_value("MINE")
    page.locator("form:has(#player-name) button:not([type=button])").first.click()
    expect(page.get_by_text("in the meantime")).to_have_count(0, timeout=SOON)
    assert Player.objects.get(pk=entry.player_id).name == "Mine"


def test_the_winners_follow_the_standings(live_server: Any, drawn: World, open_page: Open) -> None:
    section = drawn.section
    section.rounds = 1
    section.save(update_fields=["rounds"])
    section.round_set.filter(number__gt=1).delete()
    add_prizes(section=section, values=PrizeListInput(name="Individual", places=1), by=drawn.users["alice"])
    drawn.closed(1)
    page = signed_in(open_page, live_server, drawn, "bob", **DESK)
    page.goto(live_server.url + drawn.url("winners"))
    seats = drawn.round(1).pairings.get(table=1).seats
    first, second = (seats.get(colour=side).entry.player.name for side in ("first", "second"))
    main = page.locator("main")
    expect(main.get_by_text(first).first).to_be_visible(timeout=SOON)
    for pairing in drawn.round(1).pairings.filter(table__isnull=False):
        seen = current_report(pairing)
        report_result(
            round_=drawn.round(1),
            table=pairing.table or 0,
            value="0-1" if pairing.table == 1 else "1/2",
            seen=seen.pk if seen else None,
            reason="the cards were exchanged",
            by=drawn.users["bob"],
        )
    outbox.drain()
    page.reload()
    expect(main.get_by_text(second).first).to_be_visible(timeout=SOON)
