"""The entries of a section as a desk keeps them: sorted, narrowed, and many changed at once; in a real
browser, by boxes that are ticked and columns that are pressed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import Clicks
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.factories import make_entries
from tests.world import World
from tournaments.models import Absence, Category, Entry, Federation, Player, Team

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]
Status = Entry.Status
DESK = {"viewport": {"width": 1280, "height": 900}}


class Desk:
    """The list of entries, open before somebody."""

    def __init__(self, page: Page, world: World, say: Words, server: str) -> None:
        self.page, self.world, self.say = page, world, say
        self.address = f"{server}/{say.language}/desk/cup/men/entries/"

    def open(self, query: str = "") -> None:
        self.page.goto(self.address + query)

    @property
    def numbers(self) -> list[int]:
        """Of the rows, from above."""
        cells = self.page.locator("#entries-list tbody tr td.pick").all_inner_texts()
        return [int(next(word for word in cell.split() if word.isdigit())) for cell in cells]

    def sort(self, column: str) -> None:
        heading = self.page.locator("#entries-list thead").get_by_role("link", name=column, exact=True)
        # The same page again, with another order.
        with self.page.expect_navigation():
            heading.click()

    def narrow(self, field: str, value: str) -> None:
        form = self.page.locator("details.filter")
        if form.get_attribute("open") is None:
            form.locator("summary").click()
        form.locator(f"[name={field}]").select_option(value)
        with self.page.expect_navigation():
            form.get_by_role("button", name=self.say("Show"), exact=True).click()

    def tick(self, *numbers: int) -> None:
        for number in numbers:
            row = self.page.locator("#entries-list tbody tr").nth(self.numbers.index(number))
            row.get_by_role("checkbox").check()

    def more(self) -> None:
        with self.page.expect_navigation():
            self.page.locator("#several").get_by_role("button", name=self.say("More…"), exact=True).click()

    def press(self, name: str) -> None:
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=name, exact=True).click()

    def fill(self, form: str, **values: str) -> None:
        """The form that goes to ``form``."""
        result = self.page.locator(f"form[action*='{form}']")
        for name, value in values.items():
            field = result.locator(f"[name={name}]")
            if field.evaluate("field => field.localName") == "select":
                field.select_option(value)
            else:
                field.fill(value)

    def of(self, **narrow: Any) -> set[int | None]:
        return set(self.world.section.entries.filter(**narrow).values_list("number", flat=True))


@pytest.fixture
def provincial(drawn: World) -> World:
    section = drawn.section
    make_entries(section, 4)
    section.entries.update(status=Status.ENTERED, team=None)
    Team.objects.create(section=section, name="Reds")
    Category.objects.create(section=section, key="youth", name="Youth", native_name="青年")
    Federation.objects.get_or_create(code="")
    for number in (3, 5):
        Player.objects.filter(entries__section=section, entries__number=number).update(federation="")
    for number in range(1, 13):
        section.entries.filter(number=number).update(rating=2000 + 37 * number % 100)
    return drawn


@pytest.mark.long
@pytest.mark.parametrize("language", BOTH)
def test_sorted_narrowed_and_many_at_once(
    browser: Browser, live_server: Any, provincial: World, open_page: Open, language: str
) -> None:
    say = Words(language)
    page = signed_in(open_page, live_server, provincial, "alice", **DESK)
    page.set_default_timeout(SOON)
    desk = Desk(page, provincial, say, live_server.url)
    desk.open()
    assert desk.numbers == list(range(1, 13))
    rating = {entry.number: entry.rating or 0 for entry in provincial.section.entries.all()}
    desk.sort(say("Rating"))
    assert [rating[number] for number in desk.numbers] == sorted(rating.values())
    desk.sort(say("Rating"))
    assert [rating[number] for number in desk.numbers] == sorted(rating.values(), reverse=True)

    # Those without a federation, by the filter; they get a team.
    desk.open()
    desk.narrow("without", "federation")
    assert desk.numbers == [3, 5]
    accessible_everywhere(page)
    page.set_viewport_size(DESK["viewport"])
    clicks = Clicks(page)
    page.reload()
    page.get_by_role("link", name=say("Select all shown"), exact=True).click()
    desk.more()
    accessible_everywhere(page)
    page.set_viewport_size(DESK["viewport"])
    desk.fill("/team/", team=str(Team.objects.get(name="Reds").pk))
    desk.press(say("Set team"))
    assert clicks.number <= 4
    assert desk.of(team__name="Reds") == {3, 5}

    # Narrowed by that team, they are checked in by one press; the tab has everybody else.
    desk.open()
    desk.narrow("team", str(Team.objects.get(name="Reds").pk))
    assert desk.numbers == [3, 5]
    desk.press(say("Check in all shown"))
    assert desk.of(status=Status.CHECKED_IN) == {3, 5}
    desk.open()
    page.get_by_role("navigation", name=say("Entries by status")).get_by_role("link").nth(1).click()
    page.wait_for_url("**show=entered*")
    assert desk.numbers == [1, 2, 4, *range(6, 13)]
    desk.tick(1, 2, 4)
    several = page.locator("#several")
    with page.expect_navigation():
        several.get_by_role("button", name=say("Check in"), exact=True).click()
    assert desk.of(status=Status.CHECKED_IN) == {1, 2, 3, 4, 5}

    # Absent in round 1, in a category, withdrawn with a reason: several each.
    desk.open()
    desk.tick(6, 7)
    desk.more()
    desk.fill("/absence/", round="1", absent="yes", reason="the bus")
    desk.press(say("Mark absence"))
    assert set(Absence.objects.values_list("entry__number", "round_number")) == {(6, 1), (7, 1)}
    desk.open("?show=absent")
    assert desk.numbers == [6, 7]
    desk.open()
    desk.tick(8, 9, 10)
    desk.more()
    desk.fill("/category/", category="youth", belongs="yes")
    desk.press(say("Set category"))
    desk.open()
    desk.narrow("category", "youth")
    assert desk.numbers == [8, 9, 10]
    desk.open()
    desk.tick(11, 12)
    desk.more()
    desk.fill("/withdraw/", reason="illness")
    desk.press(say("Withdraw %(count)s player", "Withdraw %(count)s players", count=2))
    assert desk.of(status=Status.WITHDRAWN) == {11, 12}
    desk.open("?show=withdrawn")
    assert desk.numbers == [11, 12]
    accessible_everywhere(page)


def test_what_is_refused_for_one_is_done_to_none(
    browser: Browser, live_server: Any, provincial: World, open_page: Open
) -> None:
    """And the page says for whom; those who are ticked stay so."""
    say = Words()
    provincial.section.entries.filter(number=2).update(status=Status.WITHDRAWN, withdrawn_after=0)
    page = signed_in(open_page, live_server, provincial, "alice", **DESK)
    page.set_default_timeout(SOON)
    desk = Desk(page, provincial, say, live_server.url)
    desk.open()
    desk.tick(1, 2)
    desk.more()
    desk.fill("/absence/", round="1", absent="yes", reason="the bus")
    desk.press(say("Mark absence"))
    name = provincial.section.entries.get(number=2).player.name
    expect(page.get_by_role("alert")).to_contain_text(name)
    expect(page.get_by_role("heading", name="2 players selected")).to_be_visible()
    assert not Absence.objects.exists()
