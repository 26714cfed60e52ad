"""A result is one of two players: a form that showed others gives them none, wherever it was filled in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal.journal.models import JournalEntry
from tests.browser.pages import SOON, Open, signed_in
from tests.games.views.mine import page as own_page
from tests.games.views.tapping import cut, panel
from tests.portal.api.callers import Caller
from tests.tournaments.api.addresses import ROUND
from tests.world import World
from tournaments.acts.adjust_round import Flip, Swap, adjust_round
from tournaments.models import PlayerReport, ResultReport, Seat
from tournaments.queries.tables import table_row
from tournaments.wording.names import plain_name

Text = Callable[[Any], str]


def seats(world: World, table: int = 1) -> str:
    row = table_row(world.round(1), table)
    assert row is not None
    return row.seats


def swap(world: World) -> None:
    """The seconds of tables 1 and 2 change places."""
    numbers = Seat.objects.filter(pairing__round=world.round(1), colour="second").order_by("pairing__table")
    first_one, other = numbers.values_list("entry__number", flat=True)[:2]
    change = Swap(first_one, other)
    adjust_round(round_=world.round(1), change=change, reason="wrong seats", by=world.users["bob"])


def flip(world: World) -> None:
    adjust_round(round_=world.round(1), change=Flip(1), reason="colours", by=world.users["bob"])


def pair_in_words(world: World) -> str:
    row = table_row(world.round(1), 1)
    assert row is not None
    assert row.second is not None
    first, second = (f"{item.number} {plain_name(item.player)}" for item in (row.first, row.second))
    return f"{first} – {second}"


SENT = {"table": 1, "game": 1, "seen": "", "value": "1-0"}
DESK = ("report_result", (1,))
REFEREE = ("referee_result", (1, 1, 1))


@pytest.mark.parametrize("change", [swap, flip])
@pytest.mark.parametrize(("name", "place"), [DESK, REFEREE])
@pytest.mark.slow
def test_a_form_that_showed_others_reports_nothing(
    drawn: World, text: Text, name: str, place: tuple[int, ...], change: Callable[[World], None]
) -> None:
    drawn.published()
    seats_before, words = seats(drawn), pair_in_words(drawn)
    change(drawn)
    answer = drawn.client("dave").post(drawn.url(name, *place), SENT | {"seats": seats_before, "once": "a"})
    assert answer.status_code == 409
    page_text = text(answer)
    assert f"Your page showed {words}" in page_text
    assert f"the players are now {pair_in_words(drawn)}" in page_text
    assert not ResultReport.objects.exists()
    assert not JournalEntry.objects.filter(act="contest_result").exists()
    # The page that says so shows who sits there now: what is sent from it counts.
    assert f'name="seats" value="{seats(drawn)}"' in answer.content.decode()
    again = SENT | {"seats": seats(drawn), "once": "b"}
    assert drawn.client("dave").post(drawn.url(name, *place), again).status_code == 302
    assert ResultReport.objects.get().value == "1-0"


def test_what_was_chosen_is_still_there(drawn: World) -> None:
    drawn.published()
    page = seats(drawn)
    swap(drawn)
    answer = drawn.post("dave", "report_result", 1, **SENT, seats=page)
    assert 'value="1-0"' in next(
        tag for tag in answer.content.decode().split("<") if tag.startswith("input") and "checked" in tag
    )


@pytest.mark.slow
def test_a_list_in_place_and_a_line_are_told_so(drawn: World, text: Text) -> None:
    """The list sends what its row shows; for a line that is typed the page adds it."""
    drawn.published()
    page_text = seats(drawn)
    page = drawn.get("dave", "round_desk", 1).content.decode()
    assert f'name="seats" value="{page_text}"' in page
    assert f'data-seats="{page_text}"' in page
    swap(drawn)
    for sent in (SENT, {"line": "1 1-0"}):
        answer = drawn.post("dave", "report_result", 1, **sent, seats=page_text, htmx=True)
        assert answer.status_code == 409
        assert f"the players are now {pair_in_words(drawn)}" in text(answer)
    assert not ResultReport.objects.exists()


@pytest.mark.slow
def test_forms_carry_the_two_whom_they_show(drawn: World, text: Text) -> None:
    drawn.published()
    there = f'name="seats" value="{seats(drawn)}"'
    for name, place in (("result", (1, 1)), ("referee", (1, 1, 1))):
        assert there in drawn.get("dave", name, *place).content.decode()
    drawn.post("bob", "report_result", 1, **SENT)
    conflict = drawn.post("dave", "report_result", 1, **SENT | {"value": "0-1"}, seats=seats(drawn))
    assert conflict.status_code == 409
    assert there in conflict.content.decode()


@pytest.mark.parametrize("seats_", ["1", "1,2,3", "a,b", "1,²"])
def test_two_numbers_and_nothing_else(drawn: World, seats_: str) -> None:
    drawn.published()
    assert drawn.post("dave", "report_result", 1, **SENT, seats=seats_).status_code == 422
    assert not ResultReport.objects.exists()


def test_a_program_says_whom_it_saw(drawn: World) -> None:
    drawn.published()
    bob = Caller(drawn.users["bob"])
    listed = bob.get(f"{ROUND}/results").json()["results"][0]
    saw = [listed["first"], listed["second"]]
    swap(drawn)
    stale = bob.post(f"{ROUND}/results", {"table": 1, "value": "1-0", "seats": saw})
    assert (stale.status_code, stale.json()["code"]) == (409, "seats-changed")
    now = [int(number) for number in seats(drawn).split(",")]
    assert (stale.json()["params"]["shown"], stale.json()["params"]["now"]) == (saw, now)
    assert bob.post(f"{ROUND}/results", {"table": 1, "value": "1-0", "seats": now}).status_code == 200
    assert bob.post(f"{ROUND}/results", {"table": 2, "value": "1-0", "seats": [1]}).status_code == 422
    assert bob.post(f"{ROUND}/results", {"table": 2, "value": "1-0"}).status_code == 200


@pytest.mark.slow
def test_a_player_reports_the_game_against_whom_the_page_showed(drawn: World, text: Text) -> None:
    drawn.published()
    first = Seat.objects.get(pairing__round=drawn.round(1), pairing__table=1, colour="first")
    there = own_page(first.entry)
    mine = drawn.client("anonymous")
    opponent = seats(drawn).split(",")[1]
    assert f'name="opponent" value="{opponent}"' in mine.get(there).content.decode()
    sent = {"round": 1, "game": 1, "outcome": "win"}
    swap(drawn)
    answer = mine.post(f"{there}result/", sent | {"opponent": opponent})
    assert answer.status_code == 409
    assert "as your opponent; your opponent is now" in text(answer)
    assert not PlayerReport.objects.exists()
    now = seats(drawn).split(",")[1]
    assert f'name="opponent" value="{now}"' in answer.content.decode()
    assert mine.post(f"{there}result/", sent | {"opponent": now}).status_code == 302
    assert PlayerReport.objects.get().outcome == "win"


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sheet", [False, True])
def test_a_tap_that_was_kept_while_the_players_changed_says_so(
    live_server: Any, drawn: World, open_page: Open, *, sheet: bool
) -> None:
    """On the page of the table, and on the sheet of one that could not be opened."""
    drawn.published()
    page: Page = signed_in(open_page, live_server, drawn, "dave")
    there = ("hall", 1) if sheet else ("referee", 1, 1)
    page.goto(live_server.url + drawn.url(*there))
    words = pair_in_words(drawn)
    cut(page.context)
    if sheet:
        page.locator("#hall-1").click()
        page.locator("#sheet summary", has_text="Red wins").click()
        page.locator("#sheet").get_by_role("button", name="Confirm: Red").click()
    else:
        page.locator("summary", has_text="Red wins").first.click()
        page.get_by_role("button", name="Confirm: Red").first.click()
    expect(panel(page)).to_contain_text("Saved on this phone", timeout=SOON)
    swap(drawn)
    cut(page.context, off=False)
    text = f"Your page showed {words}"
    expect(page.locator("body")).to_contain_text(text, timeout=SOON)
    expect(page.locator("body")).to_contain_text(f"the players are now {pair_in_words(drawn)}")
    assert not ResultReport.objects.exists()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_line_says_whom_the_list_showed(live_server: Any, drawn: World, open_page: Open) -> None:
    drawn.published()
    page: Page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("round_desk", 1))
    words = pair_in_words(drawn)
    cut(page.context)
    page.locator("input[name=line]").fill("1 1-0")
    page.keyboard.press("Enter")
    expect(panel(page)).to_contain_text("1 1-0", timeout=SOON)
    swap(drawn)
    cut(page.context, off=False)
    expect(panel(page)).to_contain_text(f"Your page showed {words}", timeout=SOON)
    assert not ResultReport.objects.exists()
