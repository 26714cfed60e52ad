"""Ratings of a list, entered for who of the register has a number in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from portal.policy import Denied, Refusal
from tests.tournaments.ratings.worked import FOLDER, first_list
from tests.world import World
from tournaments.acts.ratings.person_ratings import enter_list_ratings
from tournaments.exchange.ratings.fide_lists import ListedRating
from tournaments.models import Federation, Person, PersonRating
from tournaments.ratings.files import list_document
from tournaments.ratings.presets import GOR_2021

pytestmark = pytest.mark.django_db
SEPTEMBER = date(2026, 9, 1)


@pytest.fixture
def persons(world: World) -> list[Person]:
    """Three with numbers of FIDE's, one of them a former one."""
    federation = Federation.objects.all()[0]
    made = [Person.objects.create(name=f"Person {n}", federation=federation) for n in range(3)]
    for person, number in zip(made, ("900001", "900003", "900004"), strict=True):
        person.numbers.create(issuer="fide", number=number)
    made[2].numbers.update(former=True)
    return made


def entered(world: World, ratings: Mapping[str, int | ListedRating], **values: Any) -> Any:
    listed = {
        number: rating if isinstance(rating, ListedRating) else ListedRating(rating)
        for number, rating in ratings.items()
    }
    return enter_list_ratings(
        **{"issuer": "fide", "on": SEPTEMBER, "by": world.users["admin"], **values, "ratings": listed}
    )


def held() -> list[tuple[str, str, int]]:
    rows = PersonRating.objects.order_by("person", "issuer", "on").select_related("person")
    return [(row.person.name, row.issuer, row.value) for row in rows]


def test_who_has_a_number_in_force_gets_the_rating(world: World, persons: list[Person]) -> None:
    ratings = {"900001": 2101, "900004": 2702, "7": 1500}
    assert entered(world, ratings=ratings, source="List") == {"persons": 1, "changed": 1}
    assert held() == [("Person 0", "fide", 2101)]
    assert PersonRating.objects.get().source == "List"


def test_a_value_that_stands_is_put_right_and_the_same_list_again_writes_nothing(
    world: World, persons: list[Person]
) -> None:
    entered(world, ratings={"900001": 2101, "900003": 1400})
    assert entered(world, ratings={"900001": 2101, "900003": 1500}) == {"persons": 2, "changed": 1}
    assert entered(world, ratings={"900001": 2101, "900003": 1500}) == {"persons": 2, "changed": 0}
    assert held() == [("Person 0", "fide", 2101), ("Person 1", "fide", 1500)]
    entered(world, ratings={"900001": 2110}, on=date(2026, 10, 1))
    assert len(held()) == 3


def test_games_k_and_inactive_are_kept_and_put_right_where_the_rating_stays(
    world: World, persons: list[Person]
) -> None:
    entered(world, ratings={"900001": ListedRating(2101, 9, 20)})
    row = PersonRating.objects.get()
    assert (row.games, row.k, row.inactive) == (9, 20, False)
    answer = entered(world, ratings={"900001": ListedRating(2101, 0, 10, inactive=True)})
    assert answer == {"persons": 1, "changed": 1}
    row.refresh_from_db()
    assert (row.value, row.games, row.k, row.inactive) == (2101, 0, 10, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("listed", "words", "absent"),
    [
        (ListedRating(2101, 9, 20), ["9 games", "K 20"], ["inactive"]),
        (ListedRating(2101, k=20, inactive=True), ["K 20", "inactive"], ["games", "one of the list"]),
        (ListedRating(2101, inactive=None), ["inactive in one of the list’s ratings"], ["games", "K "]),
        (ListedRating(2101), [], ["games", "K ", "inactive"]),
    ],
)
def test_they_stand_beside_the_rating_at_the_desk_and_in_public(
    drawn: World, listed: ListedRating, words: list[str], absent: list[str]
) -> None:
    person = Person.objects.filter(players__event=drawn.event)[0]
    person.numbers.create(issuer="fide", number="900001")
    entered(drawn, ratings={"900001": listed}, source="List of FIDE")
    desk = drawn.client("admin").get(reverse("person", args=[person.pk])).content.decode()
    public = Client().get(f"/en/person/{person.uid}/").content.decode()
    for page, begins in ((desk, "List of FIDE"), (public, "<strong>2101</strong>")):
        near = page.partition(begins)[2].partition("</tr>" if page is desk else "</dd>")[0]
        assert near
        assert all(word in near for word in words), near
        assert not any(word in near for word in absent), near


def test_ratings_of_another_kind_by_the_same_numbers(world: World, persons: list[Person]) -> None:
    entered(world, issuer="fide-rapid", numbers="fide", ratings={"900001": 2050})
    assert held() == [("Person 0", "fide-rapid", 2050)]


def test_nobody_who_was_forgotten(world: World, persons: list[Person]) -> None:
    Person.objects.filter(pk=persons[0].pk).update(erased_at=timezone.now())
    assert entered(world, ratings={"900001": 2101})["persons"] == 0


def test_what_is_refused(world: World, persons: list[Person]) -> None:
    with pytest.raises(Refusal) as refused:
        entered(world, ratings={"900001": 999_999})
    assert refused.value.code == "rating-off-scale"
    with pytest.raises(Refusal) as refused:
        entered(world, ratings={}, issuer="§")
    assert refused.value.code == "bad-issuer"
    with pytest.raises(Denied):
        entered(world, ratings={"900001": 2101}, by=world.users["alice"])
    assert not held()


def test_the_questions_do_not_grow_with_the_list(
    world: World, persons: list[Person], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(40):
        entered(world, ratings={**dict.fromkeys(map(str, range(1, 400)), 1500), "900001": 2101})


def command(*words: object) -> str:
    out = StringIO()
    call_command("person_ratings", *map(str, words), stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.parametrize("name", ["fide-combined.txt", "fide-combined.xml"])
def test_the_command_reads_fides_lists(world: World, persons: list[Person], name: str) -> None:
    words = (FOLDER / name, "--issuer", "fide", "--date", "2026-10-01", "--by", "admin")
    assert "2 persons" not in command(*words, "--kind", "standard")
    assert held() == [("Person 0", "fide", 2101)]
    row = PersonRating.objects.get()
    assert (row.games, row.k, row.inactive) == (9, 20, False)
    command(FOLDER / name, "--issuer", "fide-rapid", "--numbers", "fide", *words[3:], "--kind", "rapid")
    assert held()[1:] == [("Person 0", "fide-rapid", 2050), ("Person 1", "fide-rapid", 1455)]
    # The only rating of the person whom the list marks.
    row = PersonRating.objects.get(value=1455)
    assert (row.games, row.k, row.inactive) == (0, 40, True)


def test_the_command_reads_a_list_that_was_computed(
    world: World, persons: list[Person], tmp_path: Path
) -> None:
    persons[0].numbers.create(issuer="own", number="12")
    path = tmp_path / "list.json"
    path.write_text(json.dumps(list_document(GOR_2021, first_list("period-b-gor"))))
    assert command(path, "--issuer", "own", "--by", "admin").startswith(
        "1 persons of the register, 1 ratings"
    )
    assert held() == [("Person 0", "own", 2154)]
    assert PersonRating.objects.get().on == date(2026, 8, 1)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--by", "stranger"), "no account"),
        (("--by", "admin"), "need --date"),
        (("--by", "admin", "--date", "soon"), "is no date"),
        (("--by", "alice", "--date", "2026-10-01"), "may not keep the register"),
    ],
)
def test_what_the_command_does_not_take(world: World, words: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        command(FOLDER / "fide-standard.txt", "--issuer", "fide", *words)
