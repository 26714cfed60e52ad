"""What applicants filled in is deleted some days after the event, and what nobody confirms some days after it
was filled in, by the worker; nobody presses for it."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.db.models import Min
from django.utils import timezone

from portal import journal, outbox
from tournaments.acts.common import lock_section, scope_of, target_of
from tournaments.models import AnswerFile, Application, EntryForm
from tournaments.queries.entering.applications import expired_drafts, forms_that_keep, kept_until
from tournaments.state.applications import DRAFT_DAYS

DELETE = "delete-answers"
"""The kind of the work; there is one such job on a site."""
FILLED = ("email", "phone", "guardian", "answers", "note", "members")
"""What is kept no longer than the form says, of who was entered as well."""
TOGETHER = timedelta(hours=1)
"""What was handed in within it is deleted at once."""


def await_deletion(*, days: int = 0) -> None:
    """A form has come or changed, or an event ends on another day: the worker looks when the next is due.
    ``days``: only after so many is anything, as where an application waits to be confirmed."""
    delay = (timedelta(days=days) + TOGETHER).total_seconds() if days else 0.0
    outbox.ask(DELETE, key=DELETE, payload={}, priority=outbox.RECORDS, delay=delay)


def delete_answers() -> datetime | None:
    """Of every section whose time is over addresses, phones, answers and what applicants were told; of who
    was not entered all but name and federation; and whole what was never confirmed. Everywhere what was not
    confirmed in time. Returns when the next is due, None when there is none."""
    late = [draft.pk for draft in expired_drafts().select_for_update()]
    Application.objects.filter(pk__in=late).delete()
    today, due = timezone.now().date(), []
    for form in forms_that_keep():
        if kept_until(form) < today:
            _delete(form)
        else:
            due.append(datetime.combine(kept_until(form) + timedelta(days=1), time(), UTC))
    drafts = Application.objects.filter(state=Application.State.DRAFT)
    if (oldest := drafts.aggregate(oldest=Min("made_at"))["oldest"]) is not None:
        due.append(oldest + timedelta(days=DRAFT_DAYS) + TOGETHER)
    return min(due, default=None)


def _delete(form: EntryForm) -> None:
    section = lock_section(form.section)
    applications = section.applications.all()
    drafts, _rows = applications.filter(state=Application.State.DRAFT).delete()
    filled = [
        application for application in applications if any(getattr(application, column) for column in FILLED)
    ]
    bare = [
        application
        for application in applications
        if application.particulars and application.entry_id is None
    ]
    numbers = sorted({application.pk for application in [*filled, *bare]})
    if not drafts and not numbers:
        return
    AnswerFile.objects.filter(application__in=numbers).delete()
    applications.filter(pk__in=numbers).update(
        email="", phone="", guardian="", answers={}, members=[], note=""
    )
    applications.filter(pk__in=numbers, entry=None).update(particulars={})
    journal.record(
        "answers_deleted",
        by=None,
        scope=scope_of(section.event),
        target=target_of(section),
        after={"applications": len(numbers), "drafts": drafts},
    )
