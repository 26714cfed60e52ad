"""Who is not there."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.acts.results import IF_ABSENT
from tournaments.forms.base import RoundForm


class AbsentForm(RoundForm):
    ids = "absent"

    table = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    absent = forms.ChoiceField(label=_("Not there"), choices=[(side, side) for side in IF_ABSENT])
