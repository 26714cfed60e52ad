"""Adjourned games: what is noted of them, and the button that resumes one."""

from __future__ import annotations

from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.acts.adjourning import SEALED_LENGTH
from tournaments.forms.base import ActForm
from tournaments.forms.clocks import clock_field, overtime_field
from tournaments.forms.notices.schedule import ZonedField


class AdjournForm(ActForm):
    """A game that is broken off: what stands in the envelope, and when it goes on."""

    ids = "adjourn"

    table = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    sealed_move = forms.CharField(
        label=_("Sealed move"),
        max_length=SEALED_LENGTH,
        required=False,
        help_text=_("No one sees it before the game is resumed. Leave empty if there is none."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    first_clock = clock_field()
    first_overtime = overtime_field()
    second_clock = clock_field()
    second_overtime = overtime_field()

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for side, words in (
            ("first", _("Clock of the side that moves first")),
            ("second", _("Clock of the other side")),
        ):
            self.fields[f"{side}_clock"].label = words
        self.fields["first_overtime"].label = _("Its overtime left")
        self.fields["second_overtime"].label = _("Overtime left of the other side")
        self.fields["resumes_at"] = ZonedField(
            zone=zone,
            label=_("Resumes"),
            help_text=_("In the event's time zone. Leave empty if it is not known yet."),
        )

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, zone=access.event.time_zone)


class ResumeForm(ActForm):
    ids = "resume"

    table = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
