"""The public pages and files of computed ratings, and the rating officer's."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from portal.journal.models import JournalEntry
from tests.tournaments.rated_world import APRIL, FEBRUARY, JANUARY, MARCH, Ratings, make_ratings
from tests.world import World
from tournaments.models import ListVersion, Section

pytestmark = pytest.mark.django_db


@pytest.fixture
def ratings(world: World) -> Ratings:
    return make_ratings(world.users["frank"])


def section_called(slug: str) -> Section:
    return Section.objects.get(event__slug=slug)


def with_list(ratings: Ratings, *names: str) -> ListVersion:
    """Ann beats everybody."""
    ratings.made()
    ratings.rules(bands="1510, Expert")
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", name, "1-0")] for name in names])
    return ratings.published(ratings.period(JANUARY, FEBRUARY, section))


LIST = "/en/ratings/xia/2026-02-01/v1/"


@pytest.mark.slow
def test_the_list_says_who_stands_where(world: World, ratings: Ratings) -> None:
    with_list(ratings, "Bo", "Cy")
    page = world.client("anonymous").get("/en/ratings/xia/").content.decode()
    for text in ("Ann", "1520", "Expert", "+20", "Bo", "1490", "−10", "sha256:"):
        assert text in page, text
    assert '<td class="fig wide">20</td>' in page, "K"
    number = ratings.number("Ann")
    page = world.client("anonymous").get(f"/en/ratings/xia/number/{number}/?opponent=1520").content.decode()
    for text in ("+0.5000", "+1.0000 × 20 = +20.0000", "+10.00", "+0.00", "−10.00", "spring", "Bo"):
        assert text in page, text


@pytest.mark.slow
def test_organisation_and_person_lead_to_the_lists(world: World, ratings: Ratings) -> None:
    with_list(ratings, "Bo")
    client, number = world.client("anonymous"), ratings.number("Ann")
    page = client.get("/en/o/xia/").content.decode()
    assert "Xia rating" in page
    assert 'ratings/xia/"' in page
    ann = ratings.persons["Ann"]
    page = client.get(f"/en/person/{ann.uid}/").content.decode()
    assert "1510" in page
    assert "1 game · K 20" in " ".join(page.split())
    assert f'ratings/xia/number/{number}/"' in page
    [row] = client.get(f"/api/v1/persons/{ann.uid}").json()["lists"]
    assert row == {
        "code": "xia",
        "name": "Xia rating",
        "native_name": "",
        "number": number,
        "rating": "1510",
        "state": "active",
        "games": 1,
        "k": 20,
        "on": "2026-02-01",
    }
    [row] = client.get("/api/v1/organisations/xia").json()["lists"]
    assert (row["code"], row["on"], row["persons"]) == ("xia", "2026-02-01", 2)


@pytest.mark.slow
def test_who_is_inactive_is_called_so_on_the_list_and_on_the_own_page(world: World, ratings: Ratings) -> None:
    ratings.made()
    ratings.rules(inactive_months=1)
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    ratings.published(ratings.period(JANUARY, FEBRUARY, section))
    ratings.published(ratings.period(FEBRUARY, APRIL))
    client, badge = world.client("anonymous"), '<span class="badge">inactive</span>'
    assert "Ann" not in client.get("/en/ratings/xia/").content.decode()
    assert badge in client.get("/en/ratings/xia/?all=1").content.decode()
    assert badge in client.get(f"/en/person/{ratings.persons['Ann'].uid}/").content.decode()
    number = client.get(f"/en/ratings/xia/number/{ratings.number('Ann')}/").content.decode()
    assert "inactive" in number
    assert "1 game · K 20" in " ".join(number.split())


@pytest.mark.slow
@pytest.mark.parametrize("names", [("Bo",), ("Bo", "Cy", "Di", "Ed")])
def test_pages_ask_as_much_whatever_there_is(
    world: World, ratings: Ratings, names: tuple[str, ...], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with_list(ratings, *names)
    number = ratings.number("Ann")
    client = world.client("anonymous")
    for address, count in (
        ("/en/ratings/", 3),
        (LIST, 10),
        (f"/en/ratings/xia/number/{number}/", 4),
        (f"{LIST}list.csv", 4),
    ):
        with django_assert_num_queries(count):
            assert client.get(address).status_code == 200


@pytest.mark.slow
def test_the_desk_says_what_waits(
    world: World, ratings: Ratings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """A period that can be published, and a result that was corrected since."""
    with_list(ratings, "Bo")
    client = world.client("frank")
    system = "/en/desk/-/organisations/xia/ratings/xia/"
    assert "Something was done" not in client.get(system).content.decode()
    section = ratings.section("summer", date(2026, 2, 10), [[("Bo", "Cy", "1-0")]])
    period = ratings.period(FEBRUARY, MARCH)
    address = f"{system}{period.pk}/"
    assert "14th Test Championship" in client.get(address).content.decode()
    ratings.count(period, section)
    page = client.get(address).content.decode()
    assert "1 person has no number" in page
    ratings.previewed(period)
    page = client.get(address).content.decode()
    assert "because a player has no number" in page
    assert "Publish list" in page
    scope = f"event:{section_called('spring').event_id}"
    JournalEntry.objects.create(by=ratings.officer, act="correct_result", scope=scope, target="round:1")
    assert "spring/open" in client.get(system).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3])
def test_the_desk_asks_as_much_whatever_there_is(
    world: World, ratings: Ratings, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with_list(ratings, *("Bo", "Cy", "Di")[:count])
    played = [[("Ann", "Bo", "1-0")]]
    sections = [ratings.section(f"s{number}", date(2026, 2, 10), played) for number in range(2 * count)]
    period = ratings.period(FEBRUARY, MARCH, *sections[count:])
    ratings.previewed(period)
    client = world.client("frank")
    system = "/en/desk/-/organisations/xia/ratings/xia/"
    every = "/en/desk/-/organisations/xia/ratings/"
    for address, queries in ((every, 13), (system, 23), (f"{system}{period.pk}/", 27)):
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200
