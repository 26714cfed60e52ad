"""Two officers at one moment, each race first without its guard; and a result that changes while a list is
computed."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

import pytest

from portal import outbox
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.outbox.runner import RunOutcome
from tests.cast import Cast
from tests.races import gate, kinds, locking, together, without_locks
from tests.tournaments.acts.cases_ratings import ratings_for
from tests.tournaments.rated_world import FEBRUARY, JANUARY, MARCH, Ratings, correct, ratings_of
from tournaments import slow_tasks
from tournaments.acts.ratings import rating_periods, rating_systems
from tournaments.acts.ratings.rating_periods import count_sections, publish_rating_list
from tournaments.acts.ratings.rating_systems import open_rating_period
from tournaments.models import ListVersion, RatedSection, RatingPeriod

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ratings(entered: Cast) -> Ratings:
    made = ratings_for(entered)
    made.made()
    made.rules()
    return made


@locking
def test_periods_that_are_opened_at_once_touch(
    ratings: Ratings, monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, rating_systems, "flaws_of_periods")
    arguments: dict[str, Any] = {"organisation": ratings.organisation, "system": "xia", "by": ratings.officer}
    got = together(
        partial(open_rating_period, name="one", first=JANUARY, end=FEBRUARY, **arguments),
        partial(open_rating_period, name="other", first=date(2026, 1, 15), end=MARCH, **arguments),
    )
    if locked:
        assert kinds(got) == ["Refusal", "dict"]
        assert RatingPeriod.objects.count() == 1
    else:
        assert kinds(got) == ["dict", "dict"]


@locking
def test_a_section_is_counted_once(
    ratings: Ratings, monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    """Without the lock the second is stopped by the table alone, and sees an error of the database."""
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    period = ratings.period(JANUARY, FEBRUARY)
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, rating_periods, "offered_in")
    arguments: dict[str, Any] = {"organisation": ratings.organisation, "system": "xia", "by": ratings.officer}
    count = partial(count_sections, period=period.pk, sections=[section.pk], **arguments)
    got = together(count, count)
    assert kinds(got) == (["Refusal", "dict"] if locked else ["IntegrityError", "dict"])
    assert RatedSection.objects.count() == 1


@pytest.mark.parametrize("looked_again", [False, True], ids=["without the look", "as it is"])
def test_a_result_that_changes_meanwhile_is_in_the_list(
    ratings: Ratings, monkeypatch: pytest.MonkeyPatch, *, looked_again: bool
) -> None:
    """Under the lock the worker looks whether the journal of the events has moved on, and computes anew; what
    was seen is another list then, and nothing is published."""
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    period = ratings.period(JANUARY, FEBRUARY, section)
    seen = (ratings.previewed(period).outcome or {})["input"]
    publish_rating_list(
        organisation=ratings.organisation, system="xia", period=period.pk, seen=seen, by=ratings.officer
    )
    handler = slow_tasks.RatedListHandler
    compute = handler.compute

    def while_it_is_corrected(self: Any, data: Any) -> Any:
        if not JournalEntry.objects.filter(act="correct_result").exists():
            correct(section, 1, 1, "0-1")
            JournalEntry.objects.create(
                act="correct_result", scope=f"event:{section.event_id}", target="round:1", by=ratings.officer
            )
        return compute(self, data)

    monkeypatch.setattr(handler, "compute", while_it_is_corrected)
    if not looked_again:
        monkeypatch.setattr(handler, "holds", lambda *_arguments: True)
    job = Job.objects.filter(kind=slow_tasks.KIND).latest("pk")
    first = outbox.run(job.pk)
    if not looked_again:
        assert first is RunOutcome.DONE
        assert ratings_of(ListVersion.objects.get())[ratings.number("Ann")] == 1510
        return
    assert first is RunOutcome.AGAIN
    assert outbox.run(job.pk) is RunOutcome.REFUSED
    assert not ListVersion.objects.exists()
