"""What is left on the clocks goes on: of a drawn game of a knock-out in its replay, of an adjourned game of
weiqi with its byo-yomi. In a browser, on the referee's phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import SOON, Open, accessible, signed_in
from tests.world import World
from tournaments.models import ClockReading, Section

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def table_of(open_page: Open, live_server: Any, world: World) -> Page:
    page = signed_in(open_page, live_server, world, "dave", **PHONE)
    page.set_default_timeout(SOON)
    page.goto(f"{live_server.url}/en/desk/cup/men/round/1/results/1/")
    return page


def press(page: Page, words: str) -> None:
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name=words, exact=True).first.click()


def test_a_drawn_game_is_replayed_with_the_time_that_each_player_has_left(
    drawn: World, open_page: Open, live_server: Any
) -> None:
    Section.objects.filter(pk=drawn.section.pk).update(system="knock-out", rounds=3, tiebreaks=[])
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 =")
    seats = drawn.round(1).pairings.get(table=1).seats
    first, second = (seats.get(colour=colour).entry.player.name for colour in ("first", "second"))
    page = table_of(open_page, live_server, drawn)
    expect(page.locator("#clocks")).to_contain_text("Game 2 starts with the time that each player has left")
    page.locator("#clocks [name=first_clock]").fill("12:40")
    page.locator("#clocks [name=second_clock]").fill("3:05")
    accessible(page)
    press(page, "Save clocks")
    remaining = page.locator("#remaining")
    expect(remaining).to_contain_text("12:40")
    # In game 2 colours are exchanged; the time stays with the player.
    words = rf"Remaining time:\s+{first}.*\s12:40\s+·\s+{second}.*\s3:05 \(from game 1\)"
    expect(remaining).to_have_text(re.compile(words, re.DOTALL), use_inner_text=True)
    reading = ClockReading.objects.get()
    assert (reading.first, reading.second, reading.why) == (760, 185, "draw")


def test_an_adjourned_game_of_weiqi_goes_on_with_the_byo_yomi_that_was_left(
    drawn: World, open_page: Open, live_server: Any
) -> None:
    Section.objects.filter(pk=drawn.section.pk).update(
        game="weiqi", rulebook="weiqi", overtime_periods=3, overtime_seconds=30, increment_seconds=0
    )
    drawn.published()
    page = table_of(open_page, live_server, drawn)
    page.locator("#adjourn summary").click()
    page.locator("#adjourn [name=sealed_move]").fill("pd")
    page.locator("#adjourn [name=first_clock]").fill("0:00")
    page.locator("#adjourn [name=first_overtime]").fill("2 x 30")
    page.locator("#adjourn [name=second_clock]").fill("1:02:11")
    accessible(page)
    press(page, "Adjourn game")
    expect(page.locator("#remaining")).to_contain_text("0:00 + 2 × 30 s")
    press(page, "Resume game and open sealed move")
    expect(page.locator("#remaining")).to_contain_text("0:00 + 2 × 30 s")
    expect(page.locator("#remaining")).to_contain_text("1:02:11")
    accessible(page)
