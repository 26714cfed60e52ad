"""Persons as they come into the register: whoever is entered somewhere and is known from nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from tournaments.models import (
    NATIONAL,
    OF_PLAYERS,
    Person,
    PersonNumber,
    PersonTitle,
    Player,
    issuer_of_column,
)
from tournaments.state.minors import is_minor
from tournaments.wording.places import zone_country

# Columns that a player and a person both have.
TAKEN_OVER = ("name", "given_name", "native_name", "federation_id", "birth_year", "gender")


def register_persons(players: Sequence[Player]) -> None:
    """Give each player a person of its own, in as many queries for one as for hundreds."""
    year = timezone.now().year
    persons = [
        Person(
            # Who is under age where the event is played has no public page before a guardian, or somebody
            # with a right to the person, agrees.
            listed=not is_minor(player.birth_year, year, zone_country(player.event.time_zone)),
            organisation_id=player.event.organisation_id,
            **{column: getattr(player, column) for column in TAKEN_OVER},
        ).fold()
        for player in players
    ]
    Person.objects.bulk_create(persons, batch_size=500)
    numbers: list[PersonNumber] = []
    titles: list[PersonTitle] = []
    for player, person in zip(players, persons, strict=True):
        player.person = person
        for column in (*OF_PLAYERS.values(), NATIONAL):
            issuer = issuer_of_column(column, player.federation_id)
            if issuer and (number := getattr(player, column)):
                numbers.append(PersonNumber(person=person, issuer=issuer, number=number))
        if player.title:
            titles.append(PersonTitle(person=person, title=player.title))
    # A number that somebody else has already stays with that person: the two are then likely to be one.
    PersonNumber.objects.bulk_create(numbers, batch_size=500, ignore_conflicts=True)
    PersonTitle.objects.bulk_create(titles, batch_size=500)
    if numbers:
        _find_by_numbers(persons)


def _find_by_numbers(persons: Sequence[Person]) -> None:
    """New persons are found by those of their numbers that nobody else had."""
    numbers_by_person: dict[int, list[str]] = {}
    numbers = PersonNumber.objects.filter(person__in=persons).order_by("pk")
    for person, number in numbers.values_list("person", "number"):
        numbers_by_person.setdefault(person, []).append(number)
    numbered = [
        person.fold(*numbers_by_person[person.pk]) for person in persons if person.pk in numbers_by_person
    ]
    Person.objects.bulk_update(numbered, ["words"], batch_size=500)


def fold_anew(person: Person) -> None:
    """Its names or numbers have changed: what it is found by follows."""
    names = person.names.order_by("pk").values_list("name", flat=True)
    numbers = person.numbers.order_by("pk").values_list("number", flat=True)
    person.fold(*names, *numbers).save()
