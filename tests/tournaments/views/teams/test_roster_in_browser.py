"""In the table of teams a player goes to another board by dragging the name, or by the board's number."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.pages import SOON, Open, accessible
from tests.cast import Cast
from tests.teams_world import drawn_teams
from tests.world import ValidClient

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_two_players_of_a_team_change_places(live_server: Any, cast: Cast, open_page: Open) -> None:
    section = drawn_teams(cast)
    client = ValidClient()
    client.force_login(cast.carol)
    page: Page = open_page("account/login/", bypass_csp=True)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
    )
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/en/desk/{section.event.slug}/{section.slug}/teams/")
    team = section.teams.order_by("pk")[0]
    row = page.locator(f"tr[data-team='{team.pk}']")
    names = row.locator("[data-player]")
    before = names.all_inner_texts()
    expect(page.get_by_text("Drag a name to another board of its team")).to_be_visible(timeout=SOON)
    accessible(page)

    names.nth(0).drag_to(names.nth(2))
    moved = [before[2], before[1], before[0], *before[3:]]
    expect(names).to_have_text(moved, timeout=SOON)
    names.nth(3).press("1")
    expect(names).to_have_text([moved[3], *moved[1:3], moved[0]], timeout=SOON)
    assert list(team.entries.order_by("board_order").values_list("player__name", flat=True)) == [
        moved[3],
        *moved[1:3],
        moved[0],
    ]
