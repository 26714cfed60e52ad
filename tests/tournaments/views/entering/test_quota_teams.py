"""The page of an office that enters its own teams, and programs that do."""

from __future__ import annotations

import pytest
from django.test import Client

from portal.accounts.models import User
from tests.applying import page_of, settings
from tests.cast import Cast
from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.teams_world import make_team_section
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.acts.entering.quotas import issue_quota_links, set_quotas
from tournaments.models import Federation, Office, Organisation, Quota, Team
from tournaments.queries.teams.team_matches import roster_order

pytestmark = pytest.mark.django_db
SENT = {"name": "Red Cliffs", "member_1_name": "Ahn", "member_1_birth_year": "1990", "member_2_name": "Bo"}


@pytest.fixture
def quota(cast: Cast) -> Quota:
    """Of one team of three with a reserve."""
    section = make_team_section(cast.event, cast.alice, teams=0)
    set_entry_form(section=section, values=settings(asks={"birth_year": "asked"}), by=cast.alice)
    Federation.objects.get_or_create(code="CHN")
    set_quotas(section=section, places=1, federations=["CHN"], by=cast.alice)
    issue_quota_links(section=section, by=cast.alice)
    return Quota.objects.select_related("section__event").get(section=section)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def roster() -> list[str]:
    [team] = Team.objects.filter(section__slug="teams")
    return [entry.player.name for entry in roster_order(team.entries.select_related("player"))]


@pytest.mark.slow
def test_a_team_is_entered_changed_and_withdrawn_by_link(quota: Quota) -> None:
    client, page = Client(enforce_csrf_checks=True), page_of(quota)
    html = client.get(page).content.decode()
    for words in ("Teams of CHN", "0 of 1 team entered", "Board 1", "Reserve 1", "Enter the team"):
        assert words in html, words
    assert "From the register" not in html
    sent = client.post(f"{page}team/", SENT)
    assert (sent.status_code, sent.cookies) == (302, {})
    html = client.get(page).content.decode()
    assert "1 of 1 team entered" in html
    assert "Ahn" in html
    application = quota.applications.get()
    text = f"{page}{application.pk}/"
    assert 'value="1990"' in client.get(text).content.decode()
    turned = {"name": "Red Cliffs", "member_1_name": "Cui", "member_2_name": "Ahn"}
    assert client.post(f"{text}team/", turned).status_code == 302
    assert roster() == ["Cui", "Ahn"]
    assert "Withdraw the team" in client.get(text).content.decode()
    assert client.post(f"{text}withdraw/").status_code == 302
    assert quota.applications.get().state == "withdrawn"


@pytest.mark.parametrize(
    ("sent", "status", "message"),
    [
        ({"member_2_name": ""}, 422, "must field at least 2"),
        ({"member_2_name": "ahn"}, 422, "is in this team twice"),
        ({"member_1_birth_year": "long ago"}, 422, "whole number"),
        ({"name": ""}, 422, "Enter the team"),
        ({"name": "A\u0000B"}, 422, "Control characters"),
    ],
)
def test_what_is_wrong_stands_on_the_page_with_what_was_typed(
    quota: Quota, sent: dict[str, str], status: int, message: str
) -> None:
    answer = Client().post(f"{page_of(quota)}team/", {**SENT, **sent})
    html = answer.content.decode()
    assert (answer.status_code, message in html, 'value="Bo"' in html or "member_2_name" in sent) == (
        status,
        True,
        True,
    )
    assert not quota.applications.exists()


def test_single_players_are_refused_in_a_sentence(quota: Quota) -> None:
    answer = Client().post(f"{page_of(quota)}enter/", {"name": "Ahn"})
    assert (answer.status_code, "offices enter teams" in answer.content.decode()) == (409, True)


@pytest.mark.slow
def test_an_officer_enters_a_team_with_an_account_and_the_desk_sees_it(cast: Cast, quota: Quota) -> None:
    nation = Organisation.objects.create(slug="cxa", name="CXA", level="nation", federation_id="CHN")
    Office.objects.create(organisation=nation, user=cast.charlie, role="registrar")
    client, address = signed_in(cast.charlie), f"/en/desk/-/quotas/{quota.pk}/"
    for name, answer in (("Red Cliffs", "The team is entered."), ("Second", "The team is a reserve.")):
        players = {"member_1_name": f"Ahn {name}", "member_2_name": f"Bo {name}"}
        sent = client.post(f"{address}team/", {"name": name, **players}, follow=True)
        assert answer in sent.content.decode()
    desk = signed_in(cast.alice)
    applications = f"/en/desk/{cast.event.slug}/teams/applications/"
    html = desk.get(f"{applications}quotas/").content.decode()
    assert "4 places of the section are kept" in " ".join(html.split())
    assert "Second" in desk.get(f"{applications}?quota={quota.pk}").content.decode()


@pytest.mark.slow
def test_programs_of_an_office_enter_and_change_teams(cast: Cast, quota: Quota) -> None:
    nation = Organisation.objects.create(slug="cxa", name="CXA", level="nation", federation_id="CHN")
    program, stranger = Caller(cast.charlie), Caller(cast.dave)
    Office.objects.create(organisation=nation, user=cast.charlie, role="officer")
    address = f"/api/v1/quotas/{quota.pk}"
    players = [{"name": "Ahn", "birth_year": 1990}, {"name": "Bo"}]
    assert stranger.post(f"{address}/teams", {"name": "Red", "players": players}).status_code == 404
    made = program.post(f"{address}/teams", {"name": "Red", "players": players})
    assert (made.status_code, made.json()["state"], faults("OwnTeam", made.json())) == (201, "accepted", [])
    [listed] = program.get(f"{address}/players").json()["results"]
    assert (listed["members"], faults("OwnPlayer", listed)) == (["Ahn", "Bo"], [])
    text = f"{address}/teams/{listed['application']}"
    assert program.post(text, {"name": "Red", "players": players[::-1]}).status_code == 200
    assert roster() == ["Bo", "Ahn"]
    for wrong in ([{"name": "Ahn", "elo": 1}, {"name": "Bo"}], "Ahn", [{"name": "Ahn"}] * 33, None):
        assert program.post(text, {"name": "Red", "players": wrong}).status_code == 422, wrong
    assert program.post(text, {"name": "Red", "players": [{"name": "Ahn"}]}).status_code == 422
    assert roster() == ["Bo", "Ahn"]
