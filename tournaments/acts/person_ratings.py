"""The ratings of a whole list, entered for the persons of the register whose numbers it has."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import check_name
from tournaments.acts.frame import Done, act, unchanged
from tournaments.acts.person_particulars import MOST_RATING, SOURCE_LENGTH, Issuer, Source, issuer_of
from tournaments.acts.site import WHOLE_SITE
from tournaments.models import PersonNumber, PersonRating
from tournaments.pages.webhook_events import notify_person
from tournaments.policy import Act
from tournaments.state.gotha.ranks import LEAST_RATING

BATCH = 500
"""Numbers in one question: SQLite takes no more than a thousand parameters everywhere."""


class RatingsEntered(TypedDict):
    """``persons``: whose number the list has; ``changed``: of them, with a rating that was not there."""

    persons: int
    changed: int


@act(on=WHOLE_SITE, right=Act.KEEP_REGISTER, done=_("ratings of a list entered"))
def enter_list_ratings(
    *,
    issuer: Issuer,
    on: date,
    ratings: Mapping[str, int],
    numbers: Issuer = "",
    source: Source = "",
    by: User,
    once: str = "",
) -> Done[RatingsEntered]:
    """``ratings``: by number. ``numbers``: who gave the numbers, where that is another name than the list's
    (``fide`` for ``fide-rapid``). Whoever is nobody of the register is passed over; a value of that day that
    is there is put right. Refusals: ``bad-issuer``, ``rating-off-scale``, those of a name."""
    issuer, numbers = issuer_of(issuer), issuer_of(numbers or issuer)
    check_name("source", source, most=SOURCE_LENGTH)
    for number, value in ratings.items():
        if not LEAST_RATING <= value <= MOST_RATING:
            raise Refusal("rating-off-scale", number=number, rating=value)
    persons = _persons(numbers, list(ratings))
    stands = {
        rating.person_id: rating
        for rating in PersonRating.objects.filter(issuer=issuer, on=on, person__numbers__issuer=numbers)
    }
    made: list[PersonRating] = []
    corrected: list[PersonRating] = []
    for number, held in persons.items():
        rating = stands.get(held.person_id)
        if rating is None:
            made.append(
                PersonRating(
                    person=held.person, issuer=issuer, on=on, value=ratings[number], source=source.strip()
                )
            )
        elif rating.value != ratings[number]:
            rating.value, rating.source, rating.person = ratings[number], source.strip(), held.person
            corrected.append(rating)
    changed = [*made, *corrected]
    answer: RatingsEntered = {"persons": len(persons), "changed": len(changed)}
    if not changed:
        return unchanged(answer)
    PersonRating.objects.bulk_create(made, batch_size=BATCH)
    PersonRating.objects.bulk_update(corrected, ["value", "source"], batch_size=BATCH)
    for rating in changed:
        notify_person(rating.person)
    return Done(answer, after={"issuer": issuer, "on": on.isoformat(), "rows": len(changed)})


def _persons(issuer: str, numbers: list[str]) -> dict[str, PersonNumber]:
    """By number in force; nobody who was forgotten."""
    held: dict[str, PersonNumber] = {}
    for start in range(0, len(numbers), BATCH):
        rows = PersonNumber.objects.filter(
            issuer=issuer, number__in=numbers[start : start + BATCH], former=False, person__erased_at=None
        )
        held |= {row.number: row for row in rows.select_related("person")}
    return held
