"""What is to be printed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import ActForm, offer
from tournaments.models import Paper


class PaperChoice(forms.Form):
    """Which round, in which language, on which size: what the list of papers is about."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int, required=False, empty_value=None)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    size = forms.ChoiceField(label=_("Size"), choices=Paper.Size.choices)

    def __init__(self, values: Any, *, rounds: list[int]) -> None:
        super().__init__(values, auto_id="choice-%s")
        offer(self, "round", [(number, number) for number in rounds])


class PrintForm(ActForm):
    """The papers to make. ``kinds``: those that are offered."""

    ids = "print"
    round = forms.IntegerField(min_value=0, widget=forms.HiddenInput, required=False)
    language = forms.ChoiceField(choices=settings.LANGUAGES, widget=forms.HiddenInput)
    size = forms.ChoiceField(choices=Paper.Size.choices, widget=forms.HiddenInput)
    kind = forms.CharField(max_length=24, required=False, widget=forms.HiddenInput)
