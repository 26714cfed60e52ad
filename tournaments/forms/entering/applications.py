"""Entries on line: what an organiser asks, and decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from portal.policy import Refusal
from tournaments.acts.entering.entry_forms import FormSettings
from tournaments.forms.base import ActForm, reason_field
from tournaments.forms.notices.schedule import ZonedField
from tournaments.models import EntryForm, Section
from tournaments.queries.entering.applications import form_revision, questions_of
from tournaments.queries.journal import is_id
from tournaments.queries.tables import Name
from tournaments.state.applications import (
    DECISIONS,
    FIELDS,
    KEPT_DAYS,
    MOST_KEPT_DAYS,
    FieldLevel,
    Question,
    QuestionKind,
    levels,
)
from tournaments.wording.entering.applications import DECISION_NAMES, FIELD_NAMES, KIND_NAMES, LEVEL_NAMES


class DecideForm(ActForm):
    """One decision about one or many."""

    ids = "decide"
    made_of = ("section",)

    applications = forms.TypedMultipleChoiceField(
        coerce=int, widget=forms.MultipleHiddenInput, required=False
    )
    decision = forms.ChoiceField(
        label=_("Decision"), choices=[(str(decision), DECISION_NAMES[decision]) for decision in DECISIONS]
    )
    reason = reason_field(
        _("What to correct, or why it is rejected. The applicants read it."), required=False
    )
    another = forms.BooleanField(label=_("This is a different person with the same name"), required=False)

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["applications"]
        if isinstance(field, forms.TypedMultipleChoiceField) and isinstance(self.data, QueryDict):
            sent = [key for key in self.data.getlist("applications") if is_id(key)]
            keys = section.applications.filter(pk__in=sent).values_list("pk", flat=True)
            field.choices = [(key, key) for key in keys]


QUESTION = "question_"
SETTINGS = ("opens_at", "closes_at", "late_until", "approval", "moves_up", "open_to_all", "kept_days")
# Players of a game do not have these numbers.
OF_OTHER_GAME: Mapping[str, frozenset[str]] = {
    Section.Game.XIANGQI: frozenset({"egf_pin", "ffg_licence", "aga_id"}),
    Section.Game.WEIQI: frozenset({"wxf_id", "axf_id"}),
}
# These stand in the public list of players; the rest is seen by the office alone.
SEEN_BY_ALL = frozenset({"native_name", "club", "native_club", "province", "title", "grade", "rating"})
# Empty rows on the page for further questions.
NEW_QUESTIONS = 3


@dataclass(frozen=True, slots=True)
class AskedField:
    """``public``: whether everybody reads the answer."""

    name: str
    field: forms.BoundField
    public: bool


@dataclass(frozen=True, slots=True)
class FormFold:
    """Fields behind their title, and how they stand in one line."""

    title: str
    value: str
    fields: tuple[forms.BoundField, ...]
    open: bool


class EntryFormForm(ActForm):
    """When a section takes entries on line and what it asks. Moments on the event's clock."""

    ids = "entry-form"
    made_of = ("section",)

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100)
    approval = forms.ChoiceField(label=_("Approval"), choices=EntryForm.Approval.choices)
    moves_up = forms.ChoiceField(
        label=_("Waiting list moves up"),
        choices=EntryForm.MovesUp.choices,
        help_text=_("When a place becomes free. How many places there are is the setting “Most entries”."),
    )
    open_to_all = forms.BooleanField(
        label=_("Anyone may apply"),
        required=False,
        initial=True,
        help_text=_("Otherwise only offices that have a quota can enter players."),
    )
    kept_days = forms.IntegerField(
        label=_("Days to keep the answers"),
        min_value=1,
        max_value=MOST_KEPT_DAYS,
        initial=KEPT_DAYS,
        help_text=_(
            "E-mail addresses, phone numbers and answers are deleted this many days after the event."
        ),
    )

    def __init__(self, *args: Any, section: Section, form: EntryForm | None = None, **kwargs: Any) -> None:
        form_row = form or EntryForm.objects.filter(section=section).first()
        kwargs.setdefault("initial", {**self.about(section, form_row), "seen": form_revision(form_row)})
        super().__init__(*args, **kwargs)
        zone = section.event.time_zone
        moments = {
            "opens_at": _("Entries open"),
            "closes_at": _("Entries close"),
            "late_until": _("Late entries until"),
        }
        for name, label in moments.items():
            self.fields[name] = ZonedField(zone=zone, label=label)
            self.fields[name].required = name != "late_until"
        asked_now = levels(form_row.asks) if form_row else {}
        # What is asked already can be switched off, whatever it is.
        foreign = {
            name
            for name in OF_OTHER_GAME[section.game]
            if asked_now.get(name, FieldLevel.NO) == FieldLevel.NO
        }
        for name in FIELDS:
            if name in foreign:
                continue
            self.fields[f"ask_{name}"] = forms.ChoiceField(
                label=str(FIELD_NAMES[name]),
                choices=[(str(level), LEVEL_NAMES[level]) for level in FieldLevel],
                widget=forms.RadioSelect,
            )
            self.initial.setdefault(f"ask_{name}", FieldLevel.NO)
        self.places = range((len(form_row.questions) if form_row else 0) + NEW_QUESTIONS)
        for place in self.places:
            self._add_question(place)

    def _add_question(self, place: int) -> None:
        key = f"{QUESTION}{place}_"
        self.fields[f"{key}label"] = forms.CharField(label=_("Question"), max_length=120, required=False)
        self.fields[f"{key}kind"] = forms.ChoiceField(
            label=pgettext_lazy("of a question", "Answer"),
            choices=[(str(kind), KIND_NAMES[kind]) for kind in QuestionKind],
            required=False,
        )
        self.fields[f"{key}choices"] = forms.CharField(
            label=_("Answers to choose from"),
            max_length=2000,
            required=False,
            widget=forms.Textarea({"rows": 2}),
            help_text=_("One per line."),
        )
        self.fields[f"{key}required"] = forms.BooleanField(label=_("Must be answered"), required=False)

    @staticmethod
    def about(section: Section, form: EntryForm | None) -> dict[str, Any]:
        """What stands; without a form, one that could be saved as it is."""
        if form is None:
            now = timezone.now().replace(second=0, microsecond=0)
            fresh = {"opens_at": now, "closes_at": now + timedelta(days=30), "ask_email": FieldLevel.REQUIRED}
            settled = {"approval": EntryForm.Approval.AUTOMATIC, "moves_up": EntryForm.MovesUp.AT_ONCE}
            return {**fresh, **settled, "open_to_all": True}
        values = {name: getattr(form, name) for name in SETTINGS}
        values |= {f"ask_{name}": level for name, level in levels(form.asks).items()}
        for place, question in enumerate(questions_of(form)):
            key = f"{QUESTION}{place}_"
            values |= {
                f"{key}label": question.label,
                f"{key}kind": str(question.kind),
                f"{key}choices": "\n".join(question.choices),
                f"{key}required": question.required,
            }
        return values

    def moments(self) -> list[forms.BoundField]:
        return [self[name] for name in ("opens_at", "closes_at")]

    def folds(self) -> list[FormFold]:
        """What has its usual value most of the time; open where something is wrong or departs."""
        late = self["late_until"].value()
        choices = dict(EntryForm.Approval.choices)
        approval = str(choices.get(self["approval"].value(), ""))
        days = ngettext("%(count)s day after the event", "%(count)s days after the event", KEPT_DAYS)
        days_kept = self["kept_days"].value() or KEPT_DAYS
        none = pgettext("value of a setting", "none")
        rows = [
            (_("Approval"), ("approval", "moves_up", "open_to_all"), approval),
            (_("Late entries"), ("late_until",), localize(late) if late else none),
            (_("Keeping the answers"), ("kept_days",), days % {"count": days_kept}),
        ]
        return [
            FormFold(str(title), str(value), tuple(fields), any(field.errors for field in fields))
            for title, names, value in rows
            if (fields := [self[name] for name in names])
        ]

    def grid(self) -> list[AskedField]:
        """A row for each field that can be asked."""
        return [
            AskedField(name, self[f"ask_{name}"], name in SEEN_BY_ALL)
            for name in FIELDS
            if f"ask_{name}" in self.fields
        ]

    def questions(self) -> list[list[forms.BoundField]]:
        parts = ("label", "kind", "choices", "required")
        return [[self[f"{QUESTION}{place}_{part}"] for part in parts] for place in self.places]

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        questions = [
            Question(
                label=values[f"{QUESTION}{place}_label"],
                kind=QuestionKind(values[f"{QUESTION}{place}_kind"] or QuestionKind.TEXT),
                required=values[f"{QUESTION}{place}_required"],
                choices=tuple(
                    line.strip() for line in values[f"{QUESTION}{place}_choices"].splitlines() if line.strip()
                ),
            )
            for place in self.places
            if values[f"{QUESTION}{place}_label"]
        ]
        settings = FormSettings(
            **{name: values[name] for name in SETTINGS},
            asks={name: values.get(f"ask_{name}", FieldLevel.NO) for name in FIELDS},
            questions=questions,
        )
        return {"values": settings, "seen": values["seen"] or None}

    def refuse(self, refusal: Refusal, name: Name | None = None) -> None:
        """Where somebody else has changed the form meanwhile, sending once more decides."""
        super().refuse(refusal, name)
        if refusal.code == "entry-form-changed":
            self.put(seen=refusal.params["stands"])
