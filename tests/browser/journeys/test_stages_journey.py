"""A double elimination of sixteen, and four groups of four with crossings to a bracket, played to their ends:
at the desk groups are made, lots drawn, places filled and results entered; a reader follows the bracket."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal import outbox
from tests.browser.pages import SOON, Open, accessible, signed_in
from tests.browser.words import Words
from tests.cast import all_here
from tests.teams_world import CODES
from tests.tournaments.acts.played import round_of, start
from tests.world import World
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.rounds import close_round
from tournaments.acts.sections import create_section, open_section
from tournaments.models import Entry, Federation, Section
from tournaments.queries.public.public_bracket import bracket
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.state.options import TWO_FINALS

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
PLAYERS = 16


class Hall:
    """A section of sixteen, the desk's page and the addresses of both."""

    def __init__(self, live_server: Any, world: World, open_page: Open, elimination: str = "") -> None:
        for code in CODES:
            Federation.objects.get_or_create(code=code, defaults={"name_en": code})
        self.cast: Any = SimpleNamespace(event=world.event, **world.users)
        made = create_section(
            event=world.event,
            slug="cup",
            name="Cup",
            rounds=1,
            seed="s",
            preset="knock-out",
            settings={"elimination": elimination} if elimination else {},
            by=self.cast.alice,
        )
        self.cup = Section.objects.select_related("event").get(pk=made["section"])
        for n in range(1, PLAYERS + 1):
            person = PersonInput(name=f"Guest {n:02}", federation=CODES[n % len(CODES)], rating=3000 - n)
            enter_player(section=self.cup, person=person, by=self.cast.alice)
        open_section(section=self.cup, by=self.cast.alice)
        self.base = f"{live_server.url}/en/desk/{world.event.slug}/"
        self.referee = signed_in(
            open_page, live_server, world, "bob", viewport={"width": 1280, "height": 900}
        )
        self.organiser = signed_in(
            open_page, live_server, world, "alice", viewport={"width": 360, "height": 780}
        )
        for page in (self.referee, self.organiser):
            page.set_default_timeout(SOON)

    def press(self, page: Page, leaf: str, words: str) -> None:
        page.goto(f"{self.base}{leaf}")
        with page.expect_navigation():
            page.get_by_role("button", name=words, exact=True).click()
        outbox.drain()

    def play_round(self, section: Section, number: int) -> None:
        """Every result is typed at the desk: whoever is stronger wins."""
        round_ = start(self.cast, section, number)
        tables = list(round_.pairings.exclude(table=None).order_by("table"))
        self.referee.goto(f"{self.base}{section.slug}/round/{number}/")
        line = self.referee.locator("form[data-line] input[name=line]")
        for pairing in tables:
            rating = dict(pairing.seats.values_list("colour", "entry__rating"))
            line.fill(f"{pairing.table} {'1-0' if rating['first'] > rating['second'] else '0-1'}")
            with self.referee.expect_response("**/results/report/**"):
                line.press("Enter", no_wait_after=True)
            expect(line).to_have_value("")
        close_round(round_=round_, by=self.cast.bob)
        outbox.drain()

    def play(self, section: Section) -> None:
        if section.entries.filter(status=Entry.Status.ENTERED).exclude(number=None).exists():
            all_here(round_of(section, 1), by=self.cast.bob)
        for number in range(1, section.rounds + 1):
            self.play_round(section, number)
        section.refresh_from_db()
        assert section.state == Section.State.FINISHED

    def reader(self, open_page: Open) -> Page:
        return open_page(
            f"e/{self.cast.event.slug}/{self.cup.slug}/bracket/", viewport={"width": 360, "height": 740}
        )


def podium(page: Page) -> list[str]:
    return page.locator("ol.podium li a").all_inner_texts()


def test_a_double_elimination_of_sixteen(live_server: Any, world: World, open_page: Open) -> None:
    say = Words("en")
    hall = Hall(live_server, world, open_page, TWO_FINALS)
    hall.press(hall.referee, f"{hall.cup.slug}/lots/", say("Draw lots"))
    hall.cup.refresh_from_db()
    hall.play(hall.cup)
    drawn = bracket(hall.cup.pk, PublicSnapshot())
    played = [match for level in drawn.levels for match in level.matches]
    assert len(played) == 2 * PLAYERS - 2
    assert all(match.decided for match in played)
    reader = hall.reader(open_page)
    accessible(reader)
    assert podium(reader)[:2] == ["Guest 01", "Guest 02"]
    expect(reader.get_by_role("heading", name=say("Lower bracket"))).to_be_visible()
    hall.referee.goto(f"{hall.base}{hall.cup.slug}/")
    expect(hall.referee.get_by_role("heading", name=say("Upper bracket"))).to_be_visible()
    accessible(hall.referee)


def test_four_groups_of_four_and_their_crossings(live_server: Any, world: World, open_page: Open) -> None:
    say = Words("en")
    hall = Hall(live_server, world, open_page)
    organiser, stages = hall.organiser, f"{hall.cup.slug}/stages/"
    organiser.goto(f"{hall.base}{stages}")
    form = organiser.locator("form", has=organiser.locator("[name=groups]"))
    form.locator("[name=groups]").fill("4")
    form.locator("[name=qualifiers]").select_option("2")
    with organiser.expect_navigation():
        form.locator("button").click()
    expect(organiser.get_by_text("Cup A, place 1")).to_be_visible()
    accessible(organiser)
    groups = Section.objects.select_related("event").filter(event=hall.cast.event, name__startswith="Cup ")
    assert groups.count() == 4
    for group in groups.order_by("slug"):
        hall.press(hall.referee, f"{group.slug}/lots/", say("Draw lots"))
        group.refresh_from_db()
        assert group.rounds == 3
        hall.play(group)
    hall.press(hall.referee, f"{hall.cup.slug}/lots/", say("Fill places"))
    hall.cup.refresh_from_db()
    assert hall.cup.rounds == 3
    # The bracket stands before its first round: winners of a group meet again in the final at the earliest.
    reader = hall.reader(open_page)
    expect(reader.get_by_text("Winner of match 1")).to_be_visible()
    hall.referee.goto(f"{hall.base}{hall.cup.slug}/")
    expect(hall.referee.get_by_text("Winner of match 1")).to_be_visible()
    hall.play(hall.cup)
    reader = hall.reader(open_page)
    accessible(reader)
    assert podium(reader)[:2] == ["Guest 01", "Guest 02"]
