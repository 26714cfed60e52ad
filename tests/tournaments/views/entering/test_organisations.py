"""Organisations from founding to champions, as their officers and everybody else meet them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.factories import make_event, make_known
from tests.waking import all_read, asleep
from tests.world import World
from tournaments.acts.entering.handovers import accept_event
from tournaments.acts.entering.organisations import found_organisation, move_organisation
from tournaments.acts.entering.players import erase_player
from tournaments.acts.events import copy_event, create_event
from tournaments.acts.register.persons import change_person, merge_persons
from tournaments.models import Event, Handover, Office, Organisation, Person
from tournaments.pages import announce_event
from tournaments.queries.entering.organisations import MOST_PAST, public_organisation

pytestmark = pytest.mark.django_db


def send(world: World, who: str, address: str, /, *place: Any, **data: Any) -> Any:
    return world.client(who).post(reverse(address, args=place), data)


@pytest.fixture
def nation(drawn: World) -> Organisation:
    """Of China, below a world federation; Charlie, who works at no event here, is its officer."""
    world = Organisation.objects.create(slug="wxf", name="World Xiangqi Federation", level="world")
    made = Organisation.objects.create(
        slug="cxa", name="Chinese Xiangqi Association", level="nation", parent=world, federation_id="CHN"
    )
    Office.objects.create(organisation=made, user=drawn.users["charlie"], role="officer")
    return made


@pytest.mark.slow
def test_an_administrator_founds_and_officers_go_on(drawn: World) -> None:
    arguments = {"name": "World Federation", "slug": "wxf", "level": "world"}
    assert send(drawn, "admin", "found_organisation", **arguments).status_code == 302
    assert send(drawn, "admin", "found_organisation", **arguments).status_code == 422
    assert send(drawn, "admin", "give_office", "wxf", user="charlie", role="officer").status_code == 302
    assert send(drawn, "admin", "give_office", "wxf", user="nobody-here", role="officer").status_code == 422
    top = Organisation.objects.get(slug="wxf")
    nation = {"name": "中国象棋协会", "slug": "cxa", "level": "nation", "above": top.pk, "federation": "CHN"}
    assert send(drawn, "charlie", "found_organisation", **nation).status_code == 302
    # Nothing beside an own one, nothing that reaches as far, no federation twice.
    alone = {"name": "Club", "slug": "club", "level": "club"}
    assert send(drawn, "charlie", "found_organisation", **alone).status_code in (403, 422)
    level = {**alone, "level": "world", "above": top.pk}
    assert send(drawn, "charlie", "found_organisation", **level).status_code == 422
    twice = {**nation, "slug": "cxa2"}
    assert send(drawn, "charlie", "found_organisation", **twice).status_code == 422
    assert send(drawn, "alice", "found_organisation", **alone).status_code == 403
    page = drawn.client("charlie").get(reverse("organisation", args=["cxa"]))
    assert page.status_code == 200
    assert drawn.client("alice").get(reverse("organisation", args=["cxa"])).status_code == 403
    assert drawn.client("charlie").get(reverse("organisations")).status_code == 200


def test_the_persons_of_a_federation_are_given_from_above_all_nations(
    drawn: World, nation: Organisation
) -> None:
    asia = Organisation.objects.create(slug="axf", name="Asia", level="continent", parent=nation.parent)
    Office.objects.create(organisation=asia, user=drawn.users["bob"], role="officer")
    vie = {"name": "VXA", "slug": "vxa", "level": "nation", "above": asia.pk, "federation": "VIE"}
    assert send(drawn, "bob", "found_organisation", **vie).status_code in (302, 422)
    assert not Organisation.objects.filter(federation="VIE").exists()
    with pytest.raises(Refusal, match="federation-from-above"):
        found_organisation(
            name="V", slug="v", level="nation", parent=asia.pk, federation="VIE", by=drawn.users["bob"]
        )
    assert b'name="federation"' not in drawn.client("bob").get(reverse("organisations")).content


@pytest.mark.slow
def test_administrators_take_a_federation_back(drawn: World, nation: Organisation) -> None:
    person = make_known(make_event("far"), name="Own Person", federation_id="CHN").person
    page = reverse("person", args=[person.pk])
    assert drawn.client("charlie").get(page).status_code == 200
    assert send(drawn, "charlie", "set_federation", "cxa", federation="").status_code == 403
    assert send(drawn, "admin", "set_federation", "cxa", federation="QQQ").status_code == 422
    assert send(drawn, "admin", "set_federation", "wxf", federation="VIE").status_code == 422
    assert send(drawn, "admin", "set_federation", "cxa", federation="").status_code == 302
    assert drawn.client("charlie").get(page).status_code == 403
    assert send(drawn, "admin", "set_federation", "cxa", federation="CHN").status_code == 302
    assert drawn.client("charlie").get(page).status_code == 200


@pytest.mark.slow
def test_nonsense_is_shown_again(drawn: World, nation: Organisation) -> None:
    good = {"name": "New", "slug": "cxa", "ground": "#000000", "ink": "#ffffff"}
    for wrong in (
        {"name": "\u202e"},
        {"name": ""},
        {"slug": "A b"},
        {"slug": "wxf"},
        {"ground": "red"},
        {"ground": "#ffffff"},
        {"text": "x" * 4001},
        {"email": "office"},
    ):
        answer = send(drawn, "charlie", "change_organisation", "cxa", **good | wrong)
        assert answer.status_code == 422, wrong
    assert send(drawn, "charlie", "change_organisation", "cxa", **good).status_code == 302
    assert send(drawn, "charlie", "add_series", "cxa", name="").status_code == 422
    for name in ("take_office", "show_office", "accept_event", "reject_event", "set_series"):
        assert send(drawn, "charlie", name, "cxa", office="x", handover="-1", series="").status_code == 422
    assert send(drawn, "charlie", "accept_event", "cxa", handover="77").status_code == 404


@pytest.mark.slow
def test_an_officer_is_shown_by_his_own_wish_alone(drawn: World, nation: Organisation) -> None:
    held = nation.offices.get()
    assert send(drawn, "admin", "show_office", "cxa", office=held.pk, shown="on").status_code == 403
    public = reverse("public_organisation", args=["cxa"])
    assert str(drawn.users["charlie"]) not in Client().get(public).text
    assert send(drawn, "charlie", "show_office", "cxa", office=held.pk, shown="on").status_code == 302
    assert str(drawn.users["charlie"]) in Client().get(public).text
    assert send(drawn, "charlie", "take_office", "cxa", office=held.pk).status_code == 409


@pytest.mark.slow
def test_officers_create_events_of_theirs_and_of_no_others(drawn: World, nation: Organisation) -> None:
    charlie = drawn.users["charlie"]
    day = {"starts": "2026-12-01", "ends": "2026-12-02", "time_zone": "UTC", "name": "Cup"}
    assert drawn.client("charlie").get(reverse("event_create")).status_code == 200
    answer = send(drawn, "charlie", "event_create", slug="cup-26", organisation=nation.pk, **day)
    assert answer.status_code == 302
    event = Event.objects.get(slug="cup-26")
    assert event.organisation == nation
    above = nation.parent_id
    assert send(drawn, "charlie", "event_create", slug="b", organisation=above, **day).status_code == 422
    dates = {"starts": timezone.localdate(), "ends": timezone.localdate()}
    with pytest.raises(Refusal, match="organisation-needed"):
        create_event(slug="alone", name="Alone", by=charlie, **dates)
    with pytest.raises(Denied):
        create_event(slug="alone", name="Alone", by=drawn.users["alice"], organisation=nation.pk, **dates)
    series = nation.series.create(name="Cups")
    event.series = series
    event.save()
    copied = copy_event(event=event, slug="cup-27", name="Cup", by=charlie, **dates)
    assert Event.objects.get(pk=copied["event"]).series == series


@pytest.mark.slow
def test_officers_keep_the_persons_of_their_organisation(drawn: World, nation: Organisation) -> None:
    charlie = drawn.users["charlie"]
    person = make_known(make_event("far"), name="Own Person", federation_id="CHN").person
    other = make_known(make_event("far2"), name="Own Person", federation_id="GER").person
    values = {"native_name": "", "gender": "", "listed": True, "birth_year": None}
    change_person(
        person=person, name="Own Person", federation="CHN", by=charlie, **values | {"birth_year": 1980}
    )
    with pytest.raises(Denied):
        change_person(person=other, name="Other", federation="GER", by=charlie, **values)
    with pytest.raises(Refusal, match="no-such-person"):
        merge_persons(person=person, other=other.pk, take=[], by=charlie)
    client = drawn.client("charlie")
    assert client.get(reverse("person", args=[person.pk])).status_code == 200
    assert client.get(reverse("person", args=[other.pk])).status_code == 403
    assert client.get(reverse("merge_persons", args=[person.pk]), {"other": other.pk}).status_code == 404
    context = client.get(reverse("persons")).context["persons"]
    assert {item.federation_id for item in context} == {"CHN"}
    # Whoever was registered at an event of an organisation is that one's, whatever the federation.
    Person.objects.filter(pk=other.pk).update(organisation=nation)
    assert client.get(reverse("person", args=[other.pk])).status_code == 200


@pytest.mark.slow
def test_an_event_changes_hands_when_both_sides_agree(drawn: World, nation: Organisation) -> None:
    event = drawn.event
    assert send(drawn, "charlie", "offer_event", event.slug, organisation=nation.pk).status_code == 404
    assert send(drawn, "alice", "offer_event", event.slug, organisation=nation.pk).status_code == 302
    assert send(drawn, "alice", "offer_event", event.slug, organisation=nation.pk).status_code == 422
    event.refresh_from_db()
    assert event.organisation is None
    offer = Handover.objects.get()
    for who, waits in (("charlie", True), ("bob", False)):
        desk_page = drawn.client(who).get(reverse("desk")).content.decode()
        assert ("Offered to your organisation" in desk_page) is waits
    assert send(drawn, "alice", "accept_event", "cxa", handover=offer.pk).status_code == 403
    assert send(drawn, "charlie", "reject_event", "cxa", handover=offer.pk).status_code == 302
    assert send(drawn, "charlie", "accept_event", "cxa", handover=offer.pk).status_code == 409
    assert send(drawn, "alice", "offer_event", event.slug, organisation=nation.pk).status_code == 302
    assert send(drawn, "charlie", "accept_event", "cxa", handover=offer.pk + 1).status_code == 302
    event.refresh_from_db()
    assert event.organisation == nation


def test_the_public_page_has_calendar_and_champions(drawn: World, nation: Organisation) -> None:
    day = timezone.localdate()
    past = make_event("past", starts=day - timedelta(9), ends=day - timedelta(8), listed=True)
    soon = make_event("soon", starts=day + timedelta(9), ends=day + timedelta(10), listed=True)
    hidden = make_event("hidden", listed=False)
    series = nation.series.create(name="Masters")
    for event in (past, soon, hidden):
        event.organisation = nation
        event.series = series
        event.save()
    page = Client().get(reverse("public_organisation", args=["cxa"])).text
    assert "e/past/" in page
    assert "e/soon/" in page
    assert "e/hidden/" not in page
    assert "Masters" in page
    above = Client().get(reverse("public_organisation", args=["wxf"])).text
    assert "e/past/" in above
    assert 'href="/en/o/cxa/"' in above
    assert 'href="/en/e/past/"' in above
    assert Client().get(reverse("public_organisation", args=["none"])).status_code == 404


@pytest.mark.slow
def test_everybody_writes_to_it_and_finds_the_parts_of_its_page(drawn: World, nation: Organisation) -> None:
    def page() -> str:
        return Client().get("/en/o/cxa/", headers={"Accept-Encoding": ""}).content.decode()

    assert "mailto:" not in page()
    assert "#officers" not in page()
    values = {"name": "CXA", "slug": "cxa", "ground": "#000000", "ink": "#ffffff"}
    values |= {"email": "office@cxa.example"}
    assert send(drawn, "charlie", "change_organisation", "cxa", **values).status_code == 302
    Office.objects.update(shown=True)
    outbox.drain()
    assert 'href="mailto:office@cxa.example"' in page()
    assert 'href="#officers"' in page()
    assert public_organisation("cxa").email == "office@cxa.example"  # type: ignore[union-attr]


def test_champions_stay_whatever_was_played_since(drawn: World, nation: Organisation) -> None:
    day, series = timezone.localdate(), nation.series.create(name="Masters")
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=nation)
    first = make_event("first", starts=day - timedelta(999), ends=day - timedelta(998), listed=True)
    Event.objects.filter(pk=first.pk).update(organisation=nation, series=series)
    dates = {"starts": day - timedelta(9), "ends": day - timedelta(8), "time_zone": "UTC"}
    Event.objects.bulk_create(
        Event(slug=f"evening-{event}", name="Evening", organisation=club, listed=True, **dates)
        for event in range(MOST_PAST + 1)
    )
    page = public_organisation("cxa")
    assert [[event.slug for event in champions.events] for champions in page.series] == [["first"]]
    assert len(page.past) == MOST_PAST
    assert "first" not in [event.slug for event in page.past]


@pytest.mark.slow
def test_what_it_owns_names_it(drawn: World, nation: Organisation) -> None:
    client, page = Client(), f"/en/e/{drawn.event.slug}/"
    api = f"/api/v1/events/{drawn.event.slug}"
    announce_event(drawn.event)
    outbox.drain()
    assert "/o/cxa/" not in client.get(page).text
    assert client.get(api).json()["organisation"] is None
    offer = Handover.objects.create(event=drawn.event, organisation=nation)
    before = all_read()
    accept_event(handover=offer, by=drawn.users["charlie"])
    assert asleep(before) == []
    assert 'href="/en/o/cxa/"' in client.get(page).text
    before = all_read()
    colours = {"ground": "#000000", "ink": "#ffffff"}
    send(drawn, "charlie", "change_organisation", "cxa", name="CXA", slug="cn", **colours)
    assert asleep(before) == []
    assert 'href="/en/o/cn/"' in client.get(page).text
    owner = client.get(api).json()["organisation"]
    line = {"slug": "cn", "name": "CXA", "native_name": "", "level": "nation"}
    assert owner == line | {"url": "/api/v1/organisations/cn"}


@pytest.mark.parametrize("arguments", ["xiangqi assoc", "cxa", "CHN"])
def test_it_is_found(drawn: World, nation: Organisation, arguments: str) -> None:
    text = Client().get("/en/search/", {"q": arguments}).text
    assert 'href="/en/o/cxa/"' in text
    lines = Client().get("/en/search/suggestions/", {"q": arguments}).json()["lines"]
    assert "/en/o/cxa/" in [line["url"] for line in lines]
    desk = {"data": {"q": arguments}, "headers": {"HX-Request": "true"}}
    address = reverse("organisation", args=["cxa"])
    assert address in drawn.client("charlie").get(reverse("search"), **desk).text
    assert address not in drawn.client("alice").get(reverse("search"), **desk).text


@pytest.mark.slow
def test_search_engines_find_it(drawn: World, nation: Organisation) -> None:
    client = Client()
    assert "/sitemap-computed.xml" in client.get("/sitemap.xml").text
    site_map = client.get("/sitemap-computed.xml").text
    pages = ("o/cxa/", "o/cxa/players/", "o/cxa/documents/", "organisations/", "players/", "games/")
    for language in ("en", "zh-hans", "zh-hant", "vi"):
        for page in pages:
            assert f"/{language}/{page}</loc>" in site_map
    assert "X-Robots-Tag" not in client.get("/en/o/cxa/").headers


def test_who_is_forgotten_is_forgotten_by_the_organisation_too(drawn: World, nation: Organisation) -> None:
    entry = drawn.section.entries.select_related("player", "section__event").get(number=1)
    name = entry.player.name
    Event.objects.filter(pk=drawn.event.pk).update(organisation=nation)
    Organisation.objects.filter(pk=nation.pk).update(text=f"Our champion {name}")
    offer = Handover.objects.create(event=make_event("far3"), organisation=nation)
    accept_event(handover=offer, reason=f"{name} asked for it", by=drawn.users["charlie"])
    erase_player(entry=entry, confirm=name, by=drawn.users["admin"])
    nation.refresh_from_db()
    assert name not in nation.text
    assert not JournalEntry.objects.filter(reason__contains=name).exists()


@pytest.mark.slow
def test_a_former_address_leads_on_for_ever_and_is_nobody_elses(drawn: World, nation: Organisation) -> None:
    colours = {"ground": "#000000", "ink": "#ffffff"}
    assert (
        send(drawn, "charlie", "change_organisation", "cxa", name="CXA", slug="cn", **colours).status_code
        == 302
    )
    client = drawn.client("charlie")
    for old, new in (
        ("/en/o/cxa/", "/en/o/cn/"),
        ("/api/v1/organisations/cxa", "/api/v1/organisations/cn"),
        ("/en/desk/-/organisations/cxa/", "/en/desk/-/organisations/cn/"),
    ):
        answer = client.get(old)
        assert (answer.status_code, answer.headers["Location"]) == (301, new)
        assert client.get(new).status_code == 200
    taken = {"name": "Other", "slug": "cxa", "level": "club", "parent": nation.pk}
    with pytest.raises(Refusal, match="organisation-slug-taken"):
        found_organisation(by=drawn.users["admin"], **taken)
    assert (
        send(drawn, "charlie", "change_organisation", "cn", name="CXA", slug="cxa", **colours).status_code
        == 302
    )
    assert client.get("/en/o/cn/").headers["Location"] == "/en/o/cxa/"
    assert client.get("/en/o/cxa/").status_code == 200


def test_an_organisation_changes_its_place(drawn: World, nation: Organisation) -> None:
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=nation)
    admin = drawn.users["admin"]
    for level, parent, code in (
        ("world", nation.parent_id, "level-of-parent"),
        ("club", None, "level-of-parts"),
        ("province", None, "federation-of-nation"),
        ("nation", 999, "no-such-organisation"),
    ):
        with pytest.raises(Refusal, match=code):
            move_organisation(organisation=nation, level=level, parent=parent, by=admin)
    with pytest.raises(Refusal, match="level-of-parent"):
        move_organisation(organisation=nation, level="nation", parent=club.pk, by=admin)
    with pytest.raises(Denied):
        move_organisation(organisation=club, level="club", parent=None, by=drawn.users["charlie"])
    assert send(drawn, "admin", "move_organisation", "club", level="province", above="").status_code == 302
    club.refresh_from_db()
    assert (club.level, club.parent) == ("province", None)


def test_what_it_can_be_a_part_of_is_looked_up_for_who_may_move_it(
    drawn: World, nation: Organisation
) -> None:
    pages = {
        who: drawn.client(who).get(reverse("organisation", args=["cxa"])) for who in ("charlie", "admin")
    }
    assert pages["charlie"].context["move"] is None
    assert (str(nation.parent_id), "World Xiangqi Federation") in pages["admin"].context["move"].fields[
        "above"
    ].choices


def test_a_series_is_renamed_and_deleted_and_its_events_stay(drawn: World, nation: Organisation) -> None:
    series, other = nation.series.create(name="Masters"), nation.series.create(name="Cups")
    Event.objects.filter(pk=drawn.event.pk).update(organisation=nation, series=series)
    # Next year's is one click from there.
    page = drawn.client("charlie").get("/en/desk/-/organisations/cxa/").content.decode()
    assert "/en/desk/cup/-/copy/" in page
    renamed = {"series": series.pk, "name": "Open"}
    assert send(drawn, "charlie", "rename_series", "cxa", **renamed).status_code == 302
    taken = send(drawn, "charlie", "rename_series", "cxa", **renamed | {"name": "Cups"})
    assert taken.status_code == 422
    assert send(drawn, "charlie", "delete_series", "cxa", series=series.pk).status_code == 302
    drawn.event.refresh_from_db()
    assert (drawn.event.organisation, drawn.event.series) == (nation, None)
    assert list(nation.series.all()) == [other]
