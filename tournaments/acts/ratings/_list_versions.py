"""Writing down a list that was computed: its version, input and rows, and the copies that persons have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from portal.accounts.models import User
from tournaments.models import (
    ListInput,
    ListRow,
    ListVersion,
    PersonNumber,
    PersonRating,
    RatedSection,
    RatingSystem,
    RefereeReport,
)
from tournaments.pages.webhook_events import notify_persons
from tournaments.queries.ratings.rating_runs import PeriodRun, list_rows
from tournaments.ratings.tables import half_away
from tournaments.ratings.values import Rating

BATCH = 2000
# SQLite limits the values of one query.
ON_SQLITE = 500


def store_list_version(run: PeriodRun, *, by: User | None, causes: Sequence[str] = ()) -> ListVersion:
    """In the caller's transaction, under the lock of the organisation."""
    moved = {mover.number: mover.after for mover in run.moved}
    made = ListVersion.objects.create(
        period=run.row,
        number=run.version.number + 1 if run.version else 1,
        rules=run.rules,
        digest=run.digest,
        before=run.before,
        persons=len(run.rated.list.ratings),
        games=sum(map(len, run.rated.lines.values())) // 2,
        moved=len(moved),
        causes=list(causes),
        by=by,
    )
    store_input(run, made)
    rows = list_rows(run, made)
    while batch := list(islice(rows, BATCH)):
        ListRow.objects.bulk_create(batch)
    copy_ratings(run.row.system, made, moved)
    return made


def store_input(run: PeriodRun, version: ListVersion) -> None:
    """What the version is computed from now; and by which numbers the entries were known."""
    ListInput.objects.create(version=version, digest=run.input, games=run.packed)
    chosen = RatedSection.objects.in_bulk(run.counted.numbers)
    changed = []
    for key, section in chosen.items():
        if section.numbers != run.counted.numbers[key]:
            section.numbers = run.counted.numbers[key]
            changed.append(section)
    RatedSection.objects.bulk_update(changed, ["numbers"], batch_size=100)
    # The reports on these sections that were accepted say so by themselves.
    sections = run.row.sections.filter(section__isnull=False).values("section")
    accepted = RefereeReport.objects.filter(section__in=sections, state=RefereeReport.State.ACCEPTED)
    accepted.update(state=RefereeReport.State.RATED)


def copy_ratings(system: RatingSystem, version: ListVersion, moved: Mapping[str, Rating | None]) -> None:
    """Copy ratings to the persons of the register whose rating the version has changed."""
    held = PersonNumber.objects.filter(issuer=system.numbers, former=False, person__erased_at=None)
    person_of = dict(held.values_list("number", "person"))
    on = version.period.list_date
    copies: list[PersonRating] = []
    gone: list[int] = []
    for number, rating in moved.items():
        person = person_of.get(number)
        if person is None:
            continue
        if rating is None:
            # Who is on the list no more loses the copy of that day.
            gone.append(person)
            continue
        copies.append(
            PersonRating(
                person_id=person,
                issuer=system.code,
                on=on,
                value=half_away(round(rating * 1000), 1000),
                exact=rating,
                version=version.number,
            )
        )
    PersonRating.objects.bulk_create(
        copies,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["person", "issuer", "on"],
        update_fields=["value", "exact", "version", "source"],
    )
    here = PersonRating.objects.filter(issuer=system.code, on=on)
    for begin in range(0, len(gone), ON_SQLITE):
        here.filter(person__in=gone[begin : begin + ON_SQLITE]).delete()
    notify_persons([*(copy.person_id for copy in copies), *gone])
