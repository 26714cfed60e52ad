"""What applicants filled in goes some days after the event; a form is set in every stage, and copied."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Refusal
from tests.applying import HOUR, confirmed, drafted, open_form, settings
from tests.cast import Cast
from tests.stages import put
from tests.working import compute
from tournaments.acts.entering.applications import change_application, decide_applications
from tournaments.acts.entering.entry_forms import DELETE, set_entry_form
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.event_settings import change_event
from tournaments.acts.events import archive_event, copy_event
from tournaments.models import Application, EntryForm, Event, Section
from tournaments.queries.entering.applications import kept_until
from tournaments.setting_rules import SectionStage
from tournaments.state.applications import MOST_KEPT_DAYS, Question

ASKS = {"email": "asked", "phone": "asked", "club": "asked"}
SHIRT = Question("Shirt")
FILLED: dict[str, Any] = {
    "email": "new@example.org",
    "phone": "123",
    "particulars": {"club": "Rook"},
    "answers": {"Shirt": "L"},
}
ORGANISER = EntryForm.Approval.ORGANISER


def filled(cast: Cast, **values: Any) -> Section:
    """One is entered, one is asked for a correction, one never confirmed."""
    section = open_form(cast, asks=ASKS, questions=[SHIRT], approval=ORGANISER, **values)
    entered, arguments = (confirmed(section, name, **FILLED) for name in ("Anna", "Berta"))
    drafted(section, "Clara", **FILLED)
    for item, decision in ((entered, "accept"), (arguments, "ask")):
        decide_applications(
            section=section, applications=[item.pk], decision=decision, by=cast.alice, reason="which club?"
        )
    return section


def pass_days(cast: Cast, days: int) -> None:
    """Entries and event ended ``days`` ago; it is the day for which the worker waits."""
    moment = timezone.now() - timedelta(days=days)
    EntryForm.objects.update(opens_at=moment - HOUR, closes_at=moment)
    Event.objects.filter(pk=cast.event.pk).update(starts=moment.date(), ends=moment.date())
    Job.objects.filter(kind=DELETE).update(due_at=timezone.now())
    compute()


def rows(section: Section) -> list[tuple[Any, ...]]:
    columns = ("name", "email", "phone", "answers", "note", "particulars")
    return list(section.applications.order_by("turn").values_list(*columns))


def test_answers_are_deleted_when_their_time_is_over(cast: Cast) -> None:
    section = filled(cast, kept_days=30)
    pass_days(cast, 30)
    assert section.applications.count() == 3
    assert {row[1] for row in rows(section)} == {"new@example.org"}
    pass_days(cast, 31)
    assert rows(section) == [
        ("Anna", "", "", {}, "", {"club": "Rook"}),
        ("Berta", "", "", {}, "", {}),
    ]
    line = JournalEntry.objects.get(act="answers_deleted")
    assert (line.by, line.target) == (None, f"section:{section.pk}")
    assert line.after == {"applications": 2, "drafts": 1}
    pass_days(cast, 31)
    assert JournalEntry.objects.filter(act="answers_deleted").count() == 1


def test_the_worker_waits_for_the_first_day_on_which_something_goes(cast: Cast) -> None:
    # Entries close in a day: before the end of the event, whenever this runs.
    cast.event.ends = timezone.now().date() + timedelta(days=3)
    cast.event.save()
    section = open_form(cast)
    compute()
    job = Job.objects.get(kind=DELETE, state=Job.State.NEW)
    form = EntryForm.objects.select_related("section__event").get(section=section)
    assert job.due_at.date() == kept_until(form) + timedelta(days=1)
    assert kept_until(form) == cast.event.ends + timedelta(days=90)
    after = cast.event.ends + timedelta(days=5)
    form.late_until = form.closes_at.replace(year=after.year, month=after.month, day=after.day)
    assert kept_until(form) == after + timedelta(days=90)


def test_an_event_that_ends_on_another_day_moves_it(cast: Cast) -> None:
    section = open_form(cast)
    later = (timezone.now() + timedelta(days=400)).date()
    change_event(event=cast.event, ends=later, by=cast.alice, reason="postponed")
    compute()
    form = EntryForm.objects.select_related("section__event").get(section=section)
    job = Job.objects.filter(kind=DELETE, state=Job.State.NEW).get()
    assert kept_until(form) == later + timedelta(days=90)
    assert job.due_at.date() == kept_until(form) + timedelta(days=1)


def test_nothing_is_taken_after_that(cast: Cast) -> None:
    section = filled(cast, kept_days=30)
    pass_days(cast, 31)
    response = section.applications.select_related("section__event").get(name="Berta")
    typed = Typed(name="Berta", federation="GER", phone="456")
    with pytest.raises(Refusal) as refused:
        change_application(application=response, typed=typed, by=response)
    assert refused.value.code == "entries-closed"


@pytest.mark.parametrize("days", [0, -1, MOST_KEPT_DAYS + 1])
def test_how_long_it_can_be_kept(cast: Cast, days: int) -> None:
    with pytest.raises(Refusal) as refused:
        set_entry_form(section=cast.section, values=settings(kept_days=days), by=cast.alice)
    assert (refused.value.code, refused.value.field) == ("kept-days", "kept_days")


OTHER: dict[str, Any] = {
    "opens_at": datetime.fromisoformat("2015-01-01T00:00Z"),
    "closes_at": datetime.fromisoformat("2040-01-01T00:00Z"),
    "late_until": datetime.fromisoformat("2041-01-01T00:00Z"),
    "approval": "organiser",
    "moves_up": "organiser",
    "kept_days": 7,
    "asks": {"phone": "required"},
    "questions": [SHIRT],
}


@pytest.mark.anywhere
@pytest.mark.parametrize("field", OTHER)
def test_a_setting_of_the_form_in_each_stage(cast: Cast, field: str) -> None:
    """It may be changed in all of them: what is asked and for how long it is kept is no rule of play."""
    now = {"opens_at": timezone.now() - HOUR, "closes_at": timezone.now() + HOUR}
    set_entry_form(section=cast.section, values=settings(**now), by=cast.alice)
    for stage in SectionStage:
        with transaction.atomic():
            put(cast.section, stage)
            set_entry_form(
                section=cast.section, values=settings(**now | {field: OTHER[field]}), by=cast.alice
            )
            stored = getattr(EntryForm.objects.get(section=cast.section), field)
            assert stored == ([SHIRT.as_json()] if field == "questions" else OTHER[field]), stage
            line = JournalEntry.objects.filter(act="set_entry_form").latest("pk")
            assert line.before[field] != line.after[field]
            transaction.set_rollback(True)


def test_nothing_is_set_in_an_event_that_was_put_away(cast: Cast) -> None:
    archive_event(event=cast.event, by=cast.alice)
    cast.section.event.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        set_entry_form(section=cast.section, values=settings(), by=cast.alice)
    assert refused.value.code == "event-archived"


def test_a_copied_event_asks_the_same_as_long_before_it_begins(cast: Cast) -> None:
    section = filled(cast, kept_days=14, moves_up="organiser")
    old = EntryForm.objects.get(section=section)
    starts = cast.event.starts + timedelta(days=364)
    made = copy_event(event=cast.event, slug="next", name="Next", starts=starts, ends=starts, by=cast.alice)
    new = EntryForm.objects.get(section__event=made["event"], section__slug=section.slug)
    same = ("approval", "moves_up", "kept_days", "asks", "questions", "late_until")
    assert [getattr(new, name) for name in same] == [getattr(old, name) for name in same]
    assert (new.opens_at - old.opens_at, new.closes_at - old.closes_at) == (timedelta(days=364),) * 2
    assert not Application.objects.filter(section=new.section).exists()
