"""What a player fills in behind the private link."""

from __future__ import annotations

from django import forms

from tournaments.forms.base import ActForm
from tournaments.models import PlayerReport


class SeatForm(ActForm):
    """To be at the table; ``round``: what the page showed."""

    ids = "seat"

    round = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class OutcomeForm(ActForm):
    """How the own game ended; each outcome is a button. ``round``, ``game`` and ``opponent`` (the entry
    number): what the page showed."""

    ids = "outcome"

    round = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    opponent = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    outcome = forms.ChoiceField(choices=PlayerReport.Outcome.choices)
