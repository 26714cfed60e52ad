"""The public pages and files of computed ratings, and the rating officer's."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.rated_world import FEBRUARY, JANUARY, Ratings, make_ratings
from tests.world import World
from tournaments.models import ListVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def ratings(world: World) -> Ratings:
    return make_ratings(world.users["frank"])


def with_list(ratings: Ratings, *names: str) -> ListVersion:
    """Ann beats everybody."""
    ratings.made()
    ratings.rules(bands="1510, Expert")
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", name, "1-0")] for name in names])
    return ratings.published(ratings.period(JANUARY, FEBRUARY, section))


LIST = "/en/ratings/xia/2026-02-01/v1/"


def test_the_list_says_who_stands_where(world: World, ratings: Ratings) -> None:
    with_list(ratings, "Bo", "Cy")
    page = world.client("anonymous").get("/en/ratings/xia/").content.decode()
    for text in ("Ann", "1520", "Expert", "+20", "Bo", "1490", "−10", "sha256:"):
        assert text in page, text
    number = ratings.number("Ann")
    page = world.client("anonymous").get(f"/en/ratings/xia/number/{number}/?opponent=1520").content.decode()
    for text in ("+0.5000", "+1.0000 × 20 = +20.0000", "+10.00", "+0.00", "−10.00", "spring", "Bo"):
        assert text in page, text


@pytest.mark.parametrize("names", [("Bo",), ("Bo", "Cy", "Di", "Ed")])
def test_pages_ask_as_much_whatever_there_is(
    world: World, ratings: Ratings, names: tuple[str, ...], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with_list(ratings, *names)
    number = ratings.number("Ann")
    client = world.client("anonymous")
    for address, count in (
        ("/en/ratings/", 2),
        (LIST, 10),
        (f"/en/ratings/xia/number/{number}/", 4),
        (f"{LIST}list.csv", 4),
    ):
        with django_assert_num_queries(count):
            assert client.get(address).status_code == 200
