"""Two scoresheets, typed or uploaded; a file goes before what is typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from games.acts.records import MOST_BYTES
from games.records import as_text
from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.forms.base import CONTROLS, REASON_LENGTH, ActForm

_PLAIN = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "rows": 14}


class ScoresheetsForm(ActForm):
    ids = "sheets"

    first = forms.CharField(
        label=_("Red's scoresheet"),
        required=False,
        strip=False,
        widget=forms.Textarea(_PLAIN | {"class": "record-text"}),
        help_text=_("Copy it row by row, as written: 12. C2=5 … For a gap, type … or ?"),
    )
    first_file = forms.FileField(label=_("Or upload a file"), required=False)
    second = forms.CharField(
        label=_("Black's scoresheet"),
        required=False,
        strip=False,
        widget=forms.Textarea(_PLAIN | {"class": "record-text"}),
    )
    second_file = forms.FileField(label=_("Or upload a file"), required=False)

    def arguments(self) -> dict[str, Any]:
        return {side: self.cleaned_data[side] for side in ("first", "second")}

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        for name in ("first", "second"):
            file: UploadedFile[bytes] | None = values.get(f"{name}_file")
            if file is None:
                continue
            if (file.size or 0) > MOST_BYTES:
                limit = {"size": file.size, "limit": MOST_BYTES}
                self.refuse(Refusal("record-too-large", field=f"{name}_file", **limit))
                continue
            try:
                text = parent.run_sandboxed(as_text.sheet, file.read(), field=f"{name}_file")
            except parent.Stopped as stopped:
                self.refuse(stopped)
                continue
            if CONTROLS.search(text):
                self.add_error(
                    f"{name}_file", _("This is not a text file. Save the scoresheet as text, or type it in.")
                )
                continue
            values[name] = text
        return values


class ProposalForm(ActForm):
    """Decide on one foul that the sheets propose."""

    sheets = forms.IntegerField(widget=forms.HiddenInput)
    player = forms.IntegerField(widget=forms.HiddenInput)
    # How many the page showed as not decided.
    left = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, required=False, help_text=_("Recorded in the journal.")
    )

    def arguments(self) -> dict[str, Any]:
        """Which of the two buttons was pressed besides."""
        return super().arguments() | {"confirm": "confirm" in self.data}


class TakeForm(ActForm):
    """Take one of the games that fit the sheets."""

    ids = "take"

    sheets = forms.IntegerField(widget=forms.HiddenInput)
    which = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    # The record that the page showed.
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def arguments(self) -> dict[str, Any]:
        return {"seen": self.cleaned_data["seen"]}
