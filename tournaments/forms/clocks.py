"""Clocks as somebody reads them off at a table."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.acts.clocks import note_clocks
from tournaments.forms.base import ActForm
from tournaments.models import ClockReading
from tournaments.state.clocks import MOST_TEXT


def clock_field() -> forms.CharField:
    return forms.CharField(
        label=_("Time left"),
        max_length=MOST_TEXT,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "text", "placeholder": "12:40"}),
    )


def overtime_field() -> forms.CharField:
    return forms.CharField(
        label=_("Overtime left"),
        max_length=MOST_TEXT,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "placeholder": "3 × 30 s"}),
    )


class ClocksForm(ActForm):
    """Of who moves first in ``game``, and of the other."""

    ids = "clocks"
    act = note_clocks
    apart = frozenset({"ply"})

    table = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    why = forms.ChoiceField(widget=forms.HiddenInput, choices=ClockReading.Why.choices)
    first_clock = clock_field()
    second_clock = clock_field()
    first_overtime = overtime_field()
    second_overtime = overtime_field()
