"""A level match of a knock-out is played on at the desk, on a phone: the players and results of each step,
who chooses in the extra game, a slip undone, and everybody reads who goes on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal import outbox
from tests.browser.pages import SOON, Open, accessible, signed_in
from tests.browser.words import BOTH, Words
from tests.teams_world import CODES, all_reported, match_at, teams_playing
from tests.world import World
from tournaments.models import Federation, Match, Round
from tournaments.state.deciding import PRESETS

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 780}, "has_touch": True}


@pytest.fixture
def cup(world: World) -> Round:
    """Two teams of three, drawn on every board, to be played on by the first variant of cnchess 30."""
    for code in CODES:
        Federation.objects.get_or_create(code=code, defaults={"name_en": code})
    cast: Any = SimpleNamespace(event=world.event, **world.users)
    settings = {"team_deciders": [], "team_steps": list(PRESETS["cx30-1"])}
    cup = teams_playing(cast, preset="knock-out", teams=2, rounds=1, settings=settings)
    all_reported(cup, world.users["bob"], "1/2")
    return cup


def enter(page: Page, number: int, match: Match, result: str, begins: str = "") -> None:
    """Board 1 plays step ``number``."""
    assert match.first_line_up
    assert match.second_line_up
    form = page.locator("form", has=page.locator(f"[name=step][value='{number}']"))
    if not form.locator("[name=first_1]").is_visible():
        page.locator("details", has=form).locator("summary").click()
    form.locator("[name=first_1]").select_option(str(match.first_line_up[0]))
    form.locator("[name=second_1]").select_option(str(match.second_line_up[0]))
    if begins:
        form.locator("[name=begins]").select_option(begins)
    form.locator("[name=result_1]").fill(result)
    with page.expect_navigation():
        form.locator("button").click()


@pytest.mark.parametrize("language", BOTH)
def test_a_level_match_is_played_on(
    live_server: Any, world: World, cup: Round, open_page: Open, language: str
) -> None:
    say = Words(language)
    match = match_at(cup)
    assert match.second
    where = f"{world.event.slug}/{cup.section.slug}/"
    at = f"{live_server.url}/{language}/desk/{where}round/1/matches/1/"
    desk = signed_in(open_page, live_server, world, "bob", **PHONE)
    desk.set_default_timeout(SOON)
    desk.goto(at)
    enter(desk, 1, match, "1")
    going = say("%(team)s advances, decided by %(how)s.", team=match.first.name, how=say("decider boards"))
    expect(desk.locator("main")).to_contain_text(going)

    # It was the other match: what was entered is undone in the journal.
    desk.goto(f"{live_server.url}/{language}/desk/{world.event.slug}/-/journal/")
    newest = desk.locator("details.undo").first
    newest.locator("summary").click()
    newest.locator("[name=reason]").fill("the other match")
    with desk.expect_navigation():
        newest.locator("button").click()
    assert match_at(cup).steps == []

    # Level by the quick game: who did not choose before chooses in the extra game, and a draw is enough.
    desk.goto(at)
    enter(desk, 1, match, "=")
    expect(desk.locator("main")).to_contain_text(
        say("who did not choose the sides of the match chooses the side")
    )
    accessible(desk)
    enter(desk, 2, match, "=", "first")
    outbox.drain()
    going = say("%(team)s advances, decided by %(how)s.", team=match.second.name, how=say("decider boards"))
    reader = open_page(f"e/{where}round/1/", language)
    expect(reader.locator("main")).to_contain_text(going)
