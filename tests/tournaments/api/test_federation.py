"""What programs read around the events: organisations, persons, lists of ratings, as described."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal.published.pages import restore, withhold
from tests.factories import make_entries, make_event, make_section
from tests.portal.api.described import faults
from tournaments.models import Entry, Organisation, Person, PersonRating, Section

pytestmark = pytest.mark.django_db


def read(address: str, **arguments: Any) -> Any:
    answer = Client().get(f"/api/v1/{address}", arguments)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture
def entries(db: None) -> list[Entry]:
    """Three of a section that is public."""
    return make_entries(make_section(make_event()), 3)


def names(result: Any) -> list[str]:
    return [row["name"] for row in result["results"]]


@pytest.mark.slow
def test_organisations_and_the_page_of_one(db: None) -> None:
    world = Organisation.objects.create(slug="wxf", name="World Federation", level="world")
    nation = Organisation.objects.create(slug="cxa", name="China", level="nation", parent=world, text="Us")
    day = timezone.localdate()
    for slug, starts in (("past", day - timedelta(9)), ("soon", day + timedelta(9))):
        item = make_event(slug, starts=starts, ends=starts, organisation=nation)
        item.series = nation.series.get_or_create(name="Masters")[0]
        item.save()
    assert names(read("organisations")) == ["World Federation", "China"]
    assert names(read("organisations", level="nation")) == ["China"]
    assert names(read("organisations", parent="wxf")) == ["China"]
    assert names(read("organisations", q="world fed")) == ["World Federation"]
    for name, text in (("level", "galaxy"), ("q", "%"), ("colour", "red")):
        assert Client().get("/api/v1/organisations", {name: text}).status_code == 400
    reading = read("organisations/cxa")
    assert faults("Organisation", reading) == []
    assert [item["slug"] for item in reading["coming"]] == ["soon"]
    assert [[event["slug"] for event in item["events"]] for item in reading["series"]] == [["past"]]
    assert reading["above"][0]["url"] == "/api/v1/organisations/wxf"
    assert Client().get("/api/v1/organisations/none").status_code == 404


@pytest.mark.slow
def test_persons_whom_everybody_may_know_of(entries: list[Entry]) -> None:
    hidden, erased, existing = (entry.player.person for entry in entries)
    Person.objects.filter(pk=hidden.pk).update(listed=False)
    assert len(read("persons")["results"]) == 2
    Person.objects.filter(pk=erased.pk).update(erased_at=timezone.now())
    [reading] = read("persons")["results"]
    assert reading["code"] == str(existing.uid)
    assert faults("ListedPerson", reading) == []
    assert read("persons", q=existing.name)["results"] == [reading]
    assert read("persons", federation="ZZZ")["results"] == []
    assert Client().get("/api/v1/persons", {"q": "%"}).status_code == 400
    section = entries[0].section
    back = f"e/{section.event.slug}/{section.slug}/"
    withhold(back)
    assert read("persons")["results"] == []
    restore(back)
    assert read("persons")["results"] == [reading]
    Section.objects.filter(pk=section.pk).update(state=Section.State.DRAFT)
    assert read("persons")["results"] == []


def test_a_list_of_ratings_has_the_newest_value_of_everybody(entries: list[Entry]) -> None:
    persons = [entry.player.person for entry in entries]
    for person, values in zip(persons, ((2500, 2400), (2450,), (2700,)), strict=True):
        for year, value in enumerate(values, 2020):
            PersonRating.objects.create(person=person, issuer="wxf", value=value, on=date(year, 1, 1))
    PersonRating.objects.create(person=persons[0], issuer="egf", value=2800, on=date(2020, 1, 1))
    Person.objects.filter(pk=persons[2].pk).update(listed=False)
    reading = read("ratings", issuer="wxf")
    assert [row["value"] for row in reading["results"]] == [2450, 2400]
    assert reading["results"][1]["on"] == "2021-01-01"
    assert faults("RatedPerson", reading["results"][0]) == []
    assert names(read("ratings", issuer="wxf", federation=persons[0].federation_id)) == [persons[0].name]
    assert Client().get("/api/v1/ratings").status_code == 400
    first = read("ratings", issuer="wxf", limit=1)
    assert names(Client().get(first["next"]).json()) == [persons[0].name]


@pytest.mark.parametrize("issuer", ["fide", "fide-rapid", "fide-blitz"])
def test_lists_of_fide_are_not_given_on(entries: list[Entry], issuer: str) -> None:
    person = entries[0].player.person
    PersonRating.objects.create(person=person, issuer=issuer, value=2400, on=date(2020, 1, 1))
    answer = Client().get("/api/v1/ratings", {"issuer": issuer})
    assert (answer.status_code, answer.json()["code"]) == (422, "list-not-given-on")


def test_as_many_questions_for_any_number(entries: list[Entry]) -> None:
    def asks(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            read(address)
        return len(queries)

    for entry in entries:
        PersonRating.objects.create(person=entry.player.person, issuer="wxf", value=1, on=date(2020, 1, 1))
    for address in ("persons", "ratings?issuer=wxf", "organisations"):
        assert asks(address) == 1, address
