"""The form with which a section takes entries on line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.dates import is_showable
from tournaments import pages
from tournaments.acts.common import check_name
from tournaments.acts.entering._answers import await_deletion
from tournaments.acts.entering.admission import move_up
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import EntryForm, Section
from tournaments.policy import Act
from tournaments.queries.entering.applications import form_facts, form_revision
from tournaments.state.applications import (
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
    """``open_to_all``: else only the offices of quotas enter players; ``kept_days``: after the event, for
    what was filled in. ``asks``: levels by field; what is not named is not asked."""

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
    """What the section asks of those who enter on line, when, and for how long it is kept. ``seen``: the
    `form_revision` that the person's page showed; None: it is not compared.

    Refusals: ``entry-times``, ``kept-days``, ``unknown-entry-field``, ``unknown-entry-setting``,
    ``guardian-needs-birth-year``, ``too-many-questions``, ``too-many-file-questions``,
    ``question-invalid``; `Conflict` ``entry-form-changed`` with ``stands``."""
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
    if seen not in (None, stands):
        raise Conflict("entry-form-changed", stands=stands)
    form.save()
    await_deletion()
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
