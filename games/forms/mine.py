"""What a player fills in behind the private link."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import ActForm
from tournaments.models import PlayerReport
from tournaments.state.causes import OF_PLAYERS


class SeatForm(ActForm):
    """Say that one is at the table."""

    ids = "seat"

    # What the page showed.
    round = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"round_": values.pop("round")}


class OutcomeForm(SeatForm):
    """Report how the own game ended; each outcome is a button."""

    ids = "outcome"

    # What the page showed, as is the opponent's entry number.
    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    opponent = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    outcome = forms.ChoiceField(choices=PlayerReport.Outcome.choices)
    cause = forms.ChoiceField(
        label=_("How it ended"), choices=[("", ""), *((cause, cause) for cause in OF_PLAYERS)], required=False
    )


class WithdrawForm(SeatForm):
    """Take the own report of a game back."""

    ids = "take-back"

    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class AgreeForm(WithdrawForm):
    """Agree with the opponent."""

    ids = "agree"

    # What that is for oneself.
    outcome = forms.ChoiceField(choices=PlayerReport.Outcome.choices)
