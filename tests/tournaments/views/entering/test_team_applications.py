"""Captains who enter their teams with the public form, and files that answer questions of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.applying import settings as form_settings
from tests.teams_world import make_team_section
from tests.world import World
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.acts.money.fees import FeeTableInput, FeeTermsInput, set_fee_table, set_fee_terms
from tournaments.models import AnswerFile, Application, FeeAccount, Section, Team
from tournaments.queries.teams.team_matches import roster_order
from tournaments.state.applications import Question, QuestionKind
from tournaments.state.fees import Tariff, grouped_number

ENTER = "/en/e/cup/teams/enter/"
DESK = "/en/desk/cup/teams/applications/"
SENT = {
    "name": "Hamburg",
    "federation": "GER",
    "phone": "040",
    "member_1_name": "Ahn Li",
    "member_1_rating": "2100",
    "member_2_name": "Bo Wei",
    "member_3_name": "Cui An",
}
PDF = b"%PDF-1.7\n"


@pytest.fixture
def section(drawn: World) -> Section:
    cache.clear()
    section = make_team_section(drawn.event, drawn.users["alice"], teams=0)
    values = form_settings(asks={"rating": "asked", "phone": "asked"}, approval="organiser")
    set_entry_form(section=section, values=values, by=drawn.users["alice"])
    return section


def applied(**sent: Any) -> Any:
    return Client().post(ENTER, {**SENT, **sent})


def confirmed(**sent: Any) -> str:
    """The address of the captain's page."""
    answer = applied(**sent)
    assert answer.status_code == 302, answer.content
    assert Client().post(f"{answer['Location']}confirm/").status_code == 302
    return str(answer["Location"])


def page(address: str, who: Client | None = None) -> str:
    response = (who or Client()).get(address)
    assert response.status_code == 200, address
    return response.content.decode()


@pytest.mark.slow
def test_a_team_from_the_form_to_its_boards(drawn: World, section: Section) -> None:
    html = page(ENTER)
    for text in ("Team name", "Board 1", "Board 3", "Reserve 1", "order of the boards"):
        assert text in html, text
    assert "Board 4" not in html
    address = confirmed(member_4_name="Dong Fu")
    alice = drawn.client("alice")
    assert "4 players" in page(DESK, alice)
    application = Application.objects.get()
    member = page(f"{DESK}{application.pk}/", alice)
    assert "Ahn Li · 2100" in member
    decided = {"applications": [application.pk], "decision": "accept"}
    assert alice.post(f"{DESK}decide/", decided).status_code == 302
    team = Team.objects.get(name="Hamburg")
    members = roster_order(team.entries.select_related("player"))
    assert [member.player.name for member in members] == ["Ahn Li", "Bo Wei", "Cui An", "Dong Fu"]
    assert team.entries.get(board_order=1).rating == 2100
    mine = page(address)
    assert "Your team is entered" in mine
    assert 'value="Cui An"' in mine
    assert "Hamburg" in page(f"{ENTER}list/")
    table = alice.get(f"{DESK}list.csv").content.decode()
    assert "Ahn Li; Bo Wei; Cui An; Dong Fu" in table


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"member_1_name": ""}, "Enter the player"),
        ({"member_2_name": "ahn  li"}, "is in this team twice"),
        ({"member_2_name": "", "member_3_name": ""}, "must field at least 2"),
        ({"member_1_rating": "many"}, "whole number"),
        ({"name": "A\u0000B"}, "Control characters"),
    ],
)
def test_what_is_wrong_stands_where_it_was_typed(
    section: Section, sent: dict[str, str], message: str
) -> None:
    answer = applied(**sent)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert 'value="040"' in answer.content.decode()
    assert not Application.objects.exists()


def test_the_captain_changes_the_order_until_it_is_decided(drawn: World, section: Section) -> None:
    address = confirmed()
    turned = {**SENT, "member_1_name": "Bo Wei", "member_2_name": "Ahn Li"}
    assert Client().post(f"{address}change/", turned).status_code == 302
    assert [member["name"] for member in Application.objects.get().members] == ["Bo Wei", "Ahn Li", "Cui An"]
    assert Client().post(f"{address}withdraw/").status_code == 302
    assert Application.objects.get().state == "withdrawn"


def test_the_captain_reads_what_each_player_owes(drawn: World, section: Section) -> None:
    alice = drawn.users["alice"]
    set_fee_terms(event=drawn.event, values=FeeTermsInput(currency="EUR", holder="Chess Club"), by=alice)
    set_fee_table(section=section, values=FeeTableInput(tariffs=[Tariff(name="", amount=5000)]), by=alice)
    set_entry_form(section=section, values=form_settings(), by=alice)
    html = page(confirmed())
    assert FeeAccount.objects.count() == 3
    for account in FeeAccount.objects.all():
        assert grouped_number(account.reference) in html
    assert "Chess Club" in html


@pytest.mark.slow
def test_a_file_goes_to_the_desk_and_to_nobody_else(drawn: World, section: Section) -> None:
    questions = [Question("Passport", QuestionKind.FILE, required=True)]
    set_entry_form(section=section, values=form_settings(questions=questions), by=drawn.users["alice"])
    assert 'type="file"' in page(ENTER)
    refused = applied(answer_0=SimpleUploadedFile("passport.pdf", b"<html>"))
    assert refused.status_code == 422
    assert "This is no PDF" in refused.content.decode()
    address = confirmed(answer_0=SimpleUploadedFile("../../passport.exe", PDF))
    mine = page(address)
    assert "Kept: PDF, 1 kB" in mine
    # Sent without one the file stands.
    assert Client().post(f"{address}change/", {**SENT, "named_in_public": "on"}).status_code == 302
    answer_file = AnswerFile.objects.get()
    where = f"{DESK}{answer_file.application_id}/file/{answer_file.pk}/"
    answer = drawn.client("alice").get(where)
    assert (answer.status_code, answer.content) == (200, PDF)
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith("attachment; ")
    assert where in page(f"{DESK}{answer_file.application_id}/", drawn.client("alice"))
    assert drawn.client("dave").get(where).status_code == 403
    assert Client().get(where).status_code == 302
    other = Application.objects.create(section=section, name="X", key="x", federation_id="GER")
    assert drawn.client("alice").get(f"{DESK}{other.pk}/file/{answer_file.pk}/").status_code == 404
    table = drawn.client("alice").get(f"{DESK}list.csv").content.decode()
    assert "PDF, 1 kB" in table


def test_whoever_sends_many_files_is_turned_away(drawn: World, section: Section, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "apply_files": "2/h/ip"}
    questions = [Question("Passport", QuestionKind.FILE)]
    set_entry_form(section=section, values=form_settings(questions=questions), by=drawn.users["alice"])
    codes = [
        applied(name=f"Team {number}", answer_0=SimpleUploadedFile("a.pdf", PDF)).status_code
        for number in range(3)
    ]
    assert codes == [302, 302, 409]
    assert applied(name="Without").status_code == 302
