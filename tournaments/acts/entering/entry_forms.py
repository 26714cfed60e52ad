"""Set the form with which a section takes entries on line, and delete in time what came with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TypedDict

from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.dates import day_after, is_showable
from tournaments import pages
from tournaments.acts.common import check_name, lock_section, scope_of, target_of
from tournaments.acts.entering.admission import move_up
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import AnswerFile, Application, EntryForm, Section
from tournaments.policy import Act
from tournaments.queries.entering.applications import (
    expired_drafts,
    form_facts,
    form_revision,
    forms_that_keep,
    kept_until,
)
from tournaments.state.applications import (
    DRAFT_DAYS,
    GUARDIAN,
    KEPT_DAYS,
    LONGEST_LABEL,
    MOST_CHOICES,
    MOST_FILES,
    MOST_KEPT_DAYS,
    MOST_QUESTIONS,
    FieldLevel,
    Question,
    QuestionKind,
    levels,
)


class OfForm(TypedDict):
    section: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSettings:
    """Hold what a form settles; fields that `asks` does not name are not asked.

    ``open_to_all``: else only the offices of quotas enter players; ``kept_days``: after the event, for what
    was filled in."""

    opens_at: datetime
    closes_at: datetime
    late_until: datetime | None = None
    approval: str = EntryForm.Approval.AUTOMATIC
    moves_up: str = EntryForm.MovesUp.AT_ONCE
    open_to_all: bool = True
    kept_days: int = KEPT_DAYS
    asks: Mapping[str, str] = field(default_factory=dict)
    questions: Sequence[Question] = ()


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("entry form set"))
def set_entry_form(
    *, section: Section, values: FormSettings, by: User, seen: str | None = None, once: str = ""
) -> ActResult[OfForm]:
    """Set what the section asks of those who enter on line, when, and for how long it is kept."""
    _check_form(values)
    form = EntryForm.objects.filter(section=section).first() or EntryForm(section=section)
    before = form_facts(form) if form.pk else None
    stands = form_revision(form)
    form.opens_at, form.closes_at, form.late_until = values.opens_at, values.closes_at, values.late_until
    form.approval, form.moves_up, form.kept_days = values.approval, values.moves_up, values.kept_days
    form.open_to_all = values.open_to_all
    form.asks = {name: level for name, level in values.asks.items() if level != "no"}
    form.questions = [question.as_json() for question in values.questions]
    after = form_facts(form)
    if before == after:
        return no_change({"section": section.pk})
    # `seen` None: the caller has shown nobody a form.
    if seen not in (None, stands):
        raise Conflict("entry-form-changed", stands=stands)
    form.save()
    await_deletion()
    # The new form may have more places go to those who wait.
    move_up(section, by=by)
    pages.section_changed(section)
    return ActResult({"section": section.pk}, before=before, after=after)


def _check_form(values: FormSettings) -> None:
    moments = [
        moment for moment in (values.opens_at, values.closes_at, values.late_until) if moment is not None
    ]
    if not all(map(is_showable, moments)) or any(later <= earlier for earlier, later in pairwise(moments)):
        raise Refusal("entry-times", field="closes_at")
    if values.approval not in EntryForm.Approval or values.moves_up not in EntryForm.MovesUp:
        raise Refusal("unknown-entry-setting")
    if not 1 <= values.kept_days <= MOST_KEPT_DAYS:
        raise Refusal("kept-days", field="kept_days", most=MOST_KEPT_DAYS)
    try:
        levels_of_fields = levels(values.asks)
    except ValueError as error:
        raise Refusal("unknown-entry-field", field="asks", name=str(error)[:40]) from None
    if (
        levels_of_fields[GUARDIAN] is not FieldLevel.NO
        and levels_of_fields["birth_year"] is not FieldLevel.REQUIRED
    ):
        raise Refusal("guardian-needs-birth-year", field="ask_guardian")
    if len(values.questions) > MOST_QUESTIONS:
        raise Refusal("too-many-questions", field="questions", limit=MOST_QUESTIONS)
    if sum(question.kind is QuestionKind.FILE for question in values.questions) > MOST_FILES:
        raise Refusal("too-many-file-questions", field="questions", limit=MOST_FILES)
    labels = [question.label for question in values.questions]
    for question in values.questions:
        check_name("questions", question.label, most=LONGEST_LABEL)
        for choice in question.choices:
            check_name("questions", choice, most=LONGEST_LABEL)
        fits = 2 <= len(set(question.choices)) == len(question.choices) <= MOST_CHOICES
        if labels.count(question.label) > 1 or not question.label.strip():
            raise Refusal("question-invalid", field="questions", question=question.label)
        if fits != (question.kind is QuestionKind.CHOICE) or not all(map(str.strip, question.choices)):
            raise Refusal("question-invalid", field="questions", question=question.label)


# There is one such job on a site.
DELETE = "delete-answers"
# Kept no longer than the form promises, also of those who were entered.
FILLED = ("email", "phone", "guardian", "answers", "note", "members")
# Answers handed in within the same hour are deleted together: one piece of work for all of them.
TOGETHER = timedelta(hours=1)


# Deletes what is over, and says when the next of it is due.
Deletion = Callable[[], datetime | None]


def await_deletion(*, days: int = 0) -> None:
    """Have the worker look when the next answers are to be deleted."""
    # A new draft is due only after `days`; a form or the end of an event may have changed what is due now.
    delay = (timedelta(days=days) + TOGETHER).total_seconds() if days else 0.0
    outbox.enqueue(DELETE, key=DELETE, payload={}, priority=outbox.RECORDS, delay=delay)


def register_deletion(delete: Deletion) -> None:
    """Have what another room keeps for some days deleted with the answers."""
    _deletions.append(delete)


def delete_what_is_over() -> datetime | None:
    """Delete what is kept no longer, and return when the next is due."""
    return min((due for delete in _deletions if (due := delete()) is not None), default=None)


def _delete_answers() -> datetime | None:
    # Whole, at every section: what was never confirmed in time.
    late = [draft.pk for draft in expired_drafts().select_for_update()]
    Application.objects.filter(pk__in=late).delete()
    today, due = timezone.now().date(), []
    # Of those entered addresses, phones and answers go; of the others all but name and federation.
    for form in forms_that_keep():
        if kept_until(form) < today:
            _delete(form)
        else:
            due.append(day_after(kept_until(form)))
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


_deletions: list[Deletion] = [_delete_answers]
