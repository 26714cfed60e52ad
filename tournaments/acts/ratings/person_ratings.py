"""The ratings of a whole list, entered for the persons of the register whose numbers it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from datetime import date
from typing import Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import check_name
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.notices.site import WHOLE_SITE
from tournaments.acts.register.person_particulars import MOST_RATING, SOURCE_LENGTH, Issuer, Source, issuer_of
from tournaments.exchange.ratings.fide_lists import ListedRating
from tournaments.models import Person, PersonNumber, PersonRating
from tournaments.pages.webhook_events import notify_person
from tournaments.policy import Act
from tournaments.state.gotha.ranks import LEAST_RATING

# Numbers in one query: not every SQLite takes more than a thousand parameters.
BATCH = 500


class RatingsEntered(TypedDict):
    """``persons``: whose number the list has; ``changed``: of them, with a rating that was not there."""

    persons: int
    changed: int


@act(on=WHOLE_SITE, right=Act.KEEP_REGISTER, done=_("ratings of a list entered"))
def enter_list_ratings(
    *,
    issuer: Issuer,
    on: date,
    ratings: Mapping[str, ListedRating],
    numbers: Issuer = "",
    source: Source = "",
    by: User,
    once: str = "",
) -> ActResult[RatingsEntered]:
    """Enter ratings of a list, by number; ``numbers``: whose, as ``fide`` for ``fide-rapid``."""
    issuer, numbers = issuer_of(issuer), issuer_of(numbers or issuer)
    check_name("source", source, most=SOURCE_LENGTH)
    for number, listed in ratings.items():
        if not LEAST_RATING <= listed.value <= MOST_RATING:
            raise Refusal("rating-off-scale", number=number, rating=listed.value)
    # Whoever is nobody of the register is passed over.
    persons = _persons(numbers, list(ratings))
    stands = PersonRating.objects.filter(issuer=issuer, on=on, person__numbers__issuer=numbers)
    columns = [field.name for field in fields(ListedRating)]
    there = {person: ListedRating(*values) for person, *values in stands.values_list("person", *columns)}
    source = source.strip()
    changed = [
        PersonRating(person=held.person, issuer=issuer, on=on, source=source, **asdict(ratings[number]))
        for number, held in persons.items()
        if there.get(held.person_id) != ratings[number]
    ]
    answer: RatingsEntered = {"persons": len(persons), "changed": len(changed)}
    if not changed:
        return no_change(answer)
    # A value of that day that is there is put right.
    PersonRating.objects.bulk_create(
        changed,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["person", "issuer", "on"],
        update_fields=[*columns, "source"],
    )
    for rating in changed:
        notify_person(rating.person)
    return ActResult(answer, after={"issuer": issuer, "on": on.isoformat(), "rows": len(changed)})


def _persons(issuer: str, numbers: list[str]) -> dict[str, PersonNumber]:
    """By number in force; nobody who was forgotten. The persons are locked."""
    locked = {row.person_id for row in _rows(issuer, numbers)}
    for batch in _batches(sorted(locked)):
        list(Person.objects.select_for_update().filter(pk__in=batch).order_by("pk").values_list("pk"))
    # Read again: whoever was merged meanwhile has given the number to the other row.
    return {row.number: row for row in _rows(issuer, numbers) if row.person_id in locked}


def _rows(issuer: str, numbers: list[str]) -> Iterator[PersonNumber]:
    for batch in _batches(numbers):
        rows = PersonNumber.objects.filter(
            issuer=issuer, number__in=batch, former=False, person__erased_at=None
        )
        yield from rows.select_related("person")


def _batches(values: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(values), BATCH):
        yield values[start : start + BATCH]
