"""Appeals: what a player writes, and what the desk enters of a panel's decision."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.acts.refereeing.appeals import (
    LONGEST_STATEMENT,
    VALUES,
    decide_appeal,
    note_deposit,
    set_appeal_rules,
    submit_appeal,
)
from tournaments.forms.base import ActForm, form_of
from tournaments.models import Appeal, AppealDecision
from tournaments.wording.options import result_text


def _long(label: Any, text: Any = "") -> forms.CharField:
    """What is too long is said: a browser that cuts off would lose words."""
    widget = forms.Textarea({"rows": 6})
    field = forms.CharField(label=label, help_text=text, widget=widget, max_length=LONGEST_STATEMENT)
    del field.widget.attrs["maxlength"]
    return field


class AppealForm(ActForm):
    """``round``: of the ruling."""

    ids = "appeal"
    act = submit_appeal

    round = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    statement = _long(
        _("What happened, and what should have been decided?"),
        format_lazy(_("At most {most} characters."), most=LONGEST_STATEMENT),
    )

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"round_": values.pop("round")}


RulesForm = form_of(set_appeal_rules)


class _OfAppeal(ActForm):
    appeal = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    deposit = forms.ChoiceField(label=_("Deposit"), choices=Appeal.Deposit.choices, required=False)


class DepositForm(_OfAppeal):
    ids = "deposit"
    act = note_deposit


class AppealDecisionForm(_OfAppeal):
    """``value`` matters only where the appeal is upheld."""

    ids = "decide"
    act = decide_appeal

    outcome = forms.ChoiceField(
        label=_("Decision"), choices=AppealDecision.Outcome.choices, widget=forms.RadioSelect
    )
    value = forms.ChoiceField(
        label=_("Result of the game, if upheld"),
        choices=lambda: [
            ("", _("as before the ruling, or none: the game goes on")),
            *((value, result_text(value)) for value in VALUES),
        ],
        required=False,
    )
    reasons = _long(_("Reason"), _("The player reads it; everybody, where decisions are public."))
    field_order = ("appeal", "outcome", "value", "panel", "reasons", "deposit")
