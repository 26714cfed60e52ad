"""The page of an office that enters its own players, by link and with an account, and quotas at the desk."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.applying import open_form, page_of
from tests.cast import Cast
from tests.portal.api.callers import Caller
from tournaments.acts.entering.quotas import issue_quota_links, set_quotas
from tournaments.models import Event, Federation, Office, Organisation, Person, Player, Quota

pytestmark = pytest.mark.django_db
LIST = "name,native name,birth year\nWang Anna,王安娜,1990\nLi Berta,,1991\nZhao Clara,,1992\n"


@pytest.fixture
def quota(cast: Cast) -> Quota:
    open_form(cast, asks={"native_name": "asked", "birth_year": "asked"})
    Federation.objects.get_or_create(code="CHN")
    set_quotas(section=cast.section, places=2, federations=["CHN"], by=cast.alice)
    issue_quota_links(section=cast.section, by=cast.alice)
    return Quota.objects.select_related("section__event").get(section=cast.section)


def states(quota: Quota) -> list[tuple[str, str]]:
    return list(quota.applications.order_by("turn").values_list("name", "state"))


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.slow
def test_the_link_opens_the_page_sets_no_cookie_and_enters_a_list(quota: Quota) -> None:
    client, page = Client(enforce_csrf_checks=True), page_of(quota)
    response = client.get(page)
    assert (response.status_code, response.cookies) == (200, {})
    assert "0 of 2 places taken" in response.content.decode()
    sent = client.post(f"{page}list/", {"text": LIST})
    assert (sent.status_code, sent.cookies) == (302, {})
    assert [state for _name, state in states(quota)] == ["accepted", "accepted", "waiting"]
    response = client.get(page)
    assert "2 of 2 places taken" in response.content.decode()
    assert "王安娜" in response.content.decode()


def test_a_file_is_taken_as_a_list_is(quota: Quota) -> None:
    upload = SimpleUploadedFile("list.csv", LIST.encode("gb18030"))
    assert Client().post(f"{page_of(quota)}list/", {"file": upload}).status_code == 302
    assert len(states(quota)) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Choose a file or paste a list."),
        ("name,federation\nWang Anna,VIE\n", "Wang Anna is not of CHN."),
        ("name,birth year\n,1990\n", "Line 2"),
        ("name\nWang Anna\nWang Anna\n", "Line 3"),
        ("name,year of birth\nWang Anna,1850\n", "1850"),
        ("name,year\nWang Anna,1850\n", "1850"),
        ("Wang Anna,1850\n", "Put a line with headings above the list."),
        ("name,first tournament\nWang Anna,1850\n", "Unknown column"),
        ("\0\0<script>alert(1)</script>", ""),
        ("x" * 2_200_000, "larger than 2 MB"),
    ],
    ids=[
        *("empty", "foreign", "no name", "twice", "no year", "no year either", "no headings"),
        *("unknown column", "nonsense", "too large"),
    ],
)
def test_a_list_that_is_wrong_enters_nobody_and_says_why(quota: Quota, text: str, message: str) -> None:
    Federation.objects.get_or_create(code="VIE")
    answer = Client().post(f"{page_of(quota)}list/", {"text": text})
    assert answer.status_code in (302, 409, 422)
    assert message in answer.content.decode()
    assert "<script>alert" not in answer.content.decode()
    if message:
        assert states(quota) == []


@pytest.mark.slow
def test_players_are_entered_from_the_register(quota: Quota) -> None:
    chosen = Person.objects.create(name="Xu Yinchuan", federation_id="CHN").fold()
    hidden = Person.objects.create(name="Hidden One", federation_id="CHN", listed=False)
    foreign = Person.objects.create(name="Other One", federation_id="GER")
    elsewhere = Event.objects.create(slug="old", name="Old", starts="2020-01-01", ends="2020-01-02")
    for item in (chosen, hidden, foreign):
        item.fold().save()
        Player.objects.create(event=elsewhere, person=item, name=item.name, federation_id=item.federation_id)
    page = Client().get(page_of(quota)).content.decode()
    assert "Xu Yinchuan" in page
    assert "Hidden One" not in page
    assert "Other One" not in page
    for item in (hidden, foreign):
        assert Client().post(f"{page_of(quota)}register/", {"persons": [item.pk]}).status_code == 422
    assert Client().post(f"{page_of(quota)}register/?q=xu", {"persons": [chosen.pk]}).status_code == 302
    assert states(quota) == [("Xu Yinchuan", "accepted")]
    assert quota.applications.get().entry.player.person == chosen  # type: ignore[union-attr]  # it is entered
    assert "Xu Yinchuan</label>" not in Client().get(page_of(quota)).content.decode()


@pytest.mark.slow
def test_one_is_entered_replaced_and_withdrawn(quota: Quota) -> None:
    client, page = Client(), page_of(quota)
    for name in ("Anna", "Berta", "Clara"):
        assert client.post(f"{page}enter/", {"name": name, "birth_year": 1990}).status_code == 302
    first, _second, reserve = quota.applications.order_by("turn")
    assert "Replacement" in client.get(f"{page}{first.pk}/").content.decode()
    assert client.post(f"{page}{first.pk}/replace/", {"name": ""}).status_code == 422
    assert client.post(f"{page}{first.pk}/replace/", {"name": "Nina"}).status_code == 302
    nina = quota.applications.get(name="Nina")
    assert client.post(f"{page}{nina.pk}/withdraw/").status_code == 302
    reserve.refresh_from_db()
    assert reserve.state == "accepted"
    assert client.get(f"{page}{reserve.pk + 99}/").status_code == 404


def test_a_link_opens_no_other_quota_and_none_that_was_revoked(cast: Cast, quota: Quota) -> None:
    set_quotas(section=cast.section, places=1, federations=["GER"], by=cast.alice)
    other = Quota.objects.get(federation="GER")
    Client().post(f"{page_of(quota)}enter/", {"name": "Anna"})
    applications = quota.applications.get()
    issue_quota_links(section=cast.section, by=cast.alice)
    other.refresh_from_db()
    assert Client().get(f"{page_of(other)}{applications.pk}/").status_code == 404
    assert Client().post(f"{page_of(other)}{applications.pk}/withdraw/").status_code == 404
    issue_quota_links(section=cast.section, quota=quota.pk, by=cast.alice)
    assert Client().get(page_of(quota)).status_code == 404


@pytest.mark.slow
def test_an_officer_opens_it_with_an_account(cast: Cast, quota: Quota) -> None:
    federation = Organisation.objects.create(slug="cxa", name="CXA", level="nation", federation_id="CHN")
    address = f"/en/desk/-/quotas/{quota.pk}/"
    client = signed_in(cast.charlie)
    assert client.get(address).status_code == 404
    Office.objects.create(organisation=federation, user=cast.charlie, role="registrar")
    assert client.get(address).status_code == 200
    assert address in client.get("/en/desk/-/organisations/cxa/").content.decode()
    sent = client.post(f"{address}enter/", {"name": "Anna"}, follow=True)
    assert "1 player entered." in sent.content.decode()


@pytest.mark.slow
def test_the_desk_sets_quotas_and_sees_all(cast: Cast, quota: Quota) -> None:
    client = signed_in(cast.alice)
    address = f"/en/desk/{cast.event.slug}/{cast.section.slug}/applications/"
    sent = client.post(f"{address}quotas/set/", {"codes": "ger, chn", "places": 3}, follow=True)
    assert sent.status_code == 200
    assert set(cast.section.quotas.values_list("federation", "places")) == {("GER", 3), ("CHN", 3)}
    wrong = client.post(f"{address}quotas/set/", {"codes": "ger QQ", "places": 3})
    assert (wrong.status_code, "Unknown federation code “QQ”." in wrong.content.decode()) == (422, True)
    Client().post(f"{page_of(quota)}enter/", {"name": "Anna"})
    page = client.get(f"{address}?quota={quota.pk}").content.decode()
    assert ("Anna" in page, "Quota of CHN" in page) == (True, True)
    assert "CHN" in client.get(f"{address}list.csv").content.decode()
    assert client.get(f"{address}quotas/").status_code == 200


def test_programs_of_an_office_enter_and_withdraw(cast: Cast, quota: Quota) -> None:
    federation = Organisation.objects.create(slug="cxa", name="CXA", level="nation", federation_id="CHN")
    program, stranger = Caller(cast.charlie), Caller(cast.dave)
    Office.objects.create(organisation=federation, user=cast.charlie, role="officer")
    address = f"/api/v1/quotas/{quota.pk}/players"
    made = program.post(address, {"name": "Anna", "federation": "CHN"})
    assert (made.status_code, made.json()["accepted"]) == (201, 1)
    [listed] = program.get(address).json()["results"]
    assert listed["state"] == "accepted"
    assert stranger.get(address).status_code == 404
    gone = program.post(f"{address}/{listed['application']}/withdraw", {})
    assert gone.json()["state"] == "withdrawn"
    desk = Caller(cast.alice)
    section = f"/api/v1/events/{cast.event.slug}/sections/{cast.section.slug}/quotas"
    assert desk.post(section, {"places": 4, "federations": ["CHN"]}).json() == {"quotas": {"CHN": 4}}
    assert desk.get(section).json()["results"][0]["places"] == 4
