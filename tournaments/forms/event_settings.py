"""Changing an event that stands: what it is, then, once more, what the change does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from tournaments.acts.arguments import REASON_LENGTH
from tournaments.acts.event_settings import (
    LONGEST_CONTACT,
    LONGEST_DESCRIPTION,
    LONGEST_DOCUMENTS,
    Planned,
    plan,
    values_of,
)
from tournaments.changeable import EVENT_SETTINGS, LANGUAGES, REFUSED, event_stage
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.forms.events import EventForm, slug_field
from tournaments.models import Event
from tournaments.wording.settings import SETTINGS

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
    description_en = _text("en")
    description_zh_hans = _text("zh_hans")
    description_zh_hant = _text("zh_hant")
    description_vi = _text("vi")
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    groups = {
        _("The event"): ("name", "native_name", "slug"),
        _("When and where"): ("starts", "ends", "time_zone", "place"),
        _("On the event's page"): ("contact", "documents", "officials_shown", "titles_shown"),
        _("Description"): tuple(f"description_{language}" for language in LANGUAGES),
    }
    planned: Planned | None = None

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        kwargs.setdefault("initial", values_of(event))
        super().__init__(*args, **kwargs)
        self.event = event
        stage = event_stage(event)
        for key, setting in EVENT_SETTINGS.items():
            self.fields[key].disabled = setting.at[stage] is REFUSED

    def is_valid(self) -> bool:
        """And confirmed, or there is nothing to confirm."""
        return super().is_valid() and (self.cleaned_data["confirmed"] or self._changes_nothing())

    def _changes_nothing(self) -> bool:
        values = self.values()
        try:
            # Whatever needs a reason is shown first: it is given with the confirmation.
            self.planned = plan(self.event, wanted=values, seen=self._seen(), reason="to be given")
        except Refusal as refusal:
            self.refuse(refusal)
            return False
        self.status = 200
        return not self.planned.after

    def values(self) -> dict[str, Any]:
        """By the names of the settings."""
        return {key: self.cleaned_data[key] for key in EVENT_SETTINGS if key in self.cleaned_data}

    def _seen(self) -> dict[str, Any] | None:
        shown = self.as_loaded()
        return shown.values() if shown is not None else None

    def arguments(self) -> dict[str, Any]:
        values = self.values()
        texts = {language: values.pop(f"description_{language}") for language in LANGUAGES}
        reason = self.cleaned_data["reason"]
        return {**values, "description": texts, "reason": reason, "seen": self._seen()}
