"""The calendar: which events a question means, page after page, the same as a file and for programs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from tests.factories import make_event, make_section
from tests.tournaments.typed_nonsense import NONSENSE
from tests.world import ValidClient
from tournaments.models import Event, Organisation, Section
from tournaments.pages.search_index import event_search_keys, store_keys
from tournaments.queries.public.public_calendar import MOST

pytestmark = pytest.mark.django_db
DAY = timezone.localdate()


def event(slug: str, starts: date, days: int = 1, **values: Any) -> Event:
    made = make_event(slug, starts=starts, ends=starts + timedelta(days - 1), **{"name": slug} | values)
    make_section(made, **({"game": values["game"]} if "game" in values else {}))
    return made


@pytest.fixture
def events(db: None) -> dict[str, Event]:
    world = Organisation.objects.create(slug="wxf", name="World", level="world")
    nation = Organisation.objects.create(slug="cxa", name="China", level="nation", parent=world)
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=nation)
    made = {
        "worlds": event("worlds", date(2019, 10, 28), 9, organisation=world),
        "masters": event("masters", date(2019, 11, 2), organisation=nation, time_zone="Asia/Shanghai"),
        "evening": event("evening", DAY - timedelta(1), organisation=club, place="Hà Nội"),
        "soon": event("soon", DAY + timedelta(3), organisation=club),
        "now": event("now", DAY - timedelta(1), 3),
        "go": event("go", DAY + timedelta(9)),
    }
    Section.objects.filter(event=made["go"]).update(game="weiqi")
    event("hidden", DAY + timedelta(1), listed=False)
    for item in made.values():
        store_keys(item, event_search_keys(item))
    return made


def names_listed(**question: Any) -> list[str]:
    answer = ValidClient().get("/en/calendar/", question)
    assert answer.status_code == 200
    return [item.slug for item in answer.context["page"].events]


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ({}, ["now", "soon", "go"]),
        ({"when": "past"}, ["evening", "masters", "worlds"]),
        ({"when": "2019"}, ["worlds", "masters"]),
        ({"when": "2019", "month": "10"}, ["worlds"]),
        ({"when": "2019", "month": "11"}, ["worlds", "masters"]),
        ({"when": "2019", "month": "12"}, []),
        ({"when": "past", "month": "10", "organisation": "wxf", "level": "world"}, ["worlds"]),
        ({"game": "weiqi"}, ["go"]),
        ({"when": "2019", "country": "CN"}, ["masters"]),
        ({"organisation": "club"}, ["soon"]),
        ({"when": "past", "organisation": "cxa"}, ["evening", "masters"]),
        ({"when": "past", "organisation": "wxf"}, ["evening", "masters", "worlds"]),
        ({"when": "past", "level": "nation"}, ["masters"]),
        ({"when": "past", "q": "ha noi"}, ["evening"]),
        ({"when": "past", "q": "kuala worl"}, ["worlds"]),
        ({"q": "%"}, []),
        ({"utm_source": "elsewhere"}, ["now", "soon", "go"]),
    ],
)
def test_a_question_finds_its_events(events: Any, question: dict[str, str], result: list[str]) -> None:
    assert names_listed(**question) == result


@pytest.mark.slow
def test_what_cannot_be_asked_is_said(events: Any) -> None:
    for question in ({"when": "soon"}, {"month": "13"}, {"organisation": "none"}, {"q": "x" * 200}):
        answer = ValidClient().get("/en/calendar/", question)
        assert answer.status_code == 422
        assert "/en/e/" not in answer.text
        assert Client().get("/en/calendar.ics", question).status_code == 404
    for field in ("q", "game", "country", "organisation", "level", "when", "month", "after"):
        for text in NONSENSE.values():
            assert ValidClient().get("/en/calendar/", {field: text}).status_code in (200, 422)


def test_nothing_is_learnt_of_events_that_are_not_listed(events: Any) -> None:
    event("secret", date(2031, 1, 1), listed=False)
    answer = ValidClient().get("/en/calendar/")
    assert "2031" not in answer.text
    assert ValidClient().get("/en/calendar/", {"when": "2031"}).status_code == 422
    assert names_listed(after="secret") == names_listed()


def test_a_calendar_is_followed_whatever_address_its_organisation_gets(events: Any) -> None:
    club = Organisation.objects.get(slug="club")
    club.former_addresses.create(slug="old-club")
    answer = Client().get("/en/calendar.ics", {"organisation": "old-club"})
    assert "soon" in answer.text
    assert names_listed(organisation="old-club") == ["soon"]
    programs = Client().get("/api/v1/events", {"organisation": "old-club"}).json()
    assert [program["slug"] for program in programs["results"]] == ["soon", "evening"]
    club.parent.former_addresses.create(slug="old-cxa")
    parts = Client().get("/api/v1/organisations", {"parent": "old-cxa"}).json()
    assert [program["slug"] for program in parts["results"]] == ["club"]


@pytest.mark.slow
def test_pages_follow_one_another_whatever_is_added_meanwhile(db: None) -> None:
    dates = {"time_zone": "UTC", "listed": True}
    for first in (DAY + timedelta(1), DAY - timedelta(200)):
        Event.objects.bulk_create(
            Event(
                slug=f"{first}-{item}",
                name="Evening",
                starts=(day := first + timedelta(item // 3)),
                ends=day,
                **dates,
            )
            for item in range(2 * MOST + 7)
        )
    for question in ({}, {"when": "past"}):
        collected, address = [], f"/en/calendar/?{'when=past' if question else ''}"
        while address:
            answer = ValidClient().get(address)
            collected += [item.slug for item in answer.context["page"].events]
            further = answer.context["further"]
            address = f"/en/{further}" if further else ""
            # Before what is on the next page, so that nothing may shift.
            make_event(f"late-{len(collected)}-{len(question)}", starts=DAY, ends=DAY)
        collected = [slug for slug in collected if not slug.startswith("late")]
        assert len(collected) == len(set(collected)) == 2 * MOST + 7


def test_a_calendar_program_follows_the_same_list(events: dict[str, Event]) -> None:
    answer = Client().get("/zh-hans/calendar.ics", {"organisation": "wxf", "when": "past"})
    assert answer.headers["Content-Type"].startswith("text/calendar")
    calendar = Calendar.from_ical(answer.content)
    by_key = {str(item["url"]).split("/e/")[1]: item for item in calendar.walk("VEVENT")}
    assert list(by_key) == ["evening/", "masters/", "worlds/"]
    assert by_key["worlds/"].decoded("dtstart") == date(2019, 10, 28)
    assert by_key["worlds/"].decoded("dtend") == date(2019, 11, 6)
    assert str(by_key["evening/"]["location"]) == "Hà Nội"
    assert "World" in calendar["x-wr-calname"]


def test_it_depends_on_nothing_but_its_address(events: Any) -> None:
    for address in ("/en/calendar/?level=club", "/en/calendar.ics?level=club"):
        answer = Client().get(address)
        assert answer.headers["Cache-Control"].startswith("public")
        assert not answer.cookies
        assert "noindex" in answer.headers["X-Robots-Tag"]
    assert "X-Robots-Tag" not in Client().get("/en/calendar/").headers
    assert Client().get("/calendar/?game=weiqi").headers["Location"].endswith("/calendar/?game=weiqi")


@pytest.mark.slow
def test_as_many_questions_for_any_number_of_events(events: Any) -> None:
    def asks(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(address).status_code == 200
        return len(queries)

    addresses = ("/en/calendar/", "/en/calendar/?when=2019", "/en/calendar.ics", "/api/v1/events")
    before = [asks(address) for address in addresses]
    for number in range(9):
        event(f"more-{number}", DAY + timedelta(number), organisation=Organisation.objects.get(slug="club"))
    assert [asks(address) for address in addresses] == before
    assert max(before) <= 7


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "result"),
    [
        ({}, ["go", "soon", "evening", "now", "masters", "worlds"]),
        ({"organisation": "cxa"}, ["soon", "evening", "masters"]),
        ({"level": "club", "until": DAY.isoformat()}, ["evening"]),
        ({"country": "CN"}, ["masters"]),
        ({"q": "ha noi"}, ["evening"]),
        ({"game": "weiqi"}, ["go"]),
    ],
)
def test_programs_ask_the_same(events: Any, question: dict[str, str], result: list[str]) -> None:
    answer = Client().get("/api/v1/events", question).json()
    assert [item["slug"] for item in answer["results"]] == result
    if "level" in question:
        assert answer["results"][0]["organisation"]["slug"] == "club"


@pytest.mark.parametrize("name", ["game", "country", "level", "organisation", "when"])
def test_programs_learn_what_cannot_be_asked(events: Any, name: str) -> None:
    answer = Client().get("/api/v1/events", {name: "none"})
    assert (answer.status_code, answer.json()["params"]) == (400, {"name": name})


def test_what_is_chosen_stands_in_the_line_of_the_folded_filters(events: dict[str, Event]) -> None:
    page = " ".join(ValidClient().get("/en/calendar/", {"when": "2019", "game": "xiangqi"}).text.split())
    assert "<summary> More filters: 2019 · Xiangqi </summary>" in page
    assert "<details open" not in page
    assert "<summary> More filters </summary>" in " ".join(ValidClient().get("/en/calendar/").text.split())
