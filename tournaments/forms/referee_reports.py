"""The chief referee's report: its remarks, its signature, the organisation's answer."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.acts.refereeing.referee_reports import (
    ANSWERS,
    LONGEST_REMARKS,
    LONGEST_WORDS,
    answer_report,
    sign_report,
    write_report,
)
from tournaments.forms.base import ActForm


class RemarksForm(ActForm):
    ids = "remarks"
    act = write_report

    remarks = forms.CharField(
        label=_("Remarks"),
        max_length=LONGEST_REMARKS,
        required=False,
        widget=forms.Textarea({"rows": 8}),
        help_text=_("Hall, equipment, incidents, what the next event should know."),
    )


class SignForm(ActForm):
    """``seen``: the digest of what the page showed."""

    ids = "sign"
    act = sign_report


class AnswerForm(ActForm):
    ids = "answer"
    act = answer_report

    answer = forms.ChoiceField(label=_("Answer"), choices=[(state, state.label) for state in ANSWERS])
    words = forms.CharField(
        label=_("Words"),
        max_length=LONGEST_WORDS,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Needed to return it: what is to be put right."),
    )

    field_order = ("answer", "words")
