"""What a player fills in behind the private link."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import ActForm
from tournaments.models import PlayerReport
from tournaments.state.causes import OF_PLAYERS


class SeatForm(ActForm):
    """To be at the table; ``round``: what the page showed."""

    ids = "seat"

    round = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"round_": values.pop("round")}


class OutcomeForm(SeatForm):
    """How the own game ended; each outcome is a button. ``round``, ``game`` and ``opponent`` (the entry
    number): what the page showed."""

    ids = "outcome"

    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    opponent = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    outcome = forms.ChoiceField(choices=PlayerReport.Outcome.choices)
    cause = forms.ChoiceField(
        label=_("How it ended"), choices=[("", ""), *((cause, cause) for cause in OF_PLAYERS)], required=False
    )


class WithdrawForm(SeatForm):
    """The own report of a game is taken back."""

    ids = "take-back"

    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class AgreeForm(WithdrawForm):
    """The opponent is right; ``outcome``: what that is for oneself."""

    ids = "agree"

    outcome = forms.ChoiceField(choices=PlayerReport.Outcome.choices)
