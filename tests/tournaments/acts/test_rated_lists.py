"""Lists of ratings from the first period to the correction of a published one, against the pure room."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from tests.tournaments.rated_world import (
    FEBRUARY,
    JANUARY,
    Ratings,
    make_ratings,
    ratings_of,
)
from tests.world import World
from tournaments.models import ListVersion, PersonRating

pytestmark = pytest.mark.django_db


@pytest.fixture
def ratings(world: World) -> Ratings:
    return make_ratings(world.users["frank"])


def in_january(ratings: Ratings) -> ListVersion:
    """Ann beats Bo and Cy, who draw."""
    ratings.made()
    ratings.rules()
    section = ratings.section(
        "spring",
        date(2026, 1, 10),
        [[("Ann", "Bo", "1-0")], [("Cy", "Ann", "0-1")], [("Bo", "Cy", "1/2")]],
    )
    return ratings.published(ratings.period(JANUARY, FEBRUARY, section))


def test_a_list_is_previewed_then_published_with_its_arithmetic(ratings: Ratings) -> None:
    version = in_january(ratings)
    ann, bo, cy = (ratings.number(name) for name in ("Ann", "Bo", "Cy"))
    assert ratings_of(version) == {ann: 1520, bo: 1490, cy: 1490}
    assert (version.number, version.persons, version.games, version.moved) == (1, 3, 3, 3)
    row = version.rows.get(number=ann)
    assert (row.place, row.position, row.n, row.k_used, row.total, row.change) == (1, 1, 2, 20, 10000, 20)
    assert [line[:6] for line in row.lines] == [
        ["spring/open", 1, 1500, bo, 1500, 2],
        ["spring/open", 2, 1500, cy, 1500, 2],
    ]
    assert list(version.rows.filter(place=2).values_list("number", flat=True)) == [bo, cy]
    copy = PersonRating.objects.get(person=ratings.persons["Ann"])
    assert (copy.issuer, copy.value, copy.exact, copy.version) == ("xia", 1520, Decimal(1520), 1)
