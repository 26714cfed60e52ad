"""A captain enters a team on the phone, its players in the order of the boards and a file, and is accepted
at the desk; the team stands in the lots."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FilePayload, expect

from portal import outbox
from tests.applying import settings
from tests.browser.applying import link_in, press
from tests.browser.letterbox import Letterbox
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.teams_world import make_team_section
from tests.world import World
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.acts.sections import draw_lots
from tournaments.models import Application, Team
from tournaments.queries.teams.team_matches import roster_order
from tournaments.state.applications import Question, QuestionKind

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PROOF = FilePayload(name="proof.pdf", mimeType="application/pdf", buffer=b"%PDF-1.7\n")
PLAYERS = ("Ahn Li", "Bo Wei", "Cui An", "Dong Fu")


@pytest.mark.parametrize("language", BOTH)
def test_from_the_captains_form_to_the_lots(
    live_server: Any, world: World, post: Letterbox, open_page: Open, language: str
) -> None:
    say = Words(language)
    section = make_team_section(world.event, world.users["alice"], teams=3)
    values = settings(
        asks={"email": "required", "birth_year": "asked"},
        approval="organiser",
        questions=[Question("Club licence", QuestionKind.FILE, required=True)],
    )
    set_entry_form(section=section, values=values, by=world.users["alice"])
    outbox.drain()

    captain = open_page("e/cup/teams/enter/", language, has_touch=True, bypass_csp=True)
    captain.set_default_timeout(SOON)
    captain.locator("[name=name]").fill("Lübeck")
    captain.locator("[name=federation]").select_option("GER")
    captain.locator("[name=email]").fill("captain@example.org")
    for place, name in enumerate(PLAYERS, 1):
        captain.get_by_role("group").nth(place - 1).locator("[name$=_name]").fill(name)
    captain.locator("[type=file]").set_input_files(PROOF)
    accessible_everywhere(captain)
    press(captain, say("Apply"))
    captain.goto(live_server.url + link_in(post, "captain@example.org"))
    press(captain, say("Confirm the application"))

    desk = signed_in(open_page, live_server, world, "alice", **DESK)
    desk.set_default_timeout(SOON)
    application = Application.objects.get()
    desk.goto(f"{live_server.url}/{language}/desk/cup/teams/applications/{application.pk}/")
    expect(desk.locator("ol")).to_contain_text("Cui An")
    accessible_everywhere(desk)
    with desk.expect_download() as saved:
        desk.locator(f"a[href*='/{application.pk}/file/']").click()
    assert saved.value.suggested_filename.endswith(".pdf")
    desk.goto(f"{live_server.url}/{language}/desk/cup/teams/applications/")
    desk.locator("tbody [type=checkbox]").check()
    press(desk, say("Decide on selected applications"))

    captain.reload()
    expect(captain.locator(".badge").first).to_have_text(say("accepted", context="application"))
    accessible_everywhere(captain)
    draw_lots(section=section, by=world.users["bob"])
    team = Team.objects.get(name="Lübeck")
    assert team.number
    assert (
        tuple(entry.player.name for entry in roster_order(team.entries.select_related("player"))) == PLAYERS
    )
