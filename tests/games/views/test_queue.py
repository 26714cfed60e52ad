"""Taps of a referee whose network comes and goes: each is kept on the phone and counts exactly once."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from games.models import Claim
from portal.journal.models import JournalEntry
from tests.browser.driving import launch_options
from tests.browser.pages import SOON, Open, accessible, signed_in
from tests.browser.site import wait_until
from tests.games.views.tapping import CONFLICT, STORED_TAPS, cut, done, drop, note, panel, pumped, until
from tests.world import World, entry_at
from tournaments.acts.results import report_result
from tournaments.models import Entry, Foul, ResultReport

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}


def session_of(page: Page, world: World, who: str, url: str) -> None:
    """``who`` signs in anew on this phone."""
    world.clients.pop(who, None)
    session = world.client(who).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])


@pytest.mark.slow
def test_with_a_network_a_tap_leads_on_as_without_scripts(table: Page) -> None:
    note(table, "the light failed")
    expect(table.get_by_text("Note added.")).to_be_visible(timeout=SOON)
    expect(panel(table)).to_be_hidden()
    assert done("note_table") == 1


@pytest.mark.slow
def test_what_is_tapped_without_a_network_is_sent_when_it_is_back(table: Page, drawn: World) -> None:
    cut(table.context)
    table.locator("summary", has_text="Red wins").first.click()
    table.get_by_role("button", name="Confirm: Red").first.dblclick()
    expect(panel(table)).to_contain_text("Saved on this phone", timeout=SOON)
    expect(panel(table)).to_contain_text("Table 1: Red")
    note(table, "after it")
    expect(panel(table).locator("li")).to_have_count(2, timeout=SOON)
    accessible(table)
    assert not ResultReport.objects.exists()
    cut(table.context, off=False)
    expect(panel(table).locator("li:has(.badge-good)")).to_have_count(2, timeout=SOON)
    acts = JournalEntry.objects.filter(act__in=("report_result", "note_table")).order_by("pk")
    assert [entry.act for entry in acts] == ["report_result", "note_table"]
    table.reload()
    expect(panel(table)).to_be_hidden()
    expect(table.locator(".referee-result")).to_contain_text("1–0")


@pytest.mark.slow
def test_two_referees_in_conflict_see_both_names_once_the_network_is_back(table: Page, drawn: World) -> None:
    """Nothing is loaded again by hand: the page of the table follows."""
    cut(table.context)
    report_result(round_=drawn.round(), table=1, value="1-0", seen=None, by=drawn.users["bob"])
    table.locator("summary", has_text="Black wins").first.click()
    table.get_by_role("button", name="Confirm: Black").first.click()
    expect(panel(table)).to_contain_text("Saved on this phone", timeout=SOON)
    cut(table.context, off=False)
    expect(table.locator(".referee-result")).to_contain_text("1–0", timeout=SOON)
    expect(panel(table)).to_contain_text(f"{CONFLICT}1–0, entered by bob.", timeout=SOON)
    conflict = table.locator(".conflict")
    for words in ("1–0", "0–1", "by bob", "by dave"):
        expect(conflict).to_contain_text(words, timeout=SOON)
    assert done("contest_result") == 1


@pytest.mark.matrix  # waits for the queue to try again
def test_an_answer_that_is_lost_on_the_way_back_does_nothing_twice(table: Page) -> None:
    arrived = []

    def lose(route: Route) -> None:
        arrived.append(route.fetch().status)
        route.abort()

    table.route("**/referee/note/", lose)
    note(table, "lost on the way")
    until(table, lambda: len(arrived) > 1)
    assert done("note_table") == 1
    expect(panel(table)).to_contain_text("Saved on this phone")
    table.unroute("**/referee/note/")
    expect(panel(table).locator("li:has(.badge-good)")).to_have_count(1, timeout=SOON)
    assert done("note_table") == 1


@pytest.mark.slow
def test_a_page_that_is_loaded_again_in_the_middle_goes_on(table: Page) -> None:
    table.route("**/account/sender/", lambda route: route.abort())
    note(table, "before the reload")
    expect(panel(table)).to_contain_text("Saved on this phone", timeout=SOON)
    table.reload()
    expect(panel(table)).to_contain_text("Saved on this phone", timeout=SOON)
    assert done("note_table") == 0
    table.unroute("**/account/sender/")
    expect(panel(table).locator("li:has(.badge-good)")).to_have_count(1, timeout=SOON)
    assert done("note_table") == 1


@pytest.mark.long  # waits for the queue to try again
def test_what_a_proxy_says_decides_nothing(table: Page) -> None:
    """A hall's network that answers everything with its own page, well or not."""
    for status in (200, 302, 404, 502):
        table.route("**/referee/note/", partial(Route.fulfill, status=status, body="Welcome!"))
        note(table, f"after {status}")
        expect(panel(table).locator("li:not(:has(.badge))")).to_contain_text("Note", timeout=SOON)
        table.unroute("**/referee/note/")
        expect(panel(table).locator("li:not(:has(.badge))")).to_have_count(0, timeout=SOON)
    assert done("note_table") == 4


@pytest.mark.slow
def test_an_expired_session_loses_nothing(table: Page, drawn: World, live_server: Any) -> None:
    Session.objects.all().delete()
    note(table, "while signed out")
    expect(panel(table)).to_contain_text("Sign in again", timeout=SOON)
    assert done("note_table") == 0
    table.reload()
    expect(table.get_by_label("Password")).to_be_visible()
    session_of(table, drawn, "dave", live_server.url)
    table.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    table.goto(live_server.url + drawn.url("hall", 1))
    expect(panel(table).locator("li:has(.badge-good)")).to_have_count(1, timeout=SOON)
    entry = JournalEntry.objects.get(act="note_table")
    assert (str(entry.by), entry.reason) == ("dave", "while signed out")


@pytest.mark.slow
def test_another_persons_session_does_not_send_it(table: Page, drawn: World, live_server: Any) -> None:
    table.route("**/account/sender/", lambda route: route.abort())
    note(table, "of dave")
    expect(panel(table)).to_contain_text("Saved on this phone", timeout=SOON)
    session_of(table, drawn, "bob", live_server.url)
    table.unroute("**/account/sender/")
    # Dave's page is still open: it asks, hears that it is Bob, and sends nothing.
    with table.expect_response("**/account/sender/"):
        table.evaluate("dispatchEvent(new Event('online'))")
    table.reload()
    expect(panel(table)).to_contain_text("unsent entry by dave", timeout=SOON)
    note(table, "of bob")
    expect(table.get_by_text("Note added.")).to_be_visible(timeout=SOON)
    assert [str(entry.by) for entry in JournalEntry.objects.filter(act="note_table")] == ["bob"]
    # No page is open meanwhile: it would send what waits of Dave before the next one could show it as sent.
    there = table.url
    table.goto("about:blank")
    session_of(table, drawn, "dave", live_server.url)
    table.goto(there)
    expect(panel(table).locator("li:has(.badge-good)")).to_have_count(1, timeout=SOON)
    journal_entrys = JournalEntry.objects.filter(act="note_table").order_by("pk")
    assert [(str(entry.by), entry.reason) for entry in journal_entrys] == [
        ("bob", "of bob"),
        ("dave", "of dave"),
    ]


@pytest.mark.slow
def test_what_the_site_refuses_stays_with_its_sentence(table: Page, drawn: World) -> None:
    cut(table.context)
    table.locator("summary", has_text="Red wins").first.click()
    table.get_by_role("button", name="Confirm: Red").first.click()
    expect(panel(table)).to_contain_text("Saved on this phone", timeout=SOON)
    note(table, "still noted")
    expect(panel(table).locator("li")).to_have_count(2, timeout=SOON)
    report_result(round_=drawn.round(), table=1, value="0-1", seen=None, by=drawn.users["bob"])
    cut(table.context, off=False)
    refused = panel(table).locator("li", has_text="refused")
    expect(refused).to_contain_text(CONFLICT, timeout=SOON)
    expect(refused.get_by_role("link", name="Open the page")).to_have_attribute(
        "href", drawn.url("referee", 1, 1)
    )
    until(table, lambda: done("note_table") == 1)
    accessible(table)
    table.reload()
    expect(refused).to_contain_text(CONFLICT, timeout=SOON)
    drop(refused, "Table 1: Red")
    expect(panel(table)).to_be_hidden()
    table.reload()
    expect(panel(table)).to_be_hidden()
    assert ResultReport.objects.get().value == "0-1"


@pytest.mark.slow
def test_a_refusal_at_once_is_the_sites_own_page(table: Page, drawn: World) -> None:
    report_result(round_=drawn.round(), table=1, value="0-1", seen=None, by=drawn.users["bob"])
    table.locator("summary", has_text="Red wins").first.click()
    table.get_by_role("button", name="Confirm: Red").first.click()
    expect(table.get_by_role("alert")).to_contain_text(CONFLICT, timeout=SOON)
    expect(panel(table)).to_be_hidden()


@pytest.mark.slow
def test_two_tabs_send_each_tap_once_and_in_order(table: Page, drawn: World, live_server: Any) -> None:
    other = table.context.new_page()
    other.goto(live_server.url + drawn.url("referee", 1, 2))
    cut(table.context)
    for page, text in ((table, "one"), (other, "two"), (table, "three"), (other, "four")):
        note(page, text)
        expect(panel(page).locator("li", has_text="Note").last).to_be_visible(timeout=SOON)
        until(page, lambda page=page, text=text: text in str(page.evaluate(STORED_TAPS)))
    cut(table.context, off=False)
    until(table, lambda: done("note_table") == 4)
    journal_entrys = JournalEntry.objects.filter(act="note_table").order_by("pk")
    assert [entry.reason for entry in journal_entrys] == ["one", "two", "three", "four"]


@pytest.mark.slow
def test_what_another_tab_sends_along_leads_on_as_well(table: Page, drawn: World, live_server: Any) -> None:
    other = table.context.new_page()
    other.goto(live_server.url + drawn.url("referee", 1, 1))
    hold = "navigator.locks.request('qiyuan-sender', () => new Promise((done) => (window.letGo = done)))"
    table.evaluate(f"void {hold}")
    note(table, "one")
    expect(panel(table)).to_contain_text("Note", timeout=SOON)
    note(other, "two")
    expect(panel(other)).to_contain_text("Note", timeout=SOON)
    table.evaluate("window.letGo()")
    # The first page sends both; the second is led on to a page that shows what was done.
    expect(other.locator(".log")).to_contain_text("two", timeout=SOON)
    assert done("note_table") == 2


@pytest.mark.slow
def test_a_foul_on_the_overview_without_a_network(live_server: Any, drawn: World, open_page: Open) -> None:
    drawn.published()
    report_result(round_=drawn.round(), table=2, value="0-1", seen=None, by=drawn.users["bob"])
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("hall", 1))
    black = entry_at(drawn, 3, "second")
    cut(page.context)
    page.locator("#hall-3").click()
    sheet = page.locator("#sheet")
    expect(sheet.get_by_role("heading", name="Table 3")).to_be_visible()
    sheet.locator("summary", has_text="Foul by Black").click()
    sheet.locator("[data-step='8']").last.check()
    accessible(page)
    sheet.get_by_role("button", name="Confirm 2 fouls (8 or more, WXC 4.3): Black has 2").dblclick()
    expect(sheet).to_be_hidden()
    expect(panel(page)).to_contain_text("Table 3: Moves not recorded: 8 or more")
    expect(panel(page)).to_contain_text(black.player.name)
    expect(page.locator("#hall-3").get_by_text("saved on this phone, not sent yet")).to_be_visible()
    expect(page.locator("#hall-2 [data-pending]")).to_be_hidden()
    page.get_by_role("textbox", name="Table").fill("2")
    page.get_by_role("button", name="Go").click()
    expect(sheet.locator("summary", has_text="Draw")).to_be_hidden()
    sheet.get_by_role("button", name="Close").click()
    page.locator("#hall-4").click()
    sheet.locator("summary", has_text="Draw").click()
    sheet.get_by_role("button", name="Confirm the draw").click()
    expect(panel(page)).to_contain_text("Table 4: Draw")
    cut(page.context, off=False)
    expect(page.locator("#hall-4")).to_contain_text("½–½", timeout=SOON)
    expect(page.locator("#hall-3")).to_contain_text("Black: 2 fouls", timeout=SOON)
    expect(page.locator("#hall-3 [data-pending]")).to_be_hidden()
    for foul in Foul.objects.in_force():
        assert (foul.entry, foul.offence, foul.status) == (black, "missed-moves", "confirmed")
    assert (done("log_foul"), done("report_result")) == (1, 2)
    # What came of it cites its article, which opens in place.
    expect(panel(page)).to_contain_text("Foul confirmed: 2 of 4 (WXC 4.3)")
    panel(page).locator("a.cited").first.click()
    expect(page.locator("#cited")).to_contain_text("Four fouls in one game lose it.")
    page.keyboard.press("Escape")
    # Two more, without a network, lose the game, and the button says so.
    cut(page.context)
    page.locator("#hall-3").click()
    sheet.locator("summary", has_text="Foul by Black").click()
    foul = sheet.locator("form[data-leaf='foul/'][data-of='second']")
    expect(foul.locator("[data-tally=second]")).to_have_text("Fouls: 2 of 4")
    foul.locator("[value=technical]").check()
    expect(sheet.get_by_role("button", name="Confirm 1 foul (Technical foul): Black has 3")).to_be_visible()
    # Of moves that are missing only the site knows which the earlier fouls are for.
    foul.locator("[data-step='8']").check()
    expect(sheet.get_by_role("button", name=f"Confirm foul by Black, {black.player.name}")).to_be_visible()
    foul.locator("[value=technical]").check()
    foul.locator(".btn-primary").click()
    cut(page.context, off=False)
    expect(page.locator("#hall-3")).to_contain_text("Black: 3 fouls", timeout=SOON)
    cut(page.context)
    page.locator("#hall-3").click()
    sheet.locator("summary", has_text="Foul by Black").click()
    foul.locator("[value=technical]").check()
    words = "Confirm 1 foul (Technical foul): Black has 4 and loses"
    expect(sheet.get_by_role("button", name=words)).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    cut(page.context, off=False)
    page.locator("#hall-3").click()
    expect(page.get_by_role("heading", name="Table 3")).to_be_visible()


@pytest.mark.slow
def test_a_claim_counted_by_hand_without_a_network(live_server: Any, drawn: World, open_page: Open) -> None:
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("hall", 1))
    cut(page.context)
    page.locator("#hall-3").click()
    sheet = page.locator("#sheet")
    sheet.locator("summary", has_text="Claim by Black").click()
    claim = sheet.locator("form[data-leaf='claim/'][data-of='second']")
    button = claim.locator(".btn-primary")
    expect(button).to_be_hidden()
    # Captured in move 20 by Black, now move 71 of Red: 101 of both sides since.
    claim.get_by_label("Last move on the board").fill("71")
    claim.get_by_label("Move of the last capture").fill("20")
    claim.locator("[name=since_side]").select_option("second")
    claim.get_by_label("Checks by Black since then").fill("60")
    expect(claim.locator("[data-why]")).to_be_visible()
    claim.get_by_label("Checks by Black since then").fill("14")
    expect(button).to_have_text("Enter the claim: 97 of 100, rejected: foul, five minutes less")
    claim.get_by_label("Time left on the clock").fill("4:10")
    expect(button).to_have_text("Enter the claim: 97 of 100, rejected: Black loses")
    claim.get_by_label("Checks by Black since then").fill("11")
    expect(button).to_have_text("Enter the claim: 100 of 100, draw")
    accessible(page)
    button.click()
    expect(sheet).to_be_hidden()
    expect(panel(page)).to_contain_text("Table 3: Enter the claim: 100 of 100, draw")
    assert Claim.objects.count() == 0
    cut(page.context, off=False)
    expect(page.locator("#hall-3")).to_contain_text("½–½", timeout=SOON)
    made = Claim.objects.get()
    assert (made.ply, made.clock, made.right, made.outcome) == (141, 250, True, "draw")
    assert done("rule_on_claim") == 1


@pytest.mark.slow
def test_a_check_in_without_a_network(live_server: Any, drawn: World, open_page: Open) -> None:
    Entry.objects.update(status=Entry.Status.ENTERED)
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("entries"))
    cut(page.context)
    page.get_by_role("button", name="Check in Wu Lan").dblclick()
    expect(panel(page)).to_contain_text("Check-in of Wu Lan", timeout=SOON)
    expect(panel(page).locator("li")).to_have_count(1)
    cut(page.context, off=False)
    expect(panel(page).locator("li:has(.badge-good)")).to_have_count(1, timeout=SOON)
    assert Entry.objects.get(status=Entry.Status.CHECKED_IN).player.name == "Wu Lan"
    assert done("check_in") == 1


@pytest.mark.long  # starts browsers of its own
def test_what_is_kept_survives_the_browsers_death(
    live_server: Any, drawn: World, browser: Browser, tmp_path: Path
) -> None:
    drawn.published()
    session = drawn.client("dave").cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}

    def phone() -> tuple[BrowserContext, Page]:
        context = browser.browser_type.launch_persistent_context(tmp_path, viewport=PHONE, **launch_options())
        context.add_cookies([cookie])
        return context, context.pages[0]

    context, page = phone()
    page.goto(live_server.url + drawn.url("referee", 1, 1))
    cut(context)
    note(page, "before the battery died")
    expect(panel(page)).to_contain_text("Saved on this phone", timeout=SOON)
    for process in processes_of(tmp_path):
        os.kill(process, signal.SIGKILL)
    wait_until(lambda: pumped(page))
    for lock in tmp_path.glob("Singleton*"):
        lock.unlink()
    context, page = phone()
    page.goto(live_server.url + drawn.url("referee", 1, 2))
    expect(panel(page).locator("li:has(.badge-good)")).to_have_count(1, timeout=SOON)
    context.close()
    assert JournalEntry.objects.get(act="note_table").reason == "before the battery died"


def processes_of(folder: Path) -> list[int]:
    """The browser that has its profile in ``folder``, and the script that may have started it."""
    collected = []
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        words = status.read_bytes().split(b"\0")
        if f"--user-data-dir={folder}".encode() in words and not any(w.startswith(b"--type=") for w in words):
            collected.append(int(status.parent.name))
    assert collected, "no such browser"
    return collected
