"""An appeal at 360 px, from the player's page to the correction; in English, and in Chinese where further
languages are asked for."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.factories import make_link
from tests.world import World, entry_at
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.models import Foul
from tournaments.queries.invitations import invitation_secret


@pytest.fixture(params=BOTH)
def say(request: pytest.FixtureRequest) -> Words:
    return Words(request.param)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_from_the_players_page_to_the_correction(
    live_server: Any, drawn: World, open_page: Open, say: Words
) -> None:
    drawn.published()
    red = entry_at(drawn, 1, "first")
    log_foul(
        round_=drawn.round(),
        table=1,
        player=red.number,
        offence="missed-moves",
        missed=8,
        confirm=True,
        by=drawn.users["dave"],
    )
    player = open_page("", bypass_csp=True)
    player.set_viewport_size({"width": 360, "height": 740})
    player.goto(live_server.url + say.address(f"/en/p/{invitation_secret(make_link(red))}/"))
    accessible_everywhere(player)
    player.set_viewport_size({"width": 360, "height": 740})
    expect(player.locator("#my-fouls")).to_contain_text("2")
    player.get_by_role("link", name=say("Appeal…")).first.click()
    accessible_everywhere(player)
    words = "Every move is on my sheet."
    player.get_by_label(say("What happened, and what should have been decided?")).fill(words)
    player.get_by_role("button", name=say("Submit appeal")).click()
    expect(player.locator("#mine")).to_contain_text(say("Appeal…").rstrip("…"))
    chief = signed_in(open_page, live_server, drawn, "bob")
    chief.set_viewport_size({"width": 360, "height": 740})
    chief.goto(live_server.url + say.address(drawn.url("appeals")))
    expect(chief.get_by_text(words)).to_be_visible()
    chief.locator("summary", has_text=say("Enter the decision")).click()
    accessible_everywhere(chief)
    chief.set_viewport_size({"width": 360, "height": 740})
    chief.get_by_role("radio", name=say("upheld", context="appeal")).check()
    chief.get_by_label(say("Who decided"), exact=True).fill("Ho, Lee")
    chief.get_by_label(say("Reason"), exact=True).fill("They are all there.")
    chief.get_by_role("button", name=say("Save decision")).click()
    expect(chief.get_by_text(say("Appeal decided. The ruling is corrected."))).to_be_visible()
    player.reload()
    expect(player.get_by_text(say("Appeal upheld"))).to_be_visible()
    expect(player.get_by_text("They are all there.")).to_be_visible()
    assert Foul.objects.in_force().filter(entry=red, status="confirmed").count() == 1
