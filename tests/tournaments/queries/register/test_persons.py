"""A person over all public events: what is told, what never is, and in how many queries."""

from __future__ import annotations

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal import outbox
from tests import factories
from tests.cached_worlds import remembered
from tests.world import ValidClient, World
from tournaments import pages
from tournaments.acts.entering.players import erase_player
from tournaments.acts.public.publication import unpublish
from tournaments.demo.cast import ensure_cast
from tournaments.demo.records import load_records
from tournaments.models import Entry, Event, Person, PersonName, PersonNumber, Player, Section
from tournaments.pages.search_index import event_search_keys
from tournaments.queries.public.public_persons import ProfilePage, person_page
from tournaments.state.tournament import Side

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def twice(world: World) -> World:
    """A round played and closed at the cup, and another at Charlie's event by the first two of the same
    people."""
    entries = factories.make_entries(world.section, 8)
    factories.play(world.section, 1)
    for number, entry in enumerate(entries[:2], 1):
        factories.enter_again(entry, world.other, number=number, rating=2400 + number)
    factories.play(world.other, 1)
    for section in (world.section, world.other):
        factories.announce(section)
    outbox.drain([outbox.FAST])
    return world


def person(world: World, number: int = 1) -> Person:
    return Person.objects.get(players__entries__section=world.section, players__entries__number=number)


def page_of(world: World, number: int = 1, against: str = "") -> ProfilePage:
    return person_page(person(world, number).uid, against)


@pytest.mark.slow
def test_every_event_with_rank_points_and_games(twice: World) -> None:
    page = page_of(twice)
    assert {event.event.slug for event in page.events} == {"cup", "away"}
    for event in page.events:
        section = Section.objects.get(event__slug=event.event.slug, slug=event.section.slug)
        frozen = section.standings.get(after_round=1).data["rows"]
        mine = next(row for row in frozen if row["number"] == event.number)
        assert (event.rank, event.points, event.players) == (mine["rank"], mine["points"], len(frozen))
        assert event.score.games == 1
    assert [game.event.slug for game in page.games] == [event.event.slug for event in page.events]


@pytest.mark.slow
def test_the_score_of_two_is_told_from_both_sides(twice: World) -> None:
    side, other = person(twice, 1), person(twice, 2)
    mine = page_of(twice, 1, str(other.uid))
    theirs = page_of(twice, 2, str(side.uid))
    assert mine.met is not None
    assert theirs.met is not None
    assert mine.met.total.games == len(mine.games) >= 1
    assert (mine.met.total.wins, mine.met.total.losses) == (theirs.met.total.losses, theirs.met.total.wins)
    assert mine.met.first == type(mine.met.first)(
        theirs.met.second.losses, theirs.met.second.draws, theirs.met.second.wins
    )
    assert {game.side.other for game in mine.games} == {game.side for game in theirs.games}
    assert sum(side.score.games for side in mine.sides if side.side in Side) == len(page_of(twice).games)


def hide_draft(world: World) -> None:
    Section.objects.filter(pk=world.section.pk).update(state=Section.State.DRAFT)


def hide_event(world: World) -> None:
    Event.objects.filter(pk=world.event.pk).update(listed=False)


def withhold_event(world: World) -> None:
    unpublish(event=world.event, what="event", reason="a mistake", by=world.users["alice"])


def withhold_section(world: World) -> None:
    unpublish(event=world.event, what="men", reason="a mistake", by=world.users["alice"])


@pytest.mark.slow
@pytest.mark.parametrize("hide", [hide_draft, hide_event, withhold_event, withhold_section])
def test_only_what_is_public_is_told(twice: World, hide: Any) -> None:
    hide(twice)
    page = page_of(twice)
    assert [event.event.slug for event in page.events] == ["away"]
    assert {game.event.slug for game in page.games} == {"away"}
    # Who plays nowhere else has no page.
    third = person(twice, 3)
    assert Client().get(f"/en/person/{third.uid}/").status_code == 404


@pytest.mark.slow
def test_a_round_that_is_taken_back_has_no_games_and_no_rank(twice: World) -> None:
    for change in ("men/round/1", "men/standings/1"):
        unpublish(event=twice.event, what=change, reason="a mistake", by=twice.users["alice"])
    cup = next(event for event in page_of(twice).events if event.event.slug == "cup")
    assert (cup.rank, cup.points, cup.score.games) == (None, None, 0)


@pytest.mark.slow
def test_the_performance_where_all_opponents_have_ratings(twice: World) -> None:
    at = {event.event.slug: event for event in page_of(twice).events}
    # Against 2402, by FIDE B.02: 800 more for all points, 800 less for none.
    gained = {(1, 0): 800, (0, 1): 0, (0, 0): -800}[(at["away"].score.wins, at["away"].score.draws)]
    assert at["away"].performance == 2402 + gained
    Entry.objects.filter(section=twice.other, number=2).update(rating=None)
    assert {event.event.slug: event.performance for event in page_of(twice).events}["away"] is None
    Entry.objects.filter(section=twice.other, number=2).update(rating=2402)
    Section.objects.filter(pk=twice.other.pk).update(game="weiqi")
    assert {event.event.slug: event.performance for event in page_of(twice).events}["away"] is None


def test_a_draft_is_not_told(twice: World) -> None:
    before = page_of(twice)
    factories.pair(twice.section, 2)
    assert page_of(twice) == before


def test_what_the_register_knows_is_shown(twice: World) -> None:
    item = person(twice)
    PersonName.objects.create(person=item, name="Former Name", kind="former")
    PersonNumber.objects.create(person=item, issuer="wxf", number="W-1")
    item.titles.create(title="GM", issuer="wxf", awarded="2001-02-03", proof="list")
    item.ratings.create(issuer="wxf", value=2500, on="2020-01-01", source="list 1")
    item.ratings.create(issuer="wxf", value=2520, on="2021-01-01", source="list 2")
    page = page_of(twice)
    assert [rating.value for rating in page.ratings] == [2520, 2500]
    course = next(item for item in page.courses if item.issuer == "wxf")
    assert (course.values, course.line, course.width) == ([2500, 2520], "0,60 40,0", 40)
    page_text = ValidClient().get(f"/en/person/{item.uid}/").content.decode()
    for text in ("Former Name", "WXF number", "W-1", "Grandmaster", "WXF rating", "2520", "list 2"):
        assert text in page_text, text
    assert "list of" not in page_text


@pytest.mark.slow
def test_a_merged_row_leads_on_a_forgotten_one_is_gone(twice: World) -> None:
    item = person(twice)
    row = Person.objects.create(name="X", federation=item.federation, merged_into=item)
    moved = Client().get(f"/en/person/{row.uid}/")
    assert (moved.status_code, moved["Location"]) == (301, f"/en/person/{item.uid}/")
    assert Client().get(f"/api/v1/persons/{row.uid}").json()["code"] == str(item.uid)
    entry = Entry.objects.select_related("player", "section__event").get(section=twice.section, number=1)
    erase_player(entry=entry, confirm=entry.player.name, by=twice.users["admin"])
    for code in (item.uid, row.uid):
        assert Client().get(f"/en/person/{code}/").status_code == 410
        assert Client().get(f"/api/v1/persons/{code}").status_code == 410


@pytest.mark.slow
def test_nonsense_is_no_person(twice: World) -> None:
    assert Client().get(f"/en/person/{uuid4()}/").status_code == 404
    assert Client().get("/en/person/x/").status_code == 404
    assert Client().get(f"/api/v1/persons/{uuid4()}").status_code == 404
    item = person(twice)
    for nonsense in ("x", "%00", "\u202e" * 50, str(uuid4())):
        answer = ValidClient().get(f"/en/person/{item.uid}/", {"against": nonsense})
        assert answer.status_code == 200
        assert list(answer.context["page"].games) == []
    led = Client().get(f"/person/{item.uid}/")
    assert (led.status_code, led["Location"]) == (302, f"/en/person/{item.uid}/")


def test_who_is_not_listed_has_no_page_and_no_link(twice: World) -> None:
    item = person(twice)
    Person.objects.filter(pk=item.pk).update(listed=False)
    assert Client().get(f"/en/person/{item.uid}/").status_code == 404
    assert page_of(twice, 2).opponents[0].opponent.person == ""


def test_who_is_not_listed_is_called_as_at_the_event_alone(twice: World) -> None:
    """What the register knows besides is told nobody: not to who met the person, not by the search."""
    item = person(twice)
    Person.objects.filter(pk=item.pk).update(name="Unquoth", native_name="隱名")
    for listed, answer in ((True, True), (False, False)):
        Person.objects.filter(pk=item.pk).update(listed=listed)
        opponent = page_of(twice, 2).opponents[0].opponent
        assert ((opponent.name, opponent.native_name) == ("Unquoth", "隱名")) is answer
        words = " ".join(event_search_keys(twice.event).values())
        assert ("unquoth" in words) is answer


def test_as_many_queries_for_one_event_as_for_many(twice: World) -> None:
    def queries(number: int) -> int:
        uid = person(twice, number).uid
        with CaptureQueriesContext(
            connection,
        ) as result:
            person_page(uid)
        return len(result)

    assert queries(1) == queries(3) <= 17


def test_search_finds_a_person_once_by_any_name(twice: World) -> None:
    item = person(twice)
    PersonName.objects.create(person=item, name="Quillfeather", kind="former")
    for event in Event.objects.filter(players__person=item):
        pages.ask_for_index(event)
    outbox.drain()
    for arguments in (item.name, "quillfeather"):
        persons = ValidClient().get("/en/search/", {"q": arguments}).context["page"].persons
        assert [(who.code, who.events) for who in persons] == [(str(item.uid), 2)], arguments
    lines = Client().get("/en/search/suggestions/", {"q": item.name}).json()["lines"]
    assert f"/en/person/{item.uid}/" in [line["url"] for line in lines]
    Person.objects.filter(pk=item.pk).update(listed=False)
    assert not ValidClient().get("/en/search/", {"q": item.name}).context["page"].persons


def test_the_players_page_leads_to_the_person(twice: World) -> None:
    item = person(twice)
    assert f"/en/person/{item.uid}/" in Client().get("/en/e/cup/men/player/1/").content.decode()


def test_players_of_a_new_person_register_numbers_once(twice: World) -> None:
    first = factories.make_known(twice.event, name="A", federation_id="CHN", egf_pin="1", title="GM")
    second = factories.make_known(twice.event, name="B", federation_id="CHN", egf_pin="1")
    assert [number.number for number in first.person.numbers.all()] == ["1"]
    assert not second.person.numbers.exists()
    assert Player.objects.get(pk=second.pk).egf_pin == "1"
    assert [number.title for number in first.person.titles.all()] == ["GM"]


@pytest.mark.slow
def test_the_championships_of_2009_are_two_events_of_the_same_persons(db: None) -> None:
    call_command("federations", stdout=StringIO())
    load_records(ensure_cast())
    both = Person.objects.filter(players__event__slug="wxc-2009").filter(players__event__slug="axf-2009")
    names = {"Lam Ka Yan", "Gao Yiping", "Chang Hong", "Zhang Guimin"}
    assert set(both.values_list("name", flat=True)) == names
    women = Section.objects.filter(slug="women").select_related("event")
    for section in women:
        Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
        Event.objects.filter(pk=section.event_id).update(listed=True)
    first_one, other = both.get(name="Lam Ka Yan"), both.get(name="Gao Yiping")
    page = person_page(first_one.uid, str(other.uid))
    assert [part.event.slug for part in page.events] == ["axf-2009", "wxc-2009"]
    assert page.met is not None
    assert page.met.total.games == len(page.games) == 2
    games = {part.event.slug: part.score.games for part in page.events}
    assert games == {"axf-2009": 8, "wxc-2009": 7}
