"""An appeal at 360 px, from the player's page to the correction; in English, and in Chinese where further
languages are asked for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.factories import make_link
from tests.teams_world import CODES, address, captain_link, teams_playing
from tests.world import World, entry_at
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.models import Federation, Foul, Seat
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.teams.captains import captain_secret


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


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_captain_appeals_on_the_phone_and_the_other_captain_cannot(
    live_server: Any, world: World, open_page: Open, say: Words
) -> None:
    """From the captain's page to the correction; the address of the form opens for nobody else's captain."""
    for code in CODES:
        Federation.objects.get_or_create(code=code, defaults={"name_en": code})
    round_ = teams_playing(SimpleNamespace(event=world.event, **world.users))  # type: ignore[arg-type]
    red, black = (
        Seat.objects.select_related("entry__team").get(round=round_, pairing__table=1, colour=colour).entry
        for colour in ("first", "second")
    )
    log_foul(
        round_=round_,
        table=1,
        player=red.number or 0,
        offence="technical",
        confirm=True,
        by=world.users["dave"],
    )
    foul = Foul.objects.in_force().get(entry=red)
    of_team, of_opponents = (captain_secret(captain_link(entry.team)) for entry in (red, black))

    captain = open_page("", bypass_csp=True)
    captain.set_viewport_size({"width": 360, "height": 740})
    captain.goto(live_server.url + say.address(f"/en/t/{of_team}/"))
    expect(captain.locator("#decided")).to_be_visible()
    accessible_everywhere(captain)
    captain.set_viewport_size({"width": 360, "height": 740})
    captain.get_by_role("link", name=say("Appeal…")).click()
    statement = captain.get_by_label(say("What happened, and what should have been decided?"))
    # What is too long stays, with one sentence.
    statement.fill("x" * 10_000)
    captain.get_by_role("button", name=say("Submit appeal")).click()
    expect(captain.locator("main [role=alert], main .errorlist")).to_have_count(1)
    expect(statement).to_have_value("x" * 10_000)
    statement.fill("It was the clock.")
    captain.get_by_role("button", name=say("Submit appeal")).click()
    appealed = say("You appealed at %(at)s. The decision will appear here.", at="@")
    expect(captain.locator("main")).to_contain_text(appealed.split("@")[1])

    # The other captain's page says nothing of it, and the form opens for that captain not at all.
    opponent = open_page("", bypass_csp=True)
    opponent.goto(live_server.url + say.address(f"/en/t/{of_opponents}/"))
    expect(opponent.locator("#decided")).to_have_count(0)
    answer = opponent.goto(live_server.url + say.address(f"/en/t/{of_opponents}/appeal/?foul={foul.pk}"))
    assert answer is not None
    assert answer.status == 404
    expect(opponent.locator("h1")).to_be_visible()
    expect(opponent.locator("main")).not_to_contain_text("It was the clock.")

    chief = signed_in(open_page, live_server, world, "bob")
    chief.goto(live_server.url + say.address(address("appeals", round_)))
    expect(chief.get_by_text("It was the clock.")).to_be_visible()
    chief.locator("summary", has_text=say("Enter the decision")).click()
    # One finger hits each of the decisions.
    for label in chief.locator("label:has([name=outcome])").all():
        box = label.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    chief.get_by_role("radio", name=say("upheld", context="appeal")).check()
    chief.get_by_label(say("Who decided"), exact=True).fill("Ho, Lee")
    chief.get_by_label(say("Reason"), exact=True).fill("So it was.")
    chief.get_by_role("button", name=say("Save decision")).click()
    expect(chief.get_by_text(say("Appeal decided. The ruling is corrected."))).to_be_visible()
    captain.reload()
    expect(captain.get_by_text(say("Appeal upheld"))).to_be_visible()
    assert not Foul.objects.in_force().filter(entry=red, status="confirmed").exists()
