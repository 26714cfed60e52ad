"""Somebody is found in all parts of a large section, and led to the row."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from portal import outbox
from tests import factories, large
from tests.browser.looking import everywhere
from tests.browser.pages import Open
from tests.cached_worlds import remembered
from tests.games.accepted import accepted
from tournaments.models import Section
from tournaments.pages import paths
from tournaments.queries.public import public_parts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_parts, "ROWS", 20)


@pytest.fixture
@remembered
def section(browser: Browser, live_server: Any) -> Section:
    section = factories.make_section(factories.make_event(), state="running")
    large.make_players(section, 61)
    large.play(section, 1)
    large.publish(section, 2)
    factories.announce(section)
    outbox.drain()
    return section


@pytest.mark.slow
def test_a_name_in_another_part_is_found(section: Section, open_page: Open) -> None:
    seat = (
        section.round_set.get(number=2)
        .seats.select_related("pairing", "entry__player")
        .get(pairing__table=25, colour="second")
    )
    name = seat.entry.player.name
    page = open_page(paths.round_path(section, 2))
    page.get_by_label("Find your table").fill(name)
    card = page.locator(".card")
    expect(card).to_have_count(1)
    expect(card).to_contain_text(f"Table {seat.pairing.table}")
    expect(card).to_contain_text("Black against ")
    card.get_by_role("link", name="Show in the table").click()
    expect(page).to_have_url(re.compile(r"/round/2/part/2/#row-\d+$"))
    # What was typed is known here too.
    expect(page.locator("tr.mine")).to_contain_text(name)
    # Who plays nobody has no row by table.
    last = section.entries.select_related("player").get(number=61).player.name
    page.get_by_label("Find your table").fill(last)
    expect(card).to_contain_text("You have the bye")
    expect(card.get_by_role("link", name="Show in the table")).to_have_count(0)
    page.get_by_label("Find your table").fill("zzzz")
    expect(page.get_by_text("No player with this name in this round.")).to_be_visible()


@pytest.mark.parametrize("path", [paths.standings_path, paths.crosstable_path])
@pytest.mark.slow
def test_a_rank_in_another_part_is_found(section: Section, open_page: Open, path: Any) -> None:
    row = section.standings.get().data["rows"][50]
    name = section.entries.select_related("player").get(number=row["number"]).player.name
    page = open_page(path(section, 1))
    page.get_by_label("Find yourself").fill(name)
    expect(page.locator(".card")).to_contain_text(f"Rank {row['rank']}")
    page.get_by_role("link", name="Show in the table").click()
    expect(page).to_have_url(re.compile(rf"/part/3/#row-{row['number']}$"))
    expect(page.locator("tr.mine")).to_contain_text(name)


@pytest.mark.slow
def test_games_of_other_parts_are_found(section: Section, open_page: Open) -> None:
    for table in range(1, 31):
        accepted(section, table, b"1. C2=5 h8+7")
    outbox.drain()
    last = section.round_set.get(number=1).seats.select_related("entry__player")
    name = last.get(pairing__table=30, colour="second").entry.player.name
    page = open_page(paths.games_path(section))
    rows = page.locator("[data-chosen] tbody tr")
    expect(page.locator("[data-game]")).to_have_count(20)
    page.get_by_label("Player", exact=True).fill(name)
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(name)
    expect(rows).to_contain_text("Central Cannon")
    expect(page.get_by_text("1 of 30 games")).to_be_visible()
    expect(page.locator("[data-game]").first).to_be_hidden()
    rows.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/round/1/table/30/"))
    page = open_page(f"{paths.games_path(section)}part/2/")
    page.get_by_label("Player", exact=True).fill("zzzz")
    expect(page.get_by_text("0 of 30 games")).to_be_visible()
    page.get_by_label("Player", exact=True).fill("")
    expect(page.locator("[data-game]")).to_have_count(10)
    expect(page.locator("[data-game]").first).to_be_visible()


@pytest.mark.slow
def test_while_the_site_is_away_each_letter_asks_once(section: Section, open_page: Open) -> None:
    name = section.entries.select_related("player").get(number=50).player.name
    page = open_page(paths.standings_path(section, 1))
    collected: list[str] = []

    def away(route: Route) -> None:
        collected.append(route.request.url)
        route.abort()

    page.route("**/places*", away)
    for count, letters in enumerate((name[:-1], name), start=1):
        page.get_by_label("Find yourself").fill(letters)
        expect(page.get_by_text("The names could not be loaded.")).to_be_visible()
        page.wait_for_timeout(200)
        assert len(collected) == count
    page.unroute("**/places*")
    page.get_by_label("Find yourself").fill(f"{name} ")
    expect(page.locator(".card")).to_have_count(1)


@pytest.mark.slow
def test_parts_in_every_width(section: Section, open_page: Open) -> None:
    for path in (
        f"{paths.section_path(section)}part/2/",
        f"{paths.round_path(section, 2)}part/2/",
        f"{paths.by_name_path(section, 2)}part/2/",
        f"{paths.standings_path(section, 1)}part/2/",
    ):
        page = open_page(path, bypass_csp=True, reduced_motion="reduce")
        assert everywhere(page, overview=False, axe_at=(360,)) == [], path
