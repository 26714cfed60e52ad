"""Changing an event that stands: what it is, then, once more, what the change does."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from tournaments.acts._times import times_of
from tournaments.acts.arguments import REASON_LENGTH
from tournaments.acts.event_settings import (
    LONGEST_CONTACT,
    LONGEST_DESCRIPTION,
    LONGEST_DOCUMENTS,
    Planned,
    event_values,
    planned_changes,
)
from tournaments.forms.base import ActForm
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.forms.events import EventForm, slug_field
from tournaments.models import Event
from tournaments.queries.tables import Name
from tournaments.setting_rules import EVENT_SETTINGS, LANGUAGES, REFUSED, event_stage
from tournaments.wording.settings import SETTINGS

KEEP_CLOCK, KEEP_MOMENT = "clock", "moment"
MOST_DAYS = 3_650
LABELS: Mapping[str, Any] = SETTINGS


def _text(language: str) -> forms.CharField:
    return forms.CharField(
        label=LABELS[f"description_{language}"],
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea({"rows": 4}),
    )


class EventSettingsForm(ConflictCheckForm):
    """Sent without ``confirmed`` nothing is changed: ``planned`` then says what would be."""

    ids = "settings"
    made_of = ("event",)

    name = EventForm.base_fields["name"]
    native_name = EventForm.base_fields["native_name"]
    slug = slug_field(_("The last part of the event's URL. Links with the old one keep working."))
    place = EventForm.base_fields["place"]
    starts = EventForm.base_fields["starts"]
    ends = EventForm.base_fields["ends"]
    time_zone = EventForm.base_fields["time_zone"]
    contact = forms.CharField(
        label=LABELS["contact"],
        max_length=LONGEST_CONTACT,
        required=False,
        help_text=_("Shown in public, such as an e-mail address or a telephone number."),
    )
    documents = forms.CharField(
        label=LABELS["documents"],
        max_length=LONGEST_DOCUMENTS,
        required=False,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}),
        help_text=_(
            "One on each line: a title and its address, such as Regulations https://example.org/rules.pdf"
        ),
    )
    officials_shown = forms.BooleanField(label=LABELS["officials_shown"], required=False)
    titles_shown = forms.BooleanField(label=LABELS["titles_shown"], required=False)
    framed_by = forms.CharField(
        label=LABELS["framed_by"],
        max_length=400,
        required=False,
        help_text=_("Such as https://club.example. Empty: every site; “none”: no site."),
    )
    description_en = _text("en")
    description_zh_hans = _text("zh_hans")
    description_zh_hant = _text("zh_hant")
    description_vi = _text("vi")
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)
    clock = forms.ChoiceField(
        label=_("Times in the new time zone"),
        choices=[
            (KEEP_CLOCK, _("Keep the hour: the clock in the hall shows the same")),
            (KEEP_MOMENT, _("Keep the moment: the clock in the hall shows another hour")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    groups = {
        _("The event"): ("name", "native_name", "slug"),
        _("When and where"): ("starts", "ends", "time_zone", "place"),
        _("On the event's page"): ("contact", "documents", "officials_shown", "titles_shown", "framed_by"),
        _("Description"): tuple(f"description_{language}" for language in LANGUAGES),
    }
    planned: Planned | None = None

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        kwargs.setdefault("initial", event_values(event))
        super().__init__(*args, **kwargs)
        self.event = event
        stage = event_stage(event)
        for key, setting in EVENT_SETTINGS.items():
            self.fields[key].disabled = setting.at[stage] is REFUSED

    def is_valid(self) -> bool:
        """And confirmed, or there is nothing to confirm."""
        if not super().is_valid():
            return False
        if not self.cleaned_data["confirmed"]:
            return self._changes_nothing()
        if self.cleaned_data["clock"] or not self._asks_for_clock():
            return True
        if not self._changes_nothing():
            self.status = 422
        if self.planned:
            self.add_error("clock", _("Choose what happens to the times."))
        return False

    def _asks_for_clock(self) -> bool:
        """Whether another time zone shows times of the event at another hour."""
        changes = self.cleaned_data["time_zone"] != self.event.time_zone
        return changes and any(isinstance(time.at, datetime) for time in times_of(self.event))

    def _changes_nothing(self) -> bool:
        values = self.values()
        # Until it is chosen what happens to the times, one of the two has to be possible.
        chosen = self.cleaned_data["clock"]
        refused: Refusal | None = None
        for keep in [chosen == KEEP_CLOCK] if chosen else [False, True]:
            try:
                # Whatever needs a reason is shown first: it is given with the confirmation.
                self.planned = planned_changes(
                    self.event, wanted=values, seen=self._seen(), reason="to be given", keep_clock=keep
                )
            except Refusal as refusal:
                refused = refused or refusal
            else:
                self.status = 200
                return not self.planned.after
        if refused is not None:
            self.refuse(refused)
        return False

    def values(self) -> dict[str, Any]:
        """By the names of the settings."""
        return {key: self.cleaned_data[key] for key in EVENT_SETTINGS if key in self.cleaned_data}

    def _seen(self) -> dict[str, Any] | None:
        loaded = self.as_loaded()
        return loaded.values() if loaded is not None else None

    def arguments(self) -> dict[str, Any]:
        values = self.values()
        texts = {language: values.pop(f"description_{language}") for language in LANGUAGES}
        reason = self.cleaned_data["reason"]
        keep = self.cleaned_data["clock"] == KEEP_CLOCK
        return {**values, "description": texts, "reason": reason, "seen": self._seen(), "keep_clock": keep}


class MoveEventForm(ActForm):
    """Move the event by days; without ``confirmed`` ``planned`` says what would be."""

    ids = "move"
    made_of = ("event",)

    days = forms.IntegerField(
        label=_("Move by days"),
        min_value=-MOST_DAYS,
        max_value=MOST_DAYS,
        help_text=_("Such as 7 for a week later, or -1 for a day earlier."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    planned: Planned | None = None

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event

    def clean_days(self) -> int:
        days: int = self.cleaned_data["days"]
        if not days:
            raise forms.ValidationError(_("Nothing has been changed."))
        return days

    def is_valid(self) -> bool:
        """And confirmed."""
        return super().is_valid() and (self.cleaned_data["confirmed"] or self._looked_at())

    def _looked_at(self) -> bool:
        try:
            self.planned = planned_changes(
                self.event, wanted={}, seen=None, reason="to be given", move_days=self.cleaned_data["days"]
            )
        except Refusal as refusal:
            self.refuse(refusal)
        else:
            self.status = 200
        return False

    def refuse(self, refusal: Refusal, name: Name | None = None) -> None:
        if refusal.field in {"starts", "ends", "move_days"}:
            refusal = Refusal(refusal.code, field="days", **refusal.params)
        super().refuse(refusal, name)

    def arguments(self) -> dict[str, Any]:
        return {"move_days": self.cleaned_data["days"], "reason": self.cleaned_data["reason"]}
