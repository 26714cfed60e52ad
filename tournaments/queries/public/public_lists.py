"""Lists for programs: the persons whom everybody may know of, and who leads a list of ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from django.db.models import Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Concat, Left, Length
from django.utils.translation import gettext_lazy as _

from portal.published.documents import ADDRESS, Day, extended
from portal.published.models import Withheld
from tournaments.models import Entry, Person, PersonRating, Section
from tournaments.queries.addresses import person_address
from tournaments.queries.public.public import PersonReference, listed_events, public_person
from tournaments.queries.register.persons import persons_named


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson(PersonReference):
    url: Annotated[str, ADDRESS]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedPerson(ListedPerson):
    value: int
    on: Annotated[Day, _("The list's day.")]
    source: str
    games: Annotated[int | None, _("That the list counts in its period, where it says so.")]
    k: Annotated[int | None, _("The coefficient K, where the list says it.")]
    inactive: Annotated[bool | None, _("Null: the list says so of one of several ratings, and not of which.")]


def _entries_of(person: OuterRef) -> Exists:
    """Whether there is an entry of the person in a section that everybody may know of."""
    address = Concat(
        Value("e/"), OuterRef("section__event__slug"), Value("/"), OuterRef("section__slug"), Value("/")
    )
    entries = Entry.objects.filter(
        ~Exists(Withheld.objects.filter(prefix=Left(address, Length("prefix")))),
        player__person=person,
        section__event__in=listed_events(),
    )
    return Exists(entries.exclude(section__state=Section.State.DRAFT))


def public_persons(query: str, federation: str) -> QuerySet[Person] | None:
    """Those who are meant by a name in any writing or a number in force; None where it is neither."""
    persons = persons_named(query, federation)
    return None if persons is None else persons.filter(_entries_of(OuterRef("pk")), listed=True)


def rating_list(issuer: str, federation: str) -> QuerySet[PersonRating]:
    """Of each person the newest value."""
    same = PersonRating.objects.filter(person=OuterRef("person"), issuer=issuer, on__gt=OuterRef("on"))
    ratings = PersonRating.objects.filter(
        ~Exists(same),
        _entries_of(OuterRef("person")),
        issuer=issuer,
        person__listed=True,
        person__erased_at=None,
        person__merged_into=None,
    )
    ratings = ratings.filter(person__federation=federation) if federation else ratings
    return ratings.select_related("person")


def person_line(person: Person) -> ListedPerson:
    return extended(ListedPerson, public_person(person), url=person_address(person.uid))


def rated_person(rating: PersonRating) -> RatedPerson:
    return extended(
        RatedPerson,
        person_line(rating.person),
        value=rating.value,
        on=rating.on.isoformat(),
        source=rating.source,
        games=rating.games,
        k=rating.k,
        inactive=rating.inactive,
    )
