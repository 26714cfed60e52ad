"""Taps that the site does not take, now or ever: nothing else waits long for them, and nothing is lost."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from portal.journal.models import JournalEntry
from tests.browser.pages import SOON, Open, accessible, signed_in
from tests.games.views.tapping import CONFLICT, STORED_TAPS, cut, done, drop, note, panel, until
from tests.world import World, entry_at
from tournaments.models import Foul, Membership, ResultReport

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]


def test_what_the_site_does_not_take_holds_up_its_own_table_alone(
    table: Page, drawn: World, live_server: Any
) -> None:
    table.context.route("**/results/1/referee/note/", partial(Route.fulfill, status=500, body="Sorry"))
    note(table, "never arrives")
    stuck = panel(table).locator("li", has_text="Note · never arrives")
    expect(stuck).to_contain_text("will try again", timeout=SOON)
    note(table, "behind it")
    expect(panel(table).locator("li")).to_have_count(2)
    other = table.context.new_page()
    other.goto(live_server.url + drawn.url("referee", 1, 2))
    note(other, "at table 2")
    until(other, lambda: done("note_table") == 1)
    other.close()
    assert [entry.reason for entry in JournalEntry.objects.filter(act="note_table")] == ["at table 2"]
    accessible(table)
    table.context.unroute("**/results/1/referee/note/")
    drop(stuck, "“Table 1: Note · never arrives” was removed")
    until(table, lambda: done("note_table") == 2)
    expect(stuck).to_have_count(0)
    journal_entrys = JournalEntry.objects.filter(act="note_table").order_by("pk")
    assert [entry.reason for entry in journal_entrys] == ["at table 2", "behind it"]


def test_a_line_that_the_site_does_not_take_holds_up_its_own_table_alone(
    live_server: Any, drawn: World, open_page: Open
) -> None:
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("round_desk", 1))
    line = page.locator("form[data-line] input[name=line]")

    def fails_at_table_1(route: Route) -> None:
        if "line=1+" in (route.request.post_data or ""):
            route.fulfill(status=500, body="Sorry")
        else:
            route.continue_()

    page.route("**/results/report/", fails_at_table_1)
    for typed in ("1 1-0", "2 0-1", "3 ="):
        line.fill(typed)
        line.press("Enter", no_wait_after=True)
    until(page, lambda: ResultReport.objects.count() == 2)
    assert set(ResultReport.objects.values_list("pairing__table", flat=True)) == {2, 3}
    expect(panel(page).locator("li")).to_contain_text("1 1-0")
    page.unroute("**/results/report/")
    until(page, lambda: ResultReport.objects.count() == 3)


def test_an_error_goes_when_a_line_that_was_typed_after_it_is_answered(
    live_server: Any, drawn: World, open_page: Open
) -> None:
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("round_desk", 1))
    line, errors = page.locator("form[data-line] input[name=line]"), page.locator("#said.said-wrong")
    for typed in ("99 1-0", "98 1-0", "nonsense"):
        line.fill(typed)
        line.press("Enter", no_wait_after=True)
        expect(errors.last).to_contain_text(typed.split()[0])
        expect(errors).to_have_count(1)
    line.fill("1 1-0")
    line.press("Enter", no_wait_after=True)
    until(page, lambda: ResultReport.objects.count() == 1)
    expect(errors).to_have_count(0)


def test_what_is_refused_for_good_is_set_aside_until_it_is_dropped(
    table: Page, drawn: World, live_server: Any
) -> None:
    """An address that is not there any more, a form that is too large, a role that was taken away."""
    gone = live_server.url + drawn.url("referee", 1, 1).replace("/referee/", "/nowhere/")
    for instead, sentence in (
        ({"url": gone}, "no longer exists"),
        ({"url": live_server.url + drawn.url("hall", 1)}, "no longer exists"),
        ({"post_data": "text=" + "x" * 6_000_000}, "A form may not exceed"),
    ):
        table.route("**/referee/note/", partial(Route.continue_, **instead))
        note(table, "cannot be taken")
        refused = panel(table).locator("li", has_text="refused")
        expect(refused).to_contain_text(sentence, timeout=SOON)
        expect(refused).to_contain_text("Table 1: Note · cannot be taken")
        table.unroute("**/referee/note/")
        drop(refused, "was removed from this phone")
        expect(panel(table)).to_be_hidden()
    role = Membership.objects.get(user=drawn.users["dave"])
    role.delete()
    note(table, "the role is gone")
    expect(refused).to_contain_text("you no longer have a role at this event", timeout=SOON)
    accessible(table)
    assert done("note_table") == 0
    role.save()
    refused.get_by_role("button", name="Send again").click()
    until(table, lambda: done("note_table") == 1)
    expect(panel(table).locator("li:has(.badge-good)")).to_contain_text("the role is gone")


def on_its_way(page: Page, address: str) -> list[Route]:
    """The next tap for ``address`` stays on its way until its route goes on."""
    collected: list[Route] = []

    def hold(route: Route) -> None:
        collected.append(route)

    page.route(address, hold, times=1)
    return collected


def noted() -> list[str]:
    return list(JournalEntry.objects.filter(act="note_table").order_by("pk").values_list("reason", flat=True))


@pytest.mark.parametrize("elsewhere", [False, True])
def test_what_is_dropped_on_its_way_and_arrives_is_said_and_leads_nowhere(
    table: Page, drawn: World, live_server: Any, *, elsewhere: bool
) -> None:
    held = on_its_way(table, "**/referee/note/")
    note(table, "wrong player")
    expect(panel(table)).to_contain_text("wrong player", timeout=SOON)
    dropping = table.context.new_page() if elsewhere else table
    if elsewhere:
        dropping.goto(live_server.url + drawn.url("referee", 1, 2))
    drop(panel(dropping).locator("li"), "If it has already reached the server, it stays there.")
    expect(panel(dropping)).to_be_hidden()
    note(table, "right player")
    until(table, lambda: "right player" in table.evaluate(STORED_TAPS))
    held[0].continue_()
    wrong = panel(table).locator("li", has_text="wrong player")
    expect(wrong).to_contain_text("It reached the server before it was removed here", timeout=SOON)
    expect(panel(table).locator("li:has(.badge-good)", has_text="right player")).to_be_visible(timeout=SOON)
    assert noted() == ["wrong player", "right player"]


def test_a_result_that_replaces_one_dropped_on_its_way_is_not_lost(table: Page) -> None:
    held = on_its_way(table, "**/referee/result/")
    table.locator("summary", has_text="Red wins").first.click()
    table.get_by_role("button", name="Confirm: Red").first.click()
    drop(panel(table).locator("li", has_text="Red"), "If it has already reached the server, it stays there.")
    table.locator("summary", has_text="Black wins").first.click()
    table.get_by_role("button", name="Confirm: Black").first.click()
    until(table, lambda: "0-1" in table.evaluate(STORED_TAPS))
    held[0].continue_()
    expect(panel(table)).to_contain_text("It reached the server before", timeout=SOON)
    expect(panel(table).locator("li", has_text="refused")).to_contain_text(CONFLICT)
    assert [report.value for report in ResultReport.objects.all()] == ["1-0"]


def test_what_is_dropped_and_never_arrives_holds_up_nothing(table: Page) -> None:
    held = on_its_way(table, "**/referee/note/")
    note(table, "wrong player")
    drop(panel(table).locator("li", has_text="wrong player"), "was removed from this phone")
    note(table, "right player")
    until(table, lambda: "right player" in table.evaluate(STORED_TAPS))
    held[0].abort()
    expect(table.locator(".log")).to_contain_text("right player", timeout=SOON)
    assert noted() == ["right player"]


def test_what_is_changed_and_sent_again_while_the_first_is_on_its_way_counts_as_well(table: Page) -> None:
    held = on_its_way(table, "**/referee/note/")
    note(table, "first")
    until(table, lambda: bool(held))
    note(table, "second")
    note(table, "second")
    until(table, lambda: "second" in table.evaluate(STORED_TAPS))
    held[0].continue_()
    expect(table.locator(".log")).to_contain_text("second", timeout=SOON)
    assert noted() == ["first", "second"]


def test_a_foul_that_grows_without_a_network_is_two_and_a_double_tap_one(
    table: Page, drawn: World, live_server: Any
) -> None:
    player = entry_at(drawn, 1, "first").number
    place = live_server.url + drawn.url("referee_foul", 1, 1)
    confirm = re.compile("^Confirm")
    later = table.context.new_page()
    later.goto(f"{place}?player={player}&offence=missed-moves&missed=8")
    table.goto(f"{place}?player={player}&offence=missed-moves&missed=4")
    cut(table.context)
    table.get_by_role("button", name=confirm).dblclick()
    expect(panel(table).locator("li")).to_have_count(1, timeout=SOON)
    table.wait_for_timeout(1_500)
    # Four once more would be the four that stand already (WXC 4.3); eight or more are a second foul.
    later.get_by_role("button", name=confirm).dblclick()
    expect(panel(table).locator("li")).to_have_count(2, timeout=SOON)
    cut(table.context, off=False)
    expect(panel(table).locator("li:has(.badge-good)")).to_have_count(2, timeout=SOON)
    assert Foul.objects.in_force().count() == 2
