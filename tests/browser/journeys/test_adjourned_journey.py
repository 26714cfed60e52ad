"""A short section with everything that a round may leave open: somebody who takes a half-point bye, somebody
whom nobody has checked in, and a game that is broken off. In a real browser, from the first draft to the
final standings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from portal import outbox
from tests import factories
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.world import World, tables
from tournaments.models import Adjournment, Entry, Round, Section

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
SEALED = "车五进三"
HALF, UNSEEN = 3, 8
"""Who takes a half-point bye in round 1, and who was never checked in."""


class Hall:
    """Everybody's page, and where things are."""

    def __init__(self, browser: Browser, open_page: Open, server: Any, world: World, language: str) -> None:
        self.world, self.say = world, Words(language)
        self.desk = f"{server.url}/{language}/desk/cup/men/"
        staff = ("alice", "bob", "carol")
        self.pages = {who: signed_in(open_page, server, world, who, **DESK) for who in staff}
        for page in self.pages.values():
            page.set_default_timeout(SOON)

    def at(self, who: str, leaf: str) -> Page:
        page = self.pages[who]
        page.goto(self.desk + leaf)
        return page

    def press(self, page: Page, words: str) -> None:
        with page.expect_navigation():
            page.locator("main").get_by_role("button", name=words, exact=True).first.click()

    def report(self, number: int, *but: int) -> None:
        """A result for every table of the round that has none, typed at the desk."""
        desk = self.at("carol", f"round/{number}/")
        line = desk.locator("input[name=line]")
        for table in tables(self.world.round(number)):
            if table not in but:
                line.fill(f"{table} 1-0")
                line.press("Enter")
                expect(desk.locator(f"#t{table} td.result .three")).to_have_count(0)

    def paired(self, number: int) -> Page:
        referee = self.at("bob", f"round/{number}/")
        self.press(referee, self.say("Pair round %(number)s", number=number))
        outbox.drain()
        return self.at("bob", f"round/{number}/")

    def published(self, number: int) -> Page:
        self.press(self.pages["bob"], self.say("Publish round %(number)s", number=number))
        outbox.drain()
        return self.at("bob", f"round/{number}/")

    def closed(self, number: int) -> None:
        referee = self.at("bob", f"round/{number}/")
        self.press(referee, self.say("Close round %(number)s", number=number))
        outbox.drain()
        assert self.world.round(number).state == Round.State.CLOSED


@pytest.fixture
def two_rounds(drawn: World) -> World:
    drawn.section.round_set.filter(number__gt=2).delete()
    Section.objects.filter(pk=drawn.section.pk).update(rounds=2)
    drawn.section.entries.filter(number=UNSEEN).update(status=Entry.Status.ENTERED)
    drawn.section.refresh_from_db()
    factories.announce(drawn.section)
    return drawn


@pytest.mark.parametrize("language", BOTH)
def test_nothing_that_is_open_is_passed_over(
    browser: Browser, live_server: Any, two_rounds: World, open_page: Open, language: str
) -> None:
    hall = Hall(browser, open_page, live_server, two_rounds, language)
    say, section = hall.say, two_rounds.section

    # One half-point bye for everybody, by the organiser; the desk notes the one that is asked for.
    settings = hall.at("alice", "settings/")
    settings.locator("[name=half_byes_allowed]").fill("1")
    hall.press(settings, say("Save settings"))
    section.refresh_from_db()
    assert section.half_byes_allowed == 1
    entry = section.entries.get(number=HALF)
    desk = hall.at("carol", f"entries/{entry.pk}/")
    desk.locator("form[action$='/absence/'] [name=round]").select_option("1")
    desk.locator("form[action$='/absence/'] [name=absent]").select_option("half")
    hall.press(desk, say("Mark absence"))

    # The referee is asked about whom nobody has seen, and cannot pair before that is answered.
    referee = hall.at("bob", "round/1/")
    arguments = referee.locator("#confirm")
    expect(arguments).to_contain_text(section.entries.get(number=UNSEEN).player.name)
    expect(arguments.get_by_role("checkbox")).to_have_count(1)
    pair = say("Pair round %(number)s", number=1)
    expect(referee.get_by_role("button", name=pair, exact=True)).to_have_count(0)
    accessible_everywhere(referee)
    referee.set_viewport_size(DESK["viewport"])
    arguments.get_by_role("checkbox").check()
    with referee.expect_navigation():
        arguments.locator("button.btn-primary").click()
    referee = hall.paired(1)
    expect(referee.locator(".byes")).to_contain_text(say("half-point bye"))
    assert two_rounds.round().seats.filter(entry__number=UNSEEN).exists()
    accessible_everywhere(referee)
    referee.set_viewport_size(DESK["viewport"])
    hall.published(1)
    reader = open_page("e/cup/men/round/1/", language, **DESK)
    expect(reader.locator("main")).to_contain_text(say("Half-point bye"))

    # A game is broken off, its sealed move noted and shown to nobody.
    first = tables(two_rounds.round(1))[0]
    table = hall.at("bob", f"round/1/results/{first}/")
    table.locator("#adjourn summary").click()
    table.locator("[name=sealed_move]").fill(SEALED)
    hall.press(table, say("Adjourn game"))
    assert Adjournment.objects.get().sealed_move == SEALED
    expect(table.locator("main")).to_contain_text(say("noted, secret until the game is resumed"))
    expect(table.locator("main")).not_to_contain_text(SEALED)
    accessible_everywhere(table)
    table.set_viewport_size(DESK["viewport"])
    hall.report(1, first)
    hall.closed(1)
    reader = open_page("e/cup/men/standings/1/", language, **DESK)
    expect(reader.locator(f"main tr:has(a[href$='/player/{HALF}/'])").first).to_be_visible()
    standing = section.standings.get(after_round=1)
    assert {row["number"]: row["points"] for row in standing.data["rows"]}[HALF] == "1"

    # It holds up nobody's next round, and the end.
    hall.paired(2)
    hall.published(2)
    hall.report(2)
    referee = hall.at("bob", "round/2/")
    waiting = say("Round %(round)s, table %(table)s: adjourned game to finish", round=1, table=first)
    expect(referee.locator("main").get_by_text(waiting).first).to_be_visible()
    close = say("Close round %(number)s", number=2)
    hall.press(referee, close)
    expect(referee.get_by_role("alert").first).to_be_visible()
    accessible_everywhere(referee)
    referee.set_viewport_size(DESK["viewport"])
    assert two_rounds.round(2).state != Round.State.CLOSED
    assert not section.standings.filter(after_round=2).exists()

    # It goes on: the sealed move is opened, the result comes in, and the standings are final.
    table = hall.at("bob", f"round/1/results/{first}/")
    hall.press(table, say("Resume game and open sealed move"))
    expect(table.locator("main")).to_contain_text(SEALED)
    table.locator("label:has([name=value][value='0-1'])").click()
    hall.press(table, say("Enter result"))
    outbox.drain()
    hall.closed(2)
    section.refresh_from_db()
    assert section.state == Section.State.FINISHED
    points = {row["number"]: row["points"] for row in section.standings.latest("pk").data["rows"]}
    # Three tables, a bye of one win and a half-point bye; four tables.
    assert sum(map(int, points.values())) == (3 * 2 + 2 + 1) + 4 * 2
    first_row = open_page("e/cup/men/standings/2/", language, **DESK).locator("main tbody tr").first
    expect(first_row).to_contain_text(max(points.values(), key=int))
