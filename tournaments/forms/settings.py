"""The settings of a section that stands already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.policy import Conflict, Refusal
from tournaments.forms.base import reason_field
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.forms.section_fields import FIELDS, form_fields, own_choices
from tournaments.forms.section_values import as_fields, as_settings
from tournaments.models import Section
from tournaments.queries.section_settings import settings_of_section
from tournaments.queries.tables import Name
from tournaments.setting_rules import REFUSED, SECTION_SETTINGS, section_stage
from tournaments.state.time_control import TimeControl
from tournaments.wording.options import rulebooks_of, time_control_alone


def _time(text: str) -> str:
    return time_control_alone(TimeControl.parse(text))


class SettingsForm(ConflictCheckForm):
    """A field for each setting that the section has and that can still be changed."""

    ids = "settings"
    made_of = ("section",)

    reason = reason_field(_("Published on the section's page."), required=False)

    leave_official = forms.BooleanField(label=_("Leave official mode"), required=False)

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        self.section = section
        self.now = settings_of_section(section)
        stage = section_stage(section)
        self.open = {
            key: value for key, value in self.now.items() if SECTION_SETTINGS[key].at[stage] is not REFUSED
        }
        kwargs.setdefault("initial", as_fields(self.open, _time))
        super().__init__(*args, **kwargs)
        for key in self.open:
            for name in form_fields(key, section):
                self.fields[name] = FIELDS[name]()
        own_choices(self, section, rulebooks_of(section.game))

    def arguments(self) -> dict[str, Any]:
        loaded = self.as_loaded()
        return {
            "wanted": self.wanted(),
            "seen": None if loaded is None else loaded.wanted(),
            "reason": self.cleaned_data["reason"],
            "leave_official": self.cleaned_data["leave_official"],
        }

    def wanted(self) -> dict[str, Any]:
        """By setting; a field that was not sent changes nothing."""
        sent = {
            name: value for name, value in self.cleaned_data.items() if self.add_prefix(name) in self.data
        }
        return as_settings(sent, self.open)

    def refuse(self, refusal: Refusal, name: Name | None = None) -> None:
        if isinstance(refusal, Conflict) and "theirs" in refusal.params:
            theirs: Mapping[str, Any] = as_fields(refusal.params["theirs"], _time)
            refusal = Conflict(
                refusal.code, theirs={key: value for key, value in theirs.items() if key in self.fields}
            )
        elif refusal.field == "points" and "points_win" in self.fields:
            refusal = Refusal(refusal.code, field="points_win", **refusal.params)
        super().refuse(refusal, name)
