"""Answer what a list of ratings had for persons on a day, one computed here or one of others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date

from tournaments.models import ListRow, PersonNumber, PersonRating, RatingPeriod, RatingSystem
from tournaments.ratings.tables import half_away


def ratings_listed(
    code: str, on: date, persons: Collection[int], *, every_version: bool
) -> Mapping[int, Sequence[int]] | None:
    """Return whole ratings by id of the person, of the newest version first; None: there was no list yet."""
    system = RatingSystem.objects.filter(code=code).first()
    if system is None:
        return _held(code, on, persons)
    periods = RatingPeriod.objects.filter(system=system, list_date__lte=on, versions__isnull=False)
    period = periods.order_by("-list_date").first()
    if period is None:
        return None
    versions = list(period.versions.order_by("-number").values_list("pk", flat=True))
    held = PersonNumber.objects.filter(issuer=system.numbers, former=False, person__in=persons)
    person_of = dict(held.values_list("number", "person"))
    rows = ListRow.objects.filter(
        version__in=versions if every_version else versions[:1], number__in=person_of, rating__isnull=False
    ).order_by("-version__number")
    ratings: defaultdict[int, list[int]] = defaultdict(list)
    for number, rating in rows.values_list("number", "rating"):
        if rating is not None:
            ratings[person_of[number]].append(half_away(round(rating * 1000), 1000))
    return ratings


def _held(issuer: str, on: date, persons: Collection[int]) -> Mapping[int, Sequence[int]] | None:
    rows = PersonRating.objects.filter(issuer=issuer, on__lte=on)
    if not rows.exists():
        return None
    held = rows.filter(person__in=persons).order_by("on").values_list("person", "value")
    return {person: (value,) for person, value in held}
